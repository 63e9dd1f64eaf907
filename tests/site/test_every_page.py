"""What a first visit gets and shows: its weight, whether it jumps, fits a
phone, and is in nobody's way (axe-core). One page of each type is visited, and
every week each page in each language."""

import gzip
from itertools import chain
from threading import Event
from typing import NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import ADDRESSES, LAY, careful, each, new_page, sample
from playwright.sync_api import Page

PATHS = sample(
    [*ADDRESSES.values(), "404.html"],
    *("", "pt/simplified-attention/"),
    slow=[
        "lab-train/",
        "glossary/",
        "pt/sources/",
        "contributing/",
        "404.html",
    ],
)
# kB, compressed by gzip, as static hosts do.
BUDGET = {"page": 46, "all": 180}
# Cumulative layout shift (https://web.dev/articles/cls): of all but the math
# font, and with it, should it come only after the page is painted.
SHIFT, LATE = 0.01, 0.1
OBSERVE = """
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  window.painted = new Promise((done) =>
    new PerformanceObserver(done).observe({ type: "paint", buffered: true }));
"""
# The scripts have run by then; what they moved is drawn with the next frame,
# and told of with the one after it.
FRAMES = """() => new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(done)))"""
# What scrolls can be reached, once nothing else is to do (accessible.js); what
# never can is found then.
REACHED = """async () => {
  const late = performance.now() + 5000;
  const lost = (e) => e.scrollWidth > e.clientWidth && e.tabIndex < 0;
  const wide = [...document.querySelectorAll(
    "article :is(figure table, figure [role=img], pre code, .formula > div)")];
  while (wide.some(lost) && performance.now() < late)
    await new Promise((done) => setTimeout(done, 50));
}"""
FONT = "**/*.woff2"
# Folds are opened, colours change at once. The shadow of what goes on lies at
# its edge alone, and axe-core judges no text before a picture.
UNFOLD = """() => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  const still = new CSSStyleSheet();
  still.replaceSync(
    "* { background-image: none !important; transition: none !important }");
  document.adoptedStyleSheets.push(still);
}"""
COLOURS = ["color-contrast", "link-in-text-block"]
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
# The theme asks for the notes on code (items of lists) once it is seen.
LEAVE_MARKED = """() => {
  for (const e of document.querySelectorAll("article :not([data-look])"))
    if (!e.closest("li, .md-annotation, label")) e.remove();
}"""


class Visit(NamedTuple):
    """A page that was opened on a phone, in dark, by its path in the site."""

    path: str
    page: Page
    loaded: list[str]  # addresses
    shift: float  # without the math font
    late: float  # once it came, after the first paint


@pytest.fixture(scope="module", params=PATHS)
def visit(request, browser, url):
    with careful(browser, url, settled=False) as page:
        show(page, "dark", 390)
        page.add_init_script(OBSERVE)
        loaded = []
        page.on("requestfinished", lambda request: loaded.append(request.url))
        held, painted = [], Event()
        page.route(
            FONT,
            lambda route: (
                route.continue_() if painted.is_set() else held.append(route)
            ),
        )
        page.goto(url + request.param, wait_until="domcontentloaded")
        page.evaluate("painted.then(() => null)")
        page.evaluate(FRAMES)
        shift = page.evaluate("shift")
        painted.set()
        for font in held:
            font.continue_()
        page.wait_for_load_state("networkidle")
        page.evaluate("document.fonts.ready")
        page.evaluate(FRAMES)
        late = page.evaluate("shift")
        page.evaluate(LAY)
        page.evaluate(UNFOLD)
        yield Visit(request.param, page, loaded, shift, late)


def show(page, scheme: str, width: int) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 850})
    page.evaluate(FRAMES)
    page.evaluate(REACHED)


def sent(site, address: str) -> int:
    """Bytes of a file on the way: a text's are compressed."""
    file = site / address.partition("#")[0]
    file = file / "index.html" if file.is_dir() else file
    data = file.read_bytes()
    return len(data if file.suffix == ".woff2" else gzip.compress(data))


def test_a_first_visit_is_light_and_nothing_jumps(visit, url, site):
    total = sum(
        sent(site, address.removeprefix(url))
        for address in visit.loaded
        if address.startswith(url)
    )
    assert total <= 1000 * BUDGET["all"]
    assert visit.shift < SHIFT and visit.late < LATE


@pytest.mark.parametrize("address", each(ADDRESSES.values()))
def test_every_page_is_light(site, address):
    assert sent(site, address) <= 1000 * BUDGET["page"]


SECTION = "document.getElementById('exercises')"
TOP = f"() => {SECTION}.getBoundingClientRect().top"


@pytest.mark.slow
def test_who_jumps_over_what_is_not_laid_out_lands_at_the_section(browser, url):
    with careful(browser, url, settled=False) as page:
        page.goto(url + "self-attention/")
        far = page.locator("article .highlight").last
        visible = "e => e.checkVisibility({ contentVisibilityAuto: true })"
        assert not far.locator("code").evaluate(visible)
        page.evaluate("location.hash = 'exercises'")
        page.wait_for_function(
            f"() => {SECTION}.getBoundingClientRect().top < 150"
        )
        for _ in range(5):
            page.evaluate(FRAMES)
        assert 0 <= page.evaluate(TOP) < 150


def scrolled_sideways(page) -> list[int]:
    """Widths at which it would be: phone, laptop at 200 %, two tablets'."""
    found = []
    for width in (320, 640, 720, 958):
        show(page, "dark", width)
        if page.evaluate("document.documentElement.scrollWidth") != width:
            found.append(width)
    return found


def test_neither_phone_nor_zoom_needs_sideways_scrolling(visit):
    assert scrolled_sideways(visit.page) == []


# Inline formulas that scroll or leave the page. The theme's letters have 125 %.
LEFT_OVER = """(percent) => {
  document.documentElement.style.fontSize = `${1.25 * percent}%`;
  return [document.documentElement.scrollWidth - innerWidth,
    [...document.querySelectorAll("span.formula, span.formula > math")]
      .filter((part) => part.checkVisibility() && (
        part.getBoundingClientRect().right > innerWidth
        || getComputedStyle(part).overflowX !== "visible"))
      .map((part) => part.textContent)];
}"""


@pytest.mark.parametrize("width", [320, 375, 640])
def test_letters_may_be_enlarged(visit, width):
    visit.page.set_viewport_size({"width": width, "height": 850})
    for percent in (128, 200, 100):
        assert visit.page.evaluate(LEFT_OVER, percent) == [0, []]


# What scrolls sideways at some width, without a script to make it a stop.
UNREACHED = """() => [...document.querySelectorAll("article *")].filter(
  (part) => part.checkVisibility() && part.scrollWidth > part.clientWidth + 1
    && /auto|scroll/.test(getComputedStyle(part).overflowX)
    && (part.tabIndex < 0 || !part.ariaLabel)
).map((part) => part.outerHTML.slice(0, 200))"""


@pytest.mark.parametrize("path", PATHS)
def test_what_scrolls_has_a_name_and_is_reached_without_a_script(
    browser, url, path
):
    with new_page(browser, java_script_enabled=False) as page:
        page.goto(url + path)
        page.evaluate(UNFOLD)
        for width in (320, 640, 1280):
            page.set_viewport_size({"width": width, "height": 850})
            assert page.evaluate(UNREACHED) == []


@pytest.mark.slow
def test_what_is_too_wide_or_jumps_is_found(page, url):
    page.add_init_script(OBSERVE)
    page.goto(url)
    page.locator("article h1").evaluate("h1 => { h1.style.width = '500px'; }")
    assert scrolled_sideways(page) == [320]
    article = page.locator("article")
    article.evaluate("article => { article.style.marginTop = '300px'; }")
    page.wait_for_function(f"() => shift > {SHIFT}")


def violations(page, options: dict, part: str | None = None) -> list[str]:
    options = {"resultTypes": ["violations"], **options}
    found = Axe().run(page, part, options).response["violations"]
    return [
        f"{rule['id']}: {node['html'][:200]} ({node['failureSummary']})"
        for rule in found
        for node in rule["nodes"]
    ]


def barriers(page) -> list[str]:
    """What axe-core finds, on a phone in dark and on a wide screen in light.

    Of the page's text are left, in the end, the elements that are marked.
    """
    show(page, "dark", 390)
    off = {name: {"enabled": False} for name in COLOURS}
    found = violations(page, {"rules": off})
    page.evaluate(MARK)
    show(page, "light", 1280)
    page.evaluate(MARK)
    page.evaluate(LEAVE_MARKED)
    found += violations(page, {})
    show(page, "dark", 390)
    return found + violations(page, {"runOnly": COLOURS})


def test_nothing_is_in_anybodys_way(visit):
    assert barriers(visit.page) == []


PLANTED = {  # rule -> what breaks it, each of a look of its own
    "button-name": ["<button></button>"],
    "image-alt": ["<img src='/assets/images/favicon.png'>"],
    "valid-lang": ["<p lang='xx'>xx</p>"],
    "color-contrast": [
        "<pre><code><i class='grey'>one</i></code></pre>",
        "<p>one <span class='grey'>two</span></p>",
        "<div class='grey'><p hidden>one</p></div><p class='grey'>two</p>",
        "<table><tr><td>one<td>two<td class='grey'>three</table>",
    ],
    "link-in-text-block": ["<p>here is a <a class='plain' href='/'>link</a>"],
}


@pytest.mark.slow
def test_what_is_planted_is_found(page, url):
    page.goto(url)
    for html in chain(*PLANTED.values()):
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
    found = [text.partition(":")[0] for text in barriers(page)]
    assert {*found} == {*PLANTED}
    assert found.count("color-contrast") == len(PLANTED["color-contrast"])
