"""Find refused variants, faulty terms and untranslated text in translations."""

import re
from collections.abc import Iterator
from textwrap import shorten

from sitebuild.files import Problem
from sitebuild.pages.glossary_terms import (
    PAGE,
    REFUSED,
    pattern,
    stood_for,
    variants_of,
)
from sitebuild.pages.markdown_parser import find_all, text_lines
from sitebuild.pages.page import Page
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import ORIGINAL

# Example sentences and quotations stay in the original's language.
QUOTED = r'"[^"|]*"|“[^“”|]*”|«[^«»|]*»'
WORD = r"[^\W\d_]{2,}"
FEW = 5  # so many words in lower case tell the language of a text
SHOWN = 60  # letters of a text that a message shows
UNDEFINED = (
    "has no term and definition that ends in a link; write both, in one "
    "paragraph below a heading"
)


def missing_originals(project: Project) -> Iterator[Problem]:
    """Find translations whose name no English page has."""
    for page in project.written:
        if page.language != ORIGINAL and page.name not in project.originals:
            fault = f"there is no docs/{ORIGINAL}/{page.name}.md; give this"
            fault += " page the name of the one that it translates"
            yield page.problem(1, fault)


def refused_variants(project: Project) -> Iterator[Problem]:
    """Find variants that the glossary refuses, except in its own table."""
    for page in project.written:
        for line, (variant, use, _) in variants_of(page):
            if not (variant and use):
                fault = "this row does not say what to write; fill in its first"
                yield page.problem(line, f"{fault} two cells")
        table = page.by_id.get(REFUSED, ()) if page.name == PAGE else ()
        refused = project.refused.get(page.language)
        found = find_all(pattern(tuple(refused)), page.words) if refused else ()
        for line, variant in found:
            if line not in table:
                fault = f"“{variant.lower()}” is a refused variant"
                use = stood_for(refused, variant)
                yield page.problem(line, f"{fault}; write {use}")


def faulty_terms(project: Project) -> Iterator[Problem]:
    """Find terms without a definition, and forms that two terms share."""
    for terms in project.terms.values():
        owners: dict[str, str] = {}
        for term in terms:
            key = f"'{term.key}'"
            if not (term.term and term.definition and term.see):
                yield Problem(term.path, term.line, f"{key} {UNDEFINED}")
            for form in term.looked_for:
                owner = owners.setdefault(form.lower(), key)
                if owner != key:
                    fault = f"'{form}' stands for {key} and for {owner}"
                    fault += "; let one of them have it"
                    yield Problem(term.path, term.line, fault)


def untranslated_text(project: Project) -> Iterator[Problem]:
    """Find paragraphs that a translation left in English.

    An edit of the original must stop nobody, so outdated sections are left
    out.
    """
    for page, original in project.translated:
        for state in project.page_states[page.path]:
            if state.shown and state.made_from in ("", state.now):
                theirs = {text for _, text in paragraphs(original, state.id)}
                for line, text in paragraphs(page, state.id):
                    if text in theirs:
                        fault = f"“{shorten(text, SHOWN)}” is left in the words"
                        fault += f" of {original.path}; translate it"
                        yield page.problem(line, fault)


def paragraphs(page: Page, name: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of the longer paragraphs and labels of a section.

    Tables are left out: they cite and quote.
    """
    for element in page.by_id[name].elements:
        rows = text_lines(element.spans)
        text = " ".join(row for _, row in rows)
        words = re.findall(WORD, re.sub(QUOTED, "", text))
        if len([w for w in words if w.islower()]) >= FEW and text[0] != "|":
            yield rows[0][0], text
