"""Turn a matplotlib figure into SVG, and its values into HTML tables.

Each panel is an `<svg>` without ids or fonts, which a narrow page can stack.
"""

import io
import re
from collections.abc import Iterable
from html import escape
from xml.etree.ElementTree import Element, fromstring, tostring

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection, QuadMesh
from matplotlib.figure import Figure, FigureBase
from matplotlib.quiver import Quiver
from matplotlib.text import Text

from sitebuild.pages.output_types import PART

SVG = "http://www.w3.org/2000/svg"
SETTINGS = {"svg.fonttype": "none", "svg.hashsalt": "figures", "font.size": 11}
SCALE = "<colorbar>"  # the label of axes that show the scale of a heatmap
CLASSES = ("cells", "keys", "queries")  # of a heatmap
STYLES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray"]
STYLES += ["font-size", "font-style", "text-anchor"]
PLACES = ("d", "x", "y", "width", "height", "rx", "transform")
MIDDLE = 0.36  # of a text's size: from its baseline to the middle of digits
# Letters of formulas, as the font of formulas has them.
ITALIC = {ord("A") + k: 0x1D434 + k for k in range(26)}
ITALIC |= {ord("a") + k: 0x1D44E + k for k in range(26)} | {ord("h"): 0x210E}
ITALIC |= {ord("α") + k: 0x1D6FC + k for k in range(25)}
# Fonts of formulas whose codes are not Unicode.
CODED = re.compile(r"\bcm\w+|STIXNonU\w+")


def heatmap_of(ax: Axes) -> QuadMesh | None:
    """Return the cells of the heatmap that axes show, if they do."""
    cells = (c for c in ax.collections if isinstance(c, QuadMesh))
    return None if ax.get_label() == SCALE else next(cells, None)


def to_svg(figure: Figure) -> str:
    """Return the figure as `<svg>`s, one a panel, a line an element."""
    for ax in figure.axes:
        if cells := heatmap_of(ax):
            for artist, name in zip((cells, ax.xaxis, ax.yaxis), CLASSES):
                artist.set_gid(name)
    file = io.StringIO()
    with matplotlib.rc_context(SETTINGS):
        figure.savefig(file, format="svg", transparent=True)
    text = file.getvalue().replace(f' xmlns="{SVG}"', "")
    root = fromstring(text.replace("xlink:href", "href"))
    shapes = {f"#{path.get('id')}": path for path in root.iter("path")}
    for use in root.iter("use"):  # a marker; ids would collide on a page
        use.tag = "path"
        use.set("d", shapes[use.get("href")].get("d"))
        x, y = use.attrib.pop("x"), use.attrib.pop("y")
        use.set("transform", f"translate({x} {y})")
    kind = "subfigure_" if figure.subfigs else "figure_"
    groups = [g for g in root.iter("g") if g.get("id", "").startswith(kind)]
    parts = zip(groups, figure.subfigs or [figure])
    return "".join(panel(group, part, figure) for group, part in parts)


def panel(group: Element, part: FigureBase, figure: Figure) -> str:
    """Return a part of a figure, which was drawn as a group, as an `<svg>`."""
    inch = figure.dpi / 72
    left, bottom, width, height = np.divide(part.bbox.bounds, inch)
    svg = Element("svg", {"xmlns": SVG, "class": "figure"}, fill="currentColor")
    if part is not figure:  # a plot, whose size the page decides
        svg.set("class", "figure plot")
        box = part.get_tightbbox()
        bottom, height = box.y0 / inch, box.height / inch
    above = figure.bbox.height / inch - bottom - height
    box = f"{left:.2f} {above:.2f} {width:.2f} {height:.2f}"
    sizes = ("viewBox", box), ("width", f"{width}"), ("height", f"{height}")
    svg.attrib |= {name: rounded(size) for name, size in sizes}
    svg.extend(visible(group))
    for cells in svg.iterfind("g[@class='cells']"):
        share_look(cells)
    for text in svg.iter("text"):
        join_signs(text)
    if part is not figure and svg.find(".//tspan") is None:
        let_texts_grow(svg)
    return tostring(svg, "unicode") + "\n"


def join_signs(text: Element) -> None:
    """Write the signs of a formula that look alike as one element."""
    alike: dict[tuple, Element] = {}
    signs = [sign for sign in text if sign.text]
    for sign in sorted(signs, key=lambda sign: float(sign.get("x"))):
        look = sign.get("font-size"), sign.get("y")
        first = alike.setdefault(look, sign)
        sign.tail = ""
        if first is not sign:
            first.text += sign.text
            first.set("x", f"{first.get('x')} {sign.get('x')}")
    text[:] = alike.values()


def share_look(cells: Element) -> None:
    """Write once what most cells have; scripts point at clear cells, too."""
    fills = [cell.attrib.pop("fill", "#000000") for cell in cells]
    strokes = [cell.attrib.pop("stroke", "none") for cell in cells]
    cells.attrib |= {"fill": min(fills), "stroke": strokes[0]}
    for cell, fill in zip(cells, fills):
        look = {"fill-opacity": "0"} if fill == "none" else {"fill": fill}
        if fill != min(fills) or fill == "none":
            cell.attrib = look | cell.attrib


def simplify(element: Element) -> None:
    """Keep of an element what a page shows: its class, style and place."""
    before, name = element.attrib, element.get("id", "")
    style = dict(re.findall(r"([\w-]+): ([^;]+)", before.get("style", "")))
    if font := CODED.search(style.get("font-family", "")):
        sign = f"{element.text!r} of the font {font[0]}"
        raise ValueError(f"a label has the sign {sign}; write one of Unicode")
    if box := upright_box(before.get("d", "")):
        element.tag, before = "rect", box
    element.attrib = {key: style[key] for key in STYLES if key in style}
    places = {key: rounded(before.get(key, "")) for key in PLACES}
    element.attrib |= {key: place for key, place in places.items() if place}
    if name in CLASSES or name.startswith(PART):
        element.set("class", name)
    element.text, element.tail = (element.text or "").strip(), "\n"
    if element.attrib.pop("font-style", "") == "italic":
        element.text = element.text.translate(ITALIC)


def upright_box(path: str) -> dict[str, str]:
    """Return the place of a box, whose corners may be round, if it is one."""
    letters = re.sub("[^A-Z]", "", path)
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", path)]
    across, down = numbers[::2], numbers[1::2]
    is_upright = letters == "MLLLL" and len({*across}) == len({*down}) == 2
    if not (is_upright or letters.startswith("MLQLQLQLQ")):
        return {}
    box = {"x": min(across), "y": min(down)}
    box |= {"width": np.ptp(across), "height": np.ptp(down)}
    box["rx"] = across[0] - box["x"]  # where the first straight line starts
    return {name: f"{number:.2f}" for name, number in box.items() if number}


def rounded(place: str) -> str:
    """Return coordinates with one decimal at most, and no turn by zero."""
    text = re.sub(r"rotate\(-0 [^)]*\)", "", " ".join(place.split()))
    return re.sub(
        r"-?\d+\.\d+", lambda n: f"{round(float(n[0]), 1) + 0:g}", text
    )


def visible(element: Element) -> list[Element]:
    """Return what an element shows: itself, or what its mere group holds."""
    simplify(element)
    element[:] = [shown for child in element for shown in visible(child)]
    unpainted = element.get("fill") == "none" and not element.get("stroke")
    if element.tag == "defs" or unpainted:
        return []
    is_mere_group = element.tag == "g" and not element.attrib
    return list(element) if is_mere_group else [element]


def let_texts_grow(svg: Element) -> None:
    """Let pages set the size of all texts, each about its middle."""
    for text in svg.iter("text"):
        size = text.attrib.pop("font-size", "0px")
        y = float(text.get("y", 0)) - MIDDLE * float(size.removesuffix("px"))
        text.set("y", rounded(f"{y:.2f}"))
        svg.set("font-size", size)
    svg.set("dominant-baseline", "central")


def to_table(figure: Figure) -> str:
    """Return the values that a figure shows as HTML tables, one a panel."""
    html = ""
    for ax in figure.axes:
        title = ax.get_title("left")
        if cells := heatmap_of(ax):
            queries = tick_names(ax.get_yticklabels())
            keys = tick_names(ax.get_xticklabels())
            rows = zip(queries, cells.get_array().tolist())
            html += html_table(title, "", keys, rows)
        if lines := named(ax.lines):
            x = [f"{value:g}" for value in ax.lines[0].get_xdata()]
            rows = zip(x, zip(*(line.get_ydata() for line in lines.values())))
            html += html_table("", ax.get_xlabel(), list(lines), rows)
        if vectors := named(ax.collections):
            tips = {name: tip(vector) for name, vector in vectors.items()}
            html += html_table(title, "", ["x", "y"], tips.items())
    return html


def tick_names(labels: Iterable[Text]) -> list[str]:
    """Return the text of each label; of an empty one its place, from 0."""
    return [label.get_text() or str(k) for k, label in enumerate(labels)]


def tip(vector: Quiver | PathCollection) -> Iterable[float]:
    """Return the two numbers of an arrow, or of a point."""
    is_arrow = isinstance(vector, Quiver)
    return (vector.U[0], vector.V[0]) if is_arrow else vector.get_offsets()[0]


def named(artists: Iterable) -> dict:
    """Return by its name each artist that has one."""
    names = {str(artist.get_label()): artist for artist in artists}
    return {n: artist for n, artist in names.items() if n[0] != "_"}


def html_table(title: str, first: str, columns: list, rows: Iterable) -> str:
    """Return an HTML table with four decimals in each cell."""
    head = [f'<th scope="col">{escape(name)}</th>' for name in columns]
    corner = f'<th scope="col">{escape(first)}</th>' if first else "<td></td>"
    caption = f"<caption>{escape(title)}</caption>\n" if title else ""
    html = (
        f"<table>\n{caption}<thead><tr>{corner}{''.join(head)}</tr></thead>\n"
    )
    html += "<tbody>\n"
    for name, values in rows:
        cells = "".join(f"<td>{value:.4f}</td>" for value in values)
        html += f'<tr><th scope="row">{escape(name)}</th>{cells}</tr>\n'
    return f"{html}</tbody>\n</table>\n"
