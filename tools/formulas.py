"""Formulas as MathML, made when the page is rendered.

A Python-Markdown extension on top of pymdownx.arithmatex (generic mode):
arithmatex finds the formulas, math-core translates them. A bad formula raises.
"""

import html
from xml.etree.ElementTree import Element

from markdown import Extension, Markdown
from markdown.treeprocessors import Treeprocessor
from math_core import LatexError, LatexToMathML

TRANSLATOR = LatexToMathML(fancy_error=False)


class FormulaError(ValueError):
    """A formula that math-core does not understand."""


def to_mathml(tex: str, display: bool) -> str:
    """Translate LaTeX to one `<math>` element; raises FormulaError."""
    try:
        mathml = TRANSLATOR.convert_with_local_state(tex, displaystyle=display)
    except LatexError as error:
        reason = " ".join(str(error).split())
        raise FormulaError(f"the formula `{tex}` is bad: {reason}") from None
    return mathml


class FormulaTreeprocessor(Treeprocessor):
    """Replaces what arithmatex has marked by MathML."""

    def run(self, root: Element) -> None:
        for element in root.iter():
            if element.get("class") != "arithmatex":
                continue
            tex = html.unescape("".join(element.itertext())).strip()
            opening, tex, closing = tex[:2], tex[2:-2].strip(), tex[-2:]
            assert opening + closing in (r"\(\)", r"\[\]"), tex
            mathml = to_mathml(tex, display=opening == r"\[")
            for child in list(element):
                element.remove(child)
            element.set("class", "formula")
            element.text = self.md.htmlStash.store(mathml)


class FormulaExtension(Extension):
    def extendMarkdown(self, md: Markdown) -> None:
        # After inline patterns (20), before toc (5) reads the headings.
        md.treeprocessors.register(FormulaTreeprocessor(md), "formulas", 8)


def makeExtension(**options) -> FormulaExtension:
    """The name that Python-Markdown looks for."""
    return FormulaExtension(**options)
