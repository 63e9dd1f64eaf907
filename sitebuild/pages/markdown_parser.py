"""Parse a page's Markdown into elements that know their lines.

Rules that the pages do not need are off: their marks stay words, and
`sitebuild.checks.markup` says which words may stand on a page.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline, backtick
from markdown_it.token import Token
from mdit_py_plugins.admon import admon_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin

SCISSORS = "-8<-"
PICTURE = re.compile(  # with a word for those who do not see it
    r'!\[(?P<label>(?=[^]]*\w)[^]["<>{}&`$\\\n]*)\]'
    r"\(\.\./(?P<path>[\w/-]+\.svg)\)"
)
FIGURE = re.compile(  # a picture and its caption, which has no blank line
    PICTURE.pattern + r"\n/// caption\n(?P<caption>(?:(?!///| ).+\n)+)///"
)
PLACE = re.compile(r"\{\{ [a-z]+ \}\}")
ATTRIBUTES = re.compile(r"\{ *\.[^{}\n]*\}")  # of a link
LIST = r'[^"<>{}&`$\\\n]+'  # words with commas between them
# A glossary term lists its other forms, phrases in which a form means something
# else, and whether the term itself is ambiguous. A translation holds the
# fingerprint of its original, and that a machine made it or when it was read.
HEADING_ID = (
    r"\{ *#(?P<id>[a-z][a-z0-9-]*)"
    rf'(?: +forms="(?P<forms>{LIST})")?'
    rf'(?: +elsewhere="(?P<elsewhere>{LIST})")?'
    r"(?P<ambiguous> +\.ambiguous)?"
    r"(?: +data-from=(?P<made_from>[0-9a-f]{8}))?"
    r"(?:(?P<machine> +\.machine)"
    r"| +read=(?P<read>[0-9]{4}-[0-9]{2}-[0-9]{2}))? *\}$"
)
SPAN_KINDS = {
    "text": "words",
    "text_special": "words",
    "code_inline": "code",
    "math_inline": "formula",
}
# What readers see of a text, and what of it is prose.
PROSE = "words", "label"
SEEN = *PROSE, "code", "formula", "display", "place"


class Span(NamedTuple):
    """A piece of a text.

    `kind` is words, code, formula, display (a formula on lines of its own),
    label (the alternative text of a picture), place (of a widget), open and
    link (the start of a link and, after its words, the target), attributes, or
    emphasis (empty, where one starts or ends).
    """

    kind: str
    line: int
    text: str


class Element(NamedTuple):
    """A block of Markdown.

    `kind` is heading, text, fence, picture, formula, box, item or indented,
    which is shown as code. `marks` open it, `info` follows them: a heading's
    attributes, a fence's language, a box's kind and title. `text` is the
    content of a fence or a display formula, or the path of a picture, whose
    caption belongs to it. Boxes and items hold other elements.
    """

    kind: str
    line: int
    end: int  # the number of its last line
    marks: str = ""
    info: str = ""
    text: str = ""
    spans: tuple[Span, ...] = ()

    @property
    def words(self) -> list[str]:
        """Return the kind of a box, and the name that a question may have."""
        return self.info.partition('"')[0].split()


def new_parser() -> MarkdownIt:
    """Return a parser of the pages' Markdown."""
    md = MarkdownIt("zero", {"maxNesting": 10})
    md.use(
        dollarmath_plugin,
        allow_labels=False,
        allow_space=False,
        allow_blank_lines=False,
    )
    md.use(admon_plugin).enable(
        ["fence", "code", "blockquote", "list", "heading", "newline", "escape"]
        + ["link", "backticks", "emphasis", "balance_pairs", "fragments_join"]
    )
    md.inline.ruler.at("backticks", code_rule)
    md.core.ruler.before("inline", "parts", heading_and_figure_rule)
    md.disable("text_join")  # an escape stays what it is
    md.normalizeLink = str  # a check says which targets there may be
    md.validateLink = bool
    return md


def code_rule(state: StateInline, silent: bool) -> bool:
    """Read code in a line, with the breaks that `backtick` makes blanks."""
    start, matched = state.pos, backtick(state, silent)
    if matched and not silent and state.tokens[-1:] and not state.pending:
        token = state.tokens[-1]
        token.content = state.src[start : state.pos].strip("`")
    return matched


def heading_and_figure_rule(state: StateCore) -> None:
    """Take the attributes out of headings, and the pictures out of figures.

    What is left are words: a title, a caption. Indented headings become text.
    """
    lines = state.src.split("\n")
    for token, inline in zip(state.tokens, state.tokens[1:]):
        if token.type == "heading_open":
            line = lines[token.map[0]]
            if not line.startswith("#"):
                token.type = "paragraph_open"
            elif match := re.search(HEADING_ID, line):
                token.info = match[0]
                inline.content = inline.content.removesuffix(match[0]).rstrip()
        elif token.type == "paragraph_open":
            if match := FIGURE.fullmatch(inline.content):
                token.type, token.meta = "figure_open", match.groupdict()
                inline.content = match["caption"].rstrip()
                inline.map = [token.map[0] + 2, token.map[1] - 1]


PARSER = new_parser()


@lru_cache(maxsize=200)  # a server reads the pages again after each save
def read(text: str) -> tuple[Element, ...]:
    """Return the elements of a text, in its order."""
    return tuple(elements(text))


def elements(text: str) -> Iterator[Element]:
    """Yield the elements of a text, in its order."""
    # The plugins look one letter further than a text without a last newline.
    tokens = PARSER.parse(f"{text}\n")
    for place, token in enumerate(tokens):
        if not token.map:
            continue
        where = token.map[0] + 1, token.map[1], token.markup, token.info.strip()
        following = tokens[place + 1 : place + 3]
        if token.type in ("heading_open", "paragraph_open"):
            kind = "heading" if token.type == "heading_open" else "text"
            yield Element(kind, *where, spans=tuple(spans(following[0])))
        elif token.type == "figure_open":
            label = Span("label", where[0], token.meta["label"])
            words = label, *spans(following[0])
            path = f"docs/{token.meta['path']}"
            yield Element("picture", *where, path, words)
        elif token.type == "admonition_open":
            titled = '"' in token.info and token.content
            title = tuple(spans(following[1])) if titled else ()
            yield Element("box", *where, spans=title)
        elif token.type == "fence":
            yield Element("fence", *where, token.content)
        elif token.type == "code_block":
            yield Element("indented", *where)
        elif token.type == "math_block":
            text, start = token.content, token.content.startswith("\n")
            span = Span("display", where[0] + start, text.strip())
            yield Element("formula", *where, text, (span,))
        elif token.type == "list_item_open":
            if following[0].map and following[0].map[0] == token.map[0]:
                yield Element("item", *where)


def spans(inline: Token) -> Iterator[Span]:
    """Yield the pieces of a text, each with its line."""
    line, targets, last = inline.map[0] + 1, [], ""
    if PLACE.fullmatch(inline.content):
        yield Span("place", line, inline.content)
        return
    if inline.content.startswith("!["):  # no figure: a check refuses its marks
        yield Span("words", line, inline.content)
        return
    for token in inline.children:
        text = token.content
        if token.type == "link_open":
            targets.append(str(token.attrs["href"]))
            yield Span("open", line, "")
        elif token.type in ("em_open", "em_close"):
            yield Span("emphasis", line, "")
        elif token.type == "link_close":
            yield Span("link", line, targets.pop())
        elif kind := SPAN_KINDS.get(token.type):
            if last == "link_close" and (match := ATTRIBUTES.match(text)):
                yield Span("attributes", line, match[0])
                text = text[match.end() :]
            yield Span(kind, line, text)
        line += text.count("\n") + (token.type in ("softbreak", "hardbreak"))
        last = token.type


def text_lines(
    spans: Iterable[Span], kinds: Iterable[str] = PROSE
) -> list[tuple[int, str]]:
    """Return line and text of what readers see, other kinds as a blank."""
    texts: dict[int, str] = {}
    for span in spans:
        if span.kind in SEEN:
            text = span.text if span.kind in kinds else " "
            for line, part in enumerate(text.split("\n"), start=span.line):
                texts[line] = texts.get(line, "") + part
    return [*texts.items()]


def find_all(
    pattern: str | re.Pattern, rows: list[tuple[int, str]]
) -> Iterator[tuple[int, str]]:
    """Yield line and text of each match in lines, also over line ends."""
    text = "\n".join(row for _, row in rows)
    for match in re.finditer(pattern, text):
        line, _ = rows[text.count("\n", 0, match.start())]
        yield line, " ".join(match[0].split())
