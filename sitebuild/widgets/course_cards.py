"""Show what the course offers: parts, exercises, source guides, minutes."""

import ast
import re
from collections.abc import Iterator
from html import escape

from sitebuild.checks import page_check
from sitebuild.pages.page import Page
from sitebuild.pages.placeholders import ACTIONS, FOOT, place
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import (
    HOME,
    ORIGINAL,
    PART,
    navigation_texts,
    parts,
    tag,
)
from sitebuild.pages.snippet_code import syntax
from sitebuild.problem import Problem
from sitebuild.widgets.answers import EXERCISE
from sitebuild.widgets.attention_arcs import weights

SECTION = "exercises"  # the id of the heading above all exercises
ABLE = "able-"  # begins the key of what one can do after a part
SOURCES, GUIDE = "sources", "guide-"  # a page; begins the ids of its sections
WORD = r"[^\W\d_][\w'\u2019-]*"
# What is read in a minute of a text that one reckons along with.
WORDS, LINES, PICTURES = 150, 20, 2  # pictures: figures, displayed formulas
STEP = 5  # minutes: no estimate is finer
SCREEN, FOLDED = 25, 60  # most lines of a block, and of one in a fold


@place("{{ chapters }}", form=True)
def chapters(project: Project, page: Page, language: str) -> str:
    """Return a card for each part of the course, with its other pages."""
    titles = navigation_texts(project.words[ORIGINAL])
    keys = {title: key for key, title in titles.items()}
    cards = ""
    for title, names in parts(project.root).items():
        others = [name for name in names if name != page.name]
        cards += card(project, keys[title], others, language)
    return f'<dl class="parts">{cards}</dl>'


def card(project: Project, key: str, names: list[str], language: str) -> str:
    """Return a part: a picture, its name, what one can do then, its pages."""
    words, titles = project.words[language], project.titles(language)
    total, lines = 0, ""
    for name in names:
        title, number = escape(titles[name]), project.numbers.get(name)
        spoken = project.page(name, language).language
        if spoken != language:
            title = f'<span lang="{tag(spoken)}">{title}</span>'
        before = f'<span class="number">{number}</span> ' if number else ""
        lines += f'<dd>{before}<a href="{escape(name)}/">{title}</a></dd>'
        if name in project.numbers:  # else it is only looked up
            total += minutes(project.originals[name])
    time = words["minutes"].format(count=total) if total else ""
    then = words.get(ABLE + key.removeprefix(PART), "")
    return (
        f"<div><dt>{picture(project, key)}<span>{escape(words[key])}</span> "
        f"<small>{escape(time)}</small></dt>"
        f'<dd class="able">{escape(then)}</dd>{lines}</div>'
    )


def picture(project: Project, key: str) -> str:
    """Return the weights of a part as small squares; empty if it has none."""
    table = weights(project.files, project.widget("cards").get(key, ""))
    if not table:
        return ""
    squares = "".join(
        f'<path d="M{x} {y}h1v1h-1z" fill-opacity="{weight:.2f}"/>'
        for y, row in enumerate(table.values)
        for x, weight in enumerate(row)
        if weight >= 0.005
    )
    box = f"0 0 {len(table.columns)} {len(table.rows)}"
    return f'<svg viewBox="{box}" aria-hidden="true">{squares}</svg>'


def folded(page: Page) -> set[int]:
    """Return the lines that are seen only when a box is unfolded."""
    boxes = [box for box in page.boxes if box.marks == "???"]
    return {n for box in boxes for n in range(box.line + 1, box.end + 1)}


def minutes(page: Page) -> int:
    """Estimate how long it takes to read what a page shows, folds closed."""
    hidden = folded(page)
    words = [re.findall(WORD, t) for n, t in page.words if n not in hidden]
    code = [b.section.text for b in page.blocks if b.line not in hidden]
    pictures = [i.line for i in page.includes if i.output.drawn]
    pictures += [formula.line for formula in page.formulas if formula.display]
    needed = (
        sum(map(len, words)) / WORDS
        + sum(len(text.strip().splitlines()) for text in code) / LINES
        + sum(line not in hidden for line in pictures) / PICTURES
    )
    return max(STEP, STEP * round(needed / STEP))


@page_check(finds="block longer than a screen")
def short(page: Page) -> Iterator[Problem]:
    """Refuse long blocks of code; docstrings of classes do not count."""
    hidden = folded(page)
    for block in page.blocks if page.language == ORIGINAL else []:
        code = block.section.text.strip("\n")
        classes = [n for n in syntax(code).body if isinstance(n, ast.ClassDef)]
        texts = [ast.get_docstring(node, clean=False) for node in classes]
        uncounted = [text.split("\n") for text in texts if text]
        count = len(code.splitlines()) - sum(map(len, uncounted))
        most = FOLDED if block.line in hidden else SCREEN
        if count > most:
            reason = f"block '{block.section.name}' has {count} lines of code, "
            reason += f"and readers see {most}; split it"
            yield page.problem(block.line, reason)


@place(ACTIONS)
def exercises(project: Project, page: Page, language: str) -> str:
    """Return a link to a page's exercises, with their number."""
    count = sum(h.id.startswith(EXERCISE) for h in page.headings)
    text = escape(project.words[language]["exercises"].format(count=count))
    shown = count and SECTION in page.by_id
    return f'<a href="#{SECTION}">{text}</a>' if shown else ""


@place(FOOT)
def covers(project: Project, page: Page, language: str) -> str:
    """Return links to the source guides whose parts lead to a page.

    The first page has none: it teaches no part and only says how to read.
    """
    sources = project.originals.get(SOURCES)
    if not sources or page.name == HOME:
        return ""
    lines = [n for n, to in sources.links if to.startswith(f"{page.name}.md")]
    guides = ", ".join(
        f'<a href="../{SOURCES}/#{id}">{id.removeprefix(GUIDE)}</a>'
        for id, section in sources.by_id.items()
        if id.startswith(GUIDE) and any(line in section for line in lines)
    )
    text = escape(project.words[language]["covers"]).format(guides=guides)
    return f"<p>{text}</p>\n" if guides else ""
