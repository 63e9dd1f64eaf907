"""Terms are used as the glossary has them: no refused variant, one rendering.

The table of refused variants in a language's glossary says what to write
instead. And where a section of the original uses a term more than once, its
translation uses one of the forms that the glossary has for it, if both are
translated from the original as it is now.
"""

from collections.abc import Iterator

from sitebuild.checks import check
from sitebuild.pages.glossary_terms import (
    PAGE,
    REFUSED,
    Forms,
    Term,
    pattern,
    stood_for,
    variants_of,
)
from sitebuild.pages.page import Passage, find_words, words
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import ORIGINAL
from sitebuild.problem import Problem

LONGEST = 160  # letters of a definition
OFTEN = 2  # a term used once may be taken up by a pronoun


@check(finds="wrong variant of a term")
def variants(project: Project) -> Iterator[Problem]:
    """No page has a variant that the glossary refuses, but for its table."""
    for page in project.written:
        for line, (variant, use, _) in variants_of(page):
            if not (variant and use):
                yield page.problem(
                    line,
                    "this row does not say what to write; fill in its first "
                    "two cells",
                )
        if not (refused := project.refused[page.language]):
            continue
        table = page.by_id.get(REFUSED, ()) if page.name == PAGE else ()
        for line, found in find_words(page, pattern(tuple(refused))):
            if line in table:
                continue
            said, use = found.lower(), stood_for(refused, found)
            message = f"“{said}” is a refused variant; write {use}"
            yield Problem(page.path, line, message)


@check(finds="term that a translation never uses")
def renderings(project: Project) -> Iterator[Problem]:
    """A translation calls what its original names often by its term."""
    originals = {term.key: term for term in project.terms[ORIGINAL]}
    for page, original in project.translated:
        file = f"docs/{page.language}/{PAGE}.md"
        counted = {
            s.id
            for s in project.page_states.get(file, [])
            if s.status == "current"
        }
        pairs = [
            (originals[term.key].all_forms, term.all_forms)
            for term in project.terms[page.language]
            if term.key in counted
        ]
        states = {s.id: s for s in project.page_states[page.path]}
        for passage in page.passages:
            line, _, name, *_ = passage.heading
            if states[name].status != "current":
                continue
            theirs = original.by_id[name]
            for often, meant, said in not_used(pairs, passage, theirs):
                yield page.problem(
                    line,
                    f"{original.path}:{theirs.heading.line} has "
                    f"“{meant}” {often} times, this section never “{said}”; "
                    f"use the term, or add the form that stands here to {file}",
                )


def not_used(
    pairs: list[tuple[Forms, Forms]], mine: Passage, theirs: Passage
) -> Iterator[tuple[int, str, str]]:
    """Yield terms that a passage never calls by their name.

    That is how often its original does, the term, and the names. Pairs are
    all forms of a term in the original, and those of the language.
    """
    here, there = map(text_of, (mine, theirs))
    for meant, said in pairs:
        if not any(form.strip("*").lower() in there for form in meant):
            continue  # most terms are not in most passages
        often = len(pattern(meant).findall(there))
        if often >= OFTEN and not pattern(said).search(here):
            yield often, meant[0], "”, “".join(said)


def text_of(passage: Passage) -> str:
    """Return all words of a passage, in lower case, with single spaces."""
    found = " ".join(text for _, text in words(passage.elements))
    return " ".join(found.lower().split())


@check(finds="glossary entry without a definition")
def entries(project: Project) -> Iterator[Problem]:
    """Each term is defined in short, leads somewhere, and shares no form."""
    for terms in project.terms.values():
        owners: dict[str, str] = {}
        for term in terms:
            for fault in faults(term, owners):
                yield Problem(term.path, term.line, fault)


def faults(term: Term, owners: dict[str, str]) -> Iterator[str]:
    """Yield what is wrong with a term; `owners` are the keys by forms."""
    if not (term.term and term.definition and term.see):
        yield (
            f"'{term.key}' has no term and definition that ends in a link; "
            "write both, in one paragraph below a heading"
        )
    if len(term.definition) > LONGEST:
        yield (
            f"'{term.key}' has a definition of {len(term.definition)} letters; "
            f"shorten it to {LONGEST}"
        )
    for form in term.looked_for:
        owner = owners.setdefault(form.lower(), term.key)
        if owner != term.key:
            yield (
                f"'{form}' stands for '{term.key}' and for '{owner}'; let one "
                "of them have it"
            )
