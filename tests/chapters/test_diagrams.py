"""Diagrams: drawn by the code, as checked in, with symbols only."""

import io
import re
from collections import Counter
from functools import cache

import pytest
from bs4 import BeautifulSoup
from conftest import ROOT
from matplotlib._mathtext_data import tex2uni
from matplotlib.text import Text
from PIL import Image, ImageChops, ImageStat

from sitebuild.pages.output_types import PICTURE
from sitebuild.pages.tolerance import same_picture
from sitebuild.runner.diagrams import FOLDER, figures, to_png
from snippets.canvas import Canvas
from snippets.chapters.lab_translate.drawings import ENGLISH, PORTUGUESE

SAVED = sorted(
    file.relative_to(ROOT / FOLDER).as_posix()
    for file in (ROOT / FOLDER).rglob("*.svg")
)
shapes = cache(lambda: dict(figures(ROOT)))
# Names from code and mathematics: the same in every language.
NAMES = set(
    "softmax concat embed ids split mask QK dropout LayerNorm ReLU Linear FFN "
    "Norm MHA sin cos view transpose PE RNN argmax".split()
)
NAMES |= {*ENGLISH, *PORTUGUESE}  # what is translated is so in every language


@cache
def drawn() -> dict[str, str]:
    """The SVG of every diagram, by its path in FOLDER."""
    return {f"{p}.svg": PICTURE.output(f, "") for p, f in shapes().items()}


def test_every_diagram_is_checked_in_as_it_is_drawn():
    assert {*SAVED} == set(drawn()), "run `make diagrams`"


@pytest.mark.parametrize("path", SAVED)
def test_diagram_is_what_the_code_draws(path):
    saved = (ROOT / FOLDER / path).read_text("utf-8")
    assert same_picture(saved, drawn()[path]), "run `make diagrams`"


def signs(label: str) -> str:
    """The signs that a label asks for, its mathtext as Unicode."""
    texts = label.split("$")
    texts[1::2] = [
        re.sub(
            r"\\([A-Za-z]+)", lambda m: chr(tex2uni.get(m[1], 32)), text
        ).translate(str.maketrans("'-", "′−"))
        for text in texts[1::2]
    ]
    return "".join(texts)


@pytest.mark.parametrize("path", SAVED)
def test_a_diagram_shows_no_sign_that_its_labels_lack(path):
    figure = shapes()[path.removesuffix(".svg")]
    asked = Counter("".join(signs(t.get_text()) for t in figure.findobj(Text)))
    saved = (ROOT / FOLDER / path).read_text("utf-8")
    texts = BeautifulSoup(saved, "html.parser").find_all("text")
    shown = Counter("".join("".join(t.get_text().split()) for t in texts))
    assert shown - asked == Counter()


@pytest.mark.parametrize("label", ["$h'$", r"$\mathcal{N}$"])
def test_a_sign_that_would_be_written_as_another_one_is_refused(label):
    with pytest.raises(ValueError, match="sign of the font .* in Unicode"):
        example(label)


def example(text: str) -> str:
    """A diagram with one label."""
    canvas = Canvas(2.8, 2)
    canvas.text((1.4, 1.3), text)
    return PICTURE.output(canvas.figure, "")


def test_every_diagram_has_a_picture_for_notebooks():
    folder = ROOT / FOLDER
    pictures = {f.with_suffix(".svg") for f in folder.rglob("*.png")}
    assert pictures == set(folder.rglob("*.svg")), "run `make diagrams`"


def distance(png: bytes, svg: str) -> float:
    """How far a PNG is from the drawing of an SVG's name, of 0 to 255."""
    figure = shapes()[svg.removesuffix(".svg")]
    new = to_png(figure)
    one, other = (Image.open(io.BytesIO(p)).convert("L") for p in (png, new))
    if one.size != other.size:
        return 255
    return ImageStat.Stat(ImageChops.difference(one, other)).mean[0]


@pytest.mark.parametrize("path", SAVED)
def test_a_picture_for_notebooks_shows_its_diagram(path):
    png = (ROOT / FOLDER / path).with_suffix(".png")
    assert distance(png.read_bytes(), path) < 0.1, "run `make diagrams`"


def test_another_picture_is_found():
    png = (ROOT / FOLDER / SAVED[0]).with_suffix(".png").read_bytes()
    turned, packed = Image.open(io.BytesIO(png)).rotate(180), io.BytesIO()
    turned.save(packed, "PNG")
    assert distance(packed.getvalue(), SAVED[0]) > 6


@pytest.mark.parametrize("path", SAVED)
def test_diagram_holds_no_words(path):
    soup = BeautifulSoup(drawn()[path], "html.parser")
    words = re.findall(r"[A-Za-z]{3,}", soup.get_text(" "))
    assert set(words) <= NAMES


def test_words_in_a_diagram_would_be_seen():
    canvas = Canvas(1, 1)
    canvas.text((0.5, 0.5), "hello")
    soup = BeautifulSoup(PICTURE.output(canvas.figure, ""), "html.parser")
    assert "hello" in soup.get_text(" ")
