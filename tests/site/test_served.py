"""What is wrong is on the served page, and no browser waits for it."""

import threading

import pytest
from bs4 import BeautifulSoup
from mkdocs.exceptions import Abort

from sitebuild.site import live_server, plugin_patches

FOUND = ["docs/en/index.md:1: a <b>", "docs/pt/mask.md:7: open", "x.yml:1: no"]


def first(address: str) -> str:
    soup = BeautifulSoup(live_server.box(FOUND, address), "html.parser")
    assert soup.find(role="alert") and len(soup("li")) == 3
    return soup.li.get_text()


def test_the_faults_of_a_page_stand_first_on_it():
    assert first("/pt/mask/") == FOUND[1] == first("/some/site/pt/mask/")
    assert first("/") == FOUND[0] == first("/why/")


class Server:
    """What MkDocs' server has that is asked for here."""

    def __init__(self, build) -> None:
        self.builder, self.app = build, None
        self._epoch_cond = threading.Condition()
        self._wanted_epoch = self._visible_epoch = 1

    def set_app(self, app) -> None:
        self.app = app

    def get_app(self):
        return page


def page(environ, start):
    kind = "text/html" if environ["PATH_INFO"].endswith("/") else "image/png"
    start("200 OK", [("Content-Type", kind), ("Content-Length", "26")])
    return [b"<html><body id=x>", b"A</body>"]


def answered(server: Server, path: str) -> tuple[dict, bytes]:
    told: list = []
    body = server.app({"PATH_INFO": path}, lambda *status: told.extend(status))
    return dict(told[1]), b"".join(body)


@pytest.mark.parametrize(
    "reason", [Abort("a.md:1: bad\nb.md:2: no"), OSError("x")]
)
def test_what_stops_a_build_is_on_the_last_pages_until_it_is_mended(
    reason, capsys
):
    outcome = [reason]

    def build() -> None:
        if outcome:
            raise outcome[0]

    server, shown = Server(build), live_server.Faults()
    shown.watch(server)
    assert answered(server, "/")[1] == b"<html><body id=x>A</body>"
    server.builder()  # MkDocs goes on, and lets browsers load the page
    head, html = answered(server, "/")
    assert html.startswith(b'<html><body id=x><ol role="alert"')
    assert int(head["Content-Length"]) == len(html)
    assert str(reason).split("\n")[0] in html.decode()
    assert str(reason) in capsys.readouterr().err.strip()
    assert b"alert" not in answered(server, "/a.png")[1]
    outcome.clear()
    server.builder()
    assert b"alert" not in answered(server, "/")[1]


def test_browsers_load_a_page_again_when_its_faults_are_others():
    server, shown = Server(lambda: None), live_server.Faults()
    shown.watch(server)
    for found, epoch in ((["a"], 2), (["a"], 2), ([], 3)):
        shown.tell(found)
        assert server._visible_epoch == server._wanted_epoch == epoch
    server._wanted_epoch += 1  # while a build is under way
    plugin_patches.reload(server)
    assert server._visible_epoch == 3
