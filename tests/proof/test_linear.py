"""What a text costs grows with its length, and what is too long is refused."""

import sys
from pathlib import Path

import pytest
from conftest import check, speak

from proof.files import LARGEST, LARGEST_DATA, LONGEST

PAGES = "docs/en/demo.md", "docs/pt/demo.md"
WIDTH = 78
SMALL = 2_000  # bytes; the first pages that took minutes had 40,000
# What starts something and may never end it, or is repeated.
PIECES = [
    *("[a](b", "$$ a\n", "`` ` ", "*a", "<figure markdown>", "{ #a } "),
    *("!!! note\n\n    a\n\n", "    * ", "| a ", '--8<-- "docs/x.svg"\n'),
]


@pytest.fixture
def spoken(small):
    """The small project in two languages: nothing stops a check before it."""
    speak(small, "en", "pt")
    return small


def planted(piece: str, size: int) -> str:
    """A text of one paragraph and many, as far as the piece allows."""
    line = piece if "\n" in piece else piece * (WIDTH // len(piece))
    lines = [line] * (size // len(line) // 2)
    return "\n".join(lines) + "\n\n" + "\n\n".join(lines)


def calls(root: Path, text: str) -> int:
    """How often the checks call a function when each language has the text."""
    for path in PAGES:
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


@pytest.mark.slow
@pytest.mark.parametrize("piece", PIECES)
def test_twice_the_text_is_twice_the_work(spoken, piece):
    once, twice = (calls(spoken, planted(piece, n * SMALL)) for n in (1, 2))
    assert twice < 2.2 * once


@pytest.mark.parametrize(
    "path", [PAGES[0], "docs/en/words.yml", "docs/recorded.json"]
)
def test_a_large_file_and_a_long_line_are_refused(spoken, path):
    largest = LARGEST if path.endswith(".md") else LARGEST_DATA
    for text, said in (
        ("a\n" * largest, "bytes; split it"),
        ("\n" + "a" * (LONGEST + 1), "letters; break it"),
    ):
        (spoken / path).write_text(text, "utf-8")
        told = [p.message for p in check(spoken) if p.path == path]
        assert any(said in message for message in told)
