"""What a chapter must have, in forms that no planted fault has."""

import pytest
from conftest import check, edit, line_of

PAGE = "docs/en/demo.md"
SVG = "docs/assets/diagrams/demo/box.svg"
PICTURE = f'<div role="img" aria-label="A box.">\n--8<-- "{SVG}"\n</div>\n'


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
    add(small, PICTURE)
    assert check(small) == []
    edit(small, PAGE, "A box.", label)
    (problem,) = check(small)
    assert problem.line == line_of(small, PAGE, f'--8<-- "{SVG}"')
    edit(small, PAGE, f'<div role="img" aria-label="{label}">\n', "")
    edit(small, PAGE, f'{SVG}"\n</div>\n', f'{SVG}"\n')
    (problem,) = check(small)
    assert "this picture has no text" in problem.message
