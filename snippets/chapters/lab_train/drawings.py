"""Drawings of the lab lab-train."""

from snippets.canvas import Canvas, spread

WORD = "computer"


def mirror(width: float) -> Canvas:
    """Each place below takes its letter from the mirrored place above."""
    canvas = Canvas(width, 200)
    places = spread(len(WORD), width, 20)
    read = [canvas.chip((x, 42), letter) for x, letter in zip(places, WORD)]
    for i, (x, source) in enumerate(zip(places, read[::-1])):
        written = canvas.chip((x, 158), WORD[::-1][i])
        canvas.arrow(source, written)
        for y in (12, 188):
            canvas.text((x, y), str(i))
    return canvas
