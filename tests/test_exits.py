"""The site does not hang on one tool: what else builds it, and how alike."""

import re
import shutil

from conftest import EXAMPLE, run

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


def test_properdocs_gives_the_same_site(example, tmp_path):
    """The maintained fork of MkDocs 1, with the same plugins and theme."""
    ignore = shutil.ignore_patterns("site", "__pycache__")
    project = shutil.copytree(example, tmp_path / "project", ignore=ignore)
    command = ("properdocs", "build", "-f", "mkdocs.yml")
    result = run(project, *command, **EXAMPLE)
    assert result.returncode == 0, result.stdout
    sites = [published(root / "site") for root in (example, project)]
    assert sites[0] == sites[1] and len(sites[0]) > 80
    index = (project / "site/index.html").read_text("utf-8")
    assert "ProperDocs" in index
