"""Chapters: pages whose code sets exercises, and the length of their blocks."""

import ast
from collections.abc import Iterator
from html import escape
from itertools import takewhile
from pathlib import Path

from sitebuild.checks import page_check
from sitebuild.pages.page import Page, Passage
from sitebuild.pages.placeholders import ACTIONS, place
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import ORIGINAL
from sitebuild.pages.snippet_code import syntax
from sitebuild.problem import Problem

EXERCISES = "exercises"  # the id of the section
SCREEN, FOLDED = 25, 60  # lines of a block


def folder(page: Page) -> Path:
    """Return where a page's code lies, if it has any."""
    return page.root / page.chapter_file("")


def is_chapter(page: Page) -> bool:
    """Tell whether a page teaches: one that does sets exercises."""
    return (folder(page) / "exercises.py").is_file()


@page_check(finds="block longer than a screen")
def short(page: Page) -> Iterator[Problem]:
    """A block can be read without scrolling; solutions may be longer."""
    for block in page.blocks if page.language == ORIGINAL else []:
        inside = page.lines[block.line - 1].startswith(" ")
        above = [box for box in page.boxes if box.line < block.line]
        most = FOLDED if inside and above[-1].marks == "???" else SCREEN
        code = block.section.text.strip("\n")
        count = len(code.splitlines()) - docstring_lines(code)
        if count > most:
            yield page.problem(
                block.line,
                f"block '{block.section.name}' has {count} lines of code, and "
                f"readers see {most}; split it",
            )


def docstring_lines(code: str) -> int:
    """Count the lines of the docstrings of a code's classes."""
    classes = [n for n in syntax(code).body if isinstance(n, ast.ClassDef)]
    words = [ast.get_docstring(node, clean=False) for node in classes]
    return sum(text.count("\n") + 1 for text in words if text)


def part(page: Page, name: str) -> tuple[Passage | None, list[Passage]]:
    """Return the passage with an id, if there is one, and those below it."""
    ids = [heading.id for heading in page.headings]
    if name not in ids:
        return None, []
    whole, *rest = page.passages[ids.index(name) :]
    level = whole.heading.level
    return whole, list(takewhile(lambda p: p.heading.level > level, rest))


@place(ACTIONS)
def count(project: Project, page: Page, language: str) -> str:
    """Return a link to a page's exercises, with their number."""
    _, found = part(page, EXERCISES)
    text = project.words[language]["exercises"].format(count=len(found))
    return f'<a href="#{EXERCISES}">{escape(text)}</a>' if found else ""
