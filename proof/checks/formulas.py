"""What is displayed, or says how things relate, can be read and computed."""

from collections.abc import Iterator

from proof.checks import page_check
from proof.pages.formulas import FormulaError, to_mathml, to_tree
from proof.pages.notation import NotRead, read
from proof.pages.page import Page
from proof.problem import Problem


@page_check(finds="formula that cannot be computed")
def formulas(page: Page) -> Iterator[Problem]:
    """Every formula is in the notation that the block tests compute."""
    for line, tex, display, _ in page.statements:
        try:
            read(to_tree(to_mathml(tex, display)))
        except FormulaError:
            continue  # told elsewhere
        except NotRead as reason:
            yield page.problem(
                line,
                f"the formula `{' '.join(tex.split())}` cannot be computed: "
                f"{reason}; write it as others are, or teach "
                "proof/pages/notation.py to read it",
            )
