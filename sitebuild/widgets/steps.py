"""What a stepper is made of: what its chapter declares, what its page has."""

from typing import NamedTuple

from sitebuild.files import read_data
from sitebuild.pages.markdown_parser import Element
from sitebuild.pages.page import Fence, Formula, Page, recording_text

FILE = "stepper.yml"


class Step(NamedTuple):
    """A part of a diagram, and the rows and terms that belong to it."""

    part: str
    rows: list[str]
    terms: list[str]


class Below(NamedTuple):
    """What stands below a mark, to the end of the list."""

    drawings: list[str]  # SVG
    blocks: list[Fence]
    formulas: list[Formula]
    items: list[Element]


def steps(page: Page) -> list[Step]:
    """Return the steps that a chapter declares."""
    return [
        Step(part, listed(lit or {}, "code"), listed(lit or {}, "term"))
        for part, lit in read_data(page.root, page.chapter_file(FILE)).items()
    ]


def listed(lit: dict, name: str) -> list[str]:
    """Return what a step lights of a kind: one text, several or none."""
    found = lit.get(name) or []
    return [found] if isinstance(found, str) else found


def below(page: Page, line: int) -> Below:
    """Return what stands below a mark: all that a stepper is made of."""
    items: list[Element] = []
    for element in page.elements:
        after = not items or element.line <= items[-1].end + 1
        if element.kind == "item" and element.line > line and after:
            items.append(element)
    end = items[-1].end if items else line

    def inside(found: list) -> list:
        return [each for each in found if line < each.line <= end]

    drawn = [include for include in page.includes if include.output.drawn]
    return Below(
        [recording_text(page, include) for include in inside(drawn)],
        inside(page.blocks),
        [f for f in inside(page.formulas) if f.display],
        items,
    )


def bare(line: str) -> str:
    """Return a row of code without its comment."""
    return line.partition("  #")[0].strip()
