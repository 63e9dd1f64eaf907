"""A page's HTML from what Markdown makes of it: filled in, told of, tidied."""

import re
from html import escape, unescape
from itertools import cycle, groupby
from operator import itemgetter

from sitebuild.i18n import notices
from sitebuild.i18n.notices import Passage
from sitebuild.pages.glossary_terms import PAGE
from sitebuild.pages.page import Page
from sitebuild.pages.page_reader import MARK
from sitebuild.pages.placeholders import FOOT
from sitebuild.pages.project import Project
from sitebuild.pages.resolve import MEASURED_HERE
from sitebuild.pages.site_config import ORIGINAL
from sitebuild.pages.snippet_code import stands_alone
from sitebuild.pages.staleness import State
from sitebuild.pages.tables import read_tables
from sitebuild.site import glossary_links, page_footer, role_colours
from sitebuild.site.html_utils import between, elements, rewritten
from sitebuild.site.role_colours import Roles
from sitebuild.widgets.registry import PLACES, REWRITES

# Names, numbers, blanks, operators, punctuation, constants and the letter
# before a string have the colour of the text (role_colours.css).
PLAIN = re.compile(
    r'<span class="(?:n[bcdefn]?|bp|m[fi]|w|o|p|kc|sa|fm|vm)">([^<]*)</span>'
    "|<span></span>"
)
# The braces in a string have the colour of the string.
BRACES, STRING = '<span class="si">', '<span class="s2">'
SAME = re.compile(r'(<span class="(\w+)">[^<]*)</span><span class="\2">')
# The number of a note on code, of which `# (1)!` is to be seen as 1.
NUMBER = re.compile(rf'<span class="c1">{MARK}</span>')
# What may scroll sideways: outputs, and formulas on lines of their own.
PRINTED = re.compile(
    r'(<div class="language-text highlight"><pre><code)>([^<]*)'
)
FORMULA = re.compile(r'(<div class="formula"[^>]*><div)>')
SCROLLS = ' tabindex="0" role="group" aria-label="{}"'.format
CODE = re.compile(
    r'(<div class="language-(?:python|sh) highlight"><pre><code>)'
    "(.*?)(?=</code>)",
    re.S,
)
INDENT, DEEPEST = re.compile(r"( *)(\n?$)?"), 6
PHONE = 27  # letters of code in a row on the smallest, in a fold
LETTER = r"(?:<[^>]*>)*(?:&#?\w+;|[^\s<&])"  # with the tags before it
# What in a long word of code may end a line: no name, and no number.
BREAK = r"(?:(?<=[(\[{=,])|(?<=\D\.))(?![\s)\]}])"
KEPT = re.compile(r"(<(pre|script|style|textarea)\b.*?</\2>)", re.S)
LINE = re.compile(r"\n(?=</?(?:li|ul|nav|table|thead|tbody|tr|th|td)\b)")
LABEL = re.compile(r"(<(?:text|th|caption)\b[^>]*>)([^<]+)(?=</)")
FIGURE, TABLE = ("<figure>", "</figure>"), ("<table>", "</table>")
TOGGLE = '<input class="md-toggle"', ">"  # the theme's
LINKED = "</h2>", "</h3>", "</h4>"  # ends of headings that link to themselves
HEAD = re.compile(r"<t[hd]\b[^>]*>(.*?)</t[hd]>")
LONG = re.compile(r"</td>\s*<td\b[^>]*>(?:(?!</td>).)*<(?:code|math)", re.S)
PYTHON = '<div class="language-python highlight"><pre><code>', "</code>"
ANY = re.compile("<[^>]*>")
LABELS, HEATMAP = "figure-labels", 'class="cells"'


def filled(
    project: Project, roles: Roles, path: str, language: str, html: str
) -> str:
    """Fill a page with its lists, tables, definitions and notices.

    `language` is that of the site, `path` the page's, which is of the original
    where the site's language does not have it.
    """
    page, words = project.by_path[path], project.words[language]
    html = coloured(role_colours.coloured(html, roles))
    html = html.replace("<th></th>", "<td></td>")  # it heads nothing
    html = rewritten(html, *FIGURE, captioned)
    html = rewritten(html, *FIGURE, with_sentence)
    if language != ORIGINAL:
        html = relabelled(html, project.words[ORIGINAL], words)
    for each in REWRITES:
        html = each.put(html, each.parts(project, page, language))
    states = project.states(page, language)
    cut = notices.passages(html)
    marked = {comment for _, comment in page.placeholders}
    if page.name != PAGE:
        cut = defined(project, page, language, cut, states)
    cut = notices.tell(cut, states, words, language, page.name)
    if page.name == PAGE:
        cut = glossary_links.listed(cut, project.terms, language)
    html = "".join(map(linked, cut))
    html = searchable(html)
    marked |= {MEASURED_HERE} if page.measured else set()
    for place in PLACES:
        if place.comment in marked:
            html = place.put(html, project, page, language)
    html = rewritten(hung(html), *TABLE, labelled)
    html = FORMULA.sub(rf"\1{SCROLLS(escape(words['sideways']))}>", html)
    html = printed(html, words)
    covers = "".join(
        place.fill(project, page, language)
        for place in PLACES
        if place.comment == FOOT
    )
    made = project.recorded.get(page.name, {})
    changed = project.changed.get(page.path, "")
    return html + page_footer.html(page, made, covers, changed, words, language)


def coloured(html: str) -> str:
    """Return code with colours where they differ, and numbers of its notes."""
    html = PLAIN.sub(r"\1", html).replace(BRACES, STRING)
    joined = 1
    while joined:
        html, joined = SAME.subn(r"\1", html)
    number = r'<span class="mark"><i># (</i>\1<i>)!</i></span>'
    return NUMBER.sub(number, html)


def alone(html: str) -> str:
    """Mark Python code that runs by itself: copy.js tells of all other."""

    def marked(code: str) -> str:
        text = unescape(ANY.sub("", code))
        opened = '<code class="alone">' if stands_alone(text) else "<code>"
        return code.replace("<code>", opened, 1)

    return rewritten(html, *PYTHON, marked)


def forms(project: Project, page: Page, language: str) -> list[str]:
    """Return the HTML of the forms that a page shows."""
    marked = {comment for _, comment in page.placeholders}
    placed = [
        place.fill(project, page, language)
        for place in PLACES
        if place.form and place.comment in marked
    ]
    put = [
        form
        for each in REWRITES
        if each.form
        for form in each.parts(project, page, language).values()
    ]
    return placed + put


def defined(
    project: Project,
    page: Page,
    language: str,
    cut: list[Passage],
    states: list[State],
) -> list[Passage]:
    """Return the passages of a page with each term defined, once."""
    seen: set[str] = set()
    missing = {state.id for state in states if not state.shown}
    address = f"{'' if page.name == 'index' else '../'}glossary/"
    terms = {
        code: [term for term in project.terms[code] if term.language == code]
        for code in (ORIGINAL, language)
    }
    return [
        passage._replace(
            text=glossary_links.mark(passage.text, terms[spoken], address, seen)
        )
        for passage in cut
        for spoken in [ORIGINAL if passage.id in missing else language]
    ]


def linked(passage: Passage) -> str:
    """Return a passage's HTML, with a link from its heading to itself."""
    id, heading, text = passage
    link = f'<a class="headerlink" href="#{id}" aria-labelledby="{id}">#</a>'
    if heading.endswith(LINKED):
        heading = f"{heading[:-5]}{link}{heading[-5:]}"
    return heading + text


def relabelled(html: str, spoken: dict, words: dict) -> str:
    """Say the labels of axes and panels in another language; tokens stay."""
    return rewritten(html, *FIGURE, lambda f: relabel(f, f, spoken, words))


def relabel(part: str, figure: str, spoken: dict, words: dict) -> str:
    """Say the labels in a part of a figure in another language.

    Of a heatmap these are the titles of its panels, which its tables have.
    """
    lists = (each.get(LABELS, "").split(", ") for each in (spoken, words))
    known = dict(zip(*lists))
    if HEATMAP in figure:
        titles = between(figure, "<caption>", "</caption>")
        known = {title: known.get(title, title) for title in titles}
    return LABEL.sub(lambda m: m[1] + known.get(m[2], m[2]), part)


def captioned(figure: str) -> str:
    """Put a caption last, as the standard has it, if a fold is below it.

    Styles show it above the fold.
    """
    before, start, rest = figure.partition("<figcaption>")
    caption, end, below = rest.partition("</figcaption>")
    fold = below.strip().removesuffix("</figure>")
    if not fold.startswith("<details>"):
        return figure
    return f"{before}{fold}{start}{caption}{end}\n</figure>"


def with_sentence(figure: str) -> str:
    """Put the words of a heatmap above it, for the script that marks them.

    Queries and keys have a line each, or one if they are the same; none has
    one if they are but counted. The last line is for the value.
    """
    start, end = FIGURE
    rest = figure.removeprefix(start).lstrip()
    tables = elements(rest, *TABLE)
    is_heatmap = tables and len(tables) == rest.count(HEATMAP)
    if not (is_heatmap and rest.startswith("<div")):
        return figure
    (first,) = read_tables(tables[0])
    queries, keys = first.rows, first.columns
    lines = ""
    for tokens in (queries, keys)[: 1 if queries == keys else 2]:
        spans = " ".join(f"<span>{escape(token)}</span>" for token in tokens)
        counted = all(map(str.isdigit, tokens))
        hidden = " hidden" if counted else ""
        lines += f"<div{hidden}>{spans}</div>"
    reading = (
        f'<div class="reading" data-search-exclude>{lines}<output></output>'
    )
    return f"{start}\n{reading}</div>\n{rest}"


def searchable(html: str) -> str:
    """Keep letters of pictures out of the index, and cells of tables apart."""
    html = html.replace('role="img"', 'role="img" data-search-exclude')
    return html.replace("</td><t", "</td> <t").replace("</th><t", "</th> <t")


def printed(html: str, words: dict[str, str]) -> str:
    """Let outputs that a phone scrolls be reached with the keyboard."""
    name = SCROLLS(escape(words["sideways"]))

    def reached(output: re.Match) -> str:
        letters = max(map(len, unescape(output[2]).split("\n")))
        return f"{output[1]}{name * (letters > PHONE)}>{output[2]}"

    return PRINTED.sub(reached, html)


def labelled(table: str) -> str:
    """Let phones show each row of a table as a card, its cells with their head.

    So are tables of two or three columns that hold code or formulas behind the
    first one: these would be cut, or scroll.
    """
    head, start, body = table.partition("<tbody>")
    heads = HEAD.findall(head)
    if not (2 <= len(heads) <= 3 and LONG.search(body)):
        return table
    if len(heads) == 3:
        labels = (re.sub("<[^>]*>", "", text) for text in heads[1:])
        cells = cycle(["<td", *(f'<td data-label="{text}"' for text in labels)])
        body = re.sub(r"<td\b", lambda _: next(cells), body)
    return head.replace("<table>", "<table data-cards>") + start + body


def finished(html: str, words: dict[str, str]) -> str:
    """Return a whole page as the standard has it, compact.

    It knows `autocomplete` of fields for text alone.
    """
    name = SCROLLS(escape(words["sideways"]))
    html = rewritten(html, *TABLE, lambda table: scrolling(table, name))
    off = ' autocomplete="off"'
    return compact(rewritten(html, *TOGGLE, lambda tag: tag.replace(off, "")))


def scrolling(table: str, name: str) -> str:
    """Put a table into what scrolls it."""
    return (
        f'<div class="md-typeset__scrollwrap"{name}>'
        f'<div class="md-typeset__table">{table}</div></div>'
    )


def hung(html: str) -> str:
    """Let lines of code that are too long go on below, further in.

    Lines of one indent stand in a span, whose class says how far in they begin,
    as i2 for 8 blanks; styles let what is below begin 4 further in.
    """

    def spans(code: re.Match) -> str:
        deep, lines = 0, []
        for line in code[2].splitlines(keepends=True):
            indent, blank = INDENT.match(re.sub("<[^>]*>", "", line)).groups()
            deep = deep if blank else min(len(indent) // 4, DEEPEST)
            lines.append((deep, breaking(line, len(indent))))
        return code[1] + "".join(
            f'<span class="i{deep}">{"".join(line for _, line in group)}</span>'
            for deep, group in groupby(lines, key=itemgetter(0))
        )

    return CODE.sub(spans, html)


def breaking(line: str, indent: int) -> str:
    """Let a line of code break in a word that is too long for a phone.

    In its first word also within a name, where it has no other place: else all
    of it would go on below, and leave an empty line.
    """
    fits, room = PHONE - indent, max(PHONE - indent - 4, 8)
    first = rf"(?!(?:{LETTER}){{1,{fits}}}{BREAK})(?:{LETTER}){{{fits}}}"
    stuck = rf"^((?:<[^>]*>)* *{first})(?={LETTER})"
    line = re.sub(stuck, r"\1<wbr>", line)
    long = rf"(?=(?:{LETTER}){{{room + 1}}})(?:{LETTER}){{1,{room}}}{BREAK}"
    words = rf"(?P<long>{long})|{LETTER}|<[^>]*>"
    return re.sub(words, lambda m: m[0] + "<wbr>" * bool(m["long"]), line)


def compact(html: str) -> str:
    """Return a page less the indents and ends of lines that nobody sees."""
    parts = KEPT.split(html)  # text, element, its name, text, …
    parts[::3] = [
        LINE.sub("", re.sub(r"\s*\n\s*", "\n", text)) for text in parts[::3]
    ]
    del parts[2::3]
    return "".join(parts)
