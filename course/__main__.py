"""Draw all diagrams anew, or those of a page: `python -m course [PAGE]`."""

import sys
from pathlib import Path

from course.drawings import FOLDER, canvases, mark, to_png
from proof.files import write
from proof.outputs.svg import to_svg

ROOT = Path(__file__).parent.parent

for path, canvas in canvases(*sys.argv[1:]):
    file = ROOT / FOLDER / f"{path}.svg"
    svg = to_svg(canvas.figure)
    write(file, svg)
    png = ROOT / FOLDER / f"{path}.png"
    if not png.is_file() or mark(svg) not in png.read_bytes():
        png.write_bytes(to_png(canvas.figure, svg))
    print(path)
