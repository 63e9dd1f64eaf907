"""What is wrong is on the served page, and no browser waits for it."""

import threading

import pytest
from mkdocs.exceptions import Abort

from sitebuild.site.live_server import LiveServer

PAGE = b"<html><body id=x>A</body>"


class Server:
    """What MkDocs' server has that is asked for here."""

    def __init__(self, build) -> None:
        self.builder = build
        self._epoch_cond = threading.Condition()
        self._wanted_epoch = self._visible_epoch = 1

    def _inject_js_into_html(self, html: bytes, epoch: int) -> bytes:
        return html.replace(b"</body>", b"<script></script></body>")

    def page(self) -> str:
        return self._inject_js_into_html(PAGE, self._visible_epoch).decode()


@pytest.mark.parametrize(
    "reason", [Abort("a.md:1: bad <b>\nb.md:2: no"), OSError("x")]
)
def test_what_stops_a_build_is_on_the_last_pages_until_it_is_mended(
    reason, capsys
):
    outcome, live = [reason], LiveServer(preview=True)

    def build() -> None:
        live.faults = []
        if outcome:
            raise outcome[0]

    server = Server(build)
    live.watch(server)
    assert server.page() == "<html><body id=x>A<script></script></body>"
    server.builder()  # MkDocs goes on, and lets browsers load the page
    html = server.page()
    assert html.startswith('<html><body id=x><ol role="alert"')
    assert "<script>" in html and "<b>" not in html
    assert html.count("<li>") == len(str(reason).split("\n"))
    assert str(reason) in capsys.readouterr().err.strip()
    outcome.clear()
    server.builder()
    assert "alert" not in server.page()


def test_browsers_load_a_page_again_when_it_has_faults():
    server, live = Server(lambda: None), LiveServer(preview=True)
    live.watch(server)
    for found, epoch in ((["a"], 2), ([], 2), (["a", "b"], 3)):
        live.tell(found)
        assert server._visible_epoch == server._wanted_epoch == epoch
    server._wanted_epoch += 1  # while a build is under way
    live.tell(["a"])
    assert server._visible_epoch == 3
