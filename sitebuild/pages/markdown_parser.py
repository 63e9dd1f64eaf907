"""The Markdown of the pages, read once into elements that know their lines.

markdown-it-py reads it, with plugins for formulas and boxes, and with rules for
what only these pages have: includes, a few HTML tags, ids, buttons. A rule that
the pages do not need is off, so what it would have found remains a word, and
which words may stand on a page is for `sitebuild.checks.markup` to say.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline, backtick, link
from markdown_it.token import Token
from mdit_py_plugins.admon import admon_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.dollarmath.index import math_inline_dollar

SCISSORS = "-8<-"
TAGS = (
    "<figure markdown>",
    "</figure>",
    '<figcaption markdown="span">',
    "</figcaption>",
    '<details markdown="block">',
    "</details>",
    "<summary>",
    "</summary>",
    "</div>",
)
LABEL = r'<div role="img" aria-label="(?P<label>[^"<>{}&`$\\\n]*)">'
TAG = re.compile("|".join([LABEL, "<!-- [a-z]+ -->", *map(re.escape, TAGS)]))
ATTRIBUTES = re.compile(r"\{ *[#:.][^{}\n]*\}")
LIST = r'[^"<>{}&`$\\\n]+'  # words with commas between them
# A term of the glossary has its other forms, phrases in which one of them is
# another word, and whether the term itself often is. Of a translation,
# `data-from` names the original text that it was made from.
HEADING_ID = (
    r"\{ *#(?P<id>[a-z][a-z0-9-]*)"
    rf'(?: +forms="(?P<forms>{LIST})")?'
    rf'(?: +elsewhere="(?P<elsewhere>{LIST})")?'
    r"(?P<ambiguous> +\.ambiguous)?"
    r"(?: +data-from=(?P<made_from>[0-9a-f]{8}))?"
    r"(?P<machine> +\.machine)? *\}$"
)


class Span(NamedTuple):
    """A piece of a text: words, code, formula, link, tag or attributes.

    Where emphasis starts and ends stands an empty one, of the kind emphasis.

    A formula on lines of its own is a piece of the kind display.
    `raw` is how it is written (but for emphasis), `text` what it says: of
    a link, which stands behind its words, the target, of a tag its label.
    """

    kind: str
    line: int
    text: str
    raw: str


class Element(NamedTuple):
    """What stands on some lines of a page.

    `kind` is heading, text, fence, include, formula, box or item. `marks` open
    it, `info` follows them: a heading's id, a fence's language, a box's kind
    and title. `text` is what a fence or a display formula holds.
    """

    kind: str
    line: int
    end: int  # the number of its last line
    marks: str = ""
    info: str = ""
    text: str = ""
    spans: tuple[Span, ...] = ()


def new_parser() -> MarkdownIt:
    """Return a parser of the pages' Markdown."""
    md = MarkdownIt("zero", {"maxNesting": 10})
    md.use(dollarmath_plugin, allow_labels=False, allow_blank_lines=False)
    md.use(admon_plugin).enable(
        ["fence", "blockquote", "list", "heading", "newline", "escape", "link"]
        + ["backticks", "emphasis", "balance_pairs", "fragments_join"]
    )
    ends = {"alt": ["paragraph", "blockquote", "list"]}
    md.block.ruler.before("fence", "include", include, ends)
    formula = math_inline_dollar(allow_space=False)
    md.inline.ruler.at("math_inline", written(formula))
    md.inline.ruler.at("backticks", written(backtick))
    md.inline.ruler.at("link", written(link))
    md.inline.ruler.push("tag", matching(TAG))
    md.inline.ruler.push("attributes", matching(ATTRIBUTES))
    md.core.ruler.before("inline", "ids", take_ids)
    md.disable("text_join")  # an escape stays what it is
    return md


own_parser = cache(new_parser)


def include(state: StateBlock, line: int, end: int, silent: bool) -> bool:
    """Read a line with `-8<-` as an element of its own: a rule."""
    text = state.getLines(line, line + 1, 0, False)
    if SCISSORS not in text:
        return False
    if not silent:
        token = state.push("include", "", 0)
        token.content, token.map = text, [line, line + 1]
        state.line = line + 1
    return True


def written(rule: Callable) -> Callable:
    """Return the same rule, which notes how what it finds is written."""

    def run(state: StateInline, silent: bool) -> bool:
        start, count = state.pos, len(state.tokens)
        if rule is link and state.src[start] == "[" and not silent:
            label = state.md.helpers.parseLinkLabel
            start = label(state, start, disableNested=True)
        found = rule(state, silent)
        if len(state.tokens) > count:
            state.tokens[-1].meta["raw"] = state.src[start : state.pos]
        return found

    return run


def matching(pattern: re.Pattern) -> Callable:
    """Return a rule that makes a token of what matches, with its group."""

    def run(state: StateInline, silent: bool) -> bool:
        match = pattern.match(state.src, state.pos, state.posMax)
        if match and not silent:
            token = state.push("tag" if pattern is TAG else "attributes", "", 0)
            token.content = "".join(filter(None, match.groups()))
            token.meta["raw"] = match[0]
        state.pos = match.end() if match else state.pos
        return bool(match)

    return run


def take_ids(state: StateCore) -> None:
    """Take ids out of headings, and headings that are indented: a rule."""
    lines = state.src.split("\n")
    for token, inline in zip(state.tokens, state.tokens[1:]):
        if token.type != "heading_open":
            continue
        line = lines[token.map[0]]
        if not line.startswith("#"):
            token.type = "paragraph_open"
        elif match := re.search(HEADING_ID, line):
            token.info = match[0]
            inline.content = inline.content.removesuffix(match[0]).rstrip()


KINDS = {
    "softbreak": "break",
    "hardbreak": "break",
    "text": "words",
    "text_special": "words",
    "code_inline": "code",
    "math_inline": "formula",
    "link_close": "link",
    "tag": "tag",
    "attributes": "attributes",
}


def spans(inline: Token) -> Iterator[Span]:
    """Yield the pieces of a text, each with its line."""
    line = inline.map[0] + 1
    for token in inline.children:
        kind = KINDS.get(token.type, "")
        raw = token.meta.get("raw", token.content)
        if kind == "break":
            line += 1
        elif token.type == "link_open":
            yield Span("words", line, "", "[")
        elif token.type in ("em_open", "em_close"):
            yield Span("emphasis", line, "", "")
        elif kind == "link":
            yield Span(kind, line, raw[2:-1].partition(" ")[0], raw)
        elif kind:
            yield Span(kind, line, token.content, raw)
        line += raw.count("\n")


@lru_cache(maxsize=256)  # most pages are as they were when read last
def read(text: str) -> tuple[Element, ...]:
    """Return the elements of a text, in its order."""
    # The plugins look one letter further than a text without a last newline.
    return tuple(elements(own_parser().parse(f"{text}\n")))


def elements(tokens: list[Token]) -> Iterator[Element]:
    """Yield elements made of what the parser found."""
    quotes = 0
    for place, token in enumerate(tokens):
        if not token.map:
            quotes -= token.type == "blockquote_close"
            continue
        where = token.map[0] + 1, token.map[1], token.markup, token.info.strip()
        following = tokens[place + 1 : place + 3]
        if token.type == "blockquote_open":
            quotes += 1
        elif token.type == "paragraph_open":
            yield Element("text", *where, spans=tuple(spans(following[0])))
        elif token.type == "heading_open":
            yield Element("heading", *where, spans=tuple(spans(following[0])))
        elif token.type == "admonition_open":
            titled = '"' in token.info and token.content
            title = tuple(spans(following[1])) if titled else ()
            yield Element("box", *where, spans=title)
        elif token.type in ("fence", "include"):
            yield Element(token.type, *where, token.content)
        elif token.type == "math_block":
            text, start = token.content, token.content.startswith("\n")
            span = Span("display", where[0] + start, text.strip(), text[start:])
            yield Element("formula", *where, text, (span,))
        elif token.type == "list_item_open" and not quotes:
            if following[0].map and following[0].map[0] == token.map[0]:
                yield Element("item", *where)


def lines(pieces: Iterable[tuple[int, str]]) -> dict[int, str]:
    """Join pieces of text to lines, by their numbers."""
    found: dict[int, list[str]] = {}
    for line, text in pieces:
        for number, part in enumerate(text.split("\n"), start=line):
            found.setdefault(number, []).append(part)
    return {number: "".join(parts) for number, parts in found.items()}
