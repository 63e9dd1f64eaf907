"""What pages get from elsewhere: data files, the state of translations."""

import re
from hashlib import sha256
from pathlib import Path

from course import playground, sources
from proof.blocks.recordings import MADE, read_made
from proof.pages.entries import FIELDS, path_of, read_all
from proof.pages.page import ORIGINAL, Page, read_pages
from proof.pages.passages import (
    Editorial,
    State,
    composed,
    entry_states,
    page_states,
)
from proof.pages.sections import Files
from proof.pages.settings import CONFIG, languages
from proof.site import foot, glossary, interface, measured, notices

# Names, blanks, operators and punctuation have the colour of the text.
PLAIN = re.compile(r'<span class="(?:n|w|o|p)">([^<]*)</span>|<span></span>')


KEPT = re.compile(r"(<(pre|script|style|textarea)\b.*?</\2>)", re.S)
# The theme's, which the standard knows for text alone.
TOGGLE = re.compile(r'(<input class="md-toggle"[^>]*?) autocomplete="off"')
CAPTIONED = re.compile(
    r"(<figcaption>(?:(?!</fig).)*</figcaption>\s*)"
    r"(<details>(?:(?!</fig).)*)(?=</figure>)",
    re.S,
)


def compact(html: str) -> str:
    """A whole page without the indents and empty lines that nobody sees."""
    parts = KEPT.split(html)  # text, element, its name, text, …
    parts[::3] = [re.sub(r"\s*\n\s*", "\n", text) for text in parts[::3]]
    del parts[2::3]
    return "".join(parts)


def captions_last(html: str) -> str:
    """Figures as the standard has them; site.css shows the caption above what
    is folded."""
    return CAPTIONED.sub(r"\2\1", html)


def valid(html: str) -> str:
    """A whole page without the theme's attributes that no standard allows."""
    return TOGGLE.sub(r"\1", html)


HEADING = re.compile(r'(<h([2-4]) [^>]*?id="([^"]+)"[^>]*>.*?)(</h\2>)', re.S)


def linked(html: str) -> str:
    """Headings with a link to themselves, which has their name."""
    link = r'<a class="headerlink" href="#\3" aria-labelledby="\3">#</a>'
    return HEADING.sub(rf"\1{link}\4", html)


CELLS = re.compile(r"(</t[dh]>)(<t[dh])")


def for_search(html: str) -> str:
    """A page whose index has no letters of pictures, no cells run together."""
    html = html.replace('role="img"', 'role="img" data-search-exclude')
    return CELLS.sub(r"\1 \2", html)


class Reference:
    """The data files and pages of a project, read once for a build.

    `pages` are as readers see them: what is not translated is in them in the
    original.
    """

    def __init__(self, root: Path, pages: list[Page] | None = None):
        self.root = root
        pages = read_pages(root) if pages is None else pages
        self.written = {page.path: page for page in pages}
        self.pages = composed(root, self.written)
        self.same = Editorial(root)
        self.terms = read_all(root, glossary.FILE)
        self.sources = sources.read(root)
        self.made = read_made(root)
        self.changed = foot.last_changes(root)
        self.files = Files(root)
        self.words = {  # of the interface: language -> key -> text
            language: interface.read(root, language)
            for language in languages(root)
        }

    def states(self, page: Page, language: str) -> list[State]:
        """Of a page's passages in a language; `page` is what is shown."""
        if language == ORIGINAL:
            return []
        original, mine = (
            self.written.get(f"docs/{code}/{page.name}.md")
            for code in (ORIGINAL, language)
        )
        return page_states(original, mine, self.same)

    def digest(self, path: str, language: str) -> str:
        """Of all that a page is made of: equal while it need not be remade."""
        page = self.pages[path]
        words = [path_of(code, file) for code in self.words for file in FIELDS]
        shared = [sources.PATH, MADE, CONFIG, "docs/assets/theme/main.html"]
        files = {include.path for include in page.includes} | {*words, *shared}
        parts = [
            page.text,
            repr(self.states(page, language)),
            repr(self.titles(language)),
            *map(self.files.text, sorted(files)),
        ]
        return sha256("\0".join(parts).encode()).hexdigest()

    def fill(self, html: str, path: str, language: str) -> str:
        """A page's HTML with its lists, tables, definitions and notices.

        `language` is that of the site, `path` the page's, which is of the
        original where the site's language does not have it.
        """
        page = self.pages[path]
        words = self.words[language]
        html = PLAIN.sub(r"\1", notices.without_sources(html))
        html = html.replace("<th></th>", "<td></td>")  # it heads nothing
        html = captions_last(html)
        if glossary.PLACE in html:
            listing = glossary.listing(
                self.terms,
                language,
                self.titles(language),
                self.entry_notices(glossary.FILE, language),
            )
            html = html.replace(glossary.PLACE, listing)
        if glossary.REFUSED in html:
            heads = [words["not-this"], words["but-this"]]
            table = glossary.refused(self.terms, language, heads)
            html = html.replace(glossary.REFUSED, table)
        html = sources.fill(
            html,
            self.sources,
            language,
            list(self.pages.values()),
            words,
            self.entry_notices(sources.FILE, language),
        )
        states = self.states(page, language)
        cut = notices.passages(html)
        if page.name not in ("glossary", "contributing"):  # no course text
            cut = self.defined(cut, states, page, language)
        html = notices.tell(cut, states, words, language, page.name)
        html = for_search(linked(html))
        html = html.replace(playground.PLACE, self.playground(path, language))
        if page.measured:
            note = measured.note(words, self.made.get(page.name, {}))
            html = html.replace(measured.PLACE, note)
        return html + self.foot(page, language)

    def foot(self, page: Page, language: str) -> str:
        return foot.foot(
            page,
            self.made.get(page.name, {}),
            self.sources.guides,
            self.changed.get(page.path, ""),
            self.words[language],
        )

    def playground(self, path: str, language: str) -> str:
        """The form that a page shows; empty if it shows none."""
        page = self.pages[path]
        if playground.PLACE not in page.text:
            return ""
        return playground.form(page, language, self.words[language])

    def defined(
        self,
        cut: list[tuple[str, str]],
        states: list[State],
        page: Page,
        language: str,
    ) -> list[tuple[str, str]]:
        """The passages of a page with definitions of terms, each once."""
        seen: set[str] = set()
        missing = {state.id for state in states if not state.shown}
        address = f"{'' if page.name == 'index' else '../'}glossary/"
        terms = {
            code: [
                t
                for t in glossary.terms(self.terms, code)
                if t.language == code
            ]
            for code in (ORIGINAL, language)
        }
        return [
            (key, glossary.mark(html, terms[spoken], address, seen))
            for key, html in cut
            for spoken in [ORIGINAL if key in missing else language]
        ]

    def entry_notices(self, file: str, language: str) -> dict[str, str]:
        """What is to be said of the entries of a file, by their key."""
        if language == ORIGINAL:
            return {}
        words = self.words[language]
        return {
            state.id: notices.notice(words[state.status], language)
            for state in entry_states(self.root, language, file, self.same)
            if state.status in ("outdated", "unmarked")
        }

    def titles(self, language: str) -> dict[str, str]:
        """The titles of a language's pages, by the pages' names."""
        return {
            page.name: page.meta.get("title", page.name)
            for code in (ORIGINAL, language)  # where there is no translation
            for page in self.pages.values()
            if page.language == code
        }
