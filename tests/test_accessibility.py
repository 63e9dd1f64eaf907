"""Every page, in every language, as axe-core sees it: on a wide screen in
light, on a phone's in dark."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import ADDRESSES

PATHS = [*ADDRESSES.values(), "404.html"]
COLOURS = ["color-contrast", "link-in-text-block"]
NARROW = ["scrollable-region-focusable", "target-size"]  # for less room
# Solutions and tables are unfolded. Colours come from tags, classes and
# attributes: code, formulas and pictures in which none is new are marked.
PREPARE = """() => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  const seen = new Set();
  for (const part of document.querySelectorAll("pre, math, svg.figure")) {
    const kinds = [...part.querySelectorAll("*")].map((e) =>
      [part.tagName, e.tagName, e.className, e.getAttribute("fill")].join());
    if (kinds.every((kind) => seen.has(kind))) part.dataset.seen = "";
    for (const kind of kinds) seen.add(kind);
  }
}"""


def violations(page, rules: dict, context: dict | None = None) -> list[str]:
    options = {"resultTypes": ["violations"], **rules}
    found = Axe().run(page, context, options).response["violations"]
    return [
        f"{rule['id']}: {node['html'][:200]} ({node['failureSummary']})"
        for rule in found
        for node in rule["nodes"]
    ]


def barriers(page) -> list[str]:
    """What axe-core finds: all but the colours."""
    off = {name: {"enabled": False} for name in COLOURS}
    return violations(page, {"rules": off})


def faint(page) -> list[str]:
    """What axe-core finds of the colours."""
    unseen = {"exclude": [["[data-seen]"]]}
    return violations(page, {"runOnly": COLOURS}, unseen)


@pytest.mark.parametrize("path", PATHS)
def test_nothing_is_in_anybodys_way(page, url, path):
    page.goto(url + path)
    page.evaluate(PREPARE)
    assert barriers(page) == []
    assert faint(page) == []
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(300)  # colours change slowly
    assert faint(page) == []
    assert violations(page, {"runOnly": NARROW}) == []


PLANTED = {
    "<button></button>": "button-name",
    "<img src='/assets/images/favicon.png'>": "image-alt",
    "<p lang='xx'>xx</p>": "valid-lang",
    "<pre><code><i class='grey'>one</i></code></pre>": "color-contrast",
    "<p>here is a <a class='plain' href='/'>link</a>": "link-in-text-block",
}


@pytest.mark.parametrize("html", PLANTED)
def test_what_is_planted_is_found(page, url, html):
    page.goto(url)
    page.evaluate(
        "html => document.querySelector('article')"
        ".insertAdjacentHTML('beforeend', html)",
        html,
    )
    page.evaluate(
        """() => {
          const grey = document.querySelector(".grey");
          if (grey) grey.style.color = "#999";
        }"""
    )
    page.evaluate(PREPARE)
    (found,) = barriers(page) + faint(page)
    assert found.startswith(PLANTED[html])
