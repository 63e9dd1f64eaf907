r"""Formulas as MathML, made when the page is rendered.

A Python-Markdown extension on top of pymdownx.arithmatex (generic mode):
arithmatex finds the formulas, math-core translates them. A bad formula raises.
A display formula that ends with `\tag{3}` gets the number (3) and the id eq-3.
"""

import html
import re
from functools import lru_cache
from xml.etree.ElementTree import Element, SubElement, fromstring

from markdown import Extension, Markdown
from markdown.treeprocessors import Treeprocessor
from math_core import LatexError, LatexToMathML

TRANSLATOR = LatexToMathML(fancy_error=False)
# The pages allow no styles of their own: `site.css` has a class for each.
SIDES = "text-align: {0};justify-items: {1};padding-{2}: 0;".format
STYLES = {
    SIDES("right", "end", "right"): "end",
    SIDES("left", "start", "left"): "start",
    SIDES("left", "start", "right"): "case",
    SIDES("left", "start", "right") + "padding-left:1em;": "case condition",
    "margin-left:-0.16666667em;": "back",
}
STYLE = r' style="([^"]*)"'
# Where the published schema knows them on `mstyle` alone.
ELEMENT = r"<(?P<end>/?)(?P<tag>mfrac|mtable)\b[^>]*>"
LEVEL = {"mfrac": r' displaystyle="[^"]*"', "mtable": r' scriptlevel="[^"]*"'}
NAMED = re.compile(r"&(?!(?:lt|gt|amp|quot);)\w+;")  # not in XML
TAG = r"\s*\\tag\{(?P<number>\d+)\}\s*$"
# Beside a formula browsers would begin or end a line with these.
BEFORE = re.compile(r"[(\[“‘\"]+$")
AFTER = re.compile(r"(?:[.,;:!?)\]”’\"…%]|'s\b)+")


class FormulaError(ValueError):
    """A formula that math-core does not understand."""


def to_mathml(tex: str, display: bool) -> str:
    """Translate LaTeX to one `<math>` element; raises FormulaError."""
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
    return in_mstyle(
        re.sub(STYLE, lambda match: f' class="{STYLES[match[1]]}"', mathml)
    )


def to_tree(mathml: str) -> Element:
    """Read a `<math>` element, whose signs may have the names of HTML."""
    return fromstring(NAMED.sub(lambda match: html.unescape(match[0]), mathml))


def in_mstyle(mathml: str) -> str:
    """Move the level of fractions and tables to an `mstyle` around them."""
    ends: list[str] = []

    def move(match: re.Match) -> str:
        if match["end"]:
            return match[0] + ends.pop()
        level = re.search(LEVEL[match["tag"]], match[0])
        ends.append("</mstyle>" if level else "")
        if not level:
            return match[0]
        return f"<mstyle{level[0]}>{match[0].replace(level[0], '')}"

    return re.sub(ELEMENT, move, mathml)


@lru_cache(maxsize=8192)  # the same formulas stand in every language
def split_tag(tex: str) -> tuple[str, str]:
    """Split a display formula from its number, empty if it has none."""
    match = re.search(TAG, tex)
    return (tex[: match.start()], match["number"]) if match else (tex, "")


class FormulaTreeprocessor(Treeprocessor):
    """Replaces what arithmatex has marked by MathML."""

    def run(self, root: Element) -> None:
        self.texts: dict[str, str] = {}  # of formulas, by their places
        for parent in [*root.iter()]:
            for place, element in enumerate(parent):
                if element.get("class") == "arithmatex":
                    self.replace(element)
                    keep_together(parent, place)
        for heading in root.iter():
            if re.fullmatch("h[1-6]", str(heading.tag)):
                self.label(heading)

    def label(self, heading: Element) -> None:
        """Say a heading's formulas as text in the table of contents."""
        label = said = "".join(heading.itertext())
        for place, text in self.texts.items():
            label = label.replace(place, text)
        if label != said:
            heading.set("data-toc-label", label)

    def replace(self, element: Element) -> None:
        """Put a formula's MathML into the element that has its LaTeX."""
        tex = html.unescape("".join(element.itertext())).strip()
        opening, tex, closing = tex[:2], tex[2:-2].strip(), tex[-2:]
        assert opening + closing in (r"\(\)", r"\[\]"), tex
        number = ""
        if opening == r"\[":
            tex, number = split_tag(tex)
        mathml = to_mathml(tex, display=opening == r"\[")
        for child in list(element):
            element.remove(child)
        element.set("class", "formula")
        shown = element
        if opening == r"\[":  # a box that scrolls, beside the number
            shown = SubElement(element, "div")
            element.text = None
        shown.text = self.md.htmlStash.store(mathml)
        self.texts[shown.text] = html.unescape(text_of(mathml))
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
    rest = element.tail or ""
    after = AFTER.match(rest)
    if after:
        element.text += after[0]
        element.tail = rest[after.end() :]
    earlier, key = (parent[place - 1], "tail") if place else (parent, "text")
    said = getattr(earlier, key) or ""
    before = BEFORE.search(said)
    if before:
        setattr(earlier, key, said[: before.start()])
        element.text = before[0] + element.text


# Formulas as text.
SIMPLE = re.compile(r"√?[\w.]*|.|\([^()]*\)|\[[^\[\]]*\]")
APPLIED = "\u2061"  # between a function and what it is applied to
INVISIBLE = re.compile(rf"{APPLIED}(?=[(√])|[\u2062-\u2064]")
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
LOW = "aehijklmnoprstuvx0123456789"
LOWERED = str.maketrans(LOW, "ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ₀₁₂₃₄₅₆₇₈₉")


def text_of(mathml: str) -> str:
    """Return a formula as a line of text, such as √dₖ."""
    text = written(to_tree(mathml))
    text = INVISIBLE.sub("", text).replace(APPLIED, " ")
    return html.escape(text, quote=False)


def written(element: Element) -> str:
    """Return a formula in one line, with signs for roots and fractions."""
    parts = [written(child) for child in element]
    match element.tag:
        case "msqrt":
            return f"√{grouped(''.join(parts))}"
        case "msub" if set(parts[1]) <= set(LOW):
            return parts[0] + parts[1].translate(LOWERED)
        case "mfrac":
            return "/".join(map(grouped, parts))
        case "msup" | "msubsup":
            *base, power = parts
            raised = power.translate(RAISED)
            written_so = raised if power.isdecimal() else f"^{grouped(power)}"
            return "".join(base) + written_so
        case "munderover":
            base, low, high = parts
            return f"{base}_{grouped(low)}^{grouped(high)}"
        case "mtr":
            return " ".join(parts).strip()
        case "mtable":
            return "; ".join(parts)
    return "".join([(element.text or "").strip(), *parts])


def grouped(text: str) -> str:
    """Put a text in parentheses, where it would else be torn apart."""
    return text if SIMPLE.fullmatch(text) else f"({text})"


class FormulaExtension(Extension):
    """Lets Python-Markdown make MathML of what arithmatex has found."""

    def extendMarkdown(self, md: Markdown) -> None:
        # After inline patterns (20), before toc (5) reads the headings.
        md.treeprocessors.register(FormulaTreeprocessor(md), "formulas", 8)


makeExtension = FormulaExtension  # the name that Python-Markdown looks for
