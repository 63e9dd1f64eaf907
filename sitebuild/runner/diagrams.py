"""Draw the diagrams: as SVG for pages and as PNG for notebooks.

Colab shows no SVG in a notebook's text.
"""

import importlib
import inspect
import io
import re
from collections.abc import Iterator
from pathlib import Path

from matplotlib.figure import Figure
from PIL import Image

from sitebuild.files import paths, write
from sitebuild.pages.figures import SVG
from sitebuild.pages.output_types import PICTURE

FOLDER = "docs/assets/diagrams"
PHONE, LAPTOP = 342, 640  # pixels, as in snippets/canvas.py
COLOURS = 32  # in a PNG: a few fills, black, and the shades of its edges


def figures(root: Path) -> Iterator[tuple[str, list[Figure]]]:
    """Yield all diagrams with their paths below FOLDER.

    Each public function of a chapter's drawings.py returns a canvas, whose
    `figure` is the diagram. One that takes a width draws a diagram for phones
    and one for laptops. Underscores become hyphens.
    """
    for path in paths(root, "snippets/chapters/*/drawings.py"):
        chapter = Path(path).parent.name.replace("_", "-")
        module = importlib.import_module(path[:-3].replace("/", "."))
        for name, canvas in inspect.getmembers(module, inspect.isfunction):
            if canvas.__module__ == module.__name__ and name[0] != "_":
                two = inspect.signature(canvas).parameters
                widths = [(PHONE,), (LAPTOP,)] if two else [()]
                drawn = [canvas(*width).figure for width in widths]
                yield f"{chapter}/{name.replace('_', '-')}", drawn


def to_svg(figures: list[Figure]) -> str:
    """Return a diagram as SVG; one drawn twice holds both drawings.

    These have the same height, so that nothing jumps.
    """
    drawings = [PICTURE.output(figure, "") for figure in figures]
    if len(drawings) == 1:
        return drawings[0]
    heights = {*re.findall(r'<svg .*?( height="\S+")', "".join(drawings))}
    if len(heights) > 1:
        raise ValueError(f"a diagram is drawn in two heights:{heights}")
    fills = re.compile(r'(?<=<svg ).*?(viewBox="[^"]*")[^>]*')
    inside = fills.sub(r'\1 width="100%" height="100%"', "".join(drawings))
    outside = f'xmlns="{SVG}" class="figure" fill="currentColor"'
    size = f'width="{LAPTOP}"{heights.pop()}'
    return f"<svg {outside} {size}>\n{inside}</svg>\n"


def draw(root: Path) -> Iterator[str]:
    """Write the files of all diagrams; yield their paths."""
    for path, drawn in figures(root):
        svg, png = (root / FOLDER / f"{path}.{end}" for end in ("svg", "png"))
        text = to_svg(drawn)
        before = svg.read_text("utf-8") if svg.is_file() else ""
        write(svg, text)
        if text != before or not png.is_file():
            painted(drawn[-1]).save(png, optimize=True)
        yield path


def painted(figure: Figure) -> Image.Image:
    """Return the figure in pixels: white, two a point, few colours."""
    drawn, fast = io.BytesIO(), {"compress_level": 0}
    figure.set_layout_engine("none")  # a diagram says where each thing stands
    figure.savefig(drawn, dpi=144, facecolor="white", pil_kwargs=fast)
    return Image.open(drawn).convert("RGB").quantize(COLOURS)
