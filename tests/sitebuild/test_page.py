"""The scanner sees every fence, include, heading, formula, link and number."""

import pytest
from conftest import check, edit

from sitebuild.checks.markup import problems
from sitebuild.checks.prose_numbers import numbers_with_commas
from sitebuild.files import Files
from sitebuild.pages.page import Page, decimals
from sitebuild.pages.snippet_code import find, stands_alone

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
        ("1.  First\n\n" + indented(BLOCK, "    "), 3),
        ("!!! a\n\n    !!! b\n\n" + indented(BLOCK, " " * 8), 5),
        ("> quoted\n>\n" + indented(BLOCK, "> "), 3),
    ],
)
def test_finds_a_fence_wherever_it_is_nested(small, text, line):
    page = scan(small, text)
    assert page.problems == []
    (block,) = page.blocks
    assert block.line == line
    assert block.section == ("snippets/demo.py", "one", 2, block.section.text)
    assert block.section.text == "x = 1\nprint(x, 0.25)\n"


@pytest.mark.parametrize(
    "text, line, message",
    [
        ("\n```python\n```\n", 2, "Python is typed into the page"),
        (BLOCK.replace("\n```\n", "\nprint(1)\n```\n"), 1, "move it into a f"),
        ("```python\n--8<-- 'snippets/demo.py:one'\n```\n", 2, "refused"),
        ("```pycon\n>>> 1\n```\n", 1, "is not known here"),
        ("- ```python\n  print(1)\n  ```\n", 1, "not read as one"),
        ("---\ntitle: x\n", 1, "front matter is not closed"),
        ("---\ntitle: b: c\n---\n", 2, "front matter is `title`"),
        ("---\njust words\n---\n", 2, "front matter is `title`"),
        ("---\n# a comment\n---\n", 2, "front matter is `title`"),
        ('--8<-- "snippets/demo.py:one"\n', 1, "this include is refused"),
        ('--8<-- "docs/outputs/other/one.txt"\n', 1, "this include is refused"),
        ("--8<--\nsnippets/demo.py\n--8<--\n", 1, "this include is refused"),
        ("a\n\n*\n", 3, "this line is not read"),
    ],
)
def test_refuses_what_cannot_be_trusted(small, text, line, message):
    page = scan(small, text)
    problem = [*page.problems, *problems(page)][0]
    assert (problem.path, problem.line) == ("docs/en/demo.md", line)
    assert message in problem.message


@pytest.mark.parametrize(
    "target",
    [
        "/etc/passwd",
        "snippets/../secret.py:one",
        "https://example.org/x.py:one",
        "sitebuild/pages/page.py:one",
        "snippets/demo.py",  # a whole file
        "docs/outputs/demo/../x.txt",
        "docs/en/index.md",
    ],
)
@pytest.mark.parametrize("template", ['--8<-- "{}"', '-8<- "{}"'])
def test_refuses_includes_from_elsewhere(small, target, template):
    page = scan(small, template.format(target) + "\n")
    assert "this include is refused" in [*problems(page)][0].message
    page = scan(small, f"```python\n{template.format(target)}\n```\n")
    assert "this include is refused" in page.problems[0].message


def test_headings_outside_code_with_level_and_id(small):
    page = scan(small, f"# A {{ #a }}\n\n```sh\n# no\n```\n{BLOCK}\n### B\n")
    found = [(h.line, h.level, h.id) for h in page.headings]
    assert found == [(1, 1, "a"), (10, 3, "")]


def test_formulas_outside_code_in_page_order(small):
    text = (
        "Inline $a$ and `$b$`, \\$5, $c$.\n\n$$\nd = e\n$$\n\n"
        "$$f$$\n\n```sh\necho $g$\n```\n\n$h\ni$\n"
    )
    assert scan(small, text).formulas == [
        (1, "a", False, ""),
        (1, "c", False, ""),
        (4, "d = e", True, ""),
        (7, "f", True, ""),
        (13, "h\ni", False, ""),
    ]


def test_links_outside_code(small):
    page = scan(small, 'See [a](b.md#c), `[d](e)` and\n[f](https://g "t").\n')
    assert page.links == [(1, "b.md#c"), (2, "https://g")]


def test_decimals_wherever_an_author_types_them(small):
    page = scan(
        small,
        "---\ntitle: Loss 0.25\n---\n"
        "0.5, $1.25x$, `2.0`, [v](a-3.5.md), 1.2.3, 4.5s, _6.0_, .75\n"
        "\n![-8.5](../outputs/a/b.svg)\n\n"
        "\\times9.5 1-0.1 1.5e-3 −2.5 (-3.5)\n",
    )
    assert [number for _, number in decimals(page)] == [
        *("0.25", "0.5", "1.25", "2.0", "4.5", "6.0", ".75"),
        *("-8.5", "9.5", "0.1", "1.5e-3", "-2.5", "-3.5"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        *("0.**77**5", "**0**.775", "0.`775`", "0.$775$"),
        *("0.[775](b.md)", "0\\.775"),
    ],
)
def test_decimal_is_one_for_readers_whatever_marks_stand_in_it(small, text):
    ((_, number),) = decimals(scan(small, f"It is {text} now.\n"))
    assert number == "0.775"


def test_decimal_commas(small):
    text = "É 0,25; [1, 2], 10,5, $0{,}75$; `x[0,1]`, $a_{1,2}$.\n"
    told = [p.message for p in numbers_with_commas.run(scan(small, text))]
    assert [s.split()[0] for s in told] == ["0,25", "10,5", "0{,}75"]


@pytest.mark.parametrize(
    "content, line, message",
    [
        ("é".encode("latin-1"), 1, "this file is not UTF-8"),
        (b"a\n\tb\n", 2, "a tab or another unseen sign"),
        (b"a\r\n", 1, "a tab or another unseen sign"),
    ],
)
@pytest.mark.parametrize(
    "path",
    ["docs/en/demo.md", "snippets/demo.py", "docs/outputs/demo/one.txt"],
)
def test_a_file_that_cannot_be_read_is_a_problem(
    small, path, content, line, message
):
    (small / path).write_bytes(content)
    problems = [p for p in check(small) if p.path == path]
    assert problems[0].line == line
    assert message in problems[0].message


def test_a_byte_order_mark_does_no_harm(small):
    file = small / "docs/en/demo.md"
    file.write_text("\ufeff---\ntitle: x\n---\n" + file.read_text("utf-8"))
    assert Page(small, "docs/en/demo.md").meta == {"title": "x"}
    assert check(small) == []


def test_a_heading_may_say_what_it_was_translated_from(small):
    page = scan(
        small,
        "# A { #a data-from=0123abcd }\n\n## B { #b data-from=0123abcd "
        ".machine }\n\n## C { #c .other }\n\n## D { #d data-from=x }\n\n"
        '## E { #e forms="a, *b" elsewhere="c d" .ambiguous .machine }\n\n'
        '## F { #f forms="<b>" }\n\n## G { #g style="a" }\n',
    )
    assert page.headings == [
        (1, 1, "a", "0123abcd", False),
        (3, 2, "b", "0123abcd", True),
        (5, 2, "", "", False),
        (7, 2, "", "", False),
        (9, 2, "e", "", True),
        (11, 2, "", "", False),
        (13, 2, "", "", False),
    ]


def test_code_spans_end_with_their_paragraph(small):
    assert scan(small, "a ` b\n\n$x$\n\nc ` d\n").formulas == [
        (3, "x", False, "")
    ]


CODE = '''"""A module."""

import math
from functools import cache

SIZE = 3  # of a side


# A comment above is not shown.
@cache
def area() -> float:
    """Its area."""

    def square():
        return SIZE**2

    return square()
    # One inside is.


one, two = 1, 2

# %% cell-one
one = 1
if one:
    two = math.sqrt(2)

# %%
class Box(list):
    pass
# %% area
area = 5
'''


@pytest.mark.parametrize(
    "name, line, text",
    [
        ("SIZE", 6, "SIZE = 3  # of a side\n"),
        ("cell-one", 24, "one = 1\nif one:\n    two = math.sqrt(2)\n"),
        ("one", 24, "one = 1\n"),
        ("Box", 29, "class Box(list):\n    pass\n"),
        ("area", 32, "area = 5\n"),  # the cell, not the function
        *[(name, 0, "") for name in ("two", "square", "math", "Area", "a-b")],
    ],
)
def test_code_is_found_by_the_name_of_a_cell_or_a_definition(
    small, name, line, text
):
    (small / "snippets/a.py").write_text(CODE)
    found = find(Files(small), "snippets/a.py", name)
    assert found == (("snippets/a.py", name, line, text) if text else None)


def test_a_definition_has_its_decorators_and_all_its_lines(small):
    (small / "snippets/a.py").write_text(CODE.partition("# %% area")[0])
    area = find(Files(small), "snippets/a.py", "area")
    assert area.line == 10
    assert area.text.startswith("@cache\ndef area()")
    assert area.text.endswith("    return square()\n")


def test_says_why_a_definition_cannot_be_found(small):
    edit(small, "snippets/demo.py", "print(x + 1)", "print(x + 1")
    page = scan(small, BLOCK)
    assert page.problems == []  # a cell is found; to run it tells the rest
    (problem,) = scan(small, BLOCK.replace(":one", ":x")).problems
    assert "(snippets/demo.py:6: '(' was never closed)" in problem.message


@pytest.mark.parametrize(
    "alone, code",
    [
        (True, "import torch\nx = torch.ones(2)\nprint(x.sum())\n"),
        (True, "def f(x):\n    y = [x for x in range(x)]\n    return y\n"),
        (True, "for i, x in enumerate([1]):\n    print(i, x, __name__)\n"),
        (False, "from snippets.sentences import SUN\n"),
        (False, "def f():\n    import snippets.heatmap\n"),
        (False, "print(x)\n"),
        (False, "x = x + 1\n"),
        (False, "x += 1\n"),
        (False, "class A(nn.Module):\n    pass\n"),
        (False, "x[0] = 1\n"),
        (False, "print(x)\nx = 1\n"),
    ],
)
def test_code_that_needs_something_else_does_not_stand_alone(alone, code):
    assert stands_alone(code) == alone
