"""The site does not hang on one tool: what else builds it, and how alike."""

import re

from conftest import run

GENERATOR = re.compile(rb'<meta name="generator" content="[^"]*">')


def published(folder) -> dict[str, bytes]:
    """Path -> content of each file, less the tool's name and packed twins."""
    return {
        file.relative_to(folder).as_posix(): GENERATOR.sub(
            b"", file.read_bytes()
        )
        for file in folder.glob("**/*")
        if file.is_file() and file.suffix not in (".gz", ".br", ".zip")
    }


def test_properdocs_gives_the_same_site(chapter):
    """The maintained fork of MkDocs 1, with the same plugins and theme."""
    for tool in ("mkdocs", "properdocs"):
        result = run(
            chapter, tool, "build", "-f", "mkdocs.yml", "--site-dir", tool
        )
        assert result.returncode == 0, result.stdout
    sites = [published(chapter / tool) for tool in ("mkdocs", "properdocs")]
    assert sites[0] == sites[1] and len(sites[0]) > 80
    index = (chapter / "properdocs/index.html").read_text("utf-8")
    assert "ProperDocs" in index
