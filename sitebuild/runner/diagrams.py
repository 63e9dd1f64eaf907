"""Draw the diagrams: as SVG for pages and as PNG for notebooks.

Colab shows no SVG in a notebook's text. The PNG holds the digest of the SVG
that it was drawn with.
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
from sitebuild.pages.figures import to_svg

FOLDER = "docs/assets/diagrams"
COLOURS = 32  # in a PNG: a few fills, black, and the shades of its edges


def figures(root: Path, page: str = "") -> Iterator[tuple[str, Figure]]:
    """Yield all diagrams, or a page's, with their paths below FOLDER.

    Each public function of a chapter's drawings.py that takes nothing returns
    a canvas, whose `figure` is the diagram. Underscores become hyphens.
    """
    for path in paths(root, "snippets/chapters/*/drawings.py"):
        chapter = Path(path).parent.name
        if page not in ("", chapter.replace("_", "-")):
            continue
        module = importlib.import_module(path[:-3].replace("/", "."))
        for name, function in inspect.getmembers(module, inspect.isfunction):
            own = function.__module__ == module.__name__
            if own and not name.startswith("_"):
                yield f"{chapter}/{name}".replace("_", "-"), function().figure


def draw(root: Path, page: str = "") -> Iterator[str]:
    """Write the files of all diagrams, or of a page's; yield their paths."""
    for path, figure in figures(root, page):
        file = root / FOLDER / f"{path}.svg"
        svg = to_svg(figure)
        write(file, svg)
        png = file.with_suffix(".png")
        if not png.is_file() or digest(svg) not in png.read_bytes():
            png.write_bytes(to_png(figure, svg))
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
