"""The site in a second engine: what Chromium shows, Firefox shows as well."""

import shutil

import pytest
from conftest import ADDRESSES, CUT, OPEN, PATIENCE, absent, careful, sample
from firefox import started

PATHS = sample(
    [*ADDRESSES.values(), "404.html"],
    *("", "pt/self-attention/", "lab-translate/", "pt/cheat-sheet/"),
)
NARROW = 320  # px
# What one engine's formula may be wider by: the glyphs are the same, the space
# between the columns of a matrix is not. One that was broken at the end of a
# line, or whose font is another, is far above.
SHARE, PIXELS = 1.25, 6

# Of each formula from its first sign to its last; of those in notes on code
# there is a second one while the theme shows them.
WIDTHS = """() => [
  ...document.querySelectorAll("math:not(.md-annotation math)")
].map((math) => {
  const signs = [...math.querySelectorAll("mi, mn, mo")]
    .map((sign) => sign.getBoundingClientRect());
  return Math.max(...signs.map((box) => box.right))
    - Math.min(...signs.map((box) => box.left));
})"""
FITS = """() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth <= clientWidth;
}"""
CELL, READING = "figure .cells path", "figure .reading output"
SAID = f"() => document.querySelector('{READING}').textContent"


@pytest.fixture(scope="module")
def firefox(tmp_path_factory):
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        absent("firefox", "firefox-esr")
    profile = tmp_path_factory.mktemp("firefox")
    with started(program, profile, PATIENCE / 1000) as tab:
        yield tab


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
    with careful(browser, url) as page:
        page.goto(url + path)
        page.evaluate(OPEN)
        widths = zip(
            firefox.evaluate(WIDTHS), page.evaluate(WIDTHS), strict=True
        )
        apart = [
            (one, other)
            for one, other in widths
            if abs(one - other) > PIXELS and not 1 / SHARE < one / other < SHARE
        ]
        assert apart == []
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
