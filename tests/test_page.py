"""The scanner sees every fence, include, heading, formula, link and number."""

import pytest

from tools.page import Page
from tools.sections import read_sections

BLOCK = '```python\n--8<-- "snippets/demo.py:one"\n```\n'


def scan(small, text: str, path: str = "docs/en/demo.md") -> Page:
    return Page(small, path, text)


def indented(text: str, by: str) -> str:
    return "".join(by + line for line in text.splitlines(keepends=True))


@pytest.mark.parametrize(
    "text, line",
    [
        (BLOCK, 1),
        ("---\ntitle: x\n---\n\n" + BLOCK, 5),
        (BLOCK.replace("```", "~~~~"), 1),
        (BLOCK.replace("```", "`````"), 1),
        ("!!! note\n\n" + indented(BLOCK, "    "), 3),
        ("??? note\n\n" + indented(BLOCK, "    "), 3),
        ('=== "A"\n\n' + indented(BLOCK, "    "), 3),
        ("1.  First\n\n" + indented(BLOCK, "    "), 3),
        ("!!! a\n\n    !!! b\n\n" + indented(BLOCK, " " * 8), 5),
        ("> quoted\n>\n" + indented(BLOCK, "> "), 3),
        ("<details markdown>\n\n" + BLOCK + "\n</details>", 3),
    ],
)
def test_finds_a_fence_wherever_it_is_nested(small, text, line):
    page = scan(small, text)
    assert page.problems == []
    (block,) = page.blocks
    assert block.line == line
    assert block.section == ("snippets/demo.py", "one", 2, block.section.text)
    assert block.section.text == "x = 1\nprint(x, 0.25)\n"


TYPED = "Python is typed into the page"
UNKNOWN = "is not known here"


@pytest.mark.parametrize(
    "text, line, message",
    [
        ("\n```python\nprint(1)\n```\n", 2, TYPED),
        ("\n```python\n```\n", 2, TYPED),
        (BLOCK.replace("\n```\n", "\nprint(1)\n```\n"), 1, TYPED),
        ("```python\n--8<-- 'snippets/demo.py:one'\n```\n", 2, "refused"),
        ("```py\nprint(1)\n```\n", 1, UNKNOWN),
        ("```Python\nprint(1)\n```\n", 1, UNKNOWN),
        ("```python notest\nprint(1)\n```\n", 1, UNKNOWN),
        ("``` { .python .annotate }\nprint(1)\n```\n", 1, UNKNOWN),
        ("```pycon\n>>> 1\n```\n", 1, UNKNOWN),
        ("```\nprint(1)\n```\n", 1, UNKNOWN),
        ("- ```python\n  print(1)\n  ```\n", 1, "not read as one"),
        ("a\n\n```python\nprint(1)\n", 3, "never closed"),
        ("```text\n0.25\n```\n", 1, "output is typed into the page"),
        ("---\ntitle: x\n", 1, "front matter is not closed"),
        ("---\na: b: c\n---\n", 2, "front matter is not YAML"),
        (BLOCK + "\n" + BLOCK, 5, "stands in line 1 already"),
    ],
)
def test_refuses_what_cannot_be_trusted(small, text, line, message):
    problem = scan(small, text).problems[0]
    assert (problem.path, problem.line) == ("docs/en/demo.md", line)
    assert message in problem.message


@pytest.mark.parametrize(
    "target",
    [
        "/etc/passwd",
        "snippets/../secret.py:one",
        "https://example.org/x.py:one",
        "tools/page.py:one",
        "snippets/demo.py",  # a whole file
        "docs/outputs/demo/../x.txt",
        "docs/en/index.md",
    ],
)
@pytest.mark.parametrize("template", ['--8<-- "{}"', '-8<- "{}"'])
def test_refuses_includes_from_elsewhere(small, target, template):
    page = scan(small, template.format(target) + "\n")
    assert "this include is refused" in page.problems[0].message


def test_refuses_block_includes(small):
    page = scan(small, "--8<--\nsnippets/demo.py\n--8<--\n")
    assert len(page.problems) == 2


def test_refuses_the_recordings_of_another_page(small):
    page = scan(small, '--8<-- "docs/outputs/other/one.svg"\n')
    assert "its own recordings only" in page.problems[0].message


def test_says_which_section_is_missing(small):
    page = scan(small, BLOCK.replace(":one", ":none"))
    (problem,) = page.problems
    assert problem.line == 2
    assert "snippets/demo.py has no section 'none'" in problem.message


def test_says_which_file_is_missing(small):
    page = scan(small, BLOCK.replace("demo.py", "nothing.py"))
    (problem,) = page.problems
    assert problem.line == 2
    assert "there is no file snippets/nothing.py" in problem.message


def test_headings_outside_code_with_level_and_id(small):
    page = scan(small, f"# A {{ #a }}\n\n```sh\n# no\n```\n{BLOCK}\n### B\n")
    assert page.headings == [(1, 1, "a"), (10, 3, "")]


def test_formulas_outside_code_in_page_order(small):
    text = (
        "Inline $a$ and `$b$`, \\$5, $c$.\n\n$$\nd = e\n$$\n\n"
        "    $$f$$\n\n```sh\necho $g$\n```\n\n$h\ni$\n"
    )
    assert scan(small, text).formulas == [
        (1, "a", False),
        (1, "c", False),
        (4, "d = e", True),
        (7, "f", True),
        (13, "h\ni", False),
    ]


def test_links_outside_code(small):
    page = scan(small, 'See [a](b.md#c), `[d](e)` and\n[f](https://g "t").\n')
    assert page.links == [(1, "b.md#c"), (2, "https://g")]


def test_decimals_in_prose_formulas_and_inline_code(small):
    page = scan(
        small,
        '0.5 and $1.25$ and `2.0`, [v](a-3.5.md), 1.2.3, v4.5, x_0.1, "6.0".\n'
        '<div aria-label="7.5">\n',
    )
    numbers = [number for _, number in page.decimals]
    assert numbers == ["0.5", "1.25", "2.0", "6.0", "7.5"]


def test_decimal_commas(small):
    page = scan(small, "Um quarto é 0,25; [1, 2], 10,5 e 1,2,3.\n")
    assert [n for _, n in page.decimal_commas] == ["0,25", "10,5", "1,2"]


@pytest.mark.parametrize(
    "lines, line, message",
    [
        ("# --8<-- [start:a]\nx\n", 1, "'a' is never closed"),
        ("x\n# --8<-- [end:a]\n", 2, "'a' ends here but was not open"),
        (
            "# --8<-- [start:a]\n# --8<-- [start:b]\n# --8<-- [end:b]\n",
            1,
            "'a' is not closed before 'b' starts in line 2",
        ),
        (
            "# --8<-- [start:a]\n# --8<-- [end:a]\n"
            "# --8<-- [start:a]\n# --8<-- [end:a]\n",
            3,
            "two sections 'a'",
        ),
        ("#--8<--[start:a]\n", 1, "this section marker is not read"),
        ("# --8<-- [start:A]\n", 1, "this section marker is not read"),
    ],
)
def test_section_markers_must_pair(tmp_path, lines, line, message):
    (tmp_path / "a.py").write_text(lines)
    _, (problem, *_) = read_sections(tmp_path, "a.py")
    assert problem.line == line
    assert message in problem.message


def test_section_of_a_method_is_dedented(tmp_path):
    (tmp_path / "a.py").write_text(
        "class A:\n    # --8<-- [start:m]\n    def m(self):\n"
        "        return 1\n        # --8<-- [end:m]\n"
    )
    sections, problems = read_sections(tmp_path, "a.py")
    assert problems == []
    assert sections["m"].text == "def m(self):\n    return 1\n"
    assert sections["m"].line == 3
