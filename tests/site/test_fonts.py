"""Layout with the fonts that readers have: each family of Debian's alone."""

from pathlib import Path

import pytest
from conftest import CUT, OPEN, absent, careful, sample
from test_playground import FORM, HEADS, SIMPLE, TOKENS, TRAINED, State, size_of

FONTS = Path("/usr/share/fonts")
FAMILIES = {  # a family's name, one of its files, the package
    "DejaVu Sans": ("DejaVuSans.ttf", "fonts-dejavu"),
    "Liberation Sans": ("LiberationSans-Regular.ttf", "fonts-liberation"),
    "Noto Sans": ("NotoSans-Regular.ttf", "fonts-noto-core"),
}
GENERIC = "sans-serif", "serif", "monospace", "system-ui"
# One page of each type; the words of one of the languages are longer.
PATHS = sample(
    [
        *("", "why-attention/", f"pt/{TRAINED}", "lab-encoder/", "glossary/"),
        *("pt/tensor-notes/", "pt/sources/", "pt/contributing/", "404.html"),
    ],
    *(f"pt/{TRAINED}", "lab-encoder/", "pt/sources/", "404.html"),
)
WIDTHS = 320, 360, 768, 1280
FORMS = sample([SIMPLE, f"pt/{HEADS}"], f"pt/{HEADS}")


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


@pytest.mark.slow
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


def extreme(path: str, sign: int) -> str:
    """A link to the most tokens, longest names and largest numbers."""
    size = size_of(path)
    filled = [[[1000.0 * sign] * c for _ in range(r)] for r, c in size.shapes()]
    return State(
        names=["W" * 20] * TOKENS,
        x=[[-1000.0] * size.D] * TOKENS,
        hidden=[False] * TOKENS,
        matrices=filled,
        divisor=0.01,
        causal=False,
    ).link()


@pytest.mark.slow
@pytest.mark.parametrize("path", FORMS)
@pytest.mark.parametrize("sign", [1, -1])
def test_a_form_fits_a_small_phone(lettered, url, path, sign):
    """With the longest numbers and names: fields, buttons and results."""
    lettered.set_viewport_size({"width": 320, "height": 900})
    lettered.goto("about:blank")
    lettered.goto(url + path + extreme(path, sign))
    lettered.locator(f"{FORM} .map td").first.wait_for()
    lettered.evaluate(OPEN)
    form = lettered.locator(FORM)
    lettered.wait_for_function(FITS, arg=320)
    numbers = "[role=spinbutton], [type=range], [type=checkbox], .map td"
    parts = form.locator(f":is({numbers}, button, select)")
    assert parts.evaluate_all(MISFITS) == []


PLACES = """() => [...document.querySelectorAll("article :is(p, h2, h3, pre, "
  + "figure, table, form)")].map((part) => {
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


USED = [f"pt/{SIMPLE}", "lab-encoder/"]


@pytest.mark.slow
@pytest.mark.parametrize("path", sample(USED, "lab-encoder/"))
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
