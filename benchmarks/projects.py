"""Whole projects to measure, with made-up chapters in two languages.

`write_project` makes one of this project's own engine, configuration and theme;
its pages pass every gate. `write_other` makes one with the same chapters for
another way to execute what pages show. Both need an empty folder.
"""

import re
import shutil
from pathlib import Path

from benchmarks.pages import (
    CHAPTER,
    ROOT,
    WORDS,
    Ends,
    cell,
    chapter,
    executed,
    first_page,
    front_matter,
    included,
    name_of,
    seeded,
)
from sitebuild.files import write
from sitebuild.pages.includes import expand_includes
from sitebuild.pages.page import Page, read_pages
from sitebuild.pages.site_config import ORIGINAL, path_of
from sitebuild.pages.staleness import sections

SNIPPETS = (
    "__init__",
    "device",
    "heatmap",
)  # what blocks and the engine import
ASSETS = ("fonts", "javascripts", "scripts", "styles", "theme")
MARKER = re.compile(r"^# %%.*\n", re.M)
NAV = re.compile(r"^nav:\n(?:  .*\n)+", re.M)
TRANSLATION = re.compile(r"^ +- locale: (?!en)..\n(?: {10}.*\n)+", re.M)
OURS = re.compile(r"^  (?:- sitebuild |custom_dir: ).*\n", re.M)

NOTEBOOK = """\
---
jupyter:
  kernelspec: {display_name: Python 3, language: python, name: python3}
---

"""
OTHER = """\
site_name: Made up
strict: true
theme: {name: material, font: false}
plugins:
  - search
  - i18n: {docs_structure: folder, languages: LANGUAGES}
  - PLUGIN
markdown_extensions:
  - pymdownx.superfences
  - pymdownx.highlight: {pygments_lang_class: true}
"""
OTHERS = {  # the plugin, how it shows a block, what pages start with
    "mkdocs-jupyter": (
        "mkdocs-jupyter: {execute: true, allow_errors: false, cache: false}",
        cell,
        NOTEBOOK,
    ),
    "markdown-exec": ("markdown-exec", executed, ""),
}


def write_project(root: Path, chapters: int, languages: list[str]) -> None:
    """A project of our kind; only its recordings are missing."""
    numbers = range(1, chapters + 1)
    shutil.copytree(ROOT / "sitebuild", root / "sitebuild")
    for name in ASSETS:
        folder = f"docs/assets/{name}"
        shutil.copytree(ROOT / folder, root / folder)
    settings = (ROOT / "pyproject.toml").read_text("utf-8")
    write(root / "pyproject.toml", settings)
    write_words(root)
    write_snippets(root)
    source = (ROOT / CHAPTER).read_text("utf-8")
    for n in numbers:
        module = name_of(n).replace("-", "_")
        path = root / f"snippets/chapters/{module}/steps.py"
        write(path, seeded(n, source))
    nav = "".join(f"  - {name_of(n)}.md\n" for n in numbers)
    config = (ROOT / "mkdocs.yml").read_text("utf-8")
    config = NAV.sub(f"nav:\n  - Home: index.md\n{nav}", config)
    write(root / "mkdocs.yml", spoken(TRANSLATION.sub("", config), languages))
    for language in languages:
        for name, text in pages(root, numbers, language).items():
            write(root / f"docs/{language}/{name}.md", text)


def spoken(config: str, languages: list[str]) -> str:
    """Return the settings with further languages below the original."""
    lines = "".join(
        f"        - locale: {code}\n          name: {WORDS[code]['name']}\n"
        "          build: true\n"
        for code in languages
        if code != ORIGINAL
    )
    return re.sub(r"(default: true\n +build: true\n)", rf"\1{lines}", config)


def write_words(root: Path) -> None:
    """The original's words, as they are here."""
    path = path_of(ORIGINAL, "words.yml")
    write(root / path, (ROOT / path).read_text("utf-8"))


def pages(root: Path, numbers: range, language: str) -> dict[str, str]:
    """Name of a page -> its text; translations need the originals' files."""
    words = WORDS[language]

    def ends(name: str) -> Ends:
        if language == ORIGINAL:
            return lambda key: f" {{ #{key} }}"
        page = Page(root, f"docs/{ORIGINAL}/{name}.md")
        now = {k: s.fingerprint for k, s in sections(page).items()}
        return lambda key: f" {{ #{key} data-from={now[key]} .machine }}"

    start = front_matter(words["home"], words)
    found = {"index": start + first_page(words, ends("index"))}
    for n in numbers:
        start = front_matter(words["title"].format(n=n), words)
        name = name_of(n)
        found[name] = start + chapter(n, words, included, ends(name))
    return found


def write_snippets(root: Path) -> None:
    """The code that blocks import, without what chapters show of it."""
    for name in SNIPPETS:
        path = f"snippets/{name}.py"
        write(root / path, MARKER.sub("", (ROOT / path).read_text("utf-8")))


def write_bare(root: Path) -> str:
    """Beside a project's configuration, one without our plugin; its name.

    Its pages, in a folder of their own, are what our plugin gives the renderer.
    """
    shutil.copytree(root / "docs", root / "bare")
    for page in read_pages(root):
        target = root / page.path.replace("docs", "bare", 1)
        write(target, expand_includes(page))
    config = OURS.sub("", (root / "mkdocs.yml").read_text("utf-8"))
    write(root / "bare.yml", f"{config}docs_dir: bare\n")
    return "bare.yml"


def write_other(
    root: Path, way: str, chapters: int, languages: list[str]
) -> None:
    """A project for one of OTHERS."""
    plugin, show, start = OTHERS[way]
    locales = [
        f"{{locale: {code}, name: {WORDS[code]['name']}, build: true, "
        f"default: {str(code == ORIGINAL).lower()}}}"
        for code in languages
    ]
    config = OTHER.replace("LANGUAGES", f"[{', '.join(locales)}]")
    write(root / "mkdocs.yml", config.replace("PLUGIN", plugin))
    write_snippets(root)
    for language in languages:
        words, folder = WORDS[language], root / "docs" / language
        write(folder / "index.md", first_page(words, lambda _: ""))
        for n in range(1, chapters + 1):
            text = chapter(n, words, show, lambda _: "")
            write(folder / f"{name_of(n)}.md", start + text)
