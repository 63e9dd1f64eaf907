"""Draw the diagrams: as SVG for pages and as PNG for notebooks.

Colab shows no SVG in a notebook's text.
"""

import importlib
import inspect
import io
from collections.abc import Iterator
from pathlib import Path

from matplotlib.figure import Figure
from PIL import Image

from sitebuild.files import paths, write
from sitebuild.pages.output_types import PICTURE

FOLDER = "docs/assets/diagrams"
COLOURS = 32  # in a PNG: a few fills, black, and the shades of its edges


def figures(root: Path) -> Iterator[tuple[str, Figure]]:
    """Yield all diagrams with their paths below FOLDER.

    Each public function of a chapter's drawings.py takes nothing and returns
    a canvas, whose `figure` is the diagram. Underscores become hyphens.
    """
    for path in paths(root, "snippets/chapters/*/drawings.py"):
        chapter = Path(path).parent.name.replace("_", "-")
        module = importlib.import_module(path[:-3].replace("/", "."))
        for name, canvas in inspect.getmembers(module, inspect.isfunction):
            if canvas.__module__ == module.__name__ and name[0] != "_":
                yield f"{chapter}/{name.replace('_', '-')}", canvas().figure


def draw(root: Path) -> Iterator[str]:
    """Write the files of all diagrams; yield their paths."""
    for path, figure in figures(root):
        svg, png = (root / FOLDER / f"{path}.{end}" for end in ("svg", "png"))
        text = PICTURE.output(figure, "")
        before = svg.read_text("utf-8") if svg.is_file() else ""
        write(svg, text)
        if text != before or not png.is_file():
            png.write_bytes(to_png(figure))
        yield path


def to_png(figure: Figure) -> bytes:
    """Return the figure as PNG: white, two pixels a point, few colours."""
    drawn, packed = io.BytesIO(), io.BytesIO()
    figure.set_layout_engine("none")  # a diagram says where each thing stands
    figure.savefig(drawn, format="png", dpi=144, facecolor="white")
    image = Image.open(drawn).convert("RGB").quantize(COLOURS)
    image.save(packed, "PNG", optimize=True)
    return packed.getvalue()
