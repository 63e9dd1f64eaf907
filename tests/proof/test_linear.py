"""What the checks do with a page grows with its length, and no faster."""

import sys
from pathlib import Path

import pytest
from conftest import check

PAGES = "docs/en/demo.md", "docs/pt/demo.md"
WIDTH = 78
SMALL = 2_000  # bytes; the first pages that took minutes had 40,000

# What starts something and may never end it, or is repeated: N is a number.
PIECES = [
    *("[", "](", "![", "[a](b", "[a](#demo) ", "]:", "\\", "\\$", "&#"),
    *(
        "$",
        "$a",
        "$$\n",
        "$$ a\n",
        "$$a$$\n\n",
        "`",
        "`` ` ",
        "**",
        "*a",
        "_a_ ",
    ),
    *("<", "<!--", "<!-- glossary -->", "<figure markdown>", "</figure>"),
    *('<div role="img" aria-label="', "{", "{ #a } ", "{ .b"),
    *("!!! ", "!!! note\n", "!!! note\n\n    a\n\n", "> ", ">", "# "),
    *("- ", "* a\n", "1. a\n", "    * ", "|", "| a ", "| - ", "-", "a "),
    *("1.", "0.5 ", "1,1 ", "11111", "```\n", "~~~\n", "```sh\nmake\n```\n"),
    *("--8<-- \n", '--8<-- "docs/outputs/demo/one.svg"\n', "## A\n\n"),
    *("## A { #aN }\n\n", "## A { #a }\n\nattention attention\n\n"),
]


def planted(piece: str, size: int) -> str:
    """A text of one paragraph and many, as far as the piece allows."""
    line = piece if "\n" in piece else piece * (WIDTH // len(piece))
    count = size // len(line) // 2
    texts = [line.replace("N", str(number)) for number in range(2 * count)]
    return "\n".join(texts[:count]) + "\n\n" + "\n\n".join(texts[count:])


def calls(root: Path, text: str) -> int:
    """How often the checks call a function when each language has the text."""
    for path in PAGES:
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(f"# Demo {{ #demo }}\n\n{text}\n", "utf-8")
    count = 0

    def called(frame, event: str, what) -> None:
        nonlocal count
        count += event.endswith("call")

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        check(root)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("piece", PIECES)
def test_twice_the_text_is_twice_the_work(small, piece):
    once, twice = (calls(small, planted(piece, n * SMALL)) for n in (1, 2))
    assert twice < 2.2 * once
