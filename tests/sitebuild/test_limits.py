"""Lines that are too long to be read at once are refused."""

import pytest
from conftest import check

from sitebuild.files import LONGEST


@pytest.mark.parametrize(
    "path", ["docs/en/demo.md", "docs/en/words.yml", "docs/recorded.json"]
)
def test_a_long_line_is_refused(small, path):
    (small / path).write_text("\n" + "a" * (LONGEST + 1), "utf-8")
    told = [p.message for p in check(small) if p.path == path]
    assert any("letters; break it" in message for message in told)
