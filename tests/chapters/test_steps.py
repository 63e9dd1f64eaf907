"""Terms of formulas: found by what they say, marked where they may be."""

from xml.etree.ElementTree import fromstring, tostring

import pytest
from bs4 import BeautifulSoup

from sitebuild.pages.mathml import to_mathml
from sitebuild.widgets.stepper import mark_term

ALIGNED = r"""\begin{aligned}
z_{h} &= A_{h} \, v_{h} + \frac{a}{b} \\
y &= e^{m - 1} A_{h}
\end{aligned}"""


@pytest.mark.parametrize(
    "terms, lit",
    [
        (["v_{h}"], ["vh"]),
        ([r"\frac{a}{b}"], ["ab"]),
        ([r"y = e^{m - 1} A_{h}"], ["y =em−1Ah"]),
        (["v_{h}", r"A_{h} \, v_{h}"], ["vh", "Ahvh"]),  # one in the other
    ],
)
def test_a_term_is_marked_as_a_whole(terms, lit):
    math = fromstring(to_mathml(ALIGNED, display=True))
    for number, term in enumerate(terms):
        assert mark_term(math, term, f"step-{number}")
    soup = BeautifulSoup(tostring(math, "unicode"), "html.parser")
    for number, text in enumerate(lit):
        marked = soup.find_all(class_=f"step-{number}")
        shown = ("".join(part.get_text().split()) for part in marked)
        assert " ".join(shown) == text
    # An index is still one of two.
    assert all(len(m.find_all(recursive=False)) == 2 for m in soup("msub"))


@pytest.mark.parametrize("term", ["A_{h}", "q", "a", "h", r"v_{h} + a", "= A"])
def test_what_is_there_twice_or_in_part_is_no_term(term):
    math = fromstring(to_mathml(ALIGNED, display=True))
    assert not mark_term(math, term, "")
