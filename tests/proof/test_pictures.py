"""Every figure says what its own table says."""

import re

import pytest
from conftest import ROOT

from proof.outputs.readback import unlike

FIGURES = sorted((ROOT / "docs/outputs").glob("*/*.svg"))
HEADS = "docs/outputs/lab-train/after-heatmap"
CURVES = "docs/outputs/lab-train/positions-curves"
TIMES = "docs/outputs/going-fast/time-curves"
# The height of a point: of the second line, of its marker, of the first line.
DASHED = r'(dasharray="7[^>]*? d="M[\d.]+ [\d.]+L[\d.]+) [\d.]+'
SQUARE = r'(d="M-3 3L3 3L3-3L-3-3z" transform="translate\([\d.]+) [\d.]+'
FIRST = r'(stroke-width="2" d="M[\d.]+ [\d.]+L[\d.]+) [\d.]+'
DIGITS = "docs/outputs/self-attention/capital-weights"
MASSES = "docs/outputs/lab-translate/masses"
PLANE = "docs/outputs/encoder/stream"
POINTS = "docs/outputs/multi-head-attention/two-points"
BARS = "docs/outputs/self-attention/largest-weights"
STRIP = "docs/outputs/tokens-and-embeddings/capital-strip"


def faults(name: str, old: str, new: str, kind: str = "svg") -> list[str]:
    """What is found after the first match of `old` was replaced in a file."""
    files = {k: ROOT / f"{name}.{k}" for k in ("svg", "html")}
    texts = {
        k: f.read_text("utf-8") if f.exists() else "" for k, f in files.items()
    }
    assert list(unlike(*texts.values())) == []
    changed = re.sub(old, new, texts[kind], count=1)
    assert changed != texts[kind]
    return list(unlike(*(texts | {kind: changed}).values()))


def test_there_are_pictures_of_each_kind():
    """`proof.checks.outputs` compares them; each kind is planted in below."""
    texts = [file.read_text("utf-8") for file in FIGURES]
    cells = sum('class="cells"' in text for text in texts)
    assert len(FIGURES) > 40 and 20 < cells < len(FIGURES) - 20


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
        (
            CURVES,
            r">ln\(26\)<",
            ">ln(27)<",
            "svg",
            "no line has the name ln(26)",
        ),
        (CURVES, r'y="45.1"', 'y="145.1"', "svg", "ln(26) does not stand at"),
        (CURVES, r'y="75.2" t', 'y="70.2" t', "svg", "beside its tick"),
        (CURVES, r"M32.3 198L274", "M32.3 100L274", "svg", "at their ticks"),
        (CURVES, "</svg>", '<path d="M0 0L9 9" /></svg>', "svg", "draws what"),
        (CURVES, ">step<", ">steps<", "svg", "no axis has the name step"),
        (MASSES, r"<td>0\.\d*", "<td>nan", "html", "line 1 is not drawn"),
        (MASSES, ">0.85<", ">0.80<", "svg", "no line has the name 0.85"),
        (MASSES, ">0.85<", ">0.80<", "html", "no line has the name 0.80"),
        (
            MASSES,
            r'text fill="var\(--minus',
            'text fill="var(--ink',
            "svg",
            "no line",
        ),
        (
            MASSES,
            r'(translate\(281.9 190.8\)" />\n<path fill="none"[^/]*/>\n'
            r'<path fill="var\(--)ink',
            r"\1minus",
            "svg",
            "line 3 has markers of another colour",
        ),
        # the tip of an arrow and its head, a point, a name
        (
            PLANE,
            "Q237.1 188.3",
            "Q237.1 100.3",
            "svg",
            "first does not end where",
        ),
        (
            PLANE,
            "L288.6 192.2L",
            "L288.6 182.2L",
            "svg",
            "the head of an arrow",
        ),
        (PLANE, "<td>1", "<td>-1", "html", "first does not end where"),
        (PLANE, ">MHA 1<", ">MHA 9<", "svg", "the name MHA 1 does not stand"),
        (PLANE, r'x="298\.4"', 'x="98.4"', "svg", "the name first does not"),
        (PLANE, ">−1<", ">−2<", "svg", "neither even nor logarithmic"),
        (
            POINTS,
            r"translate\(178\.4",
            "translate(100",
            "svg",
            "one does not end",
        ),
        (POINTS, "<td>0.2", "<td>0.3", "html", "1 does not end where"),
        (POINTS, r"<tr><th.*one.*</tr>\n", "", "html", "5 vectors stand for 4"),
        # a bar, and its value
        (BARS, r"88\.6L", "20.6L", "svg", "a bar is not as high as its value"),
        (BARS, "<td>0.4640", "<td>0.9640", "html", "a bar is not as high"),
        (BARS, ">0.2<", ">0.3<", "svg", "neither even nor logarithmic"),
        # words, which alone need no table
        (
            STRIP,
            "</svg>",
            '<path d="M0 0L9 9" /></svg>',
            "svg",
            "a path shows no",
        ),
        (
            HEADS,
            '(class="keys"><text[^>]*>)0',
            r"\g<1>9",
            "svg",
            "its names are",
        ),
        (HEADS, ">h = 1<", ">h = 9<", "svg", "h = 1 is not its title"),
        (
            DIGITS,
            r"<text fill[^>]*>\d\.\d\d</text>\n",
            "",
            "svg",
            "numbers stand",
        ),
        (DIGITS, "(?s)<table>.*", "", "html", "a g shows no value"),
        (DIGITS, r"<td>0\.\d*", "<td>much", "html", "cannot be compared"),
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
