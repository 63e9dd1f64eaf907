"""Small projects to plant faults in: copies of this one, and one of a page."""

import contextlib
import io
import os
import re
import shutil
import subprocess
from pathlib import Path

from sitebuild.__main__ import main

ROOT = Path(__file__).parent.parent
# Copies have two languages: as another one grows, no test gets slower.
OTHERS = re.findall(
    r"- locale: (\w+)", (ROOT / "mkdocs.yml").read_text("utf-8")
)[2:]
COPIED = (
    *("docs", "snippets", "sitebuild", "benchmarks", "tests"),
    *("mkdocs.yml", "pyproject.toml", "CITATION.cff"),
    "constraints.txt",
)
CHAPTER_FOLDERS = (
    "docs/outputs",
    "docs/assets/diagrams",
    "snippets/chapters",
)


def copy_project(target: Path, source: Path = ROOT) -> Path:
    """Copy a whole project, of this one two languages, to an empty folder."""
    left_out = OTHERS if source == ROOT else ()
    ignore = shutil.ignore_patterns("__pycache__", *left_out)
    for name in COPIED:
        if (source / name).is_dir():
            shutil.copytree(source / name, target / name, ignore=ignore)
        else:
            shutil.copy(source / name, target / name)
    settings = target / "mkdocs.yml"
    text = settings.read_text("utf-8")
    for code in left_out:
        text = re.sub(rf" +- locale: {code}\n(?: {{10}}.*\n)+", "", text)
    settings.write_text(text, "utf-8")
    return target


def keep_one_chapter(project: Path) -> Path:
    """Leave one chapter in a copy; of the other pages the headings stay."""
    kept = {"index", "simplified-attention", "glossary"}
    for page in (project / "docs").glob("??/*.md"):
        if page.stem not in kept:
            lines = page.read_text("utf-8").splitlines()
            lines = [s for s in lines if s.startswith("#")]
            lines = [s for s in lines if "#exercises " not in s]
            page.write_text("\n\n".join(lines) + "\n", "utf-8")
    for folder in CHAPTER_FOLDERS:
        for other in (project / folder).glob("[a-z]*/"):
            if other.name.replace("_", "-") not in kept:
                shutil.rmtree(other)
    forget_other_pages(project)
    mark_all(project)
    return project


def mark_all(root: Path) -> None:
    """Mark what is translated as made from the original as it is."""
    with contextlib.redirect_stdout(io.StringIO()) as told:
        main(["todo"], root)
        units = re.findall(r": (\S+#\S+) is outdated", told.getvalue())
        assert not units or main(["done", *units], root) == 0


BORROWS = "index", "simplified-attention"  # these show what others draw


def forget_other_pages(project: Path) -> None:
    """Take out of the pages that stay what others' blocks draw."""
    figure = re.compile(r"(?ms)^!\[.*?^///\n\n")
    for name in BORROWS:
        for page in (project / "docs").glob(f"??/{name}.md"):
            text = page.read_text("utf-8")
            for found in figure.findall(text):
                if "../outputs/" in found and f"/{name}/" not in found:
                    text = text.replace(found, "")
            for widget in ("translator", "film"):
                text = text.replace(f"{{{{ {widget} }}}}\n\n", "")
            page.write_text(text, "utf-8")


def edit(root: Path, path: str, old: str, new: str) -> None:
    """Replace the first `old` in a file, which must be there."""
    file = root / path
    text = file.read_text("utf-8")
    assert old in text, f"{path} has no {old!r}"
    file.write_text(text.replace(old, new, 1), "utf-8")


def line_of(root: Path, path: str, text: str) -> int:
    """Number of the line of a file where this text starts first."""
    before, found, _ = (root / path).read_text("utf-8").partition(text)
    assert found == text, f"{path} has no {text!r}"
    return before.count("\n") + 1


def git(folder: Path, *command: str, said: str = "", **env: str) -> str:
    """What git prints to somebody; `said` is what it is told."""
    who = "-c", "user.name=A", "-c", "user.email=a@example.org"
    return subprocess.run(
        ["git", *who, *command],
        cwd=folder,
        check=True,
        input=said,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | env,
    ).stdout


def commit_all(folder: Path) -> None:
    """Let git know a folder as it is now."""
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "first")


def speak(root: Path, *codes: str) -> None:
    """Make these the languages of a small project, with a folder each."""
    spoken = "".join(
        f"        - locale: {code}\n          name: {code}\n" for code in codes
    )
    settings = f"plugins:\n  - i18n:\n      languages:\n{spoken}"
    (root / "mkdocs.yml").write_text(settings, "utf-8")
    for code in codes:
        (root / "docs" / code).mkdir(parents=True, exist_ok=True)


def write_files(root: Path, files: dict[str, str]) -> None:
    """Write texts by their paths."""
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")


def write_small(root: Path) -> None:
    """Write a project with one snippet and one page."""
    files = {
        "pyproject.toml": (ROOT / "pyproject.toml").read_text("utf-8"),
        "snippets/demo.py": (
            "# %% one\nx = 1\nprint(x, 0.25)\n\n# %% two\nprint(x + 1)\n"
        ),
        "docs/en/words.yml": "say-checked: '{pages} pages, {count} problems'\n",
        "docs/outputs/demo/one.txt": "1 0.25\n",
        "docs/outputs/demo/two.txt": "2\n",
        "docs/recorded.json": (
            '{"demo": {"python": "3.11", "torch": "2.13.0", "device": "cpu", '
            '"date": "2026-01-31"}}\n'
        ),
        "docs/en/demo.md": (
            "# Demo { #demo }\n"
            "\n"
            "A quarter is 0.25, also as $\\frac{1}{4}$.\n"
            "\n"
            "```python\n"
            '--8<-- "snippets/demo.py:one"\n'
            "```\n"
            "\n"
            "!!! note\n"
            "\n"
            "    ```python\n"
            '    --8<-- "snippets/demo.py:two"\n'
            "    ```\n"
        ),
    }
    write_files(root, files)
