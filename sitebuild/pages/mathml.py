r"""Translate formulas from LaTeX to MathML when a page is rendered.

A Python-Markdown extension on top of pymdownx.arithmatex (generic mode):
arithmatex finds the formulas, math-core translates them. A bad formula raises.
A display formula that ends with `\tag{3}` gets the number (3) and the id eq-3.
"""

import html
import re
from xml.etree.ElementTree import Element, SubElement, fromstring

from markdown import Extension, Markdown
from markdown.treeprocessors import Treeprocessor
from math_core import LatexError, LatexToMathML

TRANSLATOR = LatexToMathML(fancy_error=False)
# The inline styles of math-core, which pages forbid, as classes of `site.css`.
SIDES = "text-align: {0};justify-items: {1};padding-{2}: 0;".format
STYLES = {
    SIDES("right", "end", "right"): "end",
    SIDES("left", "start", "left"): "start",
    SIDES("left", "start", "right"): "case",
    SIDES("left", "start", "right") + "padding-left:1em;": "case condition",
    "margin-left:-0.16666667em;": "back",
}
STYLE = r' style="([^"]*)"'
NAMED = re.compile(r"&(?!(?:lt|gt|amp|quot);)\w+;")  # not in XML
TAG = r"\s*\\tag\{(\d+)\}\s*$"
# Beside a formula browsers would begin or end a line with these.
BEFORE = re.compile(r"[(\[“‘\"]*\Z")
AFTER = re.compile(r"(?:[.,;:!?)\]”’\"…%]|'s\b)*")


class FormulaError(ValueError):
    """A formula that math-core does not understand."""


def to_mathml(tex: str, display: bool) -> str:
    """Translate LaTeX to one `<math>` element; raise FormulaError if bad."""
    try:
        mathml = TRANSLATOR.convert_with_local_state(tex, displaystyle=display)
    except LatexError as error:
        reason = " ".join(str(error).split())
        raise FormulaError(f"the formula `{tex}` is bad: {reason}") from None
    if unknown := set(re.findall(STYLE, mathml)) - {*STYLES}:
        raise FormulaError(
            f"the formula `{tex}` needs the style `{unknown.pop()}`, for which "
            "there is no class in sitebuild/pages/mathml.py and site.css"
        )
    mathml = re.sub(STYLE, lambda m: f' class="{STYLES[m[1]]}"', mathml)
    return NAMED.sub(lambda match: html.unescape(match[0]), mathml)


def split_tag(tex: str) -> tuple[str, str]:
    """Split a display formula from its number, empty if it has none."""
    before, number, *_ = [*re.split(TAG, tex), ""]
    return before, number


class FormulaTreeprocessor(Treeprocessor):
    """Replaces the LaTeX that arithmatex has marked by MathML."""

    def run(self, root: Element) -> None:
        for parent in [*root.iter()]:
            for place, element in enumerate(parent):
                if element.get("class") == "arithmatex":
                    self.replace(element)
                    keep_together(parent, place)

    def replace(self, element: Element) -> None:
        """Put a formula's MathML into the element that holds its LaTeX."""
        tex = html.unescape(element.text).strip()
        display, tex = tex.startswith(r"\["), tex[2:-2].strip()
        tex, number = split_tag(tex) if display else (tex, "")
        element.text = None
        element.set("class", "formula")
        # A display formula stands in a box that scrolls, beside the number.
        box = SubElement(element, "div") if display else element
        box.text = self.md.htmlStash.store(to_mathml(tex, display))
        if number:
            element.set("id", f"eq-{number}")
            SubElement(element, "span").text = f"({number})"


def keep_together(parent: Element, place: int) -> None:
    """Move the signs around an inline formula into its element.

    The style sheet allows no line to end in it.
    """
    element = parent[place]
    if element.tag != "span":
        return
    owner, key = (parent[place - 1], "tail") if place else (parent, "text")
    text, tail = getattr(owner, key) or "", element.tail or ""
    before, after = BEFORE.search(text)[0], AFTER.match(tail)[0]
    setattr(owner, key, text.removesuffix(before))
    element.text = before + element.text + after
    element.tail = tail.removeprefix(after)


SIMPLE = re.compile(r"√?[\w.]*|.|\([^()]*\)|\[[^\[\]]*\]")
APPLIED = "\u2061"  # between a function and what it is applied to
INVISIBLE = re.compile(rf"{APPLIED}(?=[(√])|[\u2062-\u2064]")
SCRIPTS = {"msub": ["sub"], "msup": ["sup"]}
SCRIPTS |= dict.fromkeys(("msubsup", "munderover"), ["sub", "sup"])
LOW = "aehijklmnoprstuvx0123456789"
LOWERED = str.maketrans(LOW, "ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ₀₁₂₃₄₅₆₇₈₉")


def text_of(mathml: str) -> str:
    """Return a formula as a line of HTML, such as √dₖ, as search results do.

    Only raised signs, and lowered ones that Unicode lacks, are elements.
    """
    line = in_line(fromstring(mathml))
    return INVISIBLE.sub("", line).replace(APPLIED, " ")


def in_line(element: Element) -> str:
    """Return a formula in one line, with signs for roots and fractions."""
    parts = [in_line(child) for child in element]
    match element.tag:
        case "msqrt":
            return f"√{grouped(''.join(parts))}"
        case "mfrac":
            return "/".join(map(grouped, parts))
        case tag if tag in SCRIPTS:
            base, *scripts = parts
            return base + "".join(map(script, SCRIPTS[tag], scripts))
    return "".join(
        [html.escape((element.text or "").strip(), quote=False), *parts]
    )


def script(tag: str, text: str) -> str:
    """Return raised or lowered signs. An index stays in the word: W_q is Wq."""
    if tag == "sub" and text.isalnum():
        return text.translate(LOWERED) if set(text) <= set(LOW) else text
    return f"<{tag}>{text}</{tag}>"


def grouped(text: str) -> str:
    """Put a text in parentheses, where it would else be torn apart."""
    return text if SIMPLE.fullmatch(text) else f"({text})"


class FormulaExtension(Extension):
    """Adds formulas to Python-Markdown."""

    def extendMarkdown(self, md: Markdown) -> None:
        # After inline patterns (20).
        md.treeprocessors.register(FormulaTreeprocessor(md), "formulas", 8)


makeExtension = FormulaExtension  # the name that Python-Markdown looks for
