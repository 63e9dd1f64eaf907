"""All diagrams: as SVG texts for pages, as PNG for notebooks.

Colab shows no SVG in a notebook's text. The PNG names the SVG that it was
drawn with.
"""

import importlib.util
import inspect
import io
import pkgutil
from collections.abc import Iterator
from hashlib import sha256

from matplotlib.figure import Figure
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from course.canvas import Canvas
from snippets import chapters

FOLDER = "docs/assets/diagrams"
COLOURS = 32  # in a PNG: a few fills, black, and the shades of its edges


def canvases(page: str = "") -> Iterator[tuple[str, Canvas]]:
    """Yield all diagrams, or a page's, with their paths in FOLDER.

    A public function of a chapter's drawings that takes nothing and returns
    a Canvas is a diagram; underscores become hyphens.
    """
    for chapter in pkgutil.iter_modules(chapters.__path__):
        name = f"{chapters.__name__}.{chapter.name}.drawings"
        asked = page in ("", chapter.name.replace("_", "-"))
        if not asked or not importlib.util.find_spec(name):
            continue
        module = importlib.import_module(name)
        for name, function in inspect.getmembers(module, inspect.isfunction):
            own = function.__module__ == module.__name__
            if own and not name.startswith("_"):
                canvas = function()
                assert isinstance(canvas, Canvas), f"{name}: no Canvas"
                yield f"{chapter.name}/{name}".replace("_", "-"), canvas


def mark(svg: str) -> bytes:
    """Return what a PNG holds that was drawn with this SVG."""
    return sha256(svg.encode()).hexdigest().encode()


def to_png(figure: Figure, svg: str) -> bytes:
    """Return the figure as PNG: white, two pixels a point, in few colours."""
    drawn, packed, info = io.BytesIO(), io.BytesIO(), PngInfo()
    figure.savefig(drawn, format="png", dpi=144, facecolor="white")
    info.add_text("Source", mark(svg).decode())
    image = Image.open(drawn).convert("RGB").quantize(COLOURS)
    image.save(packed, "PNG", optimize=True, pnginfo=info)
    return packed.getvalue()
