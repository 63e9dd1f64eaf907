"""Turn the HTML that Markdown makes of a page into what readers get."""

import re
from collections.abc import Iterator
from html import escape, unescape
from itertools import cycle, groupby
from operator import itemgetter

from sitebuild.i18n import notices
from sitebuild.i18n.notices import Passage
from sitebuild.pages.glossary_terms import PAGE
from sitebuild.pages.output_types import read_tables, values_of
from sitebuild.pages.page import MEASURED_HERE
from sitebuild.pages.page_parts import MARK
from sitebuild.pages.project import View
from sitebuild.pages.quotes import curly
from sitebuild.pages.site_config import ORIGINAL, tag
from sitebuild.pages.snippet_code import stands_alone
from sitebuild.site import glossary_links, role_colours
from sitebuild.site.role_colours import Roles
from sitebuild.widgets import page_facts, practice, stepper
from sitebuild.widgets.registry import widgets

TAG = re.compile("<[^>]*>")
FIGURE = re.compile("(?s)<figure.*?</figure>")
CHIP = '<span class="chip">{}</span>'  # as element.js makes it
TABLE_TAG = re.compile("(?s)<table>.*?</table>")
# Names, numbers, blanks, operators, punctuation, constants and the letter
# before a string have the colour of the text (roles.css).
UNCOLOURED = re.compile(
    r'<span class="(?:n[bcdefn]?|bp|m[fi]|w|o|p|kc|sa|fm|vm)">([^<]*)</span>'
    "|<span></span>"
)
NOTE = re.compile(rf'<span class="c1">{MARK}</span>')  # `# (1)!` in code
NUMBERED = r'<span class="mark"><i hidden># (</i>\1<i hidden>)!</i></span>'
# Code, the notes on it and its output, which stand in another order.
BLOCK = r'<div class="language-{} highlight">(?:(?!</div>).)*</div>\n'
NOTED = re.compile(
    rf"(?s)({BLOCK.format('python')})(<ol>.*?</ol>\n)({BLOCK.format('text')})?"
)
CODE = re.compile(
    r'(<div class="language-(python|sh) highlight"><pre><code)>'
    "(.*?)(?=</code>)",
    re.S,
)
PRINTED = re.compile(
    r'(<div class="language-text highlight"><pre><code)>([^<]*)'
)
FORMULA = re.compile(r'(<div class="formula"[^>]*><div)>')
DEEPEST = 4  # indents of code for which there is a style
PHONE = 27  # letters in a row of code on the smallest phone, in a fold
LETTER = r"(?:<[^>]*>)*(?:&#?\w+;|[^\s<&])"  # with the tags before it
# Where a long word of code may continue below: not in a name or a number.
BREAK = re.compile(r"(<[^>]*>)|(?:[(\[{=,]|(?<=\D)\.)(?![\s)\]}]|\Z)")
HEATMAP = 'class="cells"'
# A picture's place, in which `expand_includes` has written its line.
PLACED = re.compile(
    r"(?s)<p>\{\{ picture (\d+) \}\}</p>\n"
    r"<figcaption>\n<p>(.*?)</p>\n</figcaption>"
)
LABEL = re.compile(r"(<(?:text|th|caption)\b[^>]*>)([^<]+)(?=</)")
HEAD = re.compile(r"<t[hd]\b[^>]*>(.*?)</t[hd]>")
LONG = re.compile(r"</td>\s*<td\b[^>]*>(?:(?!</td>).)*<(?:code|math)", re.S)


def filled(view: View, roles: Roles, html: str) -> str:
    """Return a page with its widgets, definitions and notices."""
    (project, page, language), words = view, view.words
    html = PLACED.sub(lambda m: figure(view, roles.other, m), curly(html))
    html = UNCOLOURED.sub(r"\1", role_colours.coloured(html, roles))
    html = html.replace('class="si"', 'class="s2"')  # braces in strings
    html = NOTE.sub(NUMBERED, html)
    html = html.replace("<th></th>", "<td></td>")  # it heads nothing
    html = practice.with_forms(html, practice.forms(view))
    html = practice.with_cards(html, view)
    passages = notices.passages(html)
    if page.name != PAGE:
        passages = [*defined(view, passages)]
    passages = notices.tell(passages, view)
    if page.name == PAGE:
        passages = glossary_links.listed(passages, project.terms, language)
    html = "".join(map(linked, passages))
    # The index keeps cells apart.
    html = re.sub("(</t[dh]>)(?=<t)", r"\1 ", html)
    for mark, widget in widgets(view).items():
        html = html.replace(f"<p>{mark}</p>", widget)
    html = stepper.with_steps(html, page, words)
    if page.measured:
        note = escape(page_facts.measured(view))
        note = f'<p class="notice measured" data-search-exclude>{note}</p>'
        html = html.replace(f"<p>{MEASURED_HERE}</p>", note)
    html = NOTED.sub(r'<div class="noted">\1\3\2</div>\n', html)
    html = TABLE_TAG.sub(lambda m: fitted(m[0], words), hung(html))
    html = FORMULA.sub(rf"\1{scrolls(words)}>", html)
    return printed(html, words)


def figure(view: View, other: tuple[str, ...], place: re.Match) -> str:
    """Return a drawing, with its values as tables and its words above it.

    HTML wants a caption below the fold with tables; styles show it above. The
    search leaves out the letters of pictures. In drawings whose path ends as in
    `other`, the colours of roles mean something else (`x`, for roles.js).
    """
    page, line, caption = view.page, int(place[1]), place[2]
    path = next(i.path for i in page.pictures if i.line == line)
    svg, tables = drawn(view, path)
    label = f'aria-label="{page.labels[line]}"'
    label += ' class="x"' if path.endswith(other) else ""
    start = f'<div role="img" data-search-exclude {label}>'
    fold = folded(tables, view.words)
    fold = fold.replace("<summary", f'<summary lang="{tag(view.language)}"')
    shown = f"{sentence(svg, tables, view)}{start}\n{svg}\n</div>\n{fold}"
    return f"{shown}<figcaption>{caption}</figcaption>"


def drawn(view: View, path: str) -> list[str]:
    """Return a drawing and the tables with its values, as a page shows them.

    The labels of axes and panels are in the language of the site; tokens stay.
    In a heatmap these are the titles of its panels, which its tables have.
    """
    texts = [view.page.files.text(p).strip() for p in (path, values_of(path))]
    words = view.project.words[ORIGINAL], view.words
    lists = (names.get("figure-labels", "").split(", ") for names in words)
    known = dict(zip(*lists))
    if HEATMAP in texts[0]:
        titles = re.findall("<caption>(.*?)</caption>", texts[1])
        known = {title: known.get(title, title) for title in titles}
    return [
        LABEL.sub(lambda m: m[1] + known.get(m[2], m[2]), text)
        for text in texts
    ]


def folded(tables: str, words: dict[str, str]) -> str:
    """Return a fold with the values of a picture; empty if it has none."""
    if not tables:
        return ""
    key = "figure-tables" if tables.count("<table>") > 1 else "figure-table"
    summary = f"<summary>{escape(words[key])}</summary>"
    return f"<details>\n{summary}\n{tables}\n</details>\n"


def defined(view: View, passages: list[Passage]) -> Iterator[Passage]:
    """Yield passages in which the first use of a term has its definition."""
    project, page, language = view
    seen: set[str] = set()
    terms = {
        code: [term for term in project.terms[code] if term.language == code]
        for code in (ORIGINAL, language)
    }
    replaced = {state.id for state in view.states if not state.shown}
    address = f"{'' if page.name == 'index' else '../'}glossary/"
    for passage in passages:
        spoken = ORIGINAL if passage.id in replaced else language
        text = glossary_links.mark(passage.text, terms[spoken], address, seen)
        yield passage._replace(text=text)


def linked(passage: Passage) -> str:
    """Return a passage's HTML, with a link from its heading to itself."""
    id, heading, text = passage
    link = f'<a class="headerlink" href="#{id}" aria-labelledby="{id}">#</a>'
    return re.sub("(?=</h[234]>$)", link, heading) + text


def sentence(svg: str, tables: str, view: View) -> str:
    """Return the words of a heatmap, for the script that marks them.

    Queries and keys share a line if they are the same; mere numbers are hidden.
    Below them is what invites to play, until the script reads a cell there.
    """
    if not tables or tables.count("<table>") != svg.count(HEATMAP):
        return ""
    table, lines = read_tables(tables)[0], ""
    for tokens in dict.fromkeys([tuple(table.rows), tuple(table.columns)]):
        spans = " ".join(map(CHIP.format, map(escape, tokens)))
        hidden = " hidden" if "".join(tokens).isdigit() else ""
        lines += f"<div{hidden}>{spans}</div>"
    name, cell, hint = (
        escape(view.words[f"heatmap{part}"]) for part in ("", "-cell", "-hint")
    )
    return (
        '<div class="reading" data-search-exclude '
        f'data-name="{name}" data-cell="{cell}">{lines}'
        f'<output lang="{tag(view.language)}" dir="auto">{hint}</output>'
        "</div>\n"
    )


def scrolls(words: dict[str, str]) -> str:
    """Return the attributes of what may scroll sideways."""
    name = escape(words["sideways"])
    return f' tabindex="0" role="group" aria-label="{name}"'


def printed(html: str, words: dict[str, str]) -> str:
    """Let the keyboard reach outputs that scroll on a phone."""

    def reachable(match: re.Match) -> str:
        longest = max(map(len, unescape(match[2]).split("\n")))
        return f"{match[1]}{scrolls(words) * (longest > PHONE)}>{match[2]}"

    return PRINTED.sub(reachable, html)


def fitted(table: str, words: dict[str, str]) -> str:
    """Let a table scroll; or phones show each row as a card of labelled cells.

    So it is for two or three columns with code or formulas behind the first,
    which phones would cut.
    """
    head, start, body = table.partition("<tbody>")
    heads = [TAG.sub("", text) for text in HEAD.findall(head)]
    if not (2 <= len(heads) <= 3 and LONG.search(body)):
        wrap = f'<div class="md-typeset__scrollwrap"{scrolls(words)}>'
        return f'{wrap}<div class="md-typeset__table">{table}</div></div>'
    if len(heads) == 3:
        labels = [f'<td data-label="{text}"' for text in heads[1:]]
        cells = cycle(["<td", *labels])
        body = re.sub(r"<td\b", lambda _: next(cells), body)
    return head.replace("<table>", "<table data-cards>") + start + body


def hung(html: str) -> str:
    """Let long lines of code continue below, further in.

    Lines of one indent stand in a span whose class tells the indent, such as
    `i2` for 8 blanks; styles indent what is below by 4 more. Code that runs by
    itself is marked: copy.js warns of all other.
    """

    def indented(match: re.Match) -> str:
        start, language, code = match.groups()
        depth, lines = 0, []
        for line in code.splitlines(keepends=True):
            text = TAG.sub("", line)
            indent = len(text) - len(text.lstrip(" "))
            if text.strip():
                depth = min(indent // 4, DEEPEST)
            lines.append((depth, breaking(line, indent)))
        spans = "".join(
            f'<span class="i{depth}">{"".join(line for _, line in run)}</span>'
            for depth, run in groupby(lines, key=itemgetter(0))
        )
        if language == "python" and stands_alone(unescape(TAG.sub("", code))):
            start += ' class="alone"'
        return f"{start}>{spans}"

    return CODE.sub(indented, html)


def breaking(line: str, indent: int) -> str:
    """Let a line of code break in a word that is too long for a phone."""
    long = rf"(?:{LETTER}){{{max(PHONE - indent - 3, 9)},}}"

    def with_breaks(word: re.Match) -> str:
        return BREAK.sub(lambda m: m[1] or f"{m[0]}<wbr>", word[0])

    return re.sub(f"{long}|<[^>]*>", with_breaks, line)
