"""A page's HTML from what Markdown makes of it: filled in, told of, tidied."""

import re
from html import escape

from proof.outputs.readback import read_tables
from proof.pages.page import MARK, Page
from proof.pages.places import FOOT, GLOSSARY, MOVED, REFUSED
from proof.pages.resolve import MEASURED_HERE
from proof.pages.settings import ORIGINAL
from proof.pages.states import State
from proof.site import colophon, glossary, notices, roles
from proof.site.edition import Edition

# Names, blanks, operators, punctuation, constants, the letter before a string
# and names that Python gives a meaning have the colour of the text.
PLAIN = re.compile(
    r'<span class="(?:n|w|o|p|kc|sa|fm|vm)">([^<]*)</span>|<span></span>'
)
# The braces in a string have the colour of the string.
BRACES, STRING = '<span class="si">', '<span class="s2">'
SAME = re.compile(r'(<span class="(\w+)">[^<]*)</span><span class="\2">')
# The number of a note on code, of which `# (1)!` is to be seen as 1.
NUMBER = re.compile(rf'<span class="c1">{MARK}</span>')
KEPT = re.compile(r"(<(pre|script|style|textarea)\b.*?</\2>)", re.S)
LINE = re.compile(r"\n(?=</?(?:li|ul|nav|table|thead|tbody|tr|th|td)\b)")
# The theme's, which the standard knows for text alone.
TOGGLE = re.compile(r'(<input class="md-toggle"[^>]*?) autocomplete="off"')
# Captions stand last, as the standard has them; styles show them above a fold.
CAPTIONED = re.compile(
    r"(<figcaption>(?:(?!</fig).)*</figcaption>\s*)"
    r"(<details>(?:(?!</fig).)*)(?=</figure>)",
    re.S,
)
HEADING = re.compile(r'(<h([2-4]) [^>]*?id="([^"]+)"[^>]*>.*?)(</h\2>)', re.S)
LINKED = r'\1<a class="headerlink" href="#\3" aria-labelledby="\3">#</a>\4'
FIGURE = re.compile(r"(<figure>\s*)(<div\b.*?</figure>)", re.S)
WHOLE = re.compile(r"<figure>.*?</figure>", re.S)
TABLE = re.compile(r"<figure>.*?</figure>|<table>.*?</table>", re.S)
LABEL = re.compile(r"(<(?:text|th|caption)\b[^>]*>)([^<]+)(?=</)")
TITLE = re.compile(r"<caption>([^<]+)</caption>")
LABELS, HEATMAP = "figure-labels", 'class="cells"'


def filled(edition: Edition, path: str, language: str, html: str) -> str:
    """Fill a page with its lists, tables, definitions and notices.

    `language` is that of the site, `path` the page's, which is of the original
    where the site's language does not have it.
    """
    page, words = edition.pages[path], edition.words[language]
    html = notices.without_sources(html)
    html = coloured(roles.coloured(html, edition.roles))
    html = html.replace("<th></th>", "<td></td>")  # it heads nothing
    html = FIGURE.sub(with_sentence, CAPTIONED.sub(r"\2\1", html))
    if language != ORIGINAL:
        html = relabelled(html, edition.words[ORIGINAL], words)
    for each in edition.rewrites:
        html = each.put(html, each.parts(edition, page, language))
    states = edition.states(page, language)
    cut = notices.passages(html)
    marked = {comment for _, comment in page.placeholders}
    if not marked & {GLOSSARY, REFUSED}:  # which are about the terms
        cut = defined(edition, page, language, cut, states)
    html = notices.tell(cut, states, words, language, page.name)
    html = with_old_ids(html, edition.data(MOVED).get(page.name, {}))
    html = searchable(HEADING.sub(LINKED, html))
    marked |= {MEASURED_HERE} if page.measured else set()
    for place in edition.places:
        if place.comment in marked:
            html = place.put(html, edition, page, language)
    covers = "".join(
        place.fill(edition, page, language)
        for place in edition.places
        if place.comment == FOOT
    )
    made = edition.made.get(page.name, {})
    changed = edition.changed.get(page.path, "")
    return html + colophon.html(page, made, covers, changed, words)


def coloured(html: str) -> str:
    """Return code with colours where they differ, and numbers of its notes."""
    html = PLAIN.sub(r"\1", html).replace(BRACES, STRING)
    joined = 1
    while joined:
        html, joined = SAME.subn(r"\1", html)
    number = r'<span class="mark"><i># (</i>\1<i>)!</i></span>'
    return NUMBER.sub(number, html)


def forms(edition: Edition, page: Page, language: str) -> list[str]:
    """Return the HTML of the forms that a page shows."""
    marked = {comment for _, comment in page.placeholders}
    placed = [
        place.fill(edition, page, language)
        for place in edition.places
        if place.form and place.comment in marked
    ]
    put = [
        form
        for each in edition.rewrites
        if each.form
        for form in each.parts(edition, page, language).values()
    ]
    return placed + put


def defined(
    edition: Edition,
    page: Page,
    language: str,
    cut: list[tuple[str, str]],
    states: list[State],
) -> list[tuple[str, str]]:
    """Return the passages of a page with each term defined, once."""
    seen: set[str] = set()
    missing = {state.id for state in states if not state.shown}
    address = f"{'' if page.name == 'index' else '../'}glossary/"
    terms = {
        code: [
            term
            for term in glossary.terms(edition.terms, code)
            if term.language == code
        ]
        for code in (ORIGINAL, language)
    }
    return [
        (key, glossary.mark(html, terms[spoken], address, seen))
        for key, html in cut
        for spoken in [ORIGINAL if key in missing else language]
    ]


def with_old_ids(html: str, moved: dict[str, str]) -> str:
    """Let a link to an id that is gone land on what took its place."""
    for old, new in moved.items():
        before, id, after = html.partition(f' id="{new}"')
        after = after.replace(">", f'><span id="{escape(old)}"></span>', 1)
        html = before + id + after
    return html


def relabelled(html: str, spoken: dict, words: dict) -> str:
    """Say the labels of axes and panels in another language; tokens stay."""
    return WHOLE.sub(lambda m: relabel(m[0], m[0], spoken, words), html)


def relabel(part: str, figure: str, spoken: dict, words: dict) -> str:
    """Say the labels in a part of a figure in another language.

    Of a heatmap these are the titles of its panels, which its tables have.
    """
    lists = (each.get(LABELS, "").split(", ") for each in (spoken, words))
    known = dict(zip(*lists))
    if HEATMAP in figure:
        known = {name: known.get(name, name) for name in TITLE.findall(figure)}
    return LABEL.sub(lambda m: m[1] + known.get(m[2], m[2]), part)


def with_sentence(figure: re.Match) -> str:
    """Put the words of a heatmap above it, for the script that marks them.

    Queries and keys have a line each, or one if they are the same; none has
    one if they are but counted. The last line is for the value.
    """
    before, rest = figure.groups()
    table, end, _ = rest.partition("<table>")[2].partition("</table>")
    if not end or rest.count("<table>") != rest.count(HEATMAP):
        return figure[0]
    (first,) = read_tables(f"<table>{table}</table>")
    queries, keys = first.rows, first.columns
    lines = ""
    for tokens in (queries, keys)[: 1 if queries == keys else 2]:
        spans = " ".join(f"<span>{escape(token)}</span>" for token in tokens)
        counted = all(map(str.isdigit, tokens))
        hidden = " hidden" if counted else ""
        lines += f'<div dir="auto"{hidden}>{spans}</div>'
    reading = (
        f'<div class="reading" data-search-exclude>{lines}<output></output>'
    )
    return f"{before}{reading}</div>\n{rest}"


def searchable(html: str) -> str:
    """Keep letters of pictures out of the index, and cells of tables apart."""
    html = html.replace('role="img"', 'role="img" data-search-exclude')
    return html.replace("</td><t", "</td> <t").replace("</th><t", "</th> <t")


def finished(html: str) -> str:
    """Return a whole page as the standard has it, compact."""
    html = TABLE.sub(scrolling, html)
    return compact(TOGGLE.sub(r"\1", html))


def scrolling(match: re.Match) -> str:
    """Put a table into what scrolls it; one of a figure scrolls by itself."""
    if match[0].startswith("<figure>"):
        return match[0]
    return (
        '<div class="md-typeset__scrollwrap"><div class="md-typeset__table">'
        f"{match[0]}</div></div>"
    )


def compact(html: str) -> str:
    """Return a page less the indents and ends of lines that nobody sees."""
    parts = KEPT.split(html)  # text, element, its name, text, …
    parts[::3] = [
        LINE.sub("", re.sub(r"\s*\n\s*", "\n", text)) for text in parts[::3]
    ]
    del parts[2::3]
    return "".join(parts)
