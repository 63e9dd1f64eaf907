"""Terms are used as the glossary has them: no forbidden variant, one rendering.

`not` in a terms.yml holds refused variants and what to write instead. And
where a section of the original uses a term more than once, its translation
uses one of the forms that the glossary has for it, if both are translated from
the original as it is now.
"""

from collections.abc import Iterator

from proof.checks import check
from proof.pages.entries import complete, path_of
from proof.pages.page import Passage, words
from proof.pages.project import Project
from proof.pages.settings import ORIGINAL
from proof.pages.terms import (
    FILE,
    Forms,
    all_forms,
    looked_for,
    pattern,
    stood_for,
)
from proof.problem import Problem

LONGEST = 160  # letters of a definition
OFTEN = 2  # a term used once may be taken up by a pronoun


@check(finds="wrong variant of a term")
def variants(project: Project) -> Iterator[Problem]:
    """No page has a variant that the glossary refuses."""
    known = {
        language: {
            variant.lower(): use
            for entry in entries.values()
            for variant, use in (entry.get("not") or {}).items()
        }
        for language, entries in project.entries(FILE).items()
    }
    for page in project.written:
        if not (refused := known[page.language]):
            continue
        for line, found in page.find(pattern(tuple(refused))):
            said, use = found.lower(), stood_for(refused, found)
            message = f"“{said}” is a refused variant; write {use}"
            yield Problem(page.path, line, message)


@check(finds="term that a translation never uses")
def renderings(project: Project) -> Iterator[Problem]:
    """A translation calls what its original names often by its term."""
    terms = project.entries(FILE)
    for page, original in project.translated:
        file = path_of(page.language, FILE)
        pairs = [
            (all_forms(terms[ORIGINAL][s.id]), all_forms(entry))
            for s in project.entry_states.get(file, [])
            if s.counts
            for entry in [terms[page.language][s.id]]
        ]
        states = {s.id: s for s in project.page_states[page.path]}
        theirs = {passage.heading.id: passage for passage in original.passages}
        for passage in page.passages:
            line, _, name, *_ = passage.heading
            if not (states[name].counts or states[name].status == "unfit"):
                continue
            for often, meant, said in not_used(pairs, passage, theirs[name]):
                yield page.problem(
                    line,
                    f"{original.path}:{theirs[name].heading.line} has "
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


@check(finds="glossary entry that leads nowhere")
def entries(project: Project) -> Iterator[Problem]:
    """Each entry is whole, leads somewhere, and shares no form."""
    targets = {
        f"{page.name}.md#{anchor}"
        for page in project.pages
        if page.language == ORIGINAL
        for anchor in page.anchors
    }
    for language, entries in project.entries(FILE).items():
        path = path_of(language, FILE)
        owners: dict[str, str] = {}
        for key, entry in entries.items():
            for fault in faults(entry, language, targets):
                yield project.entry_problem(path, key, f"'{key}' {fault}")
            for form in looked_for(entry) if complete(FILE, entry) else []:
                owner = owners.setdefault(form.lower(), key)
                if owner != key:
                    yield project.entry_problem(
                        path,
                        key,
                        f"'{form}' stands for '{key}' and for '{owner}'; "
                        "let one of them have it",
                    )


def faults(entry: dict, language: str, targets: set[str]) -> Iterator[str]:
    """Yield what is wrong with one entry."""
    definition = entry.get("definition") or ""
    started = language == ORIGINAL or entry.get("term") or definition
    if started and not complete(FILE, entry):
        yield f"has no term and definition in '{language}'; add them"
    if len(definition) > LONGEST:
        yield (
            f"has a definition of {len(definition)} letters in "
            f"'{language}'; shorten it to {LONGEST}"
        )
    if language == ORIGINAL and entry.get("see") not in targets:
        yield f"names `{entry.get('see')}`, which is no heading; correct `see`"
