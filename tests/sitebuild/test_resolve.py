"""What the renderer is given holds all that follows from a page."""

import pytest
from conftest import edit

from sitebuild.pages.includes import expand_includes
from sitebuild.pages.page import Page
from sitebuild.pages.snippet_code import MEASURED

PAGE, CODE = "docs/en/demo.md", "snippets/demo.py"
BLOCK = '```python\n--8<-- "snippets/demo.py:one"\n```\n'
FIGURE = """\
![A box.](../outputs/demo/one.svg)
/// caption
Its size was measured.
///
"""


def text_of(small, text: str) -> str:
    return expand_includes(Page(small, PAGE, text))


def test_includes_are_what_they_name_and_outputs_stand_below_blocks(small):
    assert text_of(small, (small / PAGE).read_text()) == (
        "# Demo { #demo }\n\n"
        "A quarter is 0.25, also as $\\frac{1}{4}$.\n\n"
        "```python\nx = 1\nprint(x, 0.25)\n```\n\n"
        "```text\n1 0.25\n```\n\n\n"
        "!!! note\n\n"
        "    ```python\n    print(x + 1)\n    ```\n"
        "    \n    ```text\n    2\n    ```\n    \n"
    )


def test_of_the_attributes_of_a_heading_only_its_id_is_rendered(small):
    given = 'forms="keys, *key*" elsewhere="a key" .ambiguous'
    made = "data-from=0123abcd .machine"
    text = f"## A {{ #a {given} {made} }}\n"
    assert text_of(small, text) == "## A { #a }\n"


@pytest.mark.parametrize(
    "indent, below, notes",
    [
        ("", "\nText.\n", False),
        ("", "\n## Heading { #b }\n", False),
        ("", "\n1.  One.\n2.  Two\n    lines.\n\nText.\n", True),
        ("", "\n1.  One.\n\n    More of it.\n2.  Two.\n\nText.\n", True),
        ("    ", "\n1.  One.\n2.  Two.\n\nText.\n", True),
        ("    ", "\n1.  One.\n2.  Two.\n\n\nText\nof a box.\n", True),
        ("> ", "\nText.\n", False),
    ],
)
def test_an_output_stands_below_the_notes_on_its_code(
    small, indent, below, notes
):
    text = "".join(indent + s for s in (BLOCK + below).splitlines(True))
    text = f"!!! note\n\n{text}" if indent == "    " else text
    if notes:
        edit(small, CODE, "x = 1\n", "x = 1  # (1)!\n")
        edit(small, CODE, "0.25)\n", "0.25)  # (2)!\n")
    before, _, after = text_of(small, text).partition(f"{indent}```text")
    assert after.startswith(f"\n{indent}1 0.25\n{indent}```\n")
    assert ("Two" in before) == notes
    assert "Text" not in before and "Heading" not in before


def test_a_list_below_code_without_marks_is_no_note(small):
    text = text_of(small, f"{BLOCK}\n1.  One.\n")
    assert text.index("```text") < text.index("1.  One.")


def test_a_block_that_is_not_recorded_has_no_output(small):
    (small / "docs/outputs/demo/one.txt").unlink()
    assert "```text" not in text_of(small, BLOCK)


@pytest.mark.parametrize("figure", ["", FIGURE])
def test_the_machine_is_named_below_all_that_a_block_gave(small, figure):
    edit(small, CODE, "\n\n# %% two", f"\n{MEASURED}\n\n# %% two")
    (small / "docs/outputs/demo/one.svg").write_text("<svg></svg>\n")
    last = "///\n" if figure else "1 0.25\n```\n"
    text = text_of(small, f"{BLOCK}\n{figure}\nText.\n")
    between = text.rpartition(last)[2].partition("Text.")[0]
    assert between.split() == ["{{", "measured", "}}"]
