"""Diagrams: as the code draws them, and with symbols only."""

import io
import re
from functools import cache

from bs4 import BeautifulSoup
from conftest import ROOT, in_turn
from PIL import Image, ImageChops, ImageStat

from sitebuild.pages.output_types import PICTURE
from sitebuild.pages.tolerance import same_picture
from sitebuild.runner.diagrams import FOLDER, figures, to_png
from snippets.chapters.lab_translate.drawings import ENGLISH, PORTUGUESE

SAVED = sorted((ROOT / FOLDER).rglob("*.svg"))
PATHS = [file.relative_to(ROOT / FOLDER).as_posix() for file in SAVED]
drawn = cache(lambda: {f"{path}.svg": f for path, f in figures(ROOT)})
# Names from code and mathematics: the same in every language.
NAMES = set(
    "softmax concat embed ids split mask QK dropout LayerNorm ReLU Linear FFN "
    "Norm MHA sin cos view transpose PE RNN argmax".split()
)
NAMES |= {*ENGLISH, *PORTUGUESE}  # what is translated is so in every language


def test_every_diagram_is_there_for_pages_and_for_notebooks():
    assert {*PATHS} == set(drawn()), "run `make diagrams`"
    pictures = {f.with_suffix(".svg") for f in (ROOT / FOLDER).rglob("*.png")}
    assert pictures == {*SAVED}, "run `make diagrams`"


def distance(one: bytes, other: bytes) -> float:
    """How far two pictures are apart, from 0 to 255."""
    a, b = (Image.open(io.BytesIO(png)).convert("L") for png in (one, other))
    if a.size != b.size:
        return 255
    return ImageStat.Stat(ImageChops.difference(a, b)).mean[0]


@in_turn("path", PATHS)
def test_a_diagram_is_what_the_code_draws_and_holds_no_words(path):
    figure, file = drawn()[path], ROOT / FOLDER / path
    saved = file.read_text("utf-8")
    again = PICTURE.output(figure, "")
    assert same_picture(saved, again), "run `make diagrams`"
    png = file.with_suffix(".png").read_bytes()
    assert distance(png, to_png(figure)) < 0.1, "run `make diagrams`"
    text = BeautifulSoup(saved, "html.parser").get_text(" ")
    assert {*re.findall(r"[A-Za-z]{3,}", text)} <= NAMES
