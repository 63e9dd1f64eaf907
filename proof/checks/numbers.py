"""Every result that the prose states is what its source says.

What is noted of the original's results is in `docs/numbers.yml`, which `make
numbers` keeps. A translation states what its original does, in that order.
"""

from collections.abc import Iterator
from decimal import Decimal
from itertools import zip_longest

from proof.checks import check, page_check
from proof.pages.bound import Places, Shown, Unbound, agrees, value_of
from proof.pages.entries import path_of
from proof.pages.numbers import FORMULAS, Number, decimal_commas
from proof.pages.page import Page
from proof.pages.project import Project
from proof.pages.results import (
    ASKED,
    FILE,
    GIVEN,
    UNITS,
    Rules,
    Texts,
    all_texts,
    noted,
    phrases,
)
from proof.pages.settings import ORIGINAL, languages, translations
from proof.problem import Problem

MEANT = "correct it, or run `make numbers` if it is meant"
Items = list[tuple[str, str]]


@check(finds="number that nothing printed")
def numbers(project: Project) -> Iterator[Problem]:
    """Every result is the one that is noted, and what its source says."""
    rules, places, rest = Rules(project), Places(project), noted(project)
    for file, texts in all_texts(project, ORIGINAL).items():
        page = project.originals.get(file)
        path = page.path if page else path_of(ORIGINAL, file)
        for id, section in texts.items():
            items = rest.get(file, {}).pop(id, [])
            results = rules.results(page, section)
            if results or items:
                shown = places.of_section(file, id)
                for line, message in faults(section, results, items, shown):
                    yield Problem(path, line, message)
    for file, sections in rest.items():
        for id in sections:
            reason = f"there is no section `{id}`; run `make numbers`"
            yield project.entry_problem(FILE, file, reason)


@check(finds="number in pieces")
def plain(project: Project) -> Iterator[Problem]:
    """Every number is written in the digits and with the point that is read."""
    for language in languages(project.root):
        for file, texts in all_texts(project, language).items():
            path = path_of(language, file if "." in file else f"{file}.md")
            for section in texts.values():
                for number in section.numbers(None):
                    if not number.plain or not number.text.isascii():
                        yield Problem(
                            path,
                            number.line,
                            f"`{number.text}` is read here, but is not written "
                            "so; write it in digits from 0 to 9 and a point, "
                            "with nothing in between",
                        )


def faults(
    section: Texts, results: list[Number], items: Items, shown: dict[str, Shown]
) -> Iterator[tuple[int, str]]:
    """Yield line and reason of each result that is not what is noted of it.

    Behind the first that another one is noted for, nothing is compared.
    """
    for result, item in zip_longest(results, items):
        text, source = item or ("", "")
        value, told = said(source, shown)
        if result is None or result.text != text:
            line = result.line if result else section.line
            here = f"`{result.text}`" if result else "no more number"
            bound = f"`{text}` is bound{told}" if item else "none is bound"
            yield line, f"{here} stands where {bound}; {MEANT}"
            return
        if source in ("", ASKED) and not (result.kept and not source):
            reason = f"`{text}` is printed by nothing that this section shows"
            yield (
                result.line,
                f"{reason} or links to; correct it, link to where it is "
                f"printed, or write in {FILE} `{GIVEN}` or how to compute it",
            )
        elif told and (value is None or not agrees(text, value)):
            yield result.line, f"`{text}` is bound{told}; {MEANT}"


def said(source: str, shown: dict[str, Shown]) -> tuple[Decimal | None, str]:
    """Return what a source says, and how that is told; nothing of none."""
    if source in ("", ASKED, GIVEN):
        return None, ""
    try:
        value = value_of(source, shown)
    except Unbound as reason:
        return None, f" to `{source}`, but {reason}"
    return value, f" to `{source}`, which says {value}"


@check(finds="number changed in a translation")
def translated(project: Project) -> Iterator[Problem]:
    """What is current of a translation states the numbers of its original."""
    rules = Rules(project)
    originals = all_texts(project, ORIGINAL)
    states = project.page_states | project.entry_states
    for language in translations(project.root):
        said = phrases(project, language)
        for file, texts in all_texts(project, language).items():
            page = project.originals.get(file)
            path = path_of(language, file if "." in file else f"{file}.md")
            for state in states.get(path, []):
                if state.counts:
                    pair = texts[state.id], originals[file][state.id]
                    results = rules.results(page, pair[1])
                    for line, reason in unlike(*pair, results, rules, said):
                        yield Problem(path, line, reason)


def unlike(
    mine: Texts, theirs: Texts, results: list[Number], rules: Rules, said
) -> Iterator[tuple[int, str]]:
    """Yield where a translation states another number than its original.

    Formulas are compared elsewhere, but for the words in them.
    """
    known = {number.text for number in theirs.numbers(None)} | UNITS
    if rules.said:
        known |= rules.said.values_in(theirs.text)
    for number in mine.numbers(None):
        if not {number.text, number.text.rstrip("%")} & known:
            reason = f"`{number.text}` does not stand in the original"
            yield number.line, f"{reason}; correct it"
            return
    texts = [n for n in mine.numbers(said) if n.kind not in FORMULAS]
    results = [n for n in results if n.kind not in FORMULAS]
    for words in (False, True) if said else (False,):
        some = ([n for n in a if n.in_words == words] for a in (texts, results))
        yield from missing(mine.line, *some)


def missing(
    line: int, here: list[Number], wanted: list[Number]
) -> Iterator[tuple[int, str]]:
    """Yield the first result that does not stand here in its order.

    Between results other numbers may stand: of names, or the same once more. A
    0 or a 1 may stand anywhere, and once where it stands often.
    """
    there = {number.text for number in here}
    waiting = [result for result in wanted if result.text not in UNITS]
    for number in here:
        if waiting and waiting[0].text == number.text:
            line = number.line
            del waiting[0]
    waiting += [r for r in wanted if r.text in UNITS - there]
    for result in waiting[:1]:
        reason = f"`{result.text}` is missing from here on; write it, in the"
        yield line, f"{reason} order of the original ({result.around})"


@page_check(finds="number with a comma", alone=True)
def commas(page: Page) -> Iterator[Problem]:
    """Every decimal number has a point."""
    for line, number in decimal_commas(page):
        yield page.problem(
            line,
            f"{number} is written with a comma; write decimal numbers with "
            "a point, as code and formulas do, in every language, and "
            "thousands without a sign",
        )
