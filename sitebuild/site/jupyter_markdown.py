"""A page's Markdown as Jupyter and Colab understand it."""

import base64
import textwrap
from xml.etree.ElementTree import fromstring

from sitebuild.files import squeezed
from sitebuild.pages.includes import MEASURED_HERE, indented
from sitebuild.pages.markdown_parser import SCISSORS, Element, read
from sitebuild.pages.mathml import split_tag
from sitebuild.pages.output_types import kind_of
from sitebuild.pages.page import Page
from sitebuild.pages.page_reader import target

SHOWN = {
    '<figcaption markdown="span">': "\n<small>",
    "</figcaption>": "</small>\n",
    ' markdown="block"': "",
}
DROPPED = ("<figure", "</figure", "<div", "</div", "<!--")


def markdown(page: Page, text: str, quoted: bool = False) -> str:
    """Return a part of a page as viewers read it, less what its cells draw."""
    label = ""
    text = squeezed(text.strip("\n"))  # two empty lines would end a box
    lines: dict[int, str | None] = dict(enumerate(text.split("\n"), start=1))
    for element in read(text):
        written = [lines[n] for n in range(element.line, element.end + 1)]
        if written[0] is None or element.kind == "item":
            continue  # it stands in a box, which is ready
        if element.kind == "text":
            written, label = prose(element, written)
        elif element.kind == "include":
            written = included(page, written[0], label)
        elif element.kind == "formula":
            written = formula(element, written, quoted)
        elif element.kind == "box":
            written = box(page, element, written)
        elif element.kind == "fence" and SCISSORS in element.text:
            written[1:-1] = included(page, written[1], label)
        lines |= dict.fromkeys(range(element.line, element.end + 1))
        lines[element.line] = "\n".join(written) if written else None
    found = "\n".join(line for line in lines.values() if line is not None)
    return squeezed(found.strip("\n"))


def prose(element: Element, written: list[str]) -> tuple[list[str], str]:
    """Return a text's lines without the marks of figures, and a label."""
    tags = [span for span in element.spans if span.kind == "tag"]
    label = "".join([span.text for span in tags if span.text][-1:])
    dropped = {tag.raw for tag in tags if tag.raw.startswith(DROPPED)}
    kept = (line for line in written if line not in dropped - {MEASURED_HERE})
    text = "\n".join(kept)
    for tag, other in SHOWN.items() if tags else ():
        text = text.replace(tag, other)
    return [text] if text else [], label


def included(page: Page, written: str, label: str) -> list[str]:
    """Return what an include shows; nothing if its cell shows it."""
    path = target(written)
    kind = kind_of(path)
    if kind.drawn and path.startswith(f"docs/outputs/{page.name}/"):
        return []
    text = kind.read(page.root / path)
    if path.startswith("docs/outputs/"):
        indent = written.partition("-")[0]
        text = kind.in_notebook(text, label).rstrip("\n")
        return [indented(indent, text)]
    png = (page.root / path).with_suffix(".png").read_bytes()
    width = round(float(fromstring(text).get("width")))
    source = f"data:image/png;base64,{base64.b64encode(png).decode()}"
    return [f'<img alt="{label}" width="{width}" src="{source}">']


def formula(element: Element, written: list[str], quoted: bool) -> list[str]:
    """Return a display formula, below an anchor if it has a number.

    Viewers take a formula out before they see that it is quoted, so there it
    stands in one line.
    """
    number = split_tag(element.text)[1]
    indent = written[0].partition("$")[0]
    anchor = [f'{indent}<a id="eq-{number}"></a>', ""] if number else []
    if quoted:
        written = [" ".join(" ".join(written).split())]
    return anchor + written


def box(page: Page, element: Element, written: list[str]) -> list[str]:
    """Return an admonition as a quotation, a folded one as `<details>`."""
    kind, quote, title = element.info.partition('"')
    title = title.removesuffix(quote) if quote else kind.strip().capitalize()
    inner = textwrap.dedent("\n".join(written[1:]))
    inner = markdown(page, inner, quoted=element.marks == "!!!")
    if element.marks == "!!!":
        text = "\n\n".join([f"**{title}**", inner] if title else [inner])
        lines = [f"> {line}".rstrip() for line in text.strip().split("\n")]
        return [*lines, ""]
    if not inner:
        return [f"**{title}**", ""]
    summary = f"<summary>{title}</summary>"
    return ["<details>", summary, "", inner, "", "</details>", ""]
