"""Files and lines that are too long to be read at once are refused."""

import pytest
from conftest import check

from sitebuild.files import LARGEST, LARGEST_DATA, LONGEST


@pytest.mark.parametrize(
    "path", ["docs/en/demo.md", "docs/en/words.yml", "docs/recorded.json"]
)
def test_a_large_file_and_a_long_line_are_refused(small, path):
    largest = LARGEST if path.endswith(".md") else LARGEST_DATA
    for text, said in (
        ("a\n" * largest, "bytes; split it"),
        ("\n" + "a" * (LONGEST + 1), "letters; break it"),
    ):
        (small / path).write_text(text, "utf-8")
        told = [p.message for p in check(small) if p.path == path]
        assert any(said in message for message in told)
