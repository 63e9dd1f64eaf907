"""Every page, in every language, as axe-core sees it: on a wide screen in
light, on a phone's in dark."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import ADDRESSES

PATHS = [*ADDRESSES.values(), "404.html"]
COLOURS = ["color-contrast", "link-in-text-block"]
NARROW = ["scrollable-region-focusable", "target-size"]  # for less room
UNFOLD = """() => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
}"""
# Thousands of cells and words look alike. The first of each look is marked, as
# are all that hold it; of the rest axe-core need not compute the colours.
MARK = """() => {
  const grounds = new Map(), looks = new Set();
  for (const e of document.body.querySelectorAll("*")) {
    const style = getComputedStyle(e), parent = e.parentElement;
    const own = [style.backgroundColor, style.backgroundImage, style.opacity];
    const ground = (grounds.get(parent) ?? "") + own;
    grounds.set(e, ground.replaceAll("rgba(0, 0, 0, 0),none,1", ""));
    const { width, height } = e.getBoundingClientRect();
    const look = [e.tagName, e.closest("header, nav, article")?.className,
      style.color, style.fill, style.fontSize, style.fontWeight,
      style.textDecorationLine, getComputedStyle(parent).color,
      grounds.get(e)].join();
    const visible = e.checkVisibility({ visibilityProperty: true });
    if (!visible || width < 2 || height < 2 || looks.has(look)) continue;
    looks.add(look);
    for (let up = e; up; up = up.parentElement) up.dataset.look = "";
  }
}"""
LEAVE_MARKED = """() => {
  for (const e of document.querySelectorAll("article :not([data-look])"))
    e.remove();
}"""
STILL = """() => document.getAnimations().every((a) =>
  !(a instanceof CSSTransition) || a.playState == "finished")"""


def violations(page, options: dict) -> list[str]:
    options = {"resultTypes": ["violations"], **options}
    found = Axe().run(page, None, options).response["violations"]
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
    return violations(page, {"runOnly": COLOURS})


def show(page, scheme: str, width: int) -> None:
    """In these colours, once they have stopped changing, at this width."""
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 850})
    page.wait_for_function(STILL)


@pytest.mark.parametrize("path", PATHS)
def test_nothing_is_in_anybodys_way(page, url, path):
    page.goto(url + path)
    page.evaluate(UNFOLD)
    show(page, "light", 1280)
    assert barriers(page) == []
    page.evaluate(MARK)
    show(page, "dark", 390)
    assert violations(page, {"runOnly": NARROW}) == []
    page.evaluate(MARK)
    page.evaluate(LEAVE_MARKED)
    assert faint(page) == []
    show(page, "light", 1280)
    assert faint(page) == []


PLANTED = {
    "<button></button>": "button-name",
    "<img src='/assets/images/favicon.png'>": "image-alt",
    "<p lang='xx'>xx</p>": "valid-lang",
    "<pre><code><i class='grey'>one</i></code></pre>": "color-contrast",
    "<p>one <span class='grey'>two</span></p>": "color-contrast",
    "<div class='grey'><p hidden>one</p></div><p class='grey'>two</p>": (
        "color-contrast"
    ),
    "<table><tr><td>one<td>two<td class='grey'>three</table>": "color-contrast",
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
          for (const grey of document.querySelectorAll(".grey"))
            grey.style.color = "#999";
        }"""
    )
    page.evaluate(UNFOLD)
    found = barriers(page)
    page.evaluate(MARK)
    page.evaluate(LEAVE_MARKED)
    (found,) = found + faint(page)
    assert found.startswith(PLANTED[html])
