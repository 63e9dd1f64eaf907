"""What a chapter of this course has.

A page with code has a folder in `snippets/chapters`, which holds its steps and
its drawings. It is a chapter if that also holds exercises, and wrong answers to
them; the others are there to look things up, or to get a first idea.
"""

from collections.abc import Iterator
from html import escape
from itertools import takewhile
from pathlib import Path

from course.modules import explained
from proof.checks import page_check
from proof.pages.page import Page, Passage
from proof.pages.places import ACTIONS, place
from proof.pages.settings import ORIGINAL
from proof.problem import Problem
from proof.site.edition import Edition

LAST = ("mistakes", "exercises", "remember")  # sections, in this order
DESCRIPTION = 30  # letters, at least: where pages are searched it says why
CHECK = ("check_", "check-")  # how a block that checks is named
FOLDS = ["??? tip", "??? question", "??? success"]  # hint, check, solution
MISTAKES, EXERCISES = 3, 4  # at most
SCREEN, FOLDED = 25, 60  # lines of a block


def folder(page: Page) -> Path:
    """Return where a page's code lies, if it has any."""
    return page.root / page.chapter_file("")


def is_chapter(page: Page) -> bool:
    """Tell whether a page teaches: one that does sets exercises."""
    return (folder(page) / "exercises.py").is_file()


@page_check(finds="chapter that ends with an exercise")
def sections(page: Page) -> Iterator[Problem]:
    """A chapter ends with mistakes, exercises and what to remember."""
    ids = [heading.id for heading in page.headings]
    ends = [name for name in ids if name in LAST]
    if is_chapter(page) and (ends != [*LAST] or ids[-1] != LAST[-1]):
        yield page.problem(
            1,
            f"a chapter has the sections `{'`, `'.join(LAST)}` in this order, "
            "the last one at its end; add or move them",
        )


@page_check(finds="chapter without a description")
def described(page: Page) -> Iterator[Problem]:
    """A chapter says at its top what it is about."""
    known = str(page.meta.get("description", ""))
    if folder(page).is_dir() and not (
        page.meta.get("title") and len(known) >= DESCRIPTION
    ):
        yield page.problem(
            1,
            "a chapter has a `title` and a `description` of at least "
            f"{DESCRIPTION} letters in its front matter; write them",
        )


@page_check(finds="block longer than a screen")
def short(page: Page) -> Iterator[Problem]:
    """A block can be read without scrolling; solutions may be longer."""
    for block in page.blocks if page.language == ORIGINAL else []:
        inside = page.lines[block.line - 1].startswith(" ")
        above = [box for box in page.boxes if box.line < block.line]
        most = FOLDED if inside and above[-1].marks == "???" else SCREEN
        code = block.section.text.strip("\n")
        count = len(code.splitlines()) - explained(code)
        if count > most:
            yield page.problem(
                block.line,
                f"block '{block.section.name}' has {count} lines of code, and "
                f"readers see {most}; split it",
            )


def part(page: Page, name: str) -> tuple[Passage | None, list[Passage]]:
    """Return the passage with an id, if there is one, and those below it."""
    ids = [heading.id for heading in page.headings]
    if name not in ids:
        return None, []
    whole, *rest = page.passages[ids.index(name) :]
    level = whole.heading.level
    return whole, list(takewhile(lambda p: p.heading.level > level, rest))


@page_check(finds="mistake too many")
def mistakes(page: Page) -> Iterator[Problem]:
    """A chapter shows few mistakes: a wrong line is remembered, too."""
    _, found = part(page, LAST[0])
    for passage in found[MISTAKES:] if is_chapter(page) else []:
        yield page.problem(
            passage.heading.line,
            f"there are {len(found)} mistakes, and {MISTAKES} do; move this "
            "one to the silent mistakes, or leave it out",
        )


@page_check(finds="exercise without a check")
def exercises(page: Page) -> Iterator[Problem]:
    """There are a few exercises, each with hint, check and solution."""
    whole, found = part(page, LAST[1])
    if whole and not 1 <= len(found) <= EXERCISES:
        yield page.problem(
            whole.heading.line,
            f"there are {len(found)} exercises; write 1 to {EXERCISES}, each "
            "below its heading",
        )
    for passage in found:
        if not complete(page, passage):
            yield page.problem(
                passage.heading.line,
                "an exercise has one `??? tip` with a hint, one `??? question` "
                "with a block `check_…`, one `??? success` with the solution",
            )


@place(ACTIONS)
def count(edition: Edition, page: Page, language: str) -> str:
    """Return a link to a page's exercises, with their number."""
    _, found = part(page, LAST[1])
    text = edition.words[language]["exercises"].format(count=len(found))
    return f'<a href="#{LAST[1]}">{escape(text)}</a>' if found else ""


def complete(page: Page, passage: Passage) -> bool:
    """Tell whether an exercise has a check, a hint and a solution."""
    folded = [box for box in page.boxes if box.line in passage]
    if [f"{box.marks} {box.kind}" for box in folded] != FOLDS:
        return False
    hint, check, solution = folded
    blocks = [block for block in page.blocks if block.line in passage]
    checks = [b for b in blocks if b.section.name.startswith(CHECK)]
    return any(check.line < b.line <= check.end for b in checks) and any(
        block.line > solution.line for block in blocks
    )
