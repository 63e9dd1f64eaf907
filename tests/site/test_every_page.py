"""One page of each type as readers open it: on a laptop, in light and dark and
printed, on phones of two widths where nothing may move, and without JavaScript.

What is asked of a page depends on the setting: CHECKS says what. Each check
returns what it finds wrong, a line each. Every week, each page in each language
is opened.
"""

import gzip
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urljoin

import pytest
from browser import (
    CHAPTER,
    SETTLE,
    SHOW,
    TYPES,
    UNFOLD,
    faults_of,
    paint,
    violations,
)
from conftest import ADDRESSES, sample
from playwright.sync_api import Page, Request, expect

PATHS = sample(
    dict.fromkeys([*ADDRESSES.values(), *TYPES]),
    CHAPTER,
    slow={*TYPES} - {CHAPTER},
)
URL = "http://127.0.0.1:8000/"  # `site_url` in mkdocs.yml
PHONE, SMALL = {"width": 390, "height": 844}, {"width": 320, "height": 640}
SETTINGS = {  # the options of a context
    "laptop": {},
    "phone": {"viewport": PHONE, "has_touch": True, "reduced_motion": "reduce"},
    "no script": {"java_script_enabled": False, "viewport": SMALL},
}
# kB that a first visit loads, compressed by gzip as static hosts do. Labs may
# have more.
BUDGET = {".html": 46, ".js": 55, "": 160}
LAB = BUDGET | {".html": 50, "": 180}
SHIFT = 0.02  # cumulative layout shift (https://web.dev/articles/cls)
OBSERVE = """
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
"""
# Scripts that wait until nothing is to do have run, and what moved is told of.
IDLE = """async () => {
  for (let turn = 2; turn; turn--) {
    await new Promise(requestAnimationFrame);
    await new Promise(requestIdleCallback);
  }
}"""


class Visit(NamedTuple):
    """A page that was opened, and what it asked for, each with its address."""

    page: Page
    asked: list[Request]
    url: str
    site: Path


def kilobytes(file: Path) -> float:
    data = file.read_bytes()
    sent = data if file.suffix == ".woff2" else gzip.compress(data)
    return len(sent) / 1000


def weight(visit: Visit) -> list[str]:
    """A first visit is light, and nothing jumps while it loads."""
    asked, count = visit.asked, 0
    while count < len(asked):  # a script that has come asks for others
        count = len(asked)
        for request in asked:
            request.response()
        visit.page.evaluate(IDLE)
    files = [
        visit.site / request.url.removeprefix(visit.url).partition("#")[0]
        for request in asked
        if request.url.startswith(visit.url)
    ]
    files = [f / "index.html" if f.is_dir() else f for f in files]
    found = []
    is_lab = visit.page.locator(".jp-CodeCell").count() > 0
    for kind, most in (LAB if is_lab else BUDGET).items():
        size = sum(kilobytes(f) for f in files if f.name.endswith(kind))
        if size > most:
            found.append(f"{size:.0f} kB of *{kind}, and {most} are allowed")
    shift = visit.page.evaluate("shift")
    return found + [f"it jumps by {shift:.3f}"] * (shift > SHIFT)


# Texts that stick out of their picture.
CUT = """texts => texts.filter((text) => {
  const frame = text.closest("[role=img]");
  const room = frame.getBoundingClientRect();
  const { left, right, top, bottom, width } = text.getBoundingClientRect();
  if (!width) return false; // of a drawing for other screens
  const end = room.left + Math.max(frame.scrollWidth, room.width);
  return left < room.left || right > end || top < room.top
    || bottom > room.bottom;
}).map((text) => `“${text.textContent}” sticks out of its picture`)"""


def overflow(visit: Visit) -> list[str]:
    """Nothing but code, tables and formulas scrolls sideways."""
    most = visit.page.viewport_size["width"]
    wide = visit.page.evaluate("document.documentElement.scrollWidth")
    cut = visit.page.locator("svg.figure text").evaluate_all(CUT)
    return [f"it is {wide} pixels wide"] * (wide > most) + cut


def large_letters(visit: Visit) -> list[str]:
    """Letters may be twice as large (the theme's have 125 %)."""
    enlarge = (
        "percent => { document.documentElement.style.fontSize = percent; }"
    )
    visit.page.evaluate(enlarge, "250%")
    found = overflow(visit)
    visit.page.evaluate(enlarge, "")
    return found


def narrow(visit: Visit) -> list[str]:
    """The same on the narrowest phone."""
    visit.page.set_viewport_size(SMALL)
    return overflow(visit)


COLOURS = ["color-contrast", "link-in-text-block"]
# axe judges a text by its colour and size, and by what is painted behind it: it
# is shown the first that looks so, for it takes seconds to judge all of a page.
SAMPLE = """() => {
  const grounds = new Map([[null, ""]]);
  const groundOf = (part) => {
    if (!grounds.has(part)) {
      const style = getComputedStyle(part);
      const own = [style.backgroundColor, style.backgroundImage, style.opacity];
      const isClear = own.join() === "rgba(0, 0, 0, 0),none,1";
      const below = groundOf(part.parentElement);
      grounds.set(part, isClear ? below : below + own);
    }
    return grounds.get(part);
  };
  const seen = new Set();
  const isText = ({ nodeType, data }) => nodeType === 3 && data.trim();
  for (const part of document.body.querySelectorAll("*")) {
    if (![...part.childNodes].some(isText)) continue;
    if (!part.checkVisibility({ visibilityProperty: true })) continue;
    const { color, fill, fontSize, fontWeight } = getComputedStyle(part);
    const look = [color, fill, fontSize, fontWeight, groundOf(part)];
    const link = part.closest("a");
    if (link) {
      look.push(getComputedStyle(link).textDecorationLine);
      look.push(getComputedStyle(link.parentElement).color);
    }
    part.toggleAttribute("data-sample", !seen.has(look.join()));
    seen.add(look.join());
  }
}"""


def axe(visit: Visit) -> list[str]:
    """axe-core finds no barrier but, perhaps, in colours."""
    off = {name: {"enabled": False} for name in COLOURS}
    return violations(visit.page, rules=off)


def colours(visit: Visit) -> list[str]:
    """All can be read in light and in dark colours."""
    found = []
    for scheme in ("light", "dark"):
        paint(visit.page, scheme)
        visit.page.evaluate(SAMPLE)
        found += violations(visit.page, "[data-sample]", runOnly=COLOURS)
    return found


# The focus is seen: what has it, whether it shows a ring in the window, and
# whether it has been there before.
FOCUS = """async () => {
  const part = document.activeElement;
  if (part === document.body) return ["", true, false];
  const again = part.dataset.reached === "first";
  const first = !document.querySelector("[data-reached]");
  part.dataset.reached ??= first ? "first" : "later";
  // The theme's switch of colours is a label beside a field that is not seen.
  const shown = part.matches(".md-option") ? part.nextElementSibling : part;
  const isSeen = () => {
    const { outlineStyle, outlineWidth } = getComputedStyle(shown);
    const { top, right, bottom, left } = shown.getBoundingClientRect();
    return outlineStyle !== "none" && parseFloat(outlineWidth) > 1
      && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
  };
  // It scrolls there, and what comes near may be laid out anew.
  for (let frames = 60; frames && !isSeen(); frames--)
    await new Promise(requestAnimationFrame);
  return [part.outerHTML.slice(0, 200), isSeen(), again];
}"""
UNREACHED = """parts => parts.filter((part) => part.tabIndex >= 0
  && !("reached" in part.dataset)
  && part.checkVisibility({ visibilityProperty: true })
).map((part) => `Tab does not reach ${part.outerHTML.slice(0, 200)}`)"""
USABLE = (
    "a[href], button:enabled, input:enabled:not([type=radio]), summary, "
    "[tabindex='0']"
)
ENOUGH = 3  # faults


def keyboard(visit: Visit) -> list[str]:
    """The keyboard reaches everything, and shows where it is."""
    page, found = visit.page, []
    page.evaluate("scrollTo(0, 0)")
    for _ in range(2000):
        page.keyboard.down("Tab")  # and held
        part, shown, again = page.evaluate(FOCUS)
        found += [f"the focus is not seen on {part}"] * (not shown)
        if again or len(found) == ENOUGH:
            break
    page.keyboard.up("Tab")
    return found + page.locator(USABLE).evaluate_all(UNREACHED)


# What scrolls sideways and has no name or is no stop of the Tab key.
STUCK = """parts => parts.filter((part) => part.checkVisibility()
  && part.scrollWidth > part.clientWidth + 1
  && /auto|scroll/.test(getComputedStyle(part).overflowX)
  && (part.tabIndex < 0 || !part.ariaLabel)
).map((part) => `it scrolls: ${part.outerHTML.slice(0, 200)}`)"""
SCRIPTED = "article button, form input, .continue, .offer, #read-mark, #keys"


def without_script(visit: Visit) -> list[str]:
    """All can be read, nothing waits for a script, and forms say so."""
    page = visit.page
    dead = page.locator(SCRIPTED).locator("visible=true")
    silent = page.locator("form:is(.playground, .live) noscript")
    unseen = page.locator("article :is(svg.figure, pre)")
    return [
        *(f"dead: {e.evaluate('e => e.outerHTML')}" for e in dead.all()),
        *(
            "a form does not say so"
            for _ in silent.locator("visible=false").all()
        ),
        *("a part is not seen" for _ in unseen.locator("visible=false").all()),
        *page.locator("article *").evaluate_all(STUCK),
    ]


UNPRINTED = "header, nav:not(article *), button, form:not(.playground), .offer"


def paper(visit: Visit) -> list[str]:
    """Printed are text, pictures and what is folded, in black on white, also
    where the screen is dark."""
    page = visit.page
    page.emulate_media(media="print", color_scheme="dark")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.evaluate(SETTLE)
    expect(page.locator("body")).to_have_css(
        "background-color", "rgb(255, 255, 255)"
    )
    for text in page.locator("article p:not([class])").all()[:1]:
        expect(text).to_have_css("color", "rgb(0, 0, 0)")
    waste = page.locator(UNPRINTED).locator("visible=true")
    folded = page.locator(
        "article :not(figure, form) > details > :not(summary)"
    )
    steps = page.locator(".stepper > ol > li").count()
    stills = page.locator(".stepper .strip svg").locator("visible=true").count()
    return [
        *(f"printed: {e.evaluate('e => e.outerHTML')}" for e in waste.all()),
        *("a fold is closed" for _ in folded.locator("visible=false").all()),
        *["a step has no picture"] * (steps - stills),
    ]


MOVING = """parts => parts.filter((part) => {
  const { animationName, transitionDuration } = getComputedStyle(part);
  return animationName !== "none" || /[1-9]/.test(transitionDuration);
}).map((part) => `it moves: ${part.outerHTML.slice(0, 200)}`)"""


def stillness(visit: Visit) -> list[str]:
    """Nothing moves for whom that makes ill."""
    widgets = visit.page.locator(
        "article :is(form, .stepper, .looks, figure) *"
    )
    return widgets.evaluate_all(MOVING)


Check = Callable[[Visit], list[str]]
CHECKS: dict[str, list[Check]] = {
    "laptop": [weight, overflow, large_letters, axe, keyboard, colours, paper],
    "phone": [weight, stillness, overflow, axe, narrow],
    "no script": [without_script, overflow, large_letters],
}
# Scripts are done: what scrolls is a stop of the Tab key.
DONE = """() => [...document.querySelectorAll(
  "article :is(figure table, figure [role=img], pre code, .formula > div)"
)].every((e) => e.scrollWidth <= e.clientWidth || e.tabIndex >= 0)"""


def prepare(page: Page, setting: str) -> None:
    """Have a page show all that it has: folds, forms, what is far down."""
    page.locator("details").evaluate_all(UNFOLD)
    if setting == "no script":
        return
    page.evaluate(SHOW if setting == "phone" else SETTLE)
    for still in page.locator("figure:has(+ .mixture)").all():
        still.scroll_into_view_if_needed()  # the mixture is made near it
        page.locator(".mixture tbody tr").first.wait_for()
    for form in page.locator("form:is(.playground, .turn)").all():
        form.scroll_into_view_if_needed()
        form.locator("button, output:not(:empty)").first.wait_for()
    for place in page.locator(".looking").all():  # its model is loaded then
        place.get_by_role("radio", checked=True).focus()
        place.locator("output:not(:empty)").wait_for()
    for form in page.locator("form.film").all():
        form.locator("[type=text]").click()
        form.locator("tbody tr").first.wait_for()
    for form in page.locator("form.training").all():
        for _ in range(2):  # it starts, and stops when its first maps are there
            form.locator("[name=train]").click()
            form.locator("tbody tr").first.wait_for()
    page.wait_for_function(DONE)


def opened(page: Page, url: str, path: str, site: Path) -> Visit:
    asked = []
    page.on("request", lambda request: asked.append(request))
    page.add_init_script(OBSERVE)
    page.goto(url + path)
    return Visit(page, asked, url, site)


def found_by(checks: list[Check], visit: Visit, setting: str) -> dict:
    """What each check finds; the weight is that of an untouched page."""
    found = {}
    for check in checks:
        if check != weight and not found.keys() - {"weight"}:
            prepare(visit.page, setting)
        found[check.__name__] = check(visit)
    return {name: wrong for name, wrong in found.items() if wrong}


MATRIX = [
    pytest.param(
        setting,
        id=setting,
        marks=pytest.mark.browser_context_args(**options),
    )
    for setting, options in SETTINGS.items()
]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("setting", MATRIX)
def test_a_page_is_fit_for_its_readers(page, url, site, path, setting):
    visit = opened(page, url, path, site)
    assert found_by(CHECKS[setting], visit, setting) == {}


PLAIN = "<p>here is a <a class='plain' href='/'>link</a>"


def add(html: str) -> str:
    """Code that adds HTML to an article."""
    place = "document.querySelector('article')"
    return f"{place}.insertAdjacentHTML('beforeend', `{html}`)"


def style(rule: str) -> str:
    """Code that adds a rule of style."""
    return (
        "const sheet = new CSSStyleSheet(); "
        f"sheet.replaceSync(`{rule}`); document.adoptedStyleSheets.push(sheet)"
    )


PLANTED = [  # setting, check, code that breaks the page, what is said of it
    (
        "laptop",
        weight,
        {style("article { margin-top: 300px !important }"): "jumps"},
    ),
    (
        "laptop",
        keyboard,
        {style("a:focus { outline: none !important }"): "not seen"},
    ),
    (
        "phone",
        narrow,
        {
            style("h1 { width: 500px }"): "pixels wide",
            style("svg.figure { font-size: 200px }"): "sticks out",
        },
    ),
    (
        "phone",
        axe,
        {
            add("<button></button>"): "button-name",
            add("<img src='/assets/logo.svg'>"): "image-alt",
            add("<p lang='xx'>xx</p>"): "valid-lang",
        },
    ),
    (
        "laptop",
        colours,
        {
            style("article p { color: #777 !important }"): "color-contrast",
            add(PLAIN): "link-in-text-block",
        },
    ),
    (
        "no script",
        without_script,
        {
            add("<button>x</button>"): "dead: <button>",
            style("noscript { display: none }"): "does not say so",
        },
    ),
    (
        "laptop",
        paper,
        {
            style("header { display: block !important }"): "printed: <header",
            style("details > :not(form) { display: none !important }"): (
                "is closed"
            ),
            style(".strip { display: none !important }"): "no picture",
        },
    ),
    (
        "phone",
        stillness,
        {style("form * { transition: all 1s !important }"): "it moves"},
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    "setting, check, planted",
    [
        pytest.param(
            *row,
            id=f"{row[0]}-{row[1].__name__}",
            marks=pytest.mark.browser_context_args(**SETTINGS[row[0]]),
        )
        for row in PLANTED
    ],
)
def test_what_is_planted_is_found(careless, url, site, setting, check, planted):
    assert check in CHECKS[setting]
    visit = opened(careless, url, CHAPTER, site)
    for code in planted:
        careless.evaluate(f"() => {{ {code} }}")
    found = found_by([check], visit, setting)
    told = "\n".join(found[check.__name__])
    assert [says for says in planted.values() if says not in told] == []


@pytest.mark.parametrize(
    "code, says",
    [
        ("console.log('x')", "console log: x"),
        ("setTimeout(() => { throw 1 })", "error: "),
        ("fetch('http://127.0.0.2/').catch(() => 0)", "console error"),
    ],
)
def test_what_a_page_reports_is_a_fault(careless, url, code, says):
    faults = faults_of(careless, url)
    careless.goto(url)
    with careless.expect_event("console" if "console" in says else "pageerror"):
        careless.evaluate(f"() => {{ {code} }}")
    assert says in "\n".join(faults)


@pytest.mark.parametrize("language", ["", "pt/"])
def test_the_cheat_sheet_is_one_sheet_of_paper(page, url, language):
    page.goto(f"{url}{language}cheat-sheet/")
    pdf = page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1


def test_no_page_shows_what_a_template_should_have_called(site):
    for file in site.rglob("*.html"):
        text = file.read_text("utf-8")
        assert not re.search(r"&lt;[^&]* at 0x", text), file


LINK = re.compile(r'<(?:a|link|script|img)\b[^>]*?\s(?:href|src)="([^"]*)"')


def test_every_link_of_every_page_leads_somewhere(site):
    """Also those that the build makes: of terms, notices, downloads."""
    texts = {file: file.read_text("utf-8") for file in site.rglob("*.html")}
    ids = {f: {"", *re.findall(r'\sid="([^"]+)"', t)} for f, t in texts.items()}
    for file, text in texts.items():
        here = URL + file.relative_to(site).as_posix()
        for link in {urljoin(here, unescape(x)) for x in LINK.findall(text)}:
            path, _, anchor = link.removeprefix(URL).partition("#")
            goal = site / unquote(path.partition("?")[0])
            goal = goal / "index.html" if goal.is_dir() else goal
            if link.startswith(URL):
                assert goal.is_file(), (file, link)
                assert unquote(anchor) in ids.get(goal, {unquote(anchor)}), link
