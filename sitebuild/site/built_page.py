"""Read a built page in one pass over its HTML, and refuse foreign markup.

The source of a page makes its article, the theme makes all around it. Markup
that neither of them can have made is a fault, told in a sentence for authors.
"""

import re
from collections.abc import Container, Iterable, Iterator
from html.parser import HTMLParser

from sitebuild.checks.markup import BOX_NAME
from sitebuild.pages.inert_markdown import BOXES
from sitebuild.pages.mathml import STYLES
from sitebuild.site.csp import META

VOID = {"br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
LANGUAGES = {"language-python", "language-text", "language-sh"}
LINKS = {"href", "src"}
INSIDE = re.compile(r"(?!//)[\w./-]*(#[\w.:-]*)?", re.A)  # a link in the site
PLAIN = "write titles, descriptions and words of the interface as plain text"

# The markup that a part may have, as `BuiltPage.markup` tells it, and why no
# other.
ARTICLE = (
    re.compile(
        "<(?!(?:iframe|img|object|embed|script|style|textarea|link|meta|base|"
        "form|input|video|audio|source|template|foreignobject|animate|set|"
        "annotation-xml)>).*>|the attribute "
        "(?!on|(?:srcset|srcdoc|poster|style|action|formaction) ).*|"
        # The theme has classes that lay an element over the page, fix it to the
        # window or hide it. Those of one or two letters are of coloured code.
        rf"the class `(?:[a-z][a-z0-9]?|{BOX_NAME}|"
        rf"{'|'.join([*BOXES, *LANGUAGES])}|"
        rf"{' '.join(STYLES.values()).replace(' ', '|')}|"
        "md-content__inner|md-typeset|md-typeset__(scrollwrap|table)|"
        "md-button|md-button--primary|headerlink|actions|continue|minutes|"
        "report|notice|foot|machine|measured|term|definition|alone|letters|"
        "mark|parts|number|cite|changes|reading|formula|highlight|roles|"
        "predict|right|wrong|verdict|stepper|step-[0-9]|admonition|"
        "admonition-title|(jp|cm)-[A-Za-z-]+|CodeMirror)`"
    ),
    "has no place on a page; remove it",
)
FRAME = (
    re.compile(
        "<(?:a|article|aside|body|button|div|footer|form|head|header|html|"
        "input|label|li|link|main|meta|nav|ol|p|path|script|span|svg|template|"
        "title|ul)>|the attribute "
        "(?:data-md-.*|aria-(expanded|label|labelledby)|as|charset|checked|"
        "class|auto(capitalize|complete|correct)|content|crossorigin|d|dir|"
        "download|fill|for|hidden|href|hreflang|id|lang|name|placeholder|"
        "property|rel|required|role|spellcheck|src|tabindex|title|type|viewbox|"
        "xmlns) of .*|"
        "the class `(?:md-.*|neighbour|no-js|number|offer|preview|teaser)`"
    ),
    f"has no place around the article of a page; {PLAIN}",
)


class BuiltPage(HTMLParser):
    """The contents of a built page, but for the `pictures` that it shows."""

    def __init__(self, html: str, pictures: Iterable[str] = ()):
        super().__init__()
        # Of what stands around the article, and of the article.
        self.markup: tuple[set[str], set[str]] = set(), set()
        self.links: tuple[set[str], set[str]] = set(), set()
        self.title = self.description = self.language = ""
        self.headings: list[str] = []  # their ids
        self.codes: list[list[str]] = []  # language, text
        self.articles = self.figures = self.formulas = self.measured = 0
        self.faults: list[str] = []
        self.open: list[str] = []
        for picture in pictures:
            self.figures += picture in html
            html = html.replace(picture, "", 1)
        self.feed(html.replace(META, "", 1))
        self.close()
        self.faults += [f"<{tag}> is not closed; {PLAIN}" for tag in self.open]

    def handle_starttag(self, tag: str, attributes: list) -> None:
        inside = "article" in self.open
        # Browsers take the first of two attributes with one name.
        values = {name: value or "" for name, value in reversed(attributes)}
        classes = values.get("class", "").split()
        markup = self.markup[inside]
        markup.add(f"<{tag}>")
        markup.update(f"the attribute {name} of <{tag}>" for name in values)
        markup.update(f"the class `{name}`" for name in classes)
        self.links[inside].update(values[n] for n in LINKS & values.keys())
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
        self.articles += tag == "article"
        self.formulas += tag == "math"
        self.measured += "measured" in classes

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
        if "<svg>" in self.markup[True]:
            yield "an <svg> is pasted; include a figure"
        for inside, (known, reason) in enumerate((FRAME, ARTICLE)):
            for markup in sorted(self.markup[inside]):
                if not known.fullmatch(markup):
                    yield f"{markup} {reason}"
            for link in sorted(self.links[inside]):
                goes = link in targets or link.startswith(own)
                if not (goes or INSIDE.fullmatch(link)):
                    yield f"a link to `{link[:60]}` {reason}"
