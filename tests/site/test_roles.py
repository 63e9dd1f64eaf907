"""Signs and names have the colour of their role, and light up together."""

import re
from itertools import product
from xml.etree.ElementTree import fromstring, tostring

import pytest
from conftest import (
    ADDRESSES,
    RGB,
    contrast,
    new_page,
    paint,
    parsed,
    sample,
    this_project,
)

from sitebuild.pages.mathml import to_mathml
from sitebuild.site import role_colours

pytestmark = pytest.mark.slow

ROLES = role_colours.read(this_project())
MARK = re.compile(r'<(\w+) class="(r\w)">')
CHAPTER = "self-attention/"
QUERY = "math .rq:visible", "pre .rq:visible", 'svg rect[fill="var(--query)"]'


def signs(*formulas: str) -> list[str]:
    """The marks of a paragraph of formulas."""
    trees = [fromstring(to_mathml(tex, display=False)) for tex in formulas]
    maths = " and ".join(tostring(tree, "unicode") for tree in trees)
    html = role_colours.with_signs(f"<p>{maths}</p>", ROLES)
    assert MARK.sub(r"<\1>", html) == f"<p>{maths}</p>"
    return [mark for _, mark in MARK.findall(html)]


def names(code: str) -> list[str]:
    """The marks of a block of code, whose names stand between blanks."""
    span = '<span class="n">{}</span>'.format
    html = re.sub(r"\w+", lambda m: span(m[0]), code)
    html = html.replace(".", '<span class="o">.</span>')
    marked = role_colours.with_names(html, ROLES)
    assert re.sub('class="r."', 'class="n"', marked) == html
    return [f"{m[1]}:{m[2]}" for m in re.finditer(r'"(r\w)">(\w+)', marked)]


def test_signs_have_their_roles_with_every_index():
    assert signs(r"q^{(i)} = x^{(i)} W_q") == ["rq", "rq"]
    assert signs(r"Q_h K_h^{\top} / \sqrt{d_k}") == ["rq", "rk"]
    assert signs("W_h^Q, W_h^K, W_h^V, W^O") == ["rq", "rk", "rv"]
    assert signs(r"\tilde{\alpha}_{ij} v^{(j)}, A_{i}") == ["rw", "rv", "rw"]
    assert signs(r"\frac{q \cdot k}{\sqrt{d_k}}") == ["rq", "rk"]


def test_signs_that_mean_something_else_have_none():
    for tex in ("k = 2", "p_{pos+k} = R_k p_{pos}", "v = d / t", "i, j, k"):
        assert signs(tex) == [], tex
    assert signs(r"\frac{e^{s_{ij}}}{\sum_{k=1}^{T} e^{s_{ik}}}") == []
    assert signs("k", "q") == ["rk", "rq"], "in one paragraph"


def test_names_have_their_roles_beside_others():
    assert names("q k v d_k") == ["rq:q", "rk:k", "rv:v"]
    assert names("for k in range") == [] == names("for v in leaves")
    assert names("max counts key get") == []
    assert names("value weights") == ["rv:value", "rw:weights"]
    assert names("self.W_query query") == ["rq:W_query", "rq:query"]
    assert names("all.values all.keys its.weight query") == ["rq:query"]


FEW = "docs/en/generation.md", "docs/pt/index.md"


@pytest.mark.parametrize("path", sample(ADDRESSES, *FEW))
def test_pages_with_roles_say_what_their_colours_mean(site, path):
    page = parsed(site / ADDRESSES[path])
    there = {
        name
        for node in page.select("math, pre")
        for name in (
            part["class"][0] for part in node.select(".rq, .rk, .rv, .rw")
        )
    }
    shown = {span["class"][0] for span in page.select("p.roles span")}
    assert shown in (there, set())
    if path.endswith("/generation.md"):
        assert {"rq", "rk", "rv"} <= there
        assert not any(m.select(".rk") for m in page.select("math"))


@pytest.mark.parametrize("name", ["lab-encoder", "lab-train"])
def test_a_numbered_cell_has_the_roles_of_its_own_names(site, name):
    """What needs others beside it has them in the same block of code."""
    codes = parsed(site / name).select(".jp-CodeCell .language-python")
    assert len(codes) > 9
    for code in codes:
        there = {*re.findall(r"\w+", code.get_text())}
        for part in code.select(".rq, .rk, .rv, .rw"):
            needed = ROLES.beside["names"].get(part.get_text(), there)
            assert there.intersection(needed), part.parent


LIT = """() => [...document.querySelectorAll("article .lit")].map((part) =>
  part.closest("math, pre, svg").localName + part.getAttribute("class"))"""
BOXES = """() => [...document.querySelectorAll(
  "article > *, .rq, .rk, .rv, .rw, svg *"
)].filter((part) => part.checkVisibility()).map((part) => {
  const { left, top, width, height } = part.getBoundingClientRect();
  return [left + scrollX, top + scrollY, width, height].map(Math.round).join();
})"""


def seen(page) -> set[str]:
    """In which kinds of parts something is lit; of queries alone."""
    kinds = page.evaluate(LIT)
    text = [kind for kind in kinds if not kind.startswith("svg")]
    assert all("rq" in kind for kind in text)
    return {re.match("math|pre|svg", kind)[0] for kind in kinds}


@pytest.mark.parametrize("path", [CHAPTER, f"pt/{CHAPTER}"])
def test_pointing_at_a_part_lights_the_others_and_moves_nothing(
    page, url, path
):
    page.goto(url + path)
    page.evaluate("document.fonts.ready")
    for part in QUERY:
        page.locator(part).first.scroll_into_view_if_needed()
        before = page.evaluate(BOXES)
        page.locator(part).first.hover()
        assert seen(page) == {"math", "pre", "svg"}, part
        assert page.evaluate(BOXES) == before
        page.keyboard.press("Escape")
        assert seen(page) == set()
        page.mouse.move(0, 0)


def test_the_keyboard_lights_what_stays_until_escape(page, url):
    page.goto(url + CHAPTER)
    button = page.locator(".roles button.rq")
    button.focus()
    assert seen(page) == {"math", "pre", "svg"}
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")  # to keys
    assert page.locator("math .rk.lit").count()
    page.evaluate("document.activeElement.blur()")
    assert seen(page) == {"math", "pre", "svg"}
    assert button.get_attribute("aria-pressed") == "true"
    page.keyboard.press("Escape")
    assert seen(page) == set()
    assert button.get_attribute("aria-pressed") == "false"
    assert page.locator(".roles button").count() == 4, "no other way to tab to"
    assert page.locator("math [tabindex], span.rq[tabindex]").count() == 0


def test_a_tap_lights_and_the_next_puts_out(browser, url):
    with new_page(
        browser, viewport={"width": 390, "height": 844}, has_touch=True
    ) as page:
        page.goto(url + CHAPTER)
        page.locator(QUERY[0]).first.tap()
        assert seen(page) == {"math", "pre", "svg"}
        page.locator("h2").nth(1).tap()
        assert seen(page) == set()


COLOURS = f"""(mark) => [...document.querySelectorAll(mark)].map((part) => {{
  const {{ color, backgroundColor }} = getComputedStyle(part);
  let ground = part, found = backgroundColor;
  while (/, 0\\)$/.test(found)) {{
    ground = ground.parentElement;
    found = getComputedStyle(ground).backgroundColor;
  }}
  return [color, found].map({RGB});
}})"""


def test_roles_can_be_read_on_every_ground_lit_or_not(page, url):
    page.goto(url + CHAPTER)
    for scheme in ("light", "dark"):
        paint(page, scheme)
        for mark, lit in product(("rq", "rk", "rv", "rw"), (False, True)):
            if lit:
                page.locator(f".roles button.{mark}").click()
            for part in ("math", "pre", ".roles"):
                found = page.evaluate(COLOURS, f"{part} .{mark}")
                assert found
                for text, ground in found:
                    assert contrast(text, ground) >= 4.5, (part, mark, lit)
        page.keyboard.press("Escape")
        assert page.evaluate(LIT) == []


def test_the_colours_hold_without_script(browser, url):
    with new_page(browser, java_script_enabled=False) as page:
        page.goto(url + CHAPTER)
        assert page.locator(".roles span").count() == 4
        quiet = page.locator(".roles").evaluate(
            "e => getComputedStyle(e).color"
        )
        marks = [
            *page.locator("math .rq").all()[:2],
            *page.locator("pre .rq").all()[:2],
        ]
        found = {m.evaluate("e => getComputedStyle(e).color") for m in marks}
        assert len(found) == 1 and quiet not in found


def test_a_drawing_of_something_else_stays_as_it_is(page, url):
    page.goto(f"{url}causal-attention/")
    page.locator(".roles button.rw").focus()
    assert page.locator("figure .cells.lit").count()
    assert page.locator("figure .x").count() == 1
    assert page.locator("figure .x .lit").count() == 0
