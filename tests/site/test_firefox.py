"""The site in a second engine: what Chromium shows, Firefox shows as well."""

import shutil

import pytest
from conftest import ADDRESSES, CUT, OPEN, PATIENCE, absent, careful, sample
from firefox import started

PATHS = sample(
    [*ADDRESSES.values(), "404.html"],
    "pt/self-attention/",
)
NARROW = 320  # px
# A sign of a formula may be wider by so much in one engine, as Chromium has
# whole pixels; and with the space beside it, of which Firefox leaves more at
# italic letters. Another font, or a line broken in a formula, is far above.
SIGN, SPACED = 2, 4  # px

# Of each formula how many signs it has, how wide they are together, and how far
# it is across them; of those in notes on code there is a second one while the
# theme shows them.
SIZES = """() => [
  ...document.querySelectorAll("math:not(.md-annotation math)")
].map((math) => {
  const signs = [...math.querySelectorAll("mi, mn, mo")].map((sign) => {
    const text = document.createRange();
    text.selectNodeContents(sign);
    return text.getBoundingClientRect();
  });
  const wide = signs.reduce((sum, { width }) => sum + width, 0);
  const across = Math.max(...signs.map(({ right }) => right))
    - Math.min(...signs.map(({ left }) => left));
  return [signs.length, wide, across];
})"""
FITS = """() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth <= clientWidth;
}"""
STYLED = """() => {
  const style = new CSSStyleSheet();
  style.replaceSync(`%s`);
  document.adoptedStyleSheets.push(style);
}"""
# What rests, since it is far from the window, has no size in Firefox.
AWAKE = STYLED % "* { content-visibility: visible !important }"
CELL, READING = "figure .cells rect", "figure .reading output"
SAID = f"() => document.querySelector('{READING}').textContent"


@pytest.fixture(scope="module")
def firefox(tmp_path_factory):
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        absent("firefox", "firefox-esr")
    profile = tmp_path_factory.mktemp("firefox")
    with started(program, profile, PATIENCE / 1000) as tab:
        yield tab


def apart(one: list, other: list) -> list:
    """Formulas that are not the same in both, by their `SIZES`."""
    return [
        (mine, theirs)
        for mine, theirs in zip(one, other, strict=True)
        if abs(mine[1] - theirs[1]) > SIGN * mine[0]
        or abs(mine[2] - theirs[2]) > SPACED * mine[0]
    ]


@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS)
def test_a_page_is_in_firefox_what_it_is_in_chromium(
    firefox, browser, url, path
):
    firefox.logged.clear()
    firefox.requests.clear()
    firefox.resize(1280)
    firefox.goto(url + path)
    firefox.evaluate(OPEN)
    firefox.evaluate(AWAKE)
    with careful(browser, url) as page:
        page.goto(url + path)
        page.evaluate(OPEN)
        sizes = page.evaluate(SIZES)
        assert apart(firefox.evaluate(SIZES), sizes) == []
        if page.locator(CELL).count():
            page.locator(CELL).first.hover()
            firefox.point(CELL)
            said = page.locator(READING).first.text_content()
            assert firefox.evaluate(SAID) == said
    assert firefox.evaluate(CUT) == []
    firefox.resize(NARROW)
    assert firefox.evaluate(FITS) and firefox.evaluate(CUT) == []
    assert firefox.logged == []
    foreign = [r for r in firefox.requests if not r.startswith((url, "data:"))]
    assert foreign == []
