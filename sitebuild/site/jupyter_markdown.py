"""Translate a page's Markdown into what Jupyter and Colab understand."""

import base64
import textwrap
from collections.abc import Callable
from xml.etree.ElementTree import fromstring

from sitebuild.files import squeezed
from sitebuild.pages.includes import indented
from sitebuild.pages.markdown_parser import SCISSORS, Element, read
from sitebuild.pages.mathml import split_tag
from sitebuild.pages.output_types import kind_of
from sitebuild.pages.page import Page
from sitebuild.pages.page_reader import target

REPLACED = {
    '<figcaption markdown="span">': "\n<small>",
    "</figcaption>": "</small>\n",
    ' markdown="block"': "",
}
DROPPED = ("<figure", "</figure", "<div", "</div", "<!--")


def markdown(text: str, show: Callable, quoted: bool = False) -> str:
    """Return a part of a page as viewers read it.

    `show` returns the lines that replace an include, and gets the label above.
    """
    label, done, parts = "", 0, []
    lines = squeezed(text.strip("\n")).split("\n")  # two empty end a box
    for element in read("\n".join(lines)):
        if element.line <= done or element.kind == "item":
            continue  # it stands in a box, which is done
        written = lines[element.line - 1 : element.end]
        if element.kind == "text":
            tags = [span for span in element.spans if span.kind == "tag"]
            label = "".join([tag.text for tag in tags if tag.text][-1:])
            dropped = [t.raw for t in tags if t.raw.startswith(DROPPED)]
            written = [line for line in written if line not in dropped]
        elif element.kind == "include":
            written = show(written[0], label)
        elif element.kind == "formula":
            written = formula(element, written, quoted)
        elif element.kind == "box":
            written = box(element, written, show)
        elif element.kind == "fence" and SCISSORS in element.text:
            written[1:-1] = show(written[1], label)
        parts += lines[done : element.line - 1] + written
        done = element.end
    shown = "\n".join([*parts, *lines[done:]])
    for tag, other in REPLACED.items():
        shown = shown.replace(tag, other)
    return squeezed(shown.strip("\n"))


def included(
    page: Page, recordings: dict[str, str], include: str, label: str
) -> list[str]:
    """Return what an include shows; nothing if its cell shows it.

    `recordings` are texts, by path, in the place of those on disk.
    """
    path = target(include)
    kind = kind_of(path)
    if kind.drawn and path.startswith(f"docs/outputs/{page.name}/"):
        return []
    text = recordings.get(path) or page.files.text(path)
    if path.startswith("docs/outputs/"):
        text = kind.in_notebook(text, label).rstrip("\n")
        return [indented(include.partition("-")[0], text)]
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


def box(element: Element, written: list[str], show: Callable) -> list[str]:
    """Return an admonition as a quotation, a folded one as `<details>`."""
    kind, quote, title = element.info.partition('"')
    title = title.removesuffix(quote) if quote else kind.strip().capitalize()
    quoted = element.marks == "!!!"
    inner = markdown(textwrap.dedent("\n".join(written[1:])), show, quoted)
    if quoted:
        text = "\n\n".join([f"**{title}**", inner] if title else [inner])
        lines = [f"> {line}".rstrip() for line in text.strip().split("\n")]
        return [*lines, ""]
    if not inner:
        return [f"**{title}**", ""]
    summary = f"<summary>{title}</summary>"
    return ["<details>", summary, "", inner, "", "</details>", ""]
