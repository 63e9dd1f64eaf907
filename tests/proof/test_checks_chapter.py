"""What a chapter must have: numbers, notes, diagrams, exercises, boxes."""

import pytest
from conftest import check, edit, line_of, speak

PAGE = "docs/en/demo.md"
SVG = "docs/assets/diagrams/demo/box.svg"
PICTURE = f'<div role="img" aria-label="A box.">\n--8<-- "{SVG}"\n</div>\n'

INCLUDE = '    --8<-- "snippets/exercises/demo.py:answer-1"\n'
ANSWER = f"    ```python\n{INCLUDE}    ```\n"
SOLUTION = '??? success "Solution"\n\n'
EXERCISE = """\
### {n}. Title {{ #exercise-{n} }}

```python
--8<-- "snippets/exercises/demo.py:check-{n}"
```

??? tip "Hint"

    Try.

??? success "Solution"

    ```python
    --8<-- "snippets/exercises/demo.py:answer-{n}"
    ```
"""


def add(small, text: str) -> None:
    file = small / PAGE
    file.write_text(file.read_text("utf-8") + "\n" + text, "utf-8")


def add_exercises(small, count: int) -> None:
    code = "".join(
        f"# %% {part}-{n}\nassert {n}\n"
        for n in range(1, count + 1)
        for part in ("check", "answer")
    )
    (small / "snippets/exercises").mkdir()
    (small / "snippets/exercises/demo.py").write_text(code)
    parts = [EXERCISE.format(n=n) for n in range(1, count + 1)]
    text = "\n".join(["## Exercises { #exercises }\n", *parts])
    add(small, text + "\n## Remember { #remember }\n")


def test_numbers_of_formulas_run_from_one(small):
    add(small, "$$\na \\tag{1}\n$$\n\n$$\nb\n$$\n\n$$\nc \\tag{2}\n$$\n")
    assert check(small) == []
    edit(small, PAGE, "\\tag{2}", "\\tag{3}")
    (problem,) = check(small)
    assert problem.line == line_of(small, PAGE, "\\tag{3}")
    assert "has the number 3; the next one on this page is 2" in problem.message


def test_link_to_a_numbered_formula(small):
    add(small, "$$\na \\tag{1}\n$$\n\nSee [(1)](#eq-1).\n")
    assert check(small) == []
    edit(small, PAGE, "(#eq-1)", "(#eq-2)")
    (problem,) = check(small)
    assert problem.line == line_of(small, PAGE, "#eq-2")
    assert "no id 'eq-2'" in problem.message


@pytest.mark.parametrize(
    "notes, fine",
    [
        ("1.  A note\n    on two lines.\n\n2.  Another.\n", True),
        ("1.  One.\n2.  Two.\n", True),
        ("1.  Only one.\n\nText.\n\n2.  Late.\n", False),
        ("", False),
        ("1.  a\n2.  b\n3.  c\n", False),
    ],
)
def test_each_mark_has_its_note(small, notes, fine):
    edit(small, "snippets/demo.py", "x = 1\n", "x = 1  # (1)!\ny = 2  # (2)!\n")
    edit(small, PAGE, '.py:one"\n```\n', f'.py:one"\n```\n\n{notes}')
    problems = check(small)
    assert (problems == []) == fine
    for problem in problems:
        assert problem.line == line_of(small, PAGE, "```python")
        assert "has the marks 1, 2" in problem.message


def test_marks_are_numbered_from_one(small):
    edit(small, "snippets/demo.py", "x = 1\n", "x = 1  # (2)!\n")
    edit(small, PAGE, '.py:one"\n```\n', '.py:one"\n```\n\n1.  A note.\n')
    (problem,) = check(small)
    assert "number marks from 1" in problem.message


def test_diagram_that_was_not_drawn(small):
    add(small, PICTURE)
    (problem,) = check(small)
    assert problem.line == line_of(small, PAGE, SVG)
    assert f"there is no diagram {SVG}" in problem.message


def test_diagram_on_no_page(small):
    (small / SVG).parent.mkdir(parents=True)
    (small / SVG).write_text("<svg/>")
    (problem,) = check(small)
    assert (problem.path, problem.line) == (SVG, 1)
    assert "no page includes this diagram" in problem.message
    add(small, PICTURE)
    (problem,) = check(small)
    assert problem.line == line_of(small, PAGE, SVG)
    assert f"{SVG} has no PNG" in problem.message
    (small / SVG).with_suffix(".png").touch()
    assert check(small) == []


@pytest.mark.parametrize("label", ["", " ", "…"])
def test_picture_without_a_text(small, label):
    for file in (small / SVG, (small / SVG).with_suffix(".png")):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("<svg/>")
    add(small, PICTURE)
    assert check(small) == []
    edit(small, PAGE, "A box.", label)
    (problem,) = check(small)
    assert problem.line == line_of(small, PAGE, f'--8<-- "{SVG}"')
    assert "this picture has no text" in problem.message
    edit(small, PAGE, f'<div role="img" aria-label="{label}">\n', "")
    edit(small, PAGE, f'{SVG}"\n</div>\n', f'{SVG}"\n')
    (problem,) = check(small)
    assert problem.line == line_of(small, PAGE, f'--8<-- "{SVG}"')


@pytest.mark.parametrize("count, fine", [(0, False), (1, True), (7, False)])
def test_one_to_six_exercises(small, count, fine):
    add_exercises(small, count)
    problems = check(small)
    assert (problems == []) == fine
    for problem in problems:
        assert problem.line == line_of(small, PAGE, "#exercises")
        assert f"there are {count} exercises" in problem.message


@pytest.mark.parametrize(
    "old, new",
    [
        ('??? tip "Hint"\n\n    Try.\n\n', ""),
        (SOLUTION, ""),
        (SOLUTION + ANSWER, f"{ANSWER}\n{SOLUTION}    Done.\n"),
        ('??? tip "Hint"', '!!! tip "Hint"'),
        ('??? success "Solution"', '???+ success "Solution"'),
    ],
)
def test_exercise_with_a_part_missing(small, old, new):
    add_exercises(small, 3)
    edit(small, PAGE, old, new)
    (problem,) = check(small)
    assert problem.line == line_of(small, PAGE, "{ #exercise-1 }")
    assert "an exercise has a block `check-…`" in problem.message


def test_exercise_without_a_check(small):
    add_exercises(small, 3)
    edit(small, "snippets/exercises/demo.py", "# %% check-2", "# %% c")
    edit(small, PAGE, ":check-2", ":c")
    (problem,) = check(small)
    assert problem.line == line_of(small, PAGE, "{ #exercise-2 }")


def test_translation_has_the_same_boxes(small):
    speak(small, "en", "pt")
    text = (small / PAGE).read_text().replace("A quarter is", "Um quarto é")
    (small / "docs/pt/demo.md").write_text(text.replace("!!! note", "!!! tip"))
    (problem,) = check(small)
    assert problem.path == "docs/pt/demo.md"
    assert problem.line == line_of(small, PAGE, "!!! note")
    assert "box is `!!! tip` here and `!!! note`" in problem.message
