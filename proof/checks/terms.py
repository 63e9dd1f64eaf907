"""Terms are used as the glossary has them: no forbidden variant, one rendering.

`not` in a terms.yml holds variants that are always wrong, and why. And
where a section of the original uses a term more than once, its translation
uses one of the forms that the glossary has for it, if both are translated from
the original as it is now.
"""

from bisect import bisect
from collections.abc import Iterator
from itertools import accumulate

from proof.checks import check
from proof.pages.entries import Entries, complete, key_lines, path_of, read_all
from proof.pages.glossary import FILE, forms, names, pattern
from proof.pages.page import ORIGINAL, Page, words
from proof.pages.passages import Editorial, entry_states, page_states
from proof.pages.project import Project
from proof.problem import Problem

NOW = ("current", "unmarked")  # of a term that is compared
LONGEST = 160  # letters of a definition
OFTEN = 2  # a term used once may be taken up by a pronoun


@check(finds="wrong variant of a term")
def variants(project: Project) -> Iterator[Problem]:
    """No page has a variant that the glossary refuses."""
    terms = read_all(project.root, FILE)
    for page in project.written:
        yield from forbidden(terms[page.language], page)


@check(finds="term that a translation never uses")
def renderings(project: Project) -> Iterator[Problem]:
    """A translation calls what its original names often by its term."""
    root, same = project.root, Editorial(project.root)
    terms = read_all(root, FILE)
    pairs = {
        language: [
            (names(terms[ORIGINAL][state.id]), names(terms[language][state.id]))
            for state in entry_states(root, language, FILE, same)
            if state.status in NOW
        ]
        for language in terms
        if language != ORIGINAL
    }
    originals = {p.name: p for p in project.written if p.language == ORIGINAL}
    for page in project.written:
        if page.language != ORIGINAL and page.name in originals:
            known = pairs[page.language]
            yield from inconsistent(known, page, originals[page.name], same)


def forbidden(terms: Entries, page: Page) -> Iterator[Problem]:
    """Variants that the glossary refuses."""
    refused = {
        variant: reason
        for entry in terms.values()
        for variant, reason in (entry.get("not") or {}).items()
    }
    if not refused:
        return
    lines = page.words
    starts = [*accumulate((len(text) + 1 for _, text in lines), initial=0)]
    text = "\n".join(part for _, part in lines)
    for match in pattern(tuple(refused)).finditer(text):
        said = " ".join(match[0].split()).lower()
        reason = next(why for v, why in refused.items() if v.lower() == said)
        line = lines[bisect(starts, match.start()) - 1][0]
        yield Problem(
            page.path, line, f"“{said}” is a variant that is wrong: {reason}"
        )


def inconsistent(
    pairs: list[tuple[tuple[str, ...], tuple[str, ...]]],
    page: Page,
    original: Page,
    same: Editorial,
) -> Iterator[Problem]:
    """Terms of a section that its translation never calls by their name.

    Pairs are all forms of a term in the original, and those of the language.
    """
    theirs = {p.heading.id: p for p in original.passages}
    states = page_states(original, page, same)
    status = {state.id: state.status for state in states}
    for passage in page.passages:
        name = passage.heading.id
        if status[name] not in ("current", "unmarked", "unfit"):
            continue
        other = theirs[name]
        said, meant = (
            " ".join(text for _, text in words(part.elements))
            for part in (passage, other)
        )
        for known, named in pairs:
            often = len(pattern(known).findall(meant))
            if often >= OFTEN and not pattern(named).search(said):
                yield Problem(
                    page.path,
                    passage.heading.line,
                    f"{original.path}:{other.heading.line} has "
                    f"“{known[0]}” {often} times, this section never "
                    f"“{'”, “'.join(named)}”; use the term, or add "
                    "the form that stands here to "
                    f"{path_of(page.language, FILE)}",
                )


@check(finds="glossary entry that leads nowhere")
def entries(project: Project) -> Iterator[Problem]:
    """Each entry is whole, leads somewhere, and shares no form."""
    targets = {
        f"{page.name}.md#{anchor}"
        for page in project.pages
        if page.language == ORIGINAL
        for anchor in page.anchors
    }
    for language, entries in read_all(project.root, FILE).items():
        path = path_of(language, FILE)
        lines = key_lines(project.root, path)
        owners: dict[str, str] = {}
        for key, entry in entries.items():
            for fault in faults(entry, language, targets):
                yield Problem(path, lines[key], f"'{key}' {fault}")
            for form in forms(entry) if complete(FILE, entry) else []:
                owner = owners.setdefault(form.lower(), key)
                if owner != key:
                    yield Problem(
                        path,
                        lines[key],
                        f"'{form}' stands for '{key}' and for '{owner}'; "
                        "let one of them have it",
                    )


def faults(entry: dict, language: str, targets: set[str]) -> Iterator[str]:
    """What is wrong with one entry."""
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
