"""Parse a page's Markdown into elements that know their lines.

Rules that the pages do not need are off: their marks stay words, and
`sitebuild.checks.markup` says which words may stand on a page.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
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
PICTURE = re.compile(
    r'!\[(?P<label>[^]["<>{}&`$\\\n]*)\]\(\.\./(?P<path>[\w/-]+\.svg)\)'
)
CAPTION, CAPTION_END = "/// caption", "///"
LINES = {  # that are elements of a kind
    "include": f".*{SCISSORS}",
    "picture": r"!\[",
    "indented": r" {4}(?! *(?:```|~~~))",
}
PLACE = re.compile(r"\{\{ [a-z]+ \}\}")
ATTRIBUTES = re.compile(r"\{ *[#:.][^{}\n]*\}")
LIST = r'[^"<>{}&`$\\\n]+'  # words with commas between them
# A glossary term lists its other forms, phrases in which a form means something
# else, and whether the term itself is ambiguous. A translation holds the
# fingerprint of its original.
HEADING_ID = (
    r"\{ *#(?P<id>[a-z][a-z0-9-]*)"
    rf'(?: +forms="(?P<forms>{LIST})")?'
    rf'(?: +elsewhere="(?P<elsewhere>{LIST})")?'
    r"(?P<ambiguous> +\.ambiguous)?"
    r"(?: +data-from=(?P<made_from>[0-9a-f]{8}))?"
    r"(?P<machine> +\.machine)? *\}$"
)
SPAN_KINDS = {
    "text": "words",
    "text_special": "words",
    "code_inline": "code",
    "math_inline": "formula",
    "link_close": "link",
    "place": "place",
    "attributes": "attributes",
}


class Span(NamedTuple):
    """A piece of a text: its source is `raw`, its content `text`.

    `kind` is words, code, formula, display (a formula on lines of its own),
    label (the alternative text of a picture), place (of a widget), link (a
    target, after its words), attributes, or emphasis (empty, where one starts
    or ends).
    """

    kind: str
    line: int
    text: str
    raw: str


class Element(NamedTuple):
    """A block of Markdown.

    `kind` is heading, text, fence, include, picture, caption, formula, box,
    item or indented, which the renderer takes for code. `marks` open it, `info`
    follows them: a heading's attributes, a fence's language, a box's kind and
    title. `text` is the content of a fence or a display formula. Captions,
    boxes and items hold other elements.
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
    for kind, pattern in LINES.items():
        options = ends if kind == "include" else None
        rule = line_rule(kind, re.compile(pattern))
        md.block.ruler.before("math_block", kind, rule, options)
    md.block.ruler.before("fence", "caption", caption_rule, ends)
    formula = math_inline_dollar(allow_space=False)
    md.inline.ruler.at("math_inline", with_source(formula))
    md.inline.ruler.at("backticks", with_source(backtick))
    md.inline.ruler.at("link", with_source(link))
    for kind, pattern in (("place", PLACE), ("attributes", ATTRIBUTES)):
        md.inline.ruler.push(kind, pattern_rule(kind, pattern))
    md.core.ruler.before("inline", "ids", heading_rule)
    md.disable("text_join")  # an escape stays what it is
    return md


def line_rule(kind: str, pattern: re.Pattern) -> Callable:
    """Return a block rule that makes an element of each line that matches."""

    def run(state: StateBlock, line: int, end: int, silent: bool) -> bool:
        text = state.getLines(line, line + 1, state.blkIndent, False)
        matched = bool(pattern.match(text))
        if matched and not silent:
            token = state.push(kind, "", 0)
            token.content, token.map = text, [line, line + 1]
            state.line = line + 1
        return matched

    return run


def caption_rule(state: StateBlock, line: int, end: int, silent: bool) -> bool:
    """Make an element of the lines from `/// caption` to `///`."""
    # Each line is looked at, so only a caption's is read to the end.
    if state.getLines(line, line + 1, state.blkIndent, False) != CAPTION:
        return False
    if not silent:
        rows = state.getLines(line, end, state.blkIndent, False).split("\n")
        count = rows.index(CAPTION_END) if CAPTION_END in rows else len(rows)
        token = state.push("caption", "", 0)
        token.map = [line, min(line + count + 1, end)]
        last, state.lineMax = state.lineMax, line + count
        state.md.block.tokenize(state, line + 1, line + count)
        state.lineMax, state.line = last, token.map[1]
    return True


def with_source(rule: Callable) -> Callable:
    """Return an inline rule that also stores the source of its token."""

    def run(state: StateInline, silent: bool) -> bool:
        start, count = state.pos, len(state.tokens)
        if rule is link and state.src[start] == "[" and not silent:
            label = state.md.helpers.parseLinkLabel
            start = label(state, start, disableNested=True)
        matched = rule(state, silent)
        if len(state.tokens) > count:
            state.tokens[-1].meta["raw"] = state.src[start : state.pos]
        return matched

    return run


def pattern_rule(kind: str, pattern: re.Pattern) -> Callable:
    """Return an inline rule that makes a token of each match of a pattern."""

    def run(state: StateInline, silent: bool) -> bool:
        match = pattern.match(state.src, state.pos, state.posMax)
        if match and not silent:
            token = state.push(kind, "", 0)
            token.content = token.meta["raw"] = match[0]
        state.pos = match.end() if match else state.pos
        return bool(match)

    return run


def heading_rule(state: StateCore) -> None:
    """Take the attributes out of headings; indented headings become text."""
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


PARSER = new_parser()


@lru_cache(maxsize=200)  # a server reads the pages again after each save
def read(text: str) -> tuple[Element, ...]:
    """Return the elements of a text, in its order."""
    return tuple(elements(text))


def elements(text: str) -> Iterator[Element]:
    """Yield the elements of a text, in its order."""
    # The plugins look one letter further than a text without a last newline.
    tokens, quotes = PARSER.parse(f"{text}\n"), 0
    for place, token in enumerate(tokens):
        if token.type.startswith("blockquote"):
            quotes += token.nesting
        if not token.map:
            continue
        where = token.map[0] + 1, token.map[1], token.markup, token.info.strip()
        following = tokens[place + 1 : place + 3]
        if token.type in ("paragraph_open", "heading_open"):
            kind = "text" if token.type == "paragraph_open" else "heading"
            yield Element(kind, *where, spans=tuple(spans(following[0])))
        elif token.type == "admonition_open":
            titled = '"' in token.info and token.content
            title = tuple(spans(following[1])) if titled else ()
            yield Element("box", *where, spans=title)
        elif token.type in ("fence", "include", "caption", "indented"):
            yield Element(token.type, *where, token.content)
        elif token.type == "picture":
            match = PICTURE.fullmatch(token.content)
            label = match["label"] if match else ""
            span = Span("label", where[0], label, token.content)
            yield Element(token.type, *where, token.content, (span,))
        elif token.type == "math_block":
            text, start = token.content, token.content.startswith("\n")
            span = Span("display", where[0] + start, text.strip(), text[start:])
            yield Element("formula", *where, text, (span,))
        elif token.type == "list_item_open" and not quotes:
            if following[0].map and following[0].map[0] == token.map[0]:
                yield Element("item", *where)


def spans(inline: Token) -> Iterator[Span]:
    """Yield the pieces of a text, each with its line."""
    line = inline.map[0] + 1
    for token in inline.children:
        kind = SPAN_KINDS.get(token.type)
        raw = token.meta.get("raw", token.content)
        if token.type == "link_open":
            yield Span("words", line, "", "[")
        elif token.type in ("em_open", "em_close"):
            yield Span("emphasis", line, "", "")
        elif kind == "link":
            yield Span(kind, line, raw[2:-1].partition(" ")[0], raw)
        elif kind:
            yield Span(kind, line, token.content, raw)
        line += raw.count("\n") + (token.type in ("softbreak", "hardbreak"))


def readable(spans: Iterable[Span]) -> Iterator[Span]:
    """Yield the spans that readers see: no targets, attributes or emphasis."""
    hidden = ("link", "attributes", "emphasis")
    return (span for span in spans if span.kind not in hidden)


def lines(pieces: Iterable[tuple[int, str]]) -> dict[int, str]:
    """Join pieces of text to whole lines, by their numbers."""
    parts: dict[int, list[str]] = {}
    for line, text in pieces:
        for number, part in enumerate(text.split("\n"), start=line):
            parts.setdefault(number, []).append(part)
    return {number: "".join(texts) for number, texts in parts.items()}
