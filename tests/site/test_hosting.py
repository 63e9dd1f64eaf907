"""The built site behind nginx, with the configuration that is shipped."""

import shutil
import socket
import subprocess
import time
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import brotli
import pytest
from conftest import ROOT, absent, new_page
from test_search import search

from proof.site.policy import POLICY

pytestmark = pytest.mark.slow

YEAR = "public, max-age=31536000, immutable"
SECURITY = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
SHUT = "default-src 'none'; frame-ancestors 'none'; sandbox"
SCRIPT = "<script>document.documentElement.id = 'hit'</script>"
HOSTILE = {  # what should not lie there, and must do nothing if it does
    "hostile.svg": f'<svg xmlns="http://www.w3.org/2000/svg">{SCRIPT}</svg>',
    "hostile.html": f"<!DOCTYPE html><title>x</title><p>{SCRIPT}",
}
MODULE = Path("/usr/lib/nginx/modules/ngx_http_brotli_static_module.so")


@pytest.fixture(scope="module")
def served(site, tmp_path_factory):
    """Address of the site as nginx serves it."""
    nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if not (nginx and MODULE.is_file()):
        absent("nginx", "nginx-light libnginx-mod-http-brotli-static")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folder = tmp_path_factory.mktemp("nginx")
    shutil.copytree(site, folder / "site")
    for name, text in HOSTILE.items():
        (folder / "site" / name).write_text(text, "utf-8")
    text = (ROOT / "proof/site/nginx.conf").read_text("utf-8")
    assert text.count(":8080") == 2  # the second is in a comment
    (folder / "nginx.conf").write_text(text.replace(":8080", f":{port}"))
    # Tests may run as root, whose folders nginx's workers cannot enter.
    command = [nginx, "-p", folder, "-c", "nginx.conf", "-e", "stderr"]
    process = subprocess.Popen(
        [*command, "-g", "user root;"], stderr=subprocess.DEVNULL
    )
    address = f"http://127.0.0.1:{port}/"
    for _ in range(100):
        try:
            urlopen(address).close()
            break
        except URLError:
            assert process.poll() is None, "nginx has stopped"
            time.sleep(0.1)
    yield address
    process.terminate()
    process.wait()


def ask(address: str, encoding: str = "") -> tuple[int, dict, bytes]:
    request = Request(address, headers={"Accept-Encoding": encoding})
    try:
        with urlopen(request) as answer:
            return answer.status, dict(answer.headers), answer.read()
    except HTTPError as error:
        return error.code, dict(error.headers), error.read()


def rules(policy: str) -> dict[str, set[str]]:
    """What each directive of a policy allows."""
    words = [rule.split() for rule in policy.split("; ")]
    return {name: set(values) for name, *values in words}


@pytest.mark.parametrize("path", [*HOSTILE, "sitemap.xml", "encoder/", "pt/x"])
def test_every_answer_has_the_security_headers(served, path):
    _, headers, _ = ask(served + path)
    assert {name: headers[name] for name in SECURITY} == SECURITY
    policy = headers["Content-Security-Policy"]
    if path.endswith(("svg", "xml")):
        assert policy == SHUT
    else:
        assert "frame-ancestors" in rules(policy)
        assert "'unsafe-inline'" not in policy
    assert headers["Server"] == "nginx", "its version is nobody's business"


def test_the_server_allows_what_pages_allow_themselves():
    own = POLICY.format(own="'self'")
    text = (ROOT / "proof/site/nginx.conf").read_text("utf-8")
    assert f"default \"{own}; frame-ancestors 'none'\";" in text


@pytest.mark.parametrize("name", HOSTILE)
def test_what_should_not_lie_there_does_nothing(browser, served, site, name):
    context = browser.new_context()
    page = context.new_page()
    (site.parent / name).write_text(HOSTILE[name], "utf-8")
    page.goto((site.parent / name).as_uri())
    assert page.evaluate("document.documentElement.id") == "hit", "no server"
    page.goto(served + name)
    assert page.evaluate("document.documentElement.id") == ""
    context.close()


def test_compressed_twins_are_sent(served, site):
    plain = (site / "pt/encoder/index.html").read_bytes()
    for encoding, suffix in (("br", "br"), ("gzip", "gz")):
        _, headers, body = ask(f"{served}pt/encoder/", encoding)
        assert headers["Content-Encoding"] == encoding
        assert body == (site / f"pt/encoder/index.html.{suffix}").read_bytes()
        assert headers["Vary"] == "Accept-Encoding"
    assert brotli.decompress(ask(f"{served}pt/encoder/", "br")[2]) == plain
    assert ask(f"{served}pt/encoder/")[2] == plain


def test_what_never_changes_is_kept_for_a_year(served, site):
    names = [
        *("assets/styles/*.css", "assets/scripts/*.js", "assets/fonts/*"),
        *("assets/stylesheets/*.css", "search/docs.*.json"),
        *("assets/javascripts/bundle.*.js", "assets/scripts/model/*.js"),
        "outputs/*/*.js",
    ]
    for pattern in names:
        found = [f.relative_to(site).as_posix() for f in site.glob(pattern)]
        assert found, pattern
        for path in found:
            assert ask(served + path)[1]["Cache-Control"] == YEAR, path
    for path in ("", "pt/", "search/search_index.json", "sitemap.xml"):
        lifetime = ask(served + path)[1]["Cache-Control"]
        assert lifetime == "public, max-age=300", path


@pytest.mark.parametrize(
    "path, language",
    [("nothing", "en"), ("pt/no/thing", "pt-BR"), ("eo/nothing", "en")],
)
def test_what_is_not_found_is_said_in_the_language_of_the_address(
    served, path, language
):
    status, _, body = ask(served + path)
    assert status == 404
    assert f'<html lang="{language}"'.encode() in body


def test_a_folder_without_its_slash_is_sent_on(served):
    """To the address that was asked for, behind whatever name it has."""
    request = Request(f"{served}pt/encoder", headers={"Host": "a.example"})
    with socket.create_connection(request.host.split(":")) as connection:
        line = "GET /pt/encoder HTTP/1.0\r\nHost: a.example\r\n\r\n"
        connection.sendall(line.encode())
        answer = connection.recv(4096).decode()
    assert "301 Moved" in answer and "\nLocation: /pt/encoder/\r" in answer


@pytest.mark.slow
@pytest.mark.parametrize("path", ["simplified-attention/", "pt/encoder/"])
def test_the_site_works_under_these_headers(browser, served, path):
    faults = []
    with new_page(browser) as page:
        page.on("console", lambda message: faults.append(message.text))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(served + path)
        assert page.locator("figure .reading[tabindex]").count()
        assert search(page, "softmax")
    assert faults == []
