"""Draw all diagrams anew."""

from pathlib import Path

from tools.diagrams.draw import FOLDER, canvases, mark, to_png
from tools.figures import to_svg
from tools.recordings import write

FOLDER = Path(__file__).parent.parent.parent / FOLDER

for path, canvas in canvases():
    svg = to_svg(canvas.figure)
    write(FOLDER / f"{path}.svg", svg)
    png = FOLDER / f"{path}.png"
    if not png.is_file() or mark(svg) not in png.read_bytes():
        png.write_bytes(to_png(canvas.figure, svg))
    print(path)
