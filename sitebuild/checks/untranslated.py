"""Each translation has an original, and none of its words are left in it."""

import re
from collections.abc import Iterator

from sitebuild.checks import check
from sitebuild.pages.markdown_parser import Element
from sitebuild.pages.page import Page, Passage
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import ORIGINAL
from sitebuild.problem import Problem

# Example sentences and quotations stay in the original's language.
QUOTED = r'"[^"|]*"|“[^“”|]*”|«[^«»|]*»'
APART = "¦"  # stands for code, a formula or a quotation
WORD = re.compile(r"[^\W\d_]{2,}")
FEW = 3  # so many words in lower case tell the language of a sentence
SHOWN = 60  # letters of a text that a message shows


@check(finds="page without an original", refuses=True)
def originals(project: Project) -> Iterator[Problem]:
    """A translation has the name of its original."""
    for page in project.written:
        if page.language != ORIGINAL and page.name not in project.originals:
            reason = (
                f"there is no docs/{ORIGINAL}/{page.name}.md; give this page "
                "the name of the one that it translates"
            )
            yield page.problem(1, reason)


@check(finds="sentence left in the original's language")
def untranslated(project: Project) -> Iterator[Problem]:
    """No sentence, cell or label of a translation is its original's.

    An edit of the original must stop nobody, so outdated sections are left
    out.
    """
    for page, original in project.translated:
        states = {state.id: state for state in project.page_states[page.path]}
        for passage in page.passages:
            state = states[passage.heading.id]
            if state.shown and state.made_from in ("", state.now):
                yield from left_in_original(page, passage, original)


def left_in_original(
    page: Page, passage: Passage, original: Page
) -> Iterator[Problem]:
    """Yield the sentences of a section that its original has, too."""
    there = original.by_id[passage.heading.id]
    known = {text for _, text in sentences(original, there)}
    for line, text in sentences(page, passage):
        if text in known:
            short = text
            if len(text) > SHOWN:
                short = text[:SHOWN].rpartition(" ")[0] + " …"
            yield page.problem(
                line,
                f"“{short.replace(APART, '…')}” is left in the words of "
                f"{original.path}; translate it, or put it between quotation "
                "marks if it has to stay",
            )


def sentences(page: Page, passage: Passage) -> Iterator[tuple[int, str]]:
    """Yield line and text of each sentence, cell and label of some length.

    The first section has the title and the description of the page too.
    """
    texts = [(e.line, prose(e)) for e in passage.elements]
    if passage.heading == page.headings[0]:
        texts += page.titles
    for line, text in texts:
        text = re.sub(QUOTED, APART, text)
        for part in re.split(r"(?<=[.!?:;])\s+|\|", text):
            words = [w for w in WORD.findall(part) if w == w.lower()]
            if len(words) >= FEW:
                above = text[: text.index(part)].count("\n")
                yield line + above, " ".join(part.split())


def prose(element: Element) -> str:
    """Return the words of an element, with its line ends."""
    text, line = "", element.line
    for span in element.spans:
        text += "\n" * (span.line - line)
        line = span.line
        if span.kind == "tag":
            text += f"|{span.text}|"
        elif span.kind == "words":
            text += span.text
        elif span.kind not in ("link", "emphasis"):
            text += APART
    return text
