"""What a built page shows, read back in one pass over its HTML.

An article holds what the page's source has; around it stands what the theme
makes. What belongs to neither is named, as a sentence for its author.
"""

import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import NamedTuple

from sitebuild.checks.markup import BOX_NAME, BOXES
from sitebuild.pages.mathml import STYLES

VOID = {"br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
FOREIGN = set(
    "iframe img object embed script style textarea link meta base form input "
    "button video audio source template foreignobject animate set "
    "annotation-xml".split()
)
LANGUAGES = {"language-python", "language-text", "language-sh"}
# What the theme would lay over a page, fix to the window or hide has a class.
CLASSES = set(
    "md-content__inner md-typeset headerlink md-button "
    "md-button--primary notice foot machine measured term definition alone "
    "letters mark parts number cite changes reading formula "
    "highlight roles predict right wrong verdict stepper admonition "
    "admonition-title jp-CodeCell jp-InputPrompt jp-OutputPrompt "
    "md-typeset__scrollwrap md-typeset__table".split()
).union(BOXES, LANGUAGES, " ".join(STYLES.values()).split())
# A class of highlighted code, the name of a question, or the number of a step.
TOKEN = re.compile(rf"[a-z][a-z0-9]?|{BOX_NAME}|step-\d")
LOADING = {"src", "srcset", "srcdoc", "action", "formaction", "poster", "style"}
INSIDE = re.compile(r"(?!//)[\w./-]*(#[\w.:-]*)?", re.A)  # of the site
ENCRYPTED = re.compile(r'https://[^\s<>"]+')
UNREAD = re.compile(r"\$|\\[a-zA-Z(\[]")  # a formula

# The theme's elements around an article, and their attributes.
FRAME = set(
    "a article aside body button div footer form head header html input label "
    "li link main meta nav ol p path script span svg template title ul".split()
)
NAMED = set(
    "aria-expanded aria-label aria-labelledby as autocapitalize autocomplete "
    "autocorrect charset checked class content crossorigin d dir download "
    "fill for hidden href hreflang http-equiv id lang name placeholder "
    "property rel required role spellcheck src tabindex title type viewbox "
    "xmlns".split()
)
UNSEARCHED = {"pre", "code", "math"}  # for formulas
PLACES = UNSEARCHED | LANGUAGES | {"jp-InputPrompt"}
LINES = {"actions", "continue"}  # below a title
# Classes around an article; the theme's: md-…
OURS = LINES | set(
    "minutes neighbour no-js number offer preview report teaser".split()
)


class Element(NamedTuple):
    """An element that is open, and what it is in."""

    tag: str
    in_article: bool
    inside: frozenset[str]  # of PLACES


class Shown(HTMLParser):
    """What a page shows; `targets` are its source's links, `own` what the
    site's other addresses start with."""

    def __init__(self, html: str, targets: set[str], own: tuple[str, ...] = ()):
        super().__init__()
        self.targets, self.own = targets, own
        self.open = [Element("", False, frozenset())]
        self.closed = ""  # the element that was closed last
        self.articles = 0
        self.title = self.description = ""  # in the page's head
        self.codes: list[list[str]] = []  # language, text
        self.headings: list[str] = []  # their ids
        self.prompts: list[str] = []  # of numbered cells
        self.counts: Counter[str] = Counter()
        self.foreign: list[str] = []  # what is in the article and not allowed
        self.strange: list[str] = []  # what is around it and not the theme's
        self.feed(html)
        self.close()
        for element in self.open[1:]:
            self.strange.append(f"<{element.tag}> is not closed")

    def handle_starttag(self, tag: str, attributes: list) -> None:
        values = {name: value or "" for name, value in attributes}
        classes, parent = values.get("class", "").split(), self.open[-1]
        self.articles += tag == "article"
        # The lines below the title are our template's.
        ours = self.closed == "h1" and not LINES.isdisjoint(classes)
        in_article = not ours and (parent.in_article or tag == "article")
        inside = parent.inside.union({tag, *classes} & PLACES)
        if tag not in VOID:
            self.open.append(Element(tag, in_article, inside))
        if not in_article or tag == "article":
            self.strange += self.unlike_theme(tag, values, classes)
        elif tag in FOREIGN:
            self.foreign.append(f"<{tag}> has no place on a page; remove it")
        else:
            for what in self.unlike_page(values, classes):
                self.foreign.append(f"{what} has no place on a page; remove it")
            self.note(tag, values, classes)

    def note(self, tag: str, values: dict, classes: list[str]) -> None:
        """Note what is compared with the source."""
        match tag:
            case "h1" | "h2" | "h3" | "h4" | "h5" | "h6":
                self.headings.append(values.get("id", ""))
            case "pre":
                known = [n for n in self.open[-1].inside if n in LANGUAGES]
                language = "".join(known).removeprefix("language-")
                self.codes.append([language, ""])
            case "svg":
                reason = "an <svg> is pasted; include a figure"
                self.foreign.append(reason)
        self.counts.update([tag, *(f"{tag}.{name}" for name in classes)])
        if "jp-InputPrompt" in classes:
            self.prompts.append("")

    def handle_endtag(self, tag: str) -> None:
        self.closed = tag
        if self.open[-1].tag == tag:
            element = self.open.pop()
            if self.open[-1].in_article and not element.in_article:
                self.closed = "h1"  # a line below it may follow
        elif tag not in VOID:
            self.strange.append(f"</{tag}> closes nothing")

    def handle_data(self, text: str) -> None:
        element = self.open[-1]
        if not element.in_article:
            self.title += text if element.tag == "title" else ""
            return
        if "pre" in element.inside:
            self.codes[-1][1] += text
        if "jp-InputPrompt" in element.inside:
            self.prompts[-1] += text
        if UNREAD.search(text) and not element.inside & UNSEARCHED:
            self.foreign.append(
                f"a formula was not read: `{text.strip()[:60]}`; write $…$ "
                "without spaces inside, or $$ on lines of their own"
            )

    def unlike_page(self, values: dict, classes: list[str]) -> Iterator[str]:
        """Yield attributes that no page's source can give."""
        for name, value in values.items():
            if name.startswith("on") or name in LOADING:
                yield f"the attribute {name}"
            elif name == "href" and not INSIDE.fullmatch(value):
                if not (ENCRYPTED.fullmatch(value) and value in self.targets):
                    yield f"a link to `{value[:60]}`"
        for name in classes:
            if not (name in CLASSES or TOKEN.fullmatch(name)):
                yield f"the class `{name}`"

    def unlike_theme(
        self, tag: str, values: dict, classes: list[str]
    ) -> Iterator[str]:
        """Yield what of an element around the article is not the theme's."""
        if tag not in FRAME:
            yield f"<{tag}>"
            return
        for name, value in values.items():
            if name not in NAMED and not name.startswith("data-md-"):
                yield f"the attribute {name} of <{tag}>"
            elif name in ("href", "src") and not INSIDE.fullmatch(value):
                if not value.startswith(self.own or "//"):
                    yield f"a link to `{value[:60]}`"
            elif name == "http-equiv" and value != "Content-Security-Policy":
                yield f"`{value}`"
        for name in classes:
            if not (name.startswith("md-") or name in OURS):
                yield f"the class `{name}`"
        if values.get("name") == "description":
            self.description = values["content"]
