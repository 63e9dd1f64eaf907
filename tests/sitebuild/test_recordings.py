"""What counts as the same output, and that recordings are written whole."""

import os
from decimal import Decimal

import pytest

from sitebuild.files import Files, read_data, write
from sitebuild.pages.output_types import PICTURE, TABLE, TEXT
from sitebuild.pages.project import RECORDED
from sitebuild.pages.tolerance import EXACT, Tolerance
from sitebuild.runner import snapshots
from sitebuild.runner.snapshots import difference, fault

TRAINED = {"": Decimal("0.05")}


def curve(y="4.1", opacity="0.5", label="0.50") -> str:
    """A picture with a line, a name at its height, and a label."""
    return (
        '<svg width="9" class="figure">\n'
        f'<path d="M 1 {y} L 2 3" fill-opacity="{opacity}" />\n'
        f'<text x="{y}" y="2" font-size="11">loss</text>\n'
        f"<text>{label}</text>\n</svg>"
    )


def same(recorded: str, actual: str, tolerance: Tolerance = EXACT) -> bool:
    """Whether two outputs agree, by what they are."""
    kinds = {"<svg": PICTURE, "<tab": TABLE}
    return kinds.get(recorded[:4], TEXT).same(recorded, actual, tolerance)


@pytest.mark.parametrize(
    "recorded, actual",
    [
        ("", ""),
        ("0.7842", "0.7842"),
        ("0.7842", "0.7843"),  # a unit of the last place
        ("tensor([0.3990, -0.3854])", "tensor([0.3989, -0.3855])"),
        ("2345.678", "2345.901"),  # a ten-thousandth of its value
        ("1.5001e-07", "1.5002e-07"),
        ("9.9999e-02", "1.0000e-01"),
        ("-0.0000", "0.0000"),  # a zero has no sign,
        ("y [-0.0000,  0.5000]", "y [0.0000, 0.5000]"),  # nor needs its room
        ("-0.0001", "0.0000"),
        ("0.0", "-0.0"),
        (curve(), curve(y="4.2", opacity="0.504")),
    ],
)
def test_same(recorded, actual):
    assert same(recorded, actual)
    assert same(actual, recorded)


@pytest.mark.parametrize(
    "recorded, actual",
    [
        ("0.7842", "0.7844"),  # two units
        ("0.5", "0.7"),  # numbers of one or two places: exact
        ("0.5", "0.6"),
        ("0.25", "0.26"),
        ("1.5e+02", "1.6e+02"),
        ("0.1", "-0.1"),  # so is the sign
        ("-0.0001", "0.0001"),
        ("2345.678", "2346.678"),
        ("0.7842", "0.784"),  # fewer places
        ("0.78", "0.7800"),  # more places
        ("tensor([1., 2.])", "tensor([2., 2.])"),  # no decimals shown: exact
        ("torch.Size([6, 3])", "torch.Size([6, 4])"),  # whole numbers: exact
        ("0.1 0.2", "0.1 0.2 0.3"),
        ("0.1", "0.1\n"),
        ("sum 0.1", "total 0.1"),
        ("0.1 0.2", "0.1  0.2"),
        ("nan", "0.0"),
        ("#d3c05f", "#d3c06f"),
        ("torch 2.13.0", "torch 2.12.0"),  # a version is no number
        (curve(), curve(y="4.3")),
        (curve(), curve(opacity="0.506")),
        (curve(), curve(opacity="none")),
        (curve(), curve(opacity="0.5 1")),
        (curve(), curve(label="0.51")),
        (curve(), curve().replace('width="9"', 'width="8"')),
    ],
)
def test_not_same(recorded, actual):
    assert not same(recorded, actual)
    assert not same(actual, recorded)


SVG = curve()
HEAT = (
    '<svg><g class="cells"><rect fill="var(--weight)" fill-opacity="0.5" x="1" '
    'width="3" /></g><text fill="var(--some)" x="5">0.50</text></svg>'
)
ROWS = (
    '<table><thead><tr><td></td><th scope="col">mass</th><th scope="col">0.6'
    "</th></tr></thead>\n<tr><th>1</th><td>{}</td><td>{}</td></tr></table>"
)


@pytest.mark.parametrize(
    "recorded, actual",
    [
        ("accuracy 0.97", "accuracy 1.02"),
        (ROWS.format("0.8712", "0.3"), ROWS.format("0.9212", "0.3")),
        (HEAT, HEAT.replace("0.50", "1.00").replace("some", "much")),
        (HEAT, HEAT.replace(' fill-opacity="0.5"', "")),  # a whole colour
        # where its table says what is right: other places, ticks, no words
        (SVG, curve(y="7.9", label="0.55")),
        (SVG, SVG.replace("<text>0.50</text>\n", "<text>0.1</text>\n" * 2)),
    ],
)
def test_same_within_a_tolerance(recorded, actual):
    assert same(recorded, actual, TRAINED)
    assert same(actual, recorded, TRAINED)
    assert not same(recorded, actual)


@pytest.mark.parametrize(
    "recorded, actual",
    [
        ("accuracy 0.97", "accuracy 0.91"),
        ("12.1", "12.3"),
        ("0.02", "-0.02"),
        ("0.8712", "0.9213"),
        ("0.97", "0.9712"),  # more places
        ("8 heads", "9 heads"),  # whole numbers: exact
        ("computer -> retupmoc", "computer -> retupmoa"),
        ('x="1"', 'x="2"'),  # no picture
        (ROWS.format("0.8", "0.3"), ROWS.format("0.8", "0.4")),
        (ROWS.format("0.8", "0.3"), ROWS.format("0.8", "nan")),
        (ROWS, ROWS.replace(">0.6", ">0.62")),  # the name of a column
        (ROWS, ROWS.replace("<td>{}</td></tr>", "</tr>")),
        (HEAT, HEAT.replace("some", "paper")),
        (SVG, SVG.replace("loss", "mass")),
        (SVG, SVG.replace("</svg>", "<path />\n</svg>")),
        (SVG, SVG.replace("path", "rect")),
        (SVG, SVG.replace('class="figure"', 'class="other"')),
    ],
)
def test_not_same_even_with_a_tolerance(recorded, actual):
    assert not same(recorded, actual, TRAINED)
    assert not same(actual, recorded, TRAINED)


NAMED = {"loss": Decimal("0.05"), "mass": Decimal("0.01"), "": Decimal("0.02")}


@pytest.mark.parametrize(
    "old, new, agree",
    [
        ("3.42", "3.47", True),  # a name holds up to the next one
        ("3.42", "3.48", False),
        ("0.90", "0.91", True),
        ("0.91", "0.93", False),
        ("1.00", "0.98", True),  # of what has no name on its line
        ("1.00", "0.97", False),
    ],
)
def test_a_number_has_a_tolerance_of_its_own(old, new, agree):
    text = "loss 3.42, mass 0.90 0.91\naccuracy 1.00\n"
    assert same(text, text.replace(old, new), NAMED) == agree


def test_what_is_not_named_is_exact():
    named = {"mass": Decimal("0.05")}
    assert not same("massive 0.11", "massive 0.10", named)
    assert same("mass 0.11", "mass 0.10", named)
    for recorded in (ROWS.format("0.31", "0.30"), ROWS.format("0.30", "0.31")):
        found = same(recorded, ROWS.format("0.30", "0.30"), named)
        assert found == ("0.31</td><td>" in recorded)


def test_difference_names_the_file_and_stays_short():
    many = "\n".join(str(k) for k in range(100))
    text = difference(many, many.replace("5", "x"), "a.txt")
    assert text.startswith("--- a.txt (recorded)\n+++ a.txt (now)")
    assert len(text.splitlines()) == 41


@pytest.mark.parametrize(
    "kind, text, what",
    [
        (PICTURE, "<foreignObject/>", "<foreignObject"),
        (PICTURE, '<a href="https://example.org">x</a>', "<a href"),
        (PICTURE, '<g fill="url(https://a.org/b)"/>', "url(https://a.org/b)"),
        (PICTURE, '<g style="x: url(a)"/>', 'style="x: url(a)"'),
        (PICTURE, '<g class="md-consent__overlay"/>', "md-consent__overlay"),
        (PICTURE, '<!DOCTYPE x [<!ENTITY a "b">]>', "<!DOCTYPE x"),
        (TABLE, '<img src="x"/>', '<img src="x"/>'),
        (TABLE, "<!-->", "<!-->"),
        (TABLE, "<![CDATA[><script>alert(1)</script>]]>", "<![CDATA["),
        (TABLE, "<!-- x -->", "<!-- x -->"),
        (TABLE, "<?x y?>", "<?x y?>"),
        (PICTURE, "<g x=' y=\"1\" '/>", "`x=' y="),
        (PICTURE, "<g>", "this is no XML (mismatched tag"),
        (PICTURE, '</g onclick="x">', "this is no XML"),
        (PICTURE, '<g\nonclick="x"/>', "`onclick="),
    ],
)
def test_what_acts_has_no_place_in_a_drawing_or_a_table(
    tmp_path, kind, text, what
):
    write(tmp_path / "a", f"\n{text}")
    problem, *_ = kind.problems(Files(tmp_path), "a")
    assert problem.line == 2 and what in problem.message


def save(root, outputs, made_with, tolerances) -> list[str]:
    """What is said of the changes."""
    changed = {
        path
        for path, text in outputs.items()
        if fault(root, path, text, None, tolerances.get(path, EXACT))
    }
    return snapshots.save(root, outputs, changed, made_with, tolerances)


MONDAY = {"python": "3", "torch": "2", "device": "cpu", "date": "2026-01-05"}
TUESDAY = MONDAY | {"date": "2026-01-06"}


def test_save_reports_new_changed_and_removed(tmp_path):
    folder = "docs/outputs/c"
    noted = f"changed  {RECORDED}"
    assert save(tmp_path, {f"{folder}/a.txt": "1.000\n"}, MONDAY, EXACT) == [
        f"new      {folder}/a.txt",
        noted,
    ]
    # Still the same: not touched.
    assert save(tmp_path, {f"{folder}/a.txt": "1.001\n"}, TUESDAY, EXACT) == []
    assert (tmp_path / folder / "a.txt").read_text() == "1.000\n"
    assert read_data(tmp_path, RECORDED) == {"c": MONDAY}
    two = {f"{folder}/a.txt": "2.000\n"}
    changed, last = save(tmp_path, two, TUESDAY, EXACT)
    assert changed.startswith(f"changed  {folder}/a.txt\n")
    assert "-1.000\n+2.000" in changed
    assert last == noted and read_data(tmp_path, RECORDED) == {"c": TUESDAY}
    newer = TUESDAY | {"torch": "3"}
    assert save(tmp_path, two, newer, EXACT) == [noted]
    gone = [f"removed  {folder}/a.txt", noted]
    assert save(tmp_path, {}, newer, EXACT) == gone
    assert not (tmp_path / folder / "a.txt").exists()
    assert read_data(tmp_path, RECORDED) == {}


def test_a_path_with_a_blank_has_its_own_date(tmp_path):
    path = "docs/outputs/c d/a.txt"
    save(tmp_path, {path: "1\n"}, MONDAY, EXACT)
    save(tmp_path, {path: "2\n"}, TUESDAY, EXACT)
    assert read_data(tmp_path, RECORDED) == {"c d": TUESDAY}


def test_a_chapter_that_trains_is_kept_or_written_whole(tmp_path):
    def outputs(trained: str, curve: str) -> dict[str, str]:
        texts = {"c/a.txt": trained, "c/b.svg": curve, "d/a.txt": trained}
        return {f"docs/outputs/{name}": text for name, text in texts.items()}

    kinds = ("a.txt", "b.svg")
    tolerances = {f"docs/outputs/c/{k}": TRAINED for k in kinds}
    cuda = {"device": "cuda"}
    other = curve(y="7.9")
    save(tmp_path, outputs("0.90", SVG), MONDAY | cuda, tolerances)
    report = save(tmp_path, outputs("0.94", other), TUESDAY | cuda, tolerances)
    assert [line.split("\n")[0] for line in report] == [
        "changed  docs/outputs/d/a.txt",
        f"changed  {RECORDED}",
    ]
    assert read_data(tmp_path, RECORDED) == {"c": MONDAY, "d": TUESDAY | cuda}
    save(tmp_path, outputs("0.80", other), TUESDAY | cuda, tolerances)
    assert read_data(tmp_path, RECORDED) == {"c": TUESDAY, "d": TUESDAY | cuda}
    for path, text in outputs("0.80", other).items():
        assert (tmp_path / path).read_text() == text


def test_an_interrupted_write_leaves_the_old_file(tmp_path, monkeypatch):
    file = tmp_path / "a.txt"
    write(file, "old")

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write(file, "new")
    assert [f.name for f in tmp_path.iterdir()] == ["a.txt"]
    assert file.read_text() == "old"
