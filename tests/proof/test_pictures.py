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


# By the file in which something is replaced: what, by what, and what is said.
LIES = {
    # a cell with the colour of another one, of no value, a name, a title
    (HEADS, "svg"): [
        ('(<path fill-opacity=)"[^"]*"', r'\1"0.5"', "cell 1 has"),
        (r'fill="var\(--weight', 'fill="var(--minus', "its scale"),
        ('<path fill-opacity=".*" />\n', "", "cells stand for"),
        ('(class="keys"><text[^>]*>)0', r"\g<1>9", "its names are"),
        (">h = 1<", ">h = 9<", "h = 1 is not its title"),
    ],
    (HEADS, "html"): [(r"<td>0\.0\d*", "<td>0.9000", "cell 1 has the colour")],
    # digits in cells
    (DIGITS, "svg"): [
        (r">\d\.\d\d<", ">0.77<", "cell 1 says 0.77"),
        (r"<text fill[^>]*>\d\.\d\d</text>\n", "", "numbers stand"),
    ],
    # a line, a marker, a tick, a name elsewhere
    (CURVES, "svg"): [
        (DASHED, r"\1 9", "line 2 is not drawn"),
        (SQUARE, r"\1 9", "line 2 is not"),
        (r">2\.0<", ">1.0<", "neither even nor logarithmic"),
        (r">2\.0<", "><", "is no number"),
        (r">ln\(26\)<", ">ln(27)<", "no line has the name ln(26)"),
        (r'y="45.1"', 'y="145.1"', "ln(26) does not stand at"),
        (r'y="75.2" t', 'y="70.2" t', "beside its tick"),
        (r"M32.3 198L274", "M32.3 100L274", "at their ticks"),
        ("</svg>", '<path d="M0 0L9 9" /></svg>', "draws what"),
        (">step<", ">steps<", "no axis has the name step"),
    ],
    (CURVES, "html"): [(r"<td>3\.\d*", "<td>2.0000", "line 1 is not drawn")],
    (MASSES, "html"): [
        (r"<td>0\.\d*", "<td>nan", "line 1 is not drawn"),
        (">0.85<", ">0.80<", "no line has the name 0.80"),
    ],
    (MASSES, "svg"): [
        (">0.85<", ">0.80<", "no line has the name 0.85"),
        (r'text fill="var\(--minus', 'text fill="var(--ink', "no line"),
        (
            r'(translate\(281.9 190.8\)" />\n<path fill="none"[^/]*/>\n'
            r'<path fill="var\(--)ink',
            r"\1minus",
            "line 3 has markers of another colour",
        ),
    ],
    # the tip of an arrow and its head, a point, a name
    (PLANE, "svg"): [
        ("Q237.1 188.3", "Q237.1 100.3", "first does not end where"),
        ("L288.6 192.2L", "L288.6 182.2L", "the head of an arrow"),
        (">MHA 1<", ">MHA 9<", "the name MHA 1 does not stand"),
        (r'x="298\.4"', 'x="98.4"', "the name first does not"),
        (">−1<", ">−2<", "neither even nor logarithmic"),
    ],
    (PLANE, "html"): [("<td>1", "<td>-1", "first does not end where")],
    (POINTS, "svg"): [
        (r"translate\(178\.4", "translate(100", "one does not end")
    ],
    (POINTS, "html"): [
        ("<td>0.2", "<td>0.3", "1 does not end where"),
        (r"<tr><th.*one.*</tr>\n", "", "5 vectors stand for 4"),
    ],
    # a bar, and its value
    (BARS, "svg"): [
        (r"88\.6L", "20.6L", "a bar is not as high as its value"),
        (">0.2<", ">0.3<", "neither even nor logarithmic"),
    ],
    (BARS, "html"): [("<td>0.4640", "<td>0.9640", "a bar is not as high")],
    # words, which alone need no table
    (STRIP, "svg"): [
        ("</svg>", '<path d="M0 0L9 9" /></svg>', "a path shows no")
    ],
    (DIGITS, "html"): [
        ("(?s)<table>.*", "", "a g shows no value"),
        (r"<td>0\.\d*", "<td>much", "cannot be compared"),
    ],
    # the same, and a power of ten, where the axes are logarithmic
    (TIMES, "svg"): [
        (FIRST, r"\1 9", "line 1 is not drawn"),
        (r">1024<", ">1000<", "neither even nor logarithmic"),
        (r">100<", ">10⁴<", "neither even nor"),
        (r">100<", ">10x<", "tick `10x` is no number"),
    ],
    (TIMES, "html"): [(r"<td>\d+\.", "<td>5.", "line 1 is not drawn")],
}


@pytest.mark.parametrize(
    "name, old, new, kind, said",
    [
        (name, old, new, kind, said)
        for (name, kind), lies in LIES.items()
        for old, new, said in lies
    ],
)
def test_a_picture_that_lies_is_found(name, old, new, kind, said):
    (fault,) = faults(name, old, new, kind)
    assert said in fault
