"""Verify that the built pages show what the tests ran, and nothing else.

The source of a page makes its article, the theme makes all around it. Markup
that neither of them can have made is a fault, told in a sentence for authors.
"""

import re
from collections.abc import Container, Iterable, Iterator
from html.parser import HTMLParser
from itertools import zip_longest
from pathlib import Path

from sitebuild.checks.markup import BOX_NAME
from sitebuild.files import Problem
from sitebuild.pages.inert_markdown import BOXES
from sitebuild.pages.mathml import STYLES
from sitebuild.pages.page import Page, last_note_line
from sitebuild.pages.project import Project, View
from sitebuild.site.csp import META
from sitebuild.site.page_html import drawn
from sitebuild.widgets import practice
from sitebuild.widgets.registry import widgets

NOT_FOUND = "docs/assets/theme/404.html"
VOID = {"br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
LANGUAGES = {"language-python", "language-text", "language-sh"}
LINKS = {"href", "src"}
INSIDE = re.compile(r"(?!//)[\w./-]*(#[\w.:-]*)?", re.A)  # a link in the site
PLAIN = "write titles, descriptions and words of the interface as plain text"

# The markup that a part may have, as `BuiltPage` tells it, and why no other.
ARTICLE = (
    re.compile(
        "<(?!(?:iframe|img|object|embed|script|style|textarea|link|meta|base|"
        "form|input|video|audio|source|template|svg|foreignobject|animate|set|"
        "annotation-xml)>).*>|the attribute "
        "(?!on|(?:srcset|srcdoc|poster|style|action|formaction) ).*|"
        # The theme has classes that lay an element over the page, fix it to the
        # window or hide it. Those of one or two letters are of coloured code.
        rf"the class `(?:[a-z][a-z0-9]?|{BOX_NAME}|"
        rf"{'|'.join([*BOXES, *LANGUAGES])}|"
        rf"{' '.join(STYLES.values()).replace(' ', '|')}|"
        "md-content__inner|md-typeset|md-typeset__(scrollwrap|table)|"
        "md-button|md-button--primary|headerlink|actions|continue|flow|minutes|"
        "chip|numeral|notice|machine|measured|term|definition|alone|letters|"
        "mark|noted|parts|number|able|changes|reading|formula|highlight|roles|"
        "predict|predicted|right|wrong|verdict|stepper|step-[0-9]|admonition|"
        "admonition-title|(jp|cm)-[A-Za-z-]+|CodeMirror)`"
    ),
    "has no place on a page; remove it",
)
FRAME = (
    re.compile(
        "<(?:a|article|aside|body|button|code|details|div|footer|form|head|"
        "header|html|input|label|li|link|main|math|m(?:frac|i|n|o|row|sqrt|"
        "su[bp])|meta|nav|ol|p|path|script|span|summary|svg|template|title|ul)>|"
        "the attribute (?:data-md-.*|aria-(current|expanded|label|labelledby)|"
        "as|charset|checked|class|auto(capitalize|complete|correct)|content|"
        "crossorigin|d|dir|download|fill|for|hidden|href|hreflang|id|lang|name|"
        "placeholder|property|rel|required|role|spellcheck|src|tabindex|title|"
        "type|viewbox|xmlns) of .*|"
        "the class `(?:md-.*|cite|foot|formula|neighbour|no-js|number|offer|"
        "preview|teaser)`"
    ),
    f"has no place around the article of a page; {PLAIN}",
)

PARTS = FRAME, ARTICLE  # by whether it is the article


class Rendering:
    """What MkDocs has made of a project's pages.

    A build puts them into `folder`; a server has none, and makes no notebooks.
    """

    def __init__(self, project: Project, folder: Path | None = None):
        self.project, self.folder = project, folder
        self.rendered: list[tuple[View, str]] = []  # HTML as published
        self.not_found_pages: dict[str, str] = {}  # by language
        self.own: tuple[str, ...] = ()  # how addresses of this site start


class BuiltPage(HTMLParser):
    """The contents of a built page, but for `pictures` (path, SVG).

    These are the recorded ones with translated labels, to the character.
    """

    def __init__(self, html: str, pictures: Iterable[tuple[str, str]] = ()):
        super().__init__()
        # Whether it stands in the article, and the markup or the address.
        self.markup: set[tuple[bool, str]] = set()
        self.links: set[tuple[bool, str]] = set()
        self.title = self.description = self.language = ""
        self.headings: list[str] = []  # their ids
        self.codes: list[list[str]] = []  # language, text
        self.faults: list[str] = []
        self.open: list[str] = []
        for path, picture in pictures:
            if picture not in html:
                self.faults.append(f"{path} is not shown as it was recorded")
            html = html.replace(picture, "", 1)
        self.feed(html.replace(META, "", 1))
        self.close()
        self.faults += [f"<{tag}> is not closed; {PLAIN}" for tag in self.open]

    def handle_starttag(self, tag: str, attributes: list) -> None:
        inside = "article" in self.open
        # Browsers take the first of two attributes with one name.
        values = {name: value or "" for name, value in reversed(attributes)}
        classes = values.get("class", "").split()
        markup = [f"<{tag}>", *(f"the class `{name}`" for name in classes)]
        markup += [f"the attribute {name} of <{tag}>" for name in values]
        self.markup.update((inside, text) for text in markup)
        addresses = LINKS & values.keys()
        self.links.update((inside, values[name]) for name in addresses)
        if tag not in VOID:
            self.open.append(tag)
        if tag in HEADINGS:
            self.headings.append(values.get("id", ""))
        elif tag == "div":  # around the code
            self.language = "".join(LANGUAGES.intersection(classes))
        elif tag == "pre":
            self.codes.append([self.language.removeprefix("language-"), ""])
        elif tag == "meta" and values.get("name") == "description":
            self.description = values.get("content", "")

    def handle_endtag(self, tag: str) -> None:
        if self.open[-1:] == [tag]:
            self.open.pop()
        elif tag not in VOID:
            self.faults.append(f"</{tag}> closes nothing; {PLAIN}")

    def handle_data(self, text: str) -> None:
        if self.open[-1:] == ["title"]:
            self.title += text
        if "pre" in self.open:
            self.codes[-1][1] += text

    def foreign(
        self, targets: Container[str], own: tuple[str, ...]
    ) -> Iterator[str]:
        """Yield a sentence for each kind of markup that has no place here.

        `targets` are the links of the page's source, `own` the beginnings of
        the addresses that the theme may link to.
        """
        yield from self.faults
        for inside, markup in sorted(self.markup):
            known, reason = PARTS[inside]
            if not known.fullmatch(markup):
                yield f"{markup} {reason}"
        for inside, link in sorted(self.links):
            goes = link in targets or link.startswith(own)
            if not (goes or INSIDE.fullmatch(link)):
                yield f"a link to `{link[:60]}` {PARTS[inside][1]}"


def differences(rendering: Rendering) -> Iterator[Problem]:
    """Yield how the built pages differ from their sources and the theme."""
    own = rendering.own
    for view, html in rendering.rendered:
        for line, reason in page_faults(view, html, own):
            yield Problem(view.page.path, line, reason)
    for language, html in rendering.not_found_pages.items():
        built, words = BuiltPage(html), rendering.project.words[language]
        title = {"title": words["not-found"]}
        for reason in (*built.foreign((), own), *head(built, title, words)):
            yield Problem(NOT_FOUND, 1, reason)


def page_faults(
    view: View, html: str, own: tuple[str, ...]
) -> Iterator[tuple[int, str]]:
    """Yield line and reason where a built page differs from its source.

    `own` is how addresses of the site begin.
    """
    page = view.page
    for form in (*widgets(view).values(), *practice.forms(view).values()):
        html = html.replace(form, "", 1)  # no other one has a place there
    paths = [picture.path for picture in page.pictures]
    built = BuiltPage(html, [(p, drawn(view, p)[0]) for p in paths])
    yield from wrong_code(page, built.codes)
    ids = [heading.id for heading in page.headings]
    if built.headings != ids:
        wrong = next((id for id in built.headings if id not in ids), "one")
        reason = f"the built page's headings are not the source's (see '{wrong}"
        reason += "'); write `## Heading { #id }` on lines of their own"
        yield 1, reason
    links = [link for _, link in page.links if link.startswith("https://")]
    yield from ((1, reason) for reason in built.foreign(links, own))
    yield from ((1, reason) for reason in head(built, page.meta, view.words))


def wrong_code(page: Page, codes: list[list[str]]) -> Iterator[tuple[int, str]]:
    """Yield the first code block that is not the source's, if there is one."""
    sources = []  # line, language and text of what the page must show
    for fence in page.fences:
        sources.append((fence.line, (fence.info, fence.text.strip("\n"))))
        if fence.printed:
            text = page.files.text(fence.printed).strip("\n")
            sources.append((last_note_line(page, fence), ("text", text)))
    built = [(language, text.strip("\n")) for language, text in codes]
    pairs = zip_longest(built, sources)
    for number, (shown, source) in enumerate(pairs, start=1):
        line, code = source or (1, None)
        if shown != code:
            first = shown[1].strip().partition("\n")[0] if shown else "nothing"
            reason = f"code block {number} of the built page is not the one "
            reason += "tested; write it as a fence that holds one include (the "
            yield line, f"{reason}page shows `{first}`)"
            return


def head(built: BuiltPage, meta: dict, words: dict[str, str]) -> Iterator[str]:
    """Yield how title and description differ from those in front matter."""
    # Without one of its own, a page's title is made of its first heading.
    title, site = built.title.rpartition(" - ")[0], words["site-name"]
    title = meta.get("title", title)
    title = site if title == site else f"{title} - {site}"
    description = meta.get("description", words["site-description"])
    for what, shown, source in (
        ("title", built.title, title),
        ("description", built.description, description),
    ):
        if shown != source:
            yield (
                f"the built page's {what} is `{shown[:60]}`, not the source's; "
                "write it as plain text"
            )


def summary(project: Project, ran: bool) -> str:
    """Say how many blocks are shown, and whether they ran."""
    count = sum(len(page.blocks) for page in project.pages)
    told = "ran and agree" if ran else "shown, not run"
    return f"{count} blocks on {len(project.pages)} pages {told}"
