"""A figure of a page that trains says what its own table says."""

import re

import pytest
from conftest import ROOT

from proof.outputs.readback import unlike
from proof.pages.page import Page

LABS = [Page(ROOT, f"docs/en/{n}.md") for n in ("lab-train", "measure-it")]
FIGURES = [p for lab in LABS for p in lab.tolerances if p.endswith(".svg")]
FIGURES = [path for path in FIGURES if (ROOT / path).exists()]
HEADS = "docs/outputs/lab-train/after-heatmap"
CURVES = "docs/outputs/lab-train/positions-curves"
TIMES = "docs/outputs/going-fast/time-curves"
# The height of a point: of the second line, of its marker, of the first line.
DASHED = r'(dasharray="7[^>]*? d="M[\d.]+ [\d.]+L[\d.]+) [\d.]+'
SQUARE = r'(d="M-3 3L3 3L3-3L-3-3z" transform="translate\([\d.]+) [\d.]+'
FIRST = r'(stroke-width="2" d="M[\d.]+ [\d.]+L[\d.]+) [\d.]+'
DIGITS = "docs/outputs/self-attention/capital-weights"


def faults(name: str, old: str, new: str, kind: str = "svg") -> list[str]:
    """What is found after the first match of `old` was replaced in a file."""
    kinds = ("svg", "html")
    texts = {k: (ROOT / f"{name}.{k}").read_text("utf-8") for k in kinds}
    changed = re.sub(old, new, texts[kind], count=1)
    assert not old or changed != texts[kind]
    return list(unlike(*(texts | {kind: changed}).values()))


@pytest.mark.parametrize("path", FIGURES)
def test_recorded_picture_is_its_table(path):
    assert faults(path.removesuffix(".svg"), "", "") == []


def test_there_are_such_pictures():
    assert len(FIGURES) >= 7


@pytest.mark.parametrize(
    "name, old, new, kind, said",
    [
        # a cell with the colour of another one, and a colour of no value
        (
            HEADS,
            '(<path fill-opacity=)"[^"]*"',
            r'\1"0.5"',
            "svg",
            "cell 1 has",
        ),
        (
            HEADS,
            r'fill="var\(--weight',
            'fill="var(--minus',
            "svg",
            "its scale",
        ),
        (HEADS, '<path fill-opacity=".*" />\n', "", "svg", "cells stand for"),
        (HEADS, r"<td>0\.0\d*", "<td>0.9000", "html", "cell 1 has the colour"),
        (DIGITS, r">\d\.\d\d<", ">0.77<", "svg", "cell 1 says 0.77"),
        # a line, a marker and a tick elsewhere
        (CURVES, DASHED, r"\1 9", "svg", "line 2 is not drawn"),
        (CURVES, SQUARE, r"\1 9", "svg", "line 2 is not"),
        (CURVES, r">2\.0<", ">1.0<", "svg", "neither even nor logarithmic"),
        (CURVES, r">2\.0<", "><", "svg", "is no number"),
        (CURVES, r"<td>3\.\d*", "<td>2.0000", "html", "line 1 is not drawn"),
        # the same, and a power of ten, where the axes are logarithmic
        (TIMES, FIRST, r"\1 9", "svg", "line 1 is not drawn"),
        (TIMES, r"<td>\d+\.", "<td>5.", "html", "line 1 is not drawn"),
        (TIMES, r">1024<", ">1000<", "svg", "neither even nor logarithmic"),
        (TIMES, r">100<", ">10⁴<", "svg", "neither even nor"),
        (TIMES, r">100<", ">10x<", "svg", "tick `10x` is no number"),
    ],
)
def test_a_picture_that_lies_is_found(name, old, new, kind, said):
    (fault,) = faults(name, old, new, kind)
    assert said in fault
