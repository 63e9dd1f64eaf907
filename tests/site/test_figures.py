"""Figures as readers see them: large enough, whole, in colours that hold."""

import base64
import re
from xml.etree import ElementTree

import pytest
from conftest import ROOT, contrast, paint, parsed, sample

from sitebuild.pages.output_types import PICTURE, schemes
from sitebuild.site.page_html import relabelled

CURVE = """<figure><svg><text x="1">loss</text><text>ln</text></svg>
<th scope="col">step</th></figure>"""
HEATMAP = """<figure><g class="cells"></g><text>step</text><text>loss</text>
<caption>loss</caption></figure>"""
PAGES = sorted(
    file.stem
    for file in (ROOT / "docs/en").glob("*.md")
    if file.stem != "index" and ".svg" in file.read_text("utf-8")
)
ALL = [f"{folder}{name}/" for folder in ("", "pt/") for name in PAGES]
FEW = ["simplified-attention/", "lab-train/", "causal-attention/"]

# Of each text of a figure: what it says, how tall its letters are, how far it
# sticks out of what is shown of its picture. Signs above and below the line
# are smaller, as in print.
TEXTS = """() => [...document.querySelectorAll(".figure text")].map((text) => {
  const parts = [text, ...text.querySelectorAll("tspan")];
  const sizes = parts.slice(parts.length > 1 ? 1 : 0)
    .map((part) => parseFloat(getComputedStyle(part).fontSize));
  const size = Math.max(...sizes);
  const { a, b } = text.getScreenCTM();
  const box = text.getBoundingClientRect();
  const shown = text.closest("[role=img]").getBoundingClientRect();
  const out = Math.max(shown.left - box.left, box.right - shown.right,
    shown.top - box.top, box.bottom - shown.bottom);
  return [text.textContent.trim(), size * Math.hypot(a, b), out,
    Math.max(-box.left, box.right - innerWidth)];
}).filter(([name]) => name)"""


def wide(page, width: int):
    """A page that is as wide as a phone or a laptop."""
    page.set_viewport_size({"width": width, "height": 844})
    page.evaluate("new Promise(requestAnimationFrame)")
    return page


@pytest.mark.slow
@pytest.mark.parametrize("path", sample(ALL, *FEW))
def test_texts_of_figures_are_large_and_whole(page, url, path):
    page.goto(url + path)
    texts = wide(page, 1280).evaluate(TEXTS)
    assert [text for text in texts if text[1] < 13.9 or text[2] > 1] == []
    texts = wide(page, 390).evaluate(TEXTS)
    assert texts
    small = [(text, size) for text, size, *_ in texts if size < 13.9]
    assert small == []
    cut = [(text, out) for text, _, *outs in texts for out in outs if out > 1]
    assert cut == []


PAINTED = """() => {
  const style = (name) => getComputedStyle(document.querySelector(name));
  return [style(".cells rect").fill, style("svg.plot").color];
}"""


def test_a_figure_has_the_colours_of_its_scheme(page, url):
    page.goto(url + FEW[0])
    for scheme, colours in zip(("light", "dark"), schemes(), strict=True):
        paint(page, scheme)
        fill, text = page.evaluate(PAINTED)
        weight, paper = (
            bytes.fromhex(colours[name][1:]) for name in ("weight", "paper")
        )
        assert fill == "rgb({}, {}, {})".format(*weight)
        colour = [float(part) for part in re.findall(r"[\d.]+", text)[:3]]
        assert contrast(colour, paper) >= 7


def test_axes_and_panels_are_translated_and_tokens_are_not():
    en, pt = (
        {"figure-labels": names} for names in ("step, loss", "passo, perda")
    )
    told = relabelled(CURVE + HEATMAP, en, pt)
    assert ">perda<" in told and ">passo</th>" in told and ">ln<" in told
    assert HEATMAP.replace("loss", "perda") in told
    assert relabelled(told, pt, en) == CURVE + HEATMAP


def test_a_notebook_shows_all_panels_in_one_image():
    panel = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="{0} 0 9 5" width="9" '
        'height="5"><path fill="var(--weight)" /></svg>\n'
    )
    shown = PICTURE.in_notebook(panel.format(0) + panel.format(9), "")
    image = base64.b64decode(shown.split('"')[3].partition(",")[2]).decode()
    root = ElementTree.fromstring(image)
    assert (root.get("width"), root.get("height")) == ("18", "5")
    places = [part.get("x") for part in root if part.tag.endswith("svg")]
    assert places == ["0", "9"]
    assert "var(" not in image and schemes()[0]["weight"] in image


@pytest.mark.parametrize("path, word", [("", "loss"), ("pt/", "perda")])
def test_axes_are_named_in_the_language_of_the_page(site, path, word):
    built = parsed(site / f"{path}lab-train")
    texts = {text.get_text() for text in built.select("svg.plot text")}
    assert texts & {"loss", "perda"} == {word}
