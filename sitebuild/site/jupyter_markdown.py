"""Translate a page's Markdown into what Jupyter and Colab understand."""

import base64
import re
import textwrap
from xml.etree.ElementTree import fromstring

from sitebuild.pages.markdown_parser import HEADING_ID, Element, read
from sitebuild.pages.mathml import split_tag
from sitebuild.pages.output_types import PICTURE as SVG
from sitebuild.pages.page_parts import INCLUDE
from sitebuild.pages.project import View
from sitebuild.site.page_html import drawn, folded

SIGN = "\x02"  # begins a line that `cut` wrote; no page may have it
CUT = re.compile(rf"^{SIGN}(\w+) (.*)$", re.M)


def markdown(text: str, view: View, quoted: bool = False) -> str:
    """Return a part of a page as viewers read it.

    Lines of `cut` say where sections begin and blocks stand.
    """
    done, parts = 0, []
    lines = squeezed(text.strip("\n")).split("\n")  # two empty end a box
    for element in read("\n".join(lines)):
        if element.line <= done or element.kind == "item":
            continue  # it stands in a box, which is done
        written = lines[element.line - 1 : element.end]
        if element.kind == "heading":
            title, id, *_ = re.split(f" *{HEADING_ID}", written[0])
            written = [cut("text", id), f'<a id="{id}"></a>', title]
        elif element.kind == "text":
            places = [s.text for s in element.spans if s.kind == "place"]
            written = [line for line in written if line not in places]
        elif element.kind == "picture":
            image, table = pictured(view, element)
            caption = " ".join(written[2:-1])
            written = [image, "", f"<small>{caption}</small>", "", table]
        elif element.kind == "formula":
            written = formula(element, written, quoted)
        elif element.kind == "box":
            written = box(element, written, view)
        elif element.info == "python":
            written = [cut("code", INCLUDE.search(written[1])["name"])]
        parts += lines[done : element.line - 1] + written
        done = element.end
    shown = "\n".join([*parts, *lines[done:]])
    return squeezed(shown.strip("\n"))


def squeezed(text: str) -> str:
    """Return a text with single empty lines."""
    return re.sub(r"\n{3,}", "\n\n", text)


def cut(kind: str, name: str) -> str:
    """Return a line that says where a section or a block begins."""
    return f"{SIGN}{kind} {name}"


def pictured(view: View, picture: Element) -> tuple[str, str]:
    """Return what shows a picture, and a fold with its values.

    A cell shows its own pictures.
    """
    path, label = picture.text, picture.spans[0].text
    svg, tables = drawn(view, path)
    fold = folded(tables, view.words)
    if path.startswith(f"docs/outputs/{view.page.name}/"):
        return "", fold
    if path.startswith("docs/outputs/"):
        return SVG.in_notebook(svg, label), fold
    png = (view.project.root / path).with_suffix(".png").read_bytes()
    width = round(float(fromstring(svg).get("width")))
    source = f"data:image/png;base64,{base64.b64encode(png).decode()}"
    image = f'<img alt="{label}" width="{width}" src="{source}">'
    return image, fold


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


def box(element: Element, written: list[str], view: View) -> list[str]:
    """Return an admonition as a quotation, a folded one as `<details>`.

    Each block in it ends it, and what follows is another one.
    """
    kind, quote, title = element.info.partition('"')
    title = title.removesuffix(quote) if quote else kind.strip().capitalize()
    quoted = element.marks == "!!!"
    inner = markdown(textwrap.dedent("\n".join(written[1:])), view, quoted)
    lines, head = [], f"**{title}**" if title else ""
    for number, part in enumerate(re.split(f"(?m)^({SIGN}.*)$", inner)):
        text = part.strip("\n")
        if number % 2 or not text and not quoted and not number:
            lines += [text or head, ""]
        elif quoted:
            texts = filter(None, [head * (not number), text])
            quotation = "\n\n".join(texts).split("\n")
            lines += [*(f"> {line}".rstrip() for line in quotation), ""]
        elif text:
            summary = f"<summary>{title}</summary>"
            lines += ["<details>", summary, "", text, "", "</details>", ""]
    return lines
