"""Layout with the fonts that readers have: each family of Debian's alone."""

from pathlib import Path

import pytest
from conftest import CUT, OPEN, absent, careful, sample
from test_playground import ENTER, FORM, SIMPLE, TRAINED, D, T

FONTS = Path("/usr/share/fonts")
FAMILIES = {  # a family's name, one of its files, the package
    "DejaVu Sans": ("DejaVuSans.ttf", "fonts-dejavu"),
    "Liberation Sans": ("LiberationSans-Regular.ttf", "fonts-liberation"),
    "Noto Sans": ("NotoSans-Regular.ttf", "fonts-noto-core"),
}
GENERIC = "sans-serif", "serif", "monospace", "system-ui"
# One page of each type; the words of one of the languages are longer.
PATHS = [
    "",
    "why-attention/",
    f"pt/{TRAINED}",
    "lab-encoder/",
    "pt/tensor-notes/",
    "glossary/",
    "pt/sources/",
    "pt/contributing/",
    "404.html",
]
WIDTHS = 320, 360, 768, 1280
FORMS = [SIMPLE, f"pt/{TRAINED}"]


def configuration(folder: Path, family: str, file: str) -> Path:
    """A fontconfig file by which a program knows one family's fonts alone."""
    aliases = "".join(
        f'<alias binding="same"><family>{name}</family>'
        f"<prefer><family>{family}</family></prefer></alias>"
        for name in GENERIC
    )
    path = folder / "fonts.conf"
    path.write_text(
        f"<fontconfig><dir>{next(FONTS.rglob(file)).parent}</dir>"
        f"<cachedir>{folder}</cachedir>{aliases}</fontconfig>"
    )
    return path


# The letters of the first are the widest.
@pytest.fixture(scope="module", params=sample(FAMILIES, "DejaVu Sans"))
def lettered(request, launch, url, tmp_path_factory):
    """A page of a browser that has the fonts of one family."""
    file, package = FAMILIES[request.param]
    if not any(FONTS.rglob(file)):
        absent(file, package)
    folder = tmp_path_factory.mktemp("fonts")
    path = configuration(folder, request.param, file)
    browser = launch(FONTCONFIG_FILE=str(path))
    with careful(browser, url) as page:
        page.goto(url)
        assert fonts_of(page, "article h2 ~ p") == {request.param}
        yield page
    browser.close()


def fonts_of(page, selector: str) -> set[str]:
    """The fonts that the browser really took."""
    session = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        session.send(f"{domain}.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    place = {"nodeId": root, "selector": selector}
    node = session.send("DOM.querySelector", place)["nodeId"]
    used = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})
    session.detach()
    return {font["familyName"] for font in used["fonts"]}


# As wide as the window, once nothing slides in any more.
FITS = "width => document.documentElement.scrollWidth === width"


@pytest.mark.parametrize("path", PATHS)
def test_each_type_of_page_fits_every_width(lettered, url, path):
    lettered.goto(url + path)
    lettered.evaluate(OPEN)
    for width in WIDTHS:
        lettered.set_viewport_size({"width": width, "height": 900})
        lettered.wait_for_function(FITS, arg=width)
        assert lettered.evaluate(CUT) == []


MISFITS = """(parts) => parts.filter((part) => {
  const { left, right, width, height } = part.getBoundingClientRect();
  const small = part.matches("input, button") && Math.min(width, height) < 24;
  const cut = part.scrollWidth > part.clientWidth + 1;
  return left < 0 || right > innerWidth || small || cut;
}).map((part) => part.outerHTML)"""


@pytest.mark.parametrize("path", FORMS)
@pytest.mark.parametrize("sign", [1, -1])
def test_a_form_fits_a_small_phone(lettered, url, path, sign):
    """With the longest numbers: fields, buttons and results."""
    lettered.set_viewport_size({"width": 320, "height": 900})
    lettered.goto(url + path)
    lettered.evaluate(OPEN)
    extreme = {
        "numbers": [-1000] * T * D + [1000 * sign] * 6 + [-1000] * 12,
        "divisor": 0,
        "hidden": [False] * T,
        "causal": False,
    }
    form = lettered.locator(FORM)
    form.evaluate(ENTER, [extreme])
    lettered.wait_for_function(FITS, arg=320)
    assert form.locator("input, button, td").evaluate_all(MISFITS) == []


PLACES = """() => [...document.querySelectorAll("article :is(p, h2, h3, pre, "
  + "figure, table, form, form :is(td, label, button))")].map((part) => {
  const { x, y, width } = part.getBoundingClientRect();
  return [x, y + scrollY, width].map(Math.round);
})"""


def places(page) -> list[list[list[int]]]:
    """Where the parts of a page are, on a phone and on a wide screen."""
    found = []
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_function(FITS, arg=width)
        found.append(page.evaluate(PLACES))
    return found


@pytest.mark.parametrize("path", FORMS)
def test_nothing_moves_when_the_script_of_a_form_starts(lettered, url, path):
    scripts = "**/playground.*.js"
    lettered.goto(url + path)
    lettered.evaluate("document.fonts.ready")
    assert lettered.locator(f"{FORM} input").first.is_enabled()
    started = places(lettered)
    lettered.route(scripts, lambda route: route.fulfill(body=""))
    lettered.goto(url + path)
    lettered.evaluate("document.fonts.ready")
    lettered.unroute(scripts)
    assert lettered.locator(f"{FORM} input").first.is_disabled()
    assert places(lettered) == started


@pytest.mark.parametrize("path", [f"pt/{SIMPLE}", "lab-encoder/"])
def test_nothing_moves_when_things_are_used(lettered, url, path):
    lettered.goto(url + path)
    lettered.evaluate("document.fonts.ready")
    before = places(lettered)
    lettered.locator("article a.term").first.focus()
    assert lettered.locator("article .definition").first.is_visible()
    for cell in lettered.locator(".cells path:first-child").all():
        cell.dispatch_event("pointerover")
    assert lettered.locator(".cells .on").count()
    assert places(lettered) == before
