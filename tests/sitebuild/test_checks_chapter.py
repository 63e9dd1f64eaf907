"""What a chapter must have, in forms that no planted fault has."""

import pytest
from conftest import check, edit, line_of

PAGE = "docs/en/demo.md"
SVG = "docs/assets/diagrams/demo/box.svg"
PICTURE = "![A box.](../assets/diagrams/demo/box.svg)"
CAPTION = "\n/// caption\nIt has four sides.\n///\n"


def add(small, text: str) -> None:
    file = small / PAGE
    file.write_text(file.read_text("utf-8") + "\n" + text, "utf-8")


@pytest.mark.parametrize(
    "marks, notes, said",
    [
        ((1, 2), "1.  A note\n    on two lines.\n\n2.  Another.\n", ""),
        ((1, 2), "1.  One.\n2.  Two.\n", ""),
        ((1, 2), "1.  Only one.\n\nText.\n\n2.  Late.\n", "has the marks 1, 2"),
        (
            (1, 2),
            "1.  a\n2.  b\n3.  c\n",
            "1, 2 and the list directly below it 3",
        ),
        ((2, 1), "1.  One.\n2.  Two.\n", "number marks from 1"),
    ],
)
def test_each_mark_has_its_note(small, marks, notes, said):
    code = "x = 1  # ({})!\ny = 2  # ({})!\n".format(*marks)
    edit(small, "snippets/demo.py", "x = 1\n", code)
    edit(small, PAGE, '.py:one"\n```\n', f'.py:one"\n```\n\n{notes}')
    problems = check(small)
    assert len(problems) == bool(said)
    for problem in problems:
        assert problem.line == line_of(small, PAGE, "```python")
        assert said in problem.message


@pytest.mark.parametrize("label", [" ", "…"])
def test_picture_without_a_text(small, label):
    (small / SVG).parent.mkdir(parents=True)
    (small / SVG).write_text("<svg/>")
    (small / SVG).with_suffix(".png").write_bytes(b"\x89PNG\r\n\x1a\n")
    add(small, PICTURE + CAPTION)
    assert check(small) == []
    edit(small, PAGE, "A box.", label)
    (problem,) = check(small)
    assert problem.line == line_of(small, PAGE, "/box.svg)")
    assert "this picture has no text" in problem.message


@pytest.mark.parametrize(
    "text, line, said",
    [
        (f"{PICTURE}\n\nText.\n", 0, "directly below it a line `/// caption`"),
        (f"Text\n{PICTURE}{CAPTION}", 1, "an image is refused"),
        (f"* {PICTURE}\n", 0, "an image is refused"),
        (PICTURE + CAPTION.replace("\n///\n", "\n"), 1, "and a line `///`"),
        (PICTURE + "\n/// caption\n\n///\n", 1, "then its text"),
        (f"{PICTURE}\n/// caption\n* A\n* B\n///\n", 1, "then its text"),
        (f"{PICTURE}\n/// caption\nA.\n\nB.\n///\n", 1, "then its text"),
        (f"Text.\n{CAPTION}", 2, "on the line below a picture"),
        (PICTURE.replace("box", "../x") + CAPTION, 0, "an image is refused"),
        (PICTURE.replace("A box", "A <b>") + CAPTION, 0, "an image is refused"),
    ],
)
def test_picture_in_another_form_is_refused_with_its_line(
    small, text, line, said
):
    (small / SVG).parent.mkdir(parents=True)
    (small / SVG).write_text("<svg/>")
    (small / SVG).with_suffix(".png").write_bytes(b"\x89PNG\r\n\x1a\n")
    count = len((small / PAGE).read_text("utf-8").splitlines()) + 2
    add(small, text)
    assert [
        p for p in check(small) if p.line == count + line and said in p.message
    ], check(small)
