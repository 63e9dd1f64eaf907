"""Sentences of a translation that are left in the words of its original.

What is quoted or in italics may be the same, and so may names and code.
"""

import re
from collections.abc import Iterator

from proof.deceit import WORD
from proof.pages.dialect import Element, read
from proof.pages.outline import PROSE
from proof.pages.page import Page, Passage
from proof.problem import Problem

STOP = "¦"  # stands for what is no word of a sentence
FILLED = r"\{[a-z]+\}"  # in words of the interface
# Quotations, and who wrote a paper.
NAMES = (
    r'"[^"\v]*"|“[^“”\v]*”|«[^«»\v]*»|„[^„“”\v]*[“”]|‘[^‘’\v]*’'
    r"|\b\w+\s+et al\b\.?"
)
# So many words together, in lower case, that are the original's: of the
# Portuguese sections none has more than two.
EQUAL = 3
SHOWN = 60  # letters of a text that a message shows


def untranslated(
    page: Page,
    mine: Passage,
    original: Page,
    theirs: Passage,
    known: set[str],
    names: set[str],
) -> Iterator[Problem]:
    """Yield sentences, headings and labels in the original's words."""
    there = [text for _, text in texts(original, theirs)]
    runs = {gram for text in there for gram in grams(text) if {*gram} - names}
    whole = set(map(folded, there))
    for line, text in texts(page, mine):
        new = {w for w in low(text) if not {w, w.removesuffix("s")} & known}
        same = new and folded(text) in whole
        for words in sentences(text) if not same else ():
            same = next((w for w in grams(words) if w in runs), None)
            if same:
                line += text[: text.index(words)].count("\n")
                text = words
                break
        if same:
            yield page.problem(
                line,
                f"“{shown(text)}” is left in the words of {original.path}; "
                "translate it (quotation marks, italics or a term in "
                f"docs/{page.language}/glossary.md tell what has to stay)",
            )


def copied_row(mine: str, theirs: str, names: set[str]) -> str:
    """Return words in a row that two texts share and no term has, if any."""
    texts = [
        "\n".join(map(prose, read(re.sub(FILLED, STOP, text))))
        for text in (mine, theirs)
    ]
    rows = (gram for gram in grams(texts[1]) if {*gram} - names)
    shared = {*rows} & {*grams(texts[0])}
    return " ".join(min(shared, default=()))


def spoken(page: Page, original: Page) -> set[str]:
    """Return the words of a translation in texts that are not copied."""
    copied = {folded(text) for _, text in texts(original, *original.passages)}
    return {
        word
        for _, text in texts(page, *page.passages)
        if folded(text) not in copied
        for word in low(text)
    }


def length(page: Page) -> int:
    """Return how many letters the texts of a page have; at least one."""
    return 1 + sum(len(text) for _, text in texts(page, *page.passages))


def texts(page: Page, *passages: Passage) -> Iterator[tuple[int, str]]:
    """Yield line and words of prose, cells, labels, titles and formulas."""
    if passages[:1] == tuple(page.passages[:1]):
        yield from page.titles
    for formula in page.formulas:
        if any(formula.line in passage for passage in passages):
            for text in filter(low, re.findall(PROSE, formula.tex)):
                yield formula.line, text.strip()
    for passage in passages:
        for element in passage.elements:
            line = element.line
            for text in prose(element).split("\v"):
                if low(text):
                    above = text[: len(text) - len(text.lstrip())].count("\n")
                    yield line + above, text.strip()
                line += text.count("\n")


def prose(element: Element) -> str:
    """Return the words of an element: what is none is STOP, breaks are \\v."""
    text, italic, line = "", False, element.line
    for span in element.spans:
        text += "\n" * (span.line - line)
        line = span.line
        italic ^= span.kind == "emphasis"
        if span.kind == "tag":
            text += f"\v{span.text}\v"
        elif span.kind == "words" and not italic:
            text += span.text.replace("|", "\v")
        elif span.kind != "link":
            text += f" {STOP} "
    return re.sub(NAMES, f" {STOP} ", text)


def sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return re.split(r"(?<=[.!?:;])\s+", text)


def folded(text: str) -> str:
    """Return a text however it is broken into lines and spaced."""
    return " ".join(text.lower().split())


def low(text: str) -> list[str]:
    """Return the words of a text that are no names, in lower case."""
    found = WORD.findall(text)
    return [w.lower() for w in found if len(w) > 1 and w[1:] == w[1:].lower()]


def grams(text: str) -> Iterator[tuple[str, ...]]:
    """Yield words in a row, as many as tell a language; none is a name."""
    words = re.findall(rf"{WORD.pattern}|\d|{STOP}", text)
    for number in range(len(words) - EQUAL + 1):
        gram = tuple(words[number : number + EQUAL])
        if all(len(word) > 1 and word == word.lower() for word in gram):
            yield gram


def shown(text: str) -> str:
    """Return the start of a text, as messages show it."""
    text = " ".join(text.replace(STOP, "…").split())
    return text if len(text) <= SHOWN else text[:SHOWN].rsplit(" ", 1)[0] + " …"
