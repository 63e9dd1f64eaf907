"""A page's Markdown as Jupyter and Colab understand it."""

import base64
import re
import textwrap

from proof.pages.formulas import split_tag
from proof.pages.page import DISPLAY, Page
from proof.pages.resolve import MEASURED_HERE, indented

BOX = re.compile(
    r"^(?P<marks>!!!|\?\?\?\+?) +(?P<kind>[a-z]+)(?: +\"(?P<title>.*)\")?\n"
    r"(?P<body>(?:(?: {4}.*)?\n)*)",
    re.M,
)
PICTURE = re.compile(
    r'<div role="img" aria-label="(?P<label>[^"]*)">\n'
    r'--8<-- "(?P<path>[^"]*)"\n</div>\n'
)
WIDTH = re.compile(r' width="([\d.]+)"')
CAPTION = re.compile(r"<figcaption[^>]*>(.*?)</figcaption>\n", re.S)
RECORDING = re.compile(r'^([> ]*)--8<-- "([^"]*)"$', re.M)
OTHER = re.compile(
    rf"^(</?(figure|div)\b[^>]*>|(?!{MEASURED_HERE})<!--.*?-->)\n", re.M
)


def markdown(page: Page, text: str) -> str:
    """A part of a page, less its figures, which stand below their code."""
    files = page.files

    def picture(match: re.Match) -> str:
        path, label = match["path"], match["label"]
        if path.startswith(f"docs/outputs/{page.name}/"):
            return ""
        if path.startswith("docs/outputs/"):
            return image(files.text(path), label) + "\n"
        png = (files.root / path).with_suffix(".png").read_bytes()
        width = round(float(WIDTH.search(files.text(path))[1]))
        source = f"data:image/png;base64,{base64.b64encode(png).decode()}"
        return f'<img alt="{label}" width="{width}" src="{source}">\n'

    def recording(match: re.Match) -> str:
        return indented(match[1], files.text(match[2]).rstrip("\n"))

    text = BOX.sub(box, DISPLAY.sub(anchored, text))
    text = RECORDING.sub(recording, PICTURE.sub(picture, text))
    text = CAPTION.sub(r"\n<small>\1</small>\n\n", text)
    text = OTHER.sub("", text).replace(' markdown="block"', "")
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n")


def anchored(formula: re.Match) -> str:
    """A display formula, below an anchor if it has a number."""
    number = split_tag(formula["tex"])[1]
    indent = formula[0][: -len(formula[0].lstrip())]
    anchor = f'{indent}<a id="eq-{number}"></a>\n\n' if number else ""
    return anchor + formula[0]


def box(match: re.Match) -> str:
    """An admonition as a quotation, a folded one as `<details>`."""
    title = match["title"]
    title = match["kind"].capitalize() if title is None else title
    inner = BOX.sub(box, textwrap.dedent(match["body"])).strip("\n")
    if match["marks"] == "!!!":
        # Viewers take a formula out before they see that it is quoted.
        inner = DISPLAY.sub(lambda m: " ".join(m[0].split()), inner)
        text = "\n\n".join([f"**{title}**"] * bool(title) + [inner]).strip()
        lines = [f"> {line}".rstrip() for line in text.split("\n")]
        return "\n".join(lines) + "\n\n"
    if not inner:
        return f"**{title}**\n\n"
    summary = f"<summary>{title}</summary>"
    return f"<details>\n{summary}\n\n{inner}\n\n</details>\n\n"


def image(svg: str, label: str) -> str:
    """A picture that code drew, black on a ground of its own."""
    first, rest = svg.replace("currentColor", "#000000").split(">", 1)
    ground = '<rect width="100%" height="100%" fill="#ffffff" />'
    svg = f'{first} font-family="sans-serif">{ground}{rest}'
    code = base64.b64encode(svg.encode()).decode()
    return f'<img alt="{label}" src="data:image/svg+xml;base64,{code}">'
