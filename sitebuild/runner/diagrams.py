"""Draw the diagrams: as SVG for pages and as PNG for notebooks.

Colab shows no SVG in a notebook's text. Each PNG names the digest of its SVG.
"""

import importlib
import inspect
import io
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from matplotlib.figure import Figure
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from sitebuild.files import paths, write
from sitebuild.pages.output_types import PICTURE

FOLDER = "docs/assets/diagrams"
COLOURS = 32  # in a PNG: a few fills, black, and the shades of its edges


def figures(root: Path, page: str = "") -> Iterator[tuple[str, Figure]]:
    """Yield all diagrams, or a page's, with their paths below FOLDER.

    Each public function of a chapter's drawings.py takes nothing and returns
    a canvas, whose `figure` is the diagram. Underscores become hyphens.
    """
    for path in paths(root, "snippets/chapters/*/drawings.py"):
        chapter = Path(path).parent.name.replace("_", "-")
        if page not in ("", chapter):
            continue
        module = importlib.import_module(path[:-3].replace("/", "."))
        for name, draw in inspect.getmembers(module, inspect.isfunction):
            if draw.__module__ == module.__name__ and name[0] != "_":
                yield f"{chapter}/{name.replace('_', '-')}", draw().figure


def draw(root: Path, page: str = "") -> Iterator[str]:
    """Write the files of all diagrams, or of a page's; yield their paths."""
    for path, figure in figures(root, page):
        svg, png = (root / FOLDER / f"{path}.{end}" for end in ("svg", "png"))
        text = PICTURE.output(figure, "")
        write(svg, text)
        if not png.is_file() or digest(text) not in png.read_bytes():
            png.write_bytes(to_png(figure, text))
        yield path


def digest(svg: str) -> bytes:
    """Return what a PNG holds that was drawn with this SVG."""
    return sha256(svg.encode()).hexdigest().encode()


def to_png(figure: Figure, svg: str) -> bytes:
    """Return the figure as PNG: white, two pixels a point, few colours."""
    drawn, packed, info = io.BytesIO(), io.BytesIO(), PngInfo()
    figure.savefig(drawn, format="png", dpi=144, facecolor="white")
    info.add_text("Source", digest(svg).decode())
    image = Image.open(drawn).convert("RGB").quantize(COLOURS)
    image.save(packed, "PNG", optimize=True, pnginfo=info)
    return packed.getvalue()
