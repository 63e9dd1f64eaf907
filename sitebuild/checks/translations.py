"""Find refused variants, unused terms and untranslated text in translations."""

import re
from collections.abc import Iterator
from textwrap import shorten

from sitebuild.checks import check
from sitebuild.pages.glossary_terms import (
    PAGE,
    REFUSED,
    pattern,
    stood_for,
    variants_of,
)
from sitebuild.pages.markdown_parser import Element
from sitebuild.pages.page import Page, Passage, find_words, words
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import ORIGINAL
from sitebuild.problem import Problem

LONGEST = 160  # letters of a definition
OFTEN = 2  # a term used once may be taken up by a pronoun
# Example sentences and quotations stay in the original's language.
QUOTED = r'"[^"|]*"|“[^“”|]*”|«[^«»|]*»'
GAP = "¦"  # stands for code, a formula or a quotation
WORD = re.compile(r"[^\W\d_]{2,}")
FEW = 3  # so many words in lower case tell the language of a sentence
SHOWN = 60  # letters of a text that a message shows
UNDEFINED = (
    "has no term and definition that ends in a link; write both, in one "
    "paragraph below a heading"
)


@check(finds="page without an original", refuses=True)
def missing_originals(project: Project) -> Iterator[Problem]:
    """Find translations whose name no English page has."""
    for page in project.written:
        if page.language != ORIGINAL and page.name not in project.originals:
            fault = f"there is no docs/{ORIGINAL}/{page.name}.md; give this"
            fault += " page the name of the one that it translates"
            yield page.problem(1, fault)


@check(finds="wrong variant of a term")
def refused_variants(project: Project) -> Iterator[Problem]:
    """Find variants that the glossary refuses, except in its own table."""
    for page in project.written:
        for line, (variant, use, _) in variants_of(page):
            if not (variant and use):
                fault = "this row does not say what to write; fill in its first"
                yield page.problem(line, f"{fault} two cells")
        table = page.by_id.get(REFUSED, ()) if page.name == PAGE else ()
        refused = project.refused.get(page.language)
        found = find_words(page, pattern(tuple(refused))) if refused else ()
        for line, variant in found:
            if line not in table:
                fault = f"“{variant.lower()}” is a refused variant"
                use = stood_for(refused, variant)
                yield page.problem(line, f"{fault}; write {use}")


@check(finds="glossary entry without a definition")
def faulty_terms(project: Project) -> Iterator[Problem]:
    """Find terms without a short definition, and forms that two terms share."""
    for terms in project.terms.values():
        owners: dict[str, str] = {}
        for term in terms:
            key, size = f"'{term.key}'", len(term.definition)
            faults = []
            if not (term.term and term.definition and term.see):
                faults += [f"{key} {UNDEFINED}"]
            if size > LONGEST:
                fault = f"{key} has a definition of {size} letters"
                faults += [f"{fault}; shorten it to {LONGEST}"]
            for form in term.looked_for:
                owner = owners.setdefault(form.lower(), key)
                if owner != key:
                    fault = f"'{form}' stands for {key} and for {owner}"
                    faults += [f"{fault}; let one of them have it"]
            yield from (Problem(term.path, term.line, f) for f in faults)


@check(finds="term that a translation never uses")
def unused_terms(project: Project) -> Iterator[Problem]:
    """Find sections that never use a term that their original uses often.

    Sections and terms that do not follow the original are left out.
    """
    originals = {term.key: term.all_forms for term in project.terms[ORIGINAL]}
    current = {
        path: [state.id for state in states if state.status == "current"]
        for path, states in project.page_states.items()
    }
    for page, original in project.translated:
        glossary = f"docs/{page.language}/{PAGE}.md"
        defined = current.get(glossary, [])
        terms = [t for t in project.terms[page.language] if t.key in defined]
        for name in current[page.path]:
            mine, theirs = page.by_id[name], original.by_id[name]
            here, there = text_of(mine), text_of(theirs)
            for term in terms:
                forms = originals[term.key]
                if not any(form.strip("*").lower() in there for form in forms):
                    continue  # most terms are not in most sections
                count = len(pattern(forms).findall(there))
                if count >= OFTEN and not pattern(term.all_forms).search(here):
                    names = "”, “".join(term.all_forms)
                    yield page.problem(
                        mine.heading.line,
                        f"{original.path}:{theirs.heading.line} has "
                        f"“{forms[0]}” {count} times, this section never "
                        f"“{names}”; use the term, or add the form that stands "
                        f"here to {glossary}",
                    )


def text_of(passage: Passage) -> str:
    """Return the words of a section in lower case, with single spaces."""
    text = " ".join(text for _, text in words(passage.elements))
    return " ".join(text.lower().split())


@check(finds="sentence left in the original's language")
def untranslated_text(project: Project) -> Iterator[Problem]:
    """Find sentences, cells and labels that a translation left in English.

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
    theirs = original.by_id[passage.heading.id]
    known = {text for _, text in sentences(original, theirs)}
    for line, text in sentences(page, passage):
        if text in known:
            text = shorten(text, SHOWN, placeholder=" …").replace(GAP, "…")
            fault = f"“{text}” is left in the words of {original.path};"
            fault += " translate it, or put it between quotation marks if it"
            yield page.problem(line, f"{fault} has to stay")


def sentences(page: Page, passage: Passage) -> Iterator[tuple[int, str]]:
    """Yield line and text of each sentence, cell and label of some length.

    The first section has the title and the description of the page too.
    """
    texts = [(e.line, prose(e)) for e in passage.elements]
    if passage.heading == page.headings[0]:
        texts += page.titles
    for line, text in texts:
        text = re.sub(QUOTED, GAP, text)
        for part in re.split(r"(?<=[.!?:;])\s+|\|", text):
            lower = [
                word for word in WORD.findall(part) if word == word.lower()
            ]
            if len(lower) >= FEW:
                above = text[: text.index(part)].count("\n")
                yield line + above, " ".join(part.split())


def prose(element: Element) -> str:
    """Return the words of an element with its line ends."""
    text, line = "", element.line
    for span in element.spans:
        text += "\n" * (span.line - line)
        line = span.line
        if span.kind == "label":
            text += f"|{span.text}|"
        elif span.kind not in ("link", "emphasis"):
            text += span.text if span.kind == "words" else GAP
    return text
