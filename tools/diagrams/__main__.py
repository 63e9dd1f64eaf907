"""Draw all diagrams anew, each written whole or not at all."""

from pathlib import Path

from tools.diagrams.draw import FOLDER, draw_all
from tools.recordings import write

ROOT = Path(__file__).parent.parent.parent

for path, svg in draw_all().items():
    write(ROOT / FOLDER / path, svg)
    print(f"{FOLDER}/{path}")
