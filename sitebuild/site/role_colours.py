"""The roles of signs and names: each has one colour in formulas and code.

A file that `[tool.sitebuild]` names as `roles` says which signs and names have
which role, and beside which others, if not everywhere.
"""

import re
from functools import cache
from html import escape
from itertools import count
from typing import NamedTuple
from xml.etree.ElementTree import Element

from sitebuild.i18n import notices
from sitebuild.pages.mathml import to_mathml, to_tree
from sitebuild.pages.output_types import PICTURE
from sitebuild.pages.page import Page, recording_text
from sitebuild.pages.project import ROLES, Project
from sitebuild.site.html_utils import elements, rewritten

MATH = "<math", "</math>"
# What stands together: a paragraph, a cell, a formula, a block of code.
BLOCK = re.compile(r"(?=<(?:p|[uod]l|t[dh]|h\d|div|figcaption|summary)\b)")
SCRIPTS = {"msub": "_", "msup": "^", "msubsup": "_^"}
SCRIPTS |= dict.fromkeys(("munder", "mover", "munderover"), "")
OPENED = re.compile(r"<[a-z]+")
NAME = re.compile(r'(<span class="o">\.</span>)?<span class="n">(\w+)</span>')
LEAST = 2  # of a role: with fewer there is nothing to light


class Roles(NamedTuple):
    """Classes by signs and by names; others that some of them need beside."""

    signs: dict[str, str]
    names: dict[str, str]
    beside: dict[str, dict[str, set[str]]]
    terms: dict[str, str]  # classes by terms of the glossary
    other: list[str]  # drawings that show something else


def read(project: Project) -> Roles:
    """Return the roles that a project's file gives; none without a file."""
    data = project.data(ROLES)
    given = {role: entry for role, entry in data.items() if "term" in entry}
    marks = {role: f"r{role[0]}" for role in given}
    beside = data.get("beside", {})
    return Roles(
        {spell(s): marks[r] for r in given for s in given[r]["signs"]},
        {name: marks[r] for r in given for name in given[r]["names"]},
        {
            "signs": {
                spell(s): {*map(spell, others)}
                for s, others in beside.get("signs", {}).items()
            },
            "names": {n: {*o} for n, o in beside.get("names", {}).items()},
        },
        {given[role]["term"]: mark for role, mark in marks.items()},
        data.get("other", []),
    )


def spell(sign: str) -> str:
    """Return how a sign in LaTeX is found in MathML, as W_q."""
    return symbols(to_mathml(sign, display=False))[0][1][-1]


@cache
def symbols(mathml: str) -> list[tuple[int, list[str]]]:
    """Return the symbols of a formula that stand on its line.

    Of each, the number of its element, and its letter without and with each
    index that is a letter.
    """
    root = to_tree(mathml)
    numbers = {element: number for number, element in enumerate(root.iter())}
    found: list[tuple[int, list[str]]] = []

    def visit(element: Element) -> None:
        if element.tag not in SCRIPTS | {"mi": ""}:
            for child in element:
                visit(child)
            return
        base, *scripts = element if len(element) else [element]
        letter = next(base.iter("mi"), base) if base.tag == "mover" else base
        if letter.tag == "mi":
            pairs = zip(SCRIPTS.get(element.tag, ""), scripts)
            spelled = [f"{letter.text}{s}{e.text}" for s, e in pairs]
            found.append((numbers[element], [letter.text or "", *spelled]))
        else:
            visit(base)

    visit(root)
    return found


def coloured(html: str, roles: Roles) -> str:
    """Return a page's HTML with a class for each sign and name of a role."""
    if not roles.signs:
        return html
    parts = BLOCK.split(html)
    return "".join(with_names(with_signs(p, roles), roles) for p in parts)


def with_signs(part: str, roles: Roles) -> str:
    """Give the signs of a block's formulas their classes."""
    formulas = elements(part, *MATH)
    there = {s for f in formulas for _, spelled in symbols(f) for s in spelled}

    def marked(formula: str) -> str:
        marks = {}
        for number, spelled in symbols(formula):
            for sign in spelled:
                if sign in roles.signs and meant(sign, there, roles, "signs"):
                    marks[number] = f' class="{roles.signs[sign]}"'
        numbers = count()
        return OPENED.sub(
            lambda tag: tag[0] + marks.get(next(numbers), ""), formula
        )

    return rewritten(part, *MATH, marked)


def with_names(part: str, roles: Roles) -> str:
    """Give the names of a block of code their classes."""
    there = {name for _, name in NAME.findall(part)}

    def marked(found: re.Match) -> str:
        dot, name = found[1] or "", found[2]
        known = f".{name}" if dot else name
        if known not in roles.names or not meant(name, there, roles, "names"):
            return found[0]
        return f'{dot}<span class="{roles.names[known]}">{name}</span>'

    return NAME.sub(marked, part)


def meant(text: str, there: set[str], roles: Roles, kind: str) -> bool:
    """Tell whether a sign or name has its role beside those that are there."""
    needed = roles.beside[kind].get(text)
    return needed is None or not needed.isdisjoint(there)


def with_others(html: str, page: Page, roles: Roles) -> str:
    """Mark the figures that show something else in the colours of roles."""
    for include in page.includes:
        if include.path.endswith(tuple(f"{p}.svg" for p in roles.other)):
            picture = PICTURE.html(recording_text(page, include)).strip()
            before, found, after = html.partition(picture)
            start, figure, rest = before.rpartition("<figure>")
            if found and figure:
                html = f'{start}<figure class="x">{rest}{found}{after}'
    return html


def with_key(
    html: str, page: Page, project: Project, roles: Roles, language: str
) -> str:
    """Say what the colours mean below the first heading that has some.

    Where a script can light them up (roles.js), its buttons take their place.
    """
    marks = {mark: f' class="{mark}"' for mark in roles.terms.values()}
    there = {mark: html.count(text) for mark, text in marks.items()}
    if max(there.values(), default=0) < LEAST:
        return html
    words = {term.key: term.term for term in project.terms[language]}
    parts = [
        f'<span class="{mark}">{escape(words[term])}</span>'
        for term, mark in roles.terms.items()
        if there[mark]
    ]
    title = escape(project.words[language]["roles"])
    key = f'<p class="roles" data-search-exclude>{title} {" ".join(parts)}</p>'
    html = with_others(html, page, roles)
    for _, heading, text in notices.passages(html):
        if any(mark in heading + text for mark in marks.values()):
            return html.replace(heading, heading + key, 1)
    return html
