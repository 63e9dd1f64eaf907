"""Colour the signs of formulas and the names in code by their roles.

The file `docs/roles.yml` says which signs and names have which role, and which
of them have it only beside certain others.
"""

import re
from collections import Counter
from collections.abc import Iterator
from html import escape
from typing import NamedTuple
from xml.etree.ElementTree import Element, fromstring, tostring

from sitebuild.i18n.notices import HEADING
from sitebuild.pages.project import ROLES, Project, View

MATH = re.compile("(?s)<math.*?</math>")
COLOURED = re.compile(r' class="(r\w)"')
# Where a block starts: a paragraph, a cell, a formula, a fence.
BLOCK = re.compile(r"(?=<(?:p|[uod]l|t[dh]|h\d|div|figcaption|summary)\b)")
SCRIPTS = {"msub": "_", "msup": "^", "msubsup": "_^"}
SCRIPTS |= dict.fromkeys(("mi", "munder", "mover", "munderover"), "")
NAME = re.compile(r'<span class="n">(\w+)</span>')
DOT = '<span class="o">.</span>'


class Roles(NamedTuple):
    """The CSS classes of signs, of names and of terms of the glossary.

    `beside` lists which signs and names have their class only in a block with
    one of certain others.
    """

    classes: dict[str, dict[str, str]]  # of "signs" and of "names"
    beside: dict[str, dict[str, list[str]]]
    terms: dict[str, str]
    other: tuple[str, ...]  # ends of paths: drawings of something else

    def css_class(self, kind: str, text: str, block: set[str]) -> str:
        """Return the class of a sign or name in a block; empty without role."""
        has_role = block.intersection(self.beside[kind].get(text, block))
        return self.classes[kind].get(text, "") if has_role else ""


def read(project: Project) -> Roles:
    """Return the roles that a project's file declares; none without a file."""
    data = project.data(ROLES)
    roles = {f"r{r[0]}": entry for r, entry in data.items() if "term" in entry}
    beside = {"signs": {}, "names": {}} | data.get("beside", {})
    classes = {
        kind: {text: css for css, role in roles.items() for text in role[kind]}
        for kind in beside
    }
    terms = {role["term"]: css for css, role in roles.items()}
    other = tuple(f"{drawing}.svg" for drawing in data.get("other", []))
    return Roles(classes, beside, terms, other)


def symbols(element: Element) -> Iterator[tuple[Element, list[str]]]:
    """Yield the symbols of a formula that stand on its line.

    With each come its letter, and its letter with each index, such as W_q.
    """
    if element.tag not in SCRIPTS:
        for child in element:
            yield from symbols(child)
        return
    base, *scripts = element if len(element) else [element]
    letter = next(base.iter("mi"), base) if base.tag == "mover" else base
    if letter.tag == "mi":
        pairs = zip(SCRIPTS[element.tag], scripts)
        indexed = [f"{letter.text}{sign}{e.text}" for sign, e in pairs]
        yield element, [letter.text or "", *indexed]
    else:
        yield from symbols(base)


def coloured(html: str, roles: Roles) -> str:
    """Return a page's HTML with a class for each sign and name of a role."""
    parts = BLOCK.split(html)
    return "".join(with_names(with_signs(p, roles), roles) for p in parts)


def with_signs(part: str, roles: Roles) -> str:
    """Return a block of HTML with classes for the signs of its formulas."""
    trees = {formula: fromstring(formula) for formula in MATH.findall(part)}
    found = [symbol for tree in trees.values() for symbol in symbols(tree)]
    block = {sign for _, spelled in found for sign in spelled}
    for element, spelled in found:
        for sign in spelled:
            if css := roles.css_class("signs", sign, block):
                element.set("class", css)
    return MATH.sub(lambda m: tostring(trees[m[0]], "unicode"), part)


def with_names(part: str, roles: Roles) -> str:
    """Return a block of HTML with classes for the names in its code."""
    block = {*NAME.findall(part)}

    def marked(match: re.Match) -> str:
        dot = "." if part.endswith(DOT, 0, match.start()) else ""
        css = roles.css_class("names", dot + match[1], block)
        return f'<span class="{css or "n"}">{match[1]}</span>'

    return NAME.sub(marked, part)


def with_key(html: str, view: View, roles: Roles) -> str:
    """Return a page with a key to the colours, if it uses them.

    The key stands below the heading above the first colour. Where a script can
    light the roles up (roles.js), buttons take the key's place.
    """
    counts = Counter(COLOURED.findall(html))
    if max(counts.values(), default=0) < 2:  # one has no other to light up
        return html
    terms = view.project.terms[view.language]
    names = {term.key: term.term for term in terms}
    spans = " ".join(
        f'<span class="{css} chip">{escape(names[term])}</span>'
        for term, css in roles.terms.items()
        if css in counts
    )
    title = view.words["roles"]
    key = f'<p class="roles flow" data-search-exclude>{title} {spans}</p>'
    first = COLOURED.search(html).start()
    end = max(h.end() for h in HEADING.finditer(html) if h.start() < first)
    return f"{html[:end]}{key}{html[end:]}"
