"""Diagrams: as the code draws them, and with symbols only."""

import re
from functools import cache
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

from conftest import ROOT, in_turn
from PIL import Image, ImageChops, ImageStat

from sitebuild.files import read_data
from sitebuild.pages.tolerance import same_picture
from sitebuild.runner.diagrams import FOLDER, figures, painted, to_svg
from snippets.canvas import LAPTOP, PHONE
from snippets.chapters.lab_translate.drawings import ENGLISH, PORTUGUESE
from snippets.sentences import CAPITAL

SAVED = sorted((ROOT / FOLDER).rglob("*.svg"))
PATHS = [file.relative_to(ROOT / FOLDER).as_posix() for file in SAVED]
drawn = cache(lambda: {f"{path}.svg": f for path, f in figures(ROOT)})
# Names from code and mathematics: the same in every language.
NAMES = set(
    "softmax concat embed ids split mask dropout LayerNorm BatchNorm Linear "
    "FFN MHA view transpose argmax post norm pre mem RMSNorm SwiGLU RoPE "
    "GQA MQA MLA ReLU SiLU".split()
)
NAMES |= {
    *ENGLISH,
    *PORTUGUESE,
    *map(str.strip, CAPITAL.tokens),
}  # what is translated is so in every language
UNITS = {"MiB", "MFLOP", "torch", "max"}
CURVES = '<thead><tr><th scope="col">'  # begins a table that names its numbers
SVG = "{http://www.w3.org/2000/svg}"  # before the names of its elements
FORMULA = 12  # pixels: of signs in a formula that are raised or lowered


def test_every_diagram_is_there_for_pages_and_for_notebooks():
    assert {*PATHS} == set(drawn()), "run `make diagrams`"
    pictures = {f.with_suffix(".svg") for f in (ROOT / FOLDER).rglob("*.png")}
    assert pictures == {*SAVED}, "run `make diagrams`"


def distance(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures are apart, from 0 to 255."""
    a, b = (image.convert("L") for image in (one, other))
    if a.size != b.size:
        return 255
    return ImageStat.Stat(ImageChops.difference(a, b)).mean[0]


@in_turn("path", PATHS)
def test_a_diagram_is_what_the_code_draws(path):
    figures, file = drawn()[path], ROOT / FOLDER / path
    saved = file.read_text("utf-8")
    assert same_picture(saved, to_svg(figures)), "run `make diagrams`"
    png = Image.open(file.with_suffix(".png"))
    assert distance(png, painted(figures[-1])) < 0.1, "run `make diagrams`"


def labels(language: str) -> list[str]:
    """The words of figures in a language, in the same order in each."""
    words = read_data(ROOT, f"docs/{language}/words.yml")
    return words["figure-labels"].split(", ")


@in_turn("path", PATHS)
def test_words_of_a_diagram_are_names_or_translated(path):
    assert untranslated(ROOT / FOLDER / path) <= NAMES


def read(file: Path) -> Element:
    """The drawings of a file, which may be several."""
    return fromstring(f"<all>{file.read_text('utf-8')}</all>")


def untranslated(file: Path) -> set[str]:
    """The words of a drawing that are the same in each language."""
    texts = {" ".join(e.itertext()) for e in read(file).iter(f"{SVG}text")}
    words = re.findall(r"[A-Za-z]{3,}", " ".join(texts - {*labels("en")}))
    return {*words}


def test_words_of_curves_are_names_or_translated():
    tables = (ROOT / "docs/outputs").glob("*/*.html")
    curves = [t for t in tables if CURVES in t.read_text("utf-8")]
    assert len(curves) > 5
    for table in curves:
        assert untranslated(table.with_suffix(".svg")) <= NAMES | UNITS, table


@in_turn("language", ["pt", "es"])
def test_every_word_of_figures_is_translated(language):
    assert len(labels(language)) == len(labels("en"))


@in_turn("path", PATHS)
def test_a_diagram_fits_where_it_is_shown_and_can_be_read(path):
    svg = read(ROOT / FOLDER / path)
    boxes = [drawing.get("viewBox") for drawing in svg.iter(f"{SVG}svg")]
    widths = [float(box.split()[2]) for box in boxes if box]
    assert widths[0] <= PHONE and widths[1:] in ([], [LAPTOP])
    for name, least in {"text": 14, "tspan": FORMULA}.items():
        for part in svg.iter(f"{SVG}{name}"):
            size = float(part.get("font-size", "14px").removesuffix("px"))
            assert size >= least, [*part.itertext()]
