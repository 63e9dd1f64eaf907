"""Terms of formulas: found by what they say, marked where they may be."""

from xml.etree.ElementTree import fromstring, tostring

import pytest
from bs4 import BeautifulSoup
from conftest import this_project

from sitebuild.pages.mathml import to_mathml
from sitebuild.widgets.stepper import COMMENT, below, mark_term, steps

ALIGNED = r"""\begin{aligned}
z_{h} &= A_{h} \, v_{h} + \frac{a}{b} \\
y &= e^{m - 1} A_{h}
\end{aligned}"""


def marked(formula: str, *wanted: str) -> str:
    """A formula as MathML, these terms marked as steps."""
    math = fromstring(to_mathml(formula, display=True))
    for number, term in enumerate(wanted, start=1):
        assert mark_term(math, term, f"step-{number}")
    return tostring(math, "unicode")


def shown(mathml: str, name: str) -> str:
    """What a step lights, as a text."""
    lit = BeautifulSoup(mathml, "html.parser").find_all(class_=name)
    return " ".join("".join(part.get_text().split()) for part in lit)


@pytest.mark.parametrize(
    ("term", "lit"),
    [
        ("v_{h}", "vh"),
        (r"\frac{a}{b}", "ab"),
        (r"A_{h} \, v_{h}", "Ahvh"),
        (r"y = e^{m - 1} A_{h}", "y =em−1Ah"),
    ],
)
def test_a_term_is_marked_as_a_whole(term, lit):
    mathml = marked(ALIGNED, term)
    assert shown(mathml, "step-1") == lit
    plain = to_mathml(ALIGNED, display=True)
    groups = mathml.count("<mrow") - plain.count("<mrow")
    assert groups <= 1
    for soup in (mathml, plain):  # an index is still one of two
        for index in BeautifulSoup(soup, "html.parser").find_all("msub"):
            assert len(index.find_all(recursive=False)) == 2


def test_terms_may_lie_in_each_other():
    mathml = marked(ALIGNED, "v_{h}", r"A_{h} \, v_{h}")
    assert shown(mathml, "step-1") == "vh"
    assert shown(mathml, "step-2") == "Ahvh"


@pytest.mark.parametrize("term", ["A_{h}", "q", "a", "h", r"v_{h} + a", "= A"])
def test_what_is_there_twice_or_in_part_is_no_term(term):
    math = fromstring(to_mathml(ALIGNED, display=True))
    assert not mark_term(math, term, "")


def test_every_stepper_says_what_it_lights():
    found = 0
    for page in this_project().pages:
        for line in [n for n, mark in page.placeholders if mark == COMMENT]:
            found += 1
            *_, items = below(page, line)
            assert len(items) == len(steps(page)) > 1
    assert found >= 2
