"""A matplotlib figure as a picture for a page.

Each panel is an `<svg>`, so that a narrow page can stack them. It has no ids,
dates, fonts or bitmaps of its own; a colour becomes its role, black the page's
text colour, so it follows light and dark. The values also come as an HTML
table: whoever points at a cell reads its value from there (heatmaps.js).
"""

import html
import io
import re
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from xml.etree import ElementTree

import matplotlib
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection, QuadMesh
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, StepPatch

from sitebuild.pages.output_types import PART
from sitebuild.pages.theme_colours import named

SVG = "http://www.w3.org/2000/svg"
DEFS = f"{{{SVG}}}defs"
XLINK = "{http://www.w3.org/1999/xlink}href"
RC = {"svg.fonttype": "none", "svg.hashsalt": "figures", "font.size": 11}
KEPT = (
    "fill fill-opacity stroke stroke-width stroke-dasharray font-size "
    "font-style text-anchor"
).split()
DIAGRAM = "figure"  # the class of a figure without panels
PHONE, LARGER, TALL = 342, 1.4, 640  # pixels; how much a laptop enlarges
LEGEND = "<colorbar>"  # the label of axes that show but a scale
MIDDLE = 0.36  # of a text's size: from its baseline to the middle of digits
# Fonts of formulas whose codes are not Unicode: one has its prime at "0".
CODED = re.compile(r"font-family: '(cm\w+|STIXNonUnicode)'")
PRIMES, LOWER = "cmsy10", 0.25  # of its size: U+2032 is drawn higher
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

Values = tuple[list[str], list[str], list[list[float]]]  # rows, columns, cells


def mesh_of(ax: Axes) -> QuadMesh | None:
    """Return what pcolormesh has drawn on these axes, if anything."""
    meshes = (c for c in ax.collections if isinstance(c, QuadMesh))
    return next(meshes, None)


def heatmap_axes(figure: Figure) -> list[Axes]:
    """Return the axes of a figure that hold a heatmap; no scales."""
    return [
        ax for ax in figure.axes if mesh_of(ax) and ax.get_label() != LEGEND
    ]


def cells(ax: Axes) -> Values:
    """Return tokens down the side, tokens along the top, and the values."""
    return (
        [label.get_text() for label in ax.get_yticklabels()],
        [label.get_text() for label in ax.get_xticklabels()],
        mesh_of(ax).get_array().tolist(),
    )


def to_svg(figure: Figure) -> str:
    """Return the figure as `<svg>`s, one a panel, a line an element."""
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
    put_primes(root)
    add_classes(root, figure)
    put_markers(root)
    kind = "figure plot" if figure.subfigs else DIAGRAM
    return "".join(finished(part, kind) for part in panels(root, figure))


def panels(
    root: ElementTree.Element, figure: Figure
) -> Iterator[ElementTree.Element]:
    """Yield what matplotlib calls subfigures, or the one that there is."""
    groups = {g.get("id"): g for g in root.iter(f"{{{SVG}}}g")}
    across, down = map(float, root.get("viewBox").split()[2:])
    whole = figure.bbox
    for number, part in enumerate(figure.subfigs, start=1):
        (x, top), (right, y) = part.bbox.get_points() / whole.size
        box = x * across, (1 - y) * down, (right - x) * across, (y - top) * down
        panel = ElementTree.Element(f"{{{SVG}}}svg")
        panel.set("viewBox", " ".join(f"{edge:g}" for edge in box))
        panel.append(groups[f"subfigure_{number}"])
        if panel.find(f".//{{{SVG}}}text") is not None:
            yield panel
    if not figure.subfigs:
        yield root


def finished(root: ElementTree.Element, kind: str) -> str:
    """Return a panel as it is written into a page."""
    clean(root)
    if root.find(f".//{{{SVG}}}tspan") is None:
        centre(root)
    root.set("class", kind)
    width, height = map(float, root.get("viewBox").split()[2:])
    larger = 1
    if kind == DIAGRAM:  # it has no other size on a large screen
        larger = min(LARGER * min(1, PHONE / width), TALL / height)
    root.set("width", f"{larger * width:g}")
    root.set("height", f"{larger * height:g}")
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
        for cell in mesh[0]:  # one that has no colour is still a cell
            style = cell.get("style").replace("fill: none", "fill-opacity: 0")
            cell.set("style", style)


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


def put_primes(root: ElementTree.Element) -> None:
    """Write the primes of formulas as such.

    Raises ValueError for another sign that would be written as the wrong one.
    """
    for element in root.iter():
        font = CODED.search(element.get("style", ""))
        if not font:
            continue
        if font[1] != PRIMES or set(element.text) != {"0"}:
            raise ValueError(
                f"a label has a sign of the font {font[1]}, which a page would "
                f"show as {element.text!r}; write another one"
            )
        size = float(re.search(r"font-size: ([\d.]+)", element.get("style"))[1])
        element.text = "\N{PRIME}" * len(element.text)
        element.set("y", f"{float(element.get('y', 0)) + LOWER * size:.2f}")


def clean(root: ElementTree.Element) -> None:
    """Remove what a page does not need; round; let black follow the theme."""
    for parent in reversed(list(root.iter())):  # children first
        for child in list(parent):
            invisible = child.get("style") == "fill: none"
            empty = not len(child) and child.tag in (f"{{{SVG}}}g", DEFS)
            unwanted = child.tag.rpartition("}")[2] in ("metadata", "style")
            if invisible or empty or unwanted:
                parent.remove(child)
    for group in root.iter(f"{{{SVG}}}g"):
        if group.get("id", "").startswith(PART):
            group.set("class", group.get("id"))
    for element in root.iter():
        simplify(element)
    unwrap(root)
    join_parts(root)
    inherit(root)
    for group in root.iter(f"{{{SVG}}}g"):
        share(group)
    root.tail = None
    root.set("fill", "currentColor")
    root.attrib.pop("version", None)


def simplify(element: ElementTree.Element) -> None:
    """Keep of an element's style and places what a page shows, and no more."""
    element.attrib.pop("clip-path", None)  # nothing leaves its axes
    element.attrib.pop("id", None)
    for rule in element.attrib.pop("style", "").split(";"):
        name, _, value = rule.strip().partition(": ")
        if name in KEPT:
            if re.fullmatch(r"0\.\d+", value):
                value = f"{float(value):.3g}"
            element.set(name, named(value))
    path = " ".join(element.get("d", "").split())
    if ROUND.fullmatch(path):
        make_rect(element, path)
    for name in ("d", "x", "y", "transform"):
        if value := rounded(element.attrib.pop(name, "")):
            element.set(name, value)
    element.text = (element.text or "").strip() or None
    element.tail = "\n"


def centre(root: ElementTree.Element) -> None:
    """Let texts stand where their middle is: they may grow and shrink."""
    common = float(root.get("font-size", "0px").removesuffix("px"))
    for text in root.iter(f"{{{SVG}}}text"):
        size = float(text.get("font-size", f"{common}px").removesuffix("px"))
        y = float(text.get("y", "0")) - MIDDLE * size
        text.set("y", rounded(f"{y:.2f}"))
    root.set("dominant-baseline", "central")


def share(group: ElementTree.Element) -> None:
    """Say once of a group of paths what most of them have."""
    paths = group.findall(f"{{{SVG}}}path")
    if len(paths) < max(2, len(group)):
        return
    for name in ("fill", "stroke", "stroke-width"):
        counted = Counter(path.get(name) for path in paths)
        if group.get("class") == NAMES[0]:
            del counted[None]  # of a cell without a colour
        if counted and None not in counted:
            common = counted.most_common(1)[0][0]
            group.set(name, common)
            for path in paths:
                if path.get(name) == common:
                    del path.attrib[name]


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


def join_parts(root: ElementTree.Element) -> None:
    """Put neighbours of one part of a diagram into one group."""
    for parent in list(root.iter()):
        last = None
        for child in list(parent):
            name = child.get("class", "")
            if name.startswith(PART) and last is not None:
                if last.get("class") == name:
                    last.extend(child)
                    parent.remove(child)
                    continue
            last = child


def to_table(figure: Figure) -> str:
    """Return the values that a figure shows as HTML tables, if any.

    Those of heatmaps, curves, vectors and histograms: a table for each panel.
    """
    tables = []
    for ax in heatmap_axes(figure):
        tables.append(table(ax.get_title(), "", cells(ax)))
    for ax in figure.axes:
        if ax.lines:
            tables.append(table("", ax.get_xlabel(), points(ax)))
        elif values := vectors(ax):
            ends = list(values), ["x", "y"], list(values.values())
            tables.append(table(ax.get_title(), "", ends))
        elif steps := [p for p in ax.patches if isinstance(p, StepPatch)]:
            label = figure.axes[-1].get_xlabel()  # below all panels
            tables.append(table(ax.get_title(), label, bars(steps)))
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


def bars(steps: list[StepPatch]) -> Values:
    """Return where the bars of histograms lie, their names, and heights."""
    edges = steps[0].get_data().edges
    rows = [f"{a:g} … {b:g}" for a, b in zip(edges, edges[1:])]
    heights = zip(*(step.get_data().values for step in steps))
    return rows, [str(s.get_label()) for s in steps], [list(h) for h in heights]


def points(ax: Axes) -> Values:
    """Return the x values of curves, their names, and the y values."""
    x = ax.lines[0].get_xdata()
    names = [str(line.get_label()) for line in ax.lines]
    if names[0].startswith("_"):  # one line without a name
        names = [ax.get_ylabel()]
    values = zip(*(line.get_ydata() for line in ax.lines))
    return [f"{value:g}" for value in x], names, [list(row) for row in values]


def table(title: str, corner: str, found: Values) -> str:
    rows, columns, values = found
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
