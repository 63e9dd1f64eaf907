"""The site as a zip, opened from a folder."""

import json
import re
from urllib.parse import urljoin
from zipfile import ZipFile

import pytest
from bs4 import BeautifulSoup, SoupStrainer
from conftest import ADDRESSES, new_page
from test_policy import refuses_all
from test_search import search

from proof.site.offline import index, page
from proof.site.policy import OFFLINE, ONLINE

pytestmark = pytest.mark.slow

LINKS = SoupStrainer(["a", "link", "script"])


@pytest.fixture(scope="module")
def folder(site, tmp_path_factory):
    """Address of the unpacked site."""
    with ZipFile(site / "attention-step-by-step.zip") as pack:
        pack.extractall(path := tmp_path_factory.mktemp("offline"))
    return f"{(path / 'attention-step-by-step').as_uri()}/"


def test_addresses_name_files():
    html = page(
        '<head></head><a href="../"><a href="x/#y"><a href=".."><a href="#z">'
        '<a href="https://a.example/"><a href="x/y.zip">'
        '<link rel="preload" href="b.woff2">\n<p class="offline">x</p>\n',
        "../",
    )
    assert "preload" not in html and "offline" not in html
    assert '<a href="../index.html">' in html
    assert '<a href="x/index.html#y">' in html
    assert html.count('<a href="../index.html">') == 2
    assert (
        '<a href="#z"><a href="https://a.example/"><a href="x/y.zip">' in html
    )
    assert '<script src="../assets/javascripts/frame-worker.js">' in html


def test_the_index_is_a_script(tmp_path):
    docs = [{"location": "a/#b", "see": "c/#d"}, {"location": ""}]
    later = {"config": {"idle": ["how"]}, "docs": docs}
    (tmp_path / "docs.json").write_text(json.dumps(later))
    head = {"config": {"lang": ["en"], "later": "docs.json"}, "docs": []}
    text = index(tmp_path, json.dumps(head).encode()).decode()
    found = json.loads(text.removeprefix("var __index = "))
    places = [entry["location"] for entry in found["docs"]]
    assert places == ["a/index.html#b", "index.html"]
    assert found["docs"][0]["see"] == "c/index.html#d"
    assert found["config"] == {"lang": ["en"], "idle": ["how"]}


@pytest.mark.slow
@pytest.mark.parametrize(
    "start, word, goal",
    [
        ("index.html", "what is atention", "glossary/index.html#attention"),
        ("pt/index.html", "pontuacao", "pt/simplified-attention/index.html#"),
    ],
)
def test_it_works_without_a_server(browser, folder, start, word, goal):
    faults, locale = [], "pt" if start[:2] == "pt" else "en"
    with new_page(browser, locale=locale) as tab:
        tab.on("console", lambda message: faults.append(message.text))
        tab.on("pageerror", lambda error: faults.append(str(error)))
        tab.on(
            "request",
            lambda r: (
                r.url.startswith(("file:", "data:")) or faults.append(r.url)
            ),
        )
        tab.goto(folder + start)
        assert any(link.startswith(folder + goal) for link in search(tab, word))
        tab.keyboard.press("Escape")
        tab.locator(".md-footer__link--next").click()
        tab.wait_for_url("**/ten-minutes/index.html")
        assert tab.locator("article math").first.is_visible()
        assert tab.locator("figure .reading[tabindex]").count()
        fonts = "document.fonts.check('1em \"STIX Two Math\"')"
        tab.evaluate("document.fonts.ready")
        assert tab.evaluate(fonts)
        tab.locator(".md-select").first.hover()
        tab.locator(".md-select__link").nth(int(start[:2] != "pt")).click()
        other = "ten-minutes/" if start[:2] == "pt" else "pt/ten-minutes/"
        tab.wait_for_url(f"{folder}{other}index.html")
    assert faults == []


def test_the_policy_holds_without_a_server(browser, folder):
    with new_page(browser) as tab:
        refuses_all(tab, f"{folder}index.html")


def test_each_page_has_the_policy_of_files_and_who_unpacks_may_read(site):
    with ZipFile(site / "attention-step-by-step.zip") as pack:
        for entry in pack.infolist():
            assert entry.external_attr >> 16 == 0o100644, entry.filename
            assert entry.create_system == 3
            if entry.filename.endswith(".html"):
                html = pack.read(entry).decode()
                before, policy, after = html.partition(OFFLINE)
                assert policy and ONLINE not in html and OFFLINE not in after
                assert not re.search(r"<(link|script|style)\b", before)


def test_every_link_leads_to_a_file(site):
    """Nothing in the zip asks for a folder or for what it does not hold."""
    with ZipFile(site / "attention-step-by-step.zip") as pack:
        names = set(pack.namelist())
        pages = {n: pack.read(n).decode() for n in names if n.endswith(".html")}
    assert len(pages) == len([*site.rglob("index.html")]) >= len(ADDRESSES)
    for name, html in pages.items():
        for tag in BeautifulSoup(html, "html.parser", parse_only=LINKS)(True):
            address = tag.get("href") or tag.get("src") or "#"
            if address.startswith(("http", "#")):
                continue
            goal = urljoin(f"file:///{name}", address).partition("#")[0]
            assert goal.removeprefix("file:///") in names, (name, address)
