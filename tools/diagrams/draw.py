"""All diagrams as SVG texts."""

import importlib
import inspect
import pkgutil

from tools import diagrams
from tools.diagrams.canvas import Canvas
from tools.figures import to_svg

FOLDER = "docs/assets/diagrams"
MACHINERY = ("__main__", "canvas", "draw")


def draw_all() -> dict[str, str]:
    """The SVG of every diagram, by its path in FOLDER.

    A public function of a page's module that takes nothing and returns a
    Canvas is a diagram; underscores become hyphens.
    """
    drawn = {}
    for module in pkgutil.iter_modules(diagrams.__path__):
        if module.name in MACHINERY:
            continue
        page = importlib.import_module(f"tools.diagrams.{module.name}")
        for name, function in inspect.getmembers(page, inspect.isfunction):
            own = function.__module__ == page.__name__
            if own and not name.startswith("_"):
                canvas = function()
                assert isinstance(canvas, Canvas), f"{name}: no Canvas"
                path = f"{module.name}/{name}.svg".replace("_", "-")
                drawn[path] = to_svg(canvas.figure)
    return drawn
