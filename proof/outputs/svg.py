"""A matplotlib figure as a picture for a page.

The SVG has no ids, dates, fonts or bitmaps of its own; black becomes the
page's text colour, so it follows light and dark. The values also come as an
HTML table: whoever points at a cell reads its value from there (heatmaps.js).
"""

import html
import io
import re
from collections import Counter
from decimal import Decimal
from xml.etree import ElementTree

import matplotlib
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection, QuadMesh
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, StepPatch

SVG = "http://www.w3.org/2000/svg"
DEFS = f"{{{SVG}}}defs"
XLINK = "{http://www.w3.org/1999/xlink}href"
RC = {"svg.fonttype": "none", "svg.hashsalt": "figures", "font.size": 11}
KEPT = (
    "fill stroke stroke-width stroke-dasharray font-size font-style text-anchor"
).split()
NAMES = ("cells", "keys", "queries")  # of a heatmap, as classes
PLACES = 4
INITIAL = {"font-size": "medium", "text-anchor": "start"}
# A box, and one with round corners, as matplotlib writes their paths.
BOX = re.compile(
    r"M (?P<x>\S+) (?P<y>\S+) L (\S+) (?P=y) L \3 (\S+) L (?P=x) \4 "
    r"L (?P=x) (?P=y)(?: z)?"
)
CORNER = r" L \S+ \S+ Q \S+ \S+ \S+ \S+"
ROUND = re.compile(rf"M \S+ \S+(?:{CORNER}){{4}}(?: L \S+ \S+)?(?: z)?")


def mesh_of(ax: Axes) -> QuadMesh | None:
    """Return what pcolormesh has drawn on these axes, if anything."""
    meshes = (c for c in ax.collections if isinstance(c, QuadMesh))
    return next(meshes, None)


def heatmap_axes(figure: Figure) -> list[Axes]:
    """Return the axes of a figure that hold a heatmap; no colour bars."""
    meshes = {ax: mesh for ax in figure.axes if (mesh := mesh_of(ax))}
    bars = [mesh.colorbar.ax for mesh in meshes.values() if mesh.colorbar]
    return [ax for ax in meshes if ax not in bars]


def cells(ax: Axes) -> tuple[list[str], list[str], list[list[float]]]:
    """Return tokens down the side, tokens along the top, and the values."""
    panels = heatmap_axes(ax.figure)
    queries = panels[0].get_yticklabels()  # all panels have these rows
    return (
        [label.get_text() for label in queries],
        [label.get_text() for label in ax.get_xticklabels()],
        mesh_of(ax).get_array().tolist(),
    )


def to_svg(figure: Figure) -> str:
    """Return the figure as one self-contained `<svg>`, a line an element."""
    text = io.StringIO()
    with matplotlib.rc_context(RC):
        figure.savefig(
            text,
            format="svg",
            transparent=True,
            metadata={"Date": None, "Creator": None},
        )
    ElementTree.register_namespace("", SVG)
    root = ElementTree.fromstring(text.getvalue())
    add_classes(root, figure)
    put_markers(root)
    clean(root)
    width, height = root.get("viewBox").split()[2:]
    root.set("width", width)
    root.set("height", height)
    return ElementTree.tostring(root, "unicode") + "\n"


def add_classes(root: ElementTree.Element, figure: Figure) -> None:
    """Name what the script of the page looks for: cells, keys, queries."""
    groups = {g.get("id"): g for g in root.iter(f"{{{SVG}}}g")}
    for ax in heatmap_axes(figure):
        number = figure.axes.index(ax) + 1
        inner = list(groups[f"axes_{number}"].iter(f"{{{SVG}}}g"))
        axes = [
            g for g in inner if g.get("id", "").startswith("matplotlib.axis")
        ]
        mesh = [g for g in inner if g.get("id", "").startswith("QuadMesh")]
        for group, name in zip([*mesh, *axes], NAMES, strict=True):
            group.set("class", name)


def put_markers(root: ElementTree.Element) -> None:
    """Draw each marker where it is used: ids would meet on a page."""
    shapes = {f"#{e.get('id')}": e for e in root.iter(f"{{{SVG}}}path")}
    for use in root.iter(f"{{{SVG}}}use"):
        x, y = use.attrib.pop("x"), use.attrib.pop("y")
        use.tag = f"{{{SVG}}}path"
        use.set("d", shapes[use.attrib.pop(XLINK)].get("d"))
        use.set("transform", f"translate({x} {y})")
    for parent in list(root.iter()):
        for definitions in parent.findall(DEFS):
            parent.remove(definitions)


def clean(root: ElementTree.Element) -> None:
    """Remove what a page does not need; round; let black follow the theme."""
    for parent in reversed(list(root.iter())):  # children first
        for child in list(parent):
            invisible = child.get("style") == "fill: none"
            empty = not len(child) and child.tag in (f"{{{SVG}}}g", DEFS)
            unwanted = child.tag.rpartition("}")[2] in ("metadata", "style")
            if invisible or empty or unwanted:
                parent.remove(child)
    for element in root.iter():
        simplify(element)
    unwrap(root)
    inherit(root)
    root.tail = None
    root.set("fill", "currentColor")
    root.set("class", "figure")
    del root.attrib["version"]


def simplify(element: ElementTree.Element) -> None:
    """Keep of an element's style and places what a page shows, and no more."""
    element.attrib.pop("clip-path", None)  # nothing leaves its axes
    element.attrib.pop("id", None)
    for rule in element.attrib.pop("style", "").split(";"):
        name, _, value = rule.strip().partition(": ")
        if name in KEPT:
            element.set(name, "currentColor" if value == "#000000" else value)
    path = " ".join(element.get("d", "").split())
    if ROUND.fullmatch(path):
        make_rect(element, path)
    for name in ("d", "x", "y", "transform"):
        if value := rounded(element.attrib.pop(name, "")):
            element.set(name, value)
    element.text = (element.text or "").strip() or None
    element.tail = "\n"


def make_rect(element: ElementTree.Element, path: str) -> None:
    """Make the path of a box with round corners a `<rect>`."""
    numbers = [float(n) for n in path.split() if n not in "MLQz"]
    across, down = numbers[::2], numbers[1::2]
    left, top = min(across), min(down)
    element.tag = f"{{{SVG}}}rect"
    del element.attrib["d"]
    for name, size in (
        ("x", left),
        ("y", top),
        ("width", max(across) - left),
        ("height", max(down) - top),
        ("rx", across[0] - left),  # where the first straight line starts
    ):
        element.set(name, rounded(f"{size:.2f}"))


def rounded(text: str) -> str:
    """Return coordinates with one decimal, as short as SVG can have them."""
    text = re.sub(r"rotate\(-0 [^)]*\)", "", " ".join(text.split()))
    text = re.sub(r"-?\d+\.\d+", lambda m: f"{float(m[0]):.1f}", text)
    text = re.sub(r"(\d)\.0\b", r"\1", text).replace("-0 ", "0 ")
    if box := BOX.fullmatch(text):
        left, bottom, right, top = map(Decimal, box.groups())
        size = f"h{right - left}v{top - bottom}h{left - right}z"
        return f"M{left} {bottom}" + size.replace(".0", "")
    return re.sub(r"(?<=[A-Za-z]) | (?=[A-Za-z-])", "", text)


def inherit(root: ElementTree.Element) -> None:
    """Say once what most texts have: where they are anchored, their size."""
    texts = list(root.iter(f"{{{SVG}}}text"))
    for name in ("font-size", "text-anchor"):
        values = Counter(text.get(name, INITIAL[name]) for text in texts)
        if not values:
            return
        common = values.most_common(1)[0][0]
        root.set(name, common)
        for text in texts:
            value = text.attrib.pop(name, INITIAL[name])
            if value != common:
                text.set(name, value)


def unwrap(root: ElementTree.Element) -> None:
    """Put what is in groups that say nothing where they stand."""
    for parent in reversed(list(root.iter())):
        for child in reversed(list(parent)):
            if child.tag == f"{{{SVG}}}g" and not child.attrib:
                at = list(parent).index(child)
                parent[at : at + 1] = list(child)


def to_table(figure: Figure) -> str:
    """Return the values that a figure shows as HTML tables, if any.

    Those of heatmaps, curves, vectors and histograms: a table for each panel.
    """
    tables = []
    for ax in heatmap_axes(figure):
        tables.append(table(ax.get_title(), "", *cells(ax)))
    for ax in figure.axes:
        if ax.lines:
            tables.append(table("", ax.get_xlabel(), *points(ax)))
        elif values := vectors(ax):
            names, ends = list(values), list(values.values())
            tables.append(table(ax.get_title(), "", names, ["x", "y"], ends))
        elif steps := [p for p in ax.patches if isinstance(p, StepPatch)]:
            label = figure.axes[-1].get_xlabel()  # below all panels
            tables.append(table(ax.get_title(), label, *bars(steps)))
    return "".join(tables)


def vectors(ax: Axes) -> dict[str, list[float]]:
    """Return the arrows, from tail to tip, and the points that have a name."""
    found = {}
    for patch in ax.patches:
        if isinstance(patch, FancyArrowPatch):
            (a, b), (x, y) = patch._posA_posB  # noqa: SLF001, nothing else tells
            found[patch.get_label()] = [x - a, y - b]
    for dots in ax.collections:
        if isinstance(dots, PathCollection):
            found[dots.get_label()] = dots.get_offsets()[0].tolist()
    return {n: v for n, v in found.items() if not n.startswith("_")}


def bars(
    steps: list[StepPatch],
) -> tuple[list[str], list[str], list[list[float]]]:
    """Return where the bars of histograms lie, their names, and heights."""
    edges = steps[0].get_data().edges
    rows = [f"{a:g} … {b:g}" for a, b in zip(edges, edges[1:])]
    heights = zip(*(step.get_data().values for step in steps))
    return rows, [str(s.get_label()) for s in steps], [list(h) for h in heights]


def points(ax: Axes) -> tuple[list[str], list[str], list[list[float]]]:
    """Return the x values of curves, their names, and the y values."""
    x = ax.lines[0].get_xdata()
    names = [str(line.get_label()) for line in ax.lines]
    if names[0].startswith("_"):  # one line without a name
        names = [ax.get_ylabel()]
    values = zip(*(line.get_ydata() for line in ax.lines))
    return [f"{value:g}" for value in x], names, [list(row) for row in values]


def table(
    title: str,
    corner: str,
    rows: list[str],
    columns: list[str],
    values: list[list[float]],
) -> str:
    escape = html.escape
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in columns)
    first = f'<th scope="col">{escape(corner)}</th>' if corner else "<td></td>"
    lines = ["<table>"]
    if title:
        lines.append(f"<caption>{escape(title)}</caption>")
    lines.append(f"<thead><tr>{first}{head}</tr></thead>")
    lines.append("<tbody>")
    for name, row in zip(rows, values):
        cells = "".join(f"<td>{value:.{PLACES}f}</td>" for value in row)
        lines.append(f'<tr><th scope="row">{escape(name)}</th>{cells}</tr>')
    return "\n".join([*lines, "</tbody>", "</table>"]) + "\n"
