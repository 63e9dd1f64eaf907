"""Drawings of the lab lab-train."""

from snippets.canvas import SOFT, Canvas

WORD = "computer"


def mirror() -> Canvas:
    """Each place below takes its letter from the mirrored place above."""
    canvas = Canvas(4.4, 2.1)
    last = len(WORD) - 1
    for i, letter in enumerate(WORD):
        x, other = 0.45 + 0.5 * i, 0.45 + 0.5 * (last - i)
        canvas.text((x, 1.98), f"${i}$")
        canvas.box((x, 1.65), letter, 0.36, fill=SOFT)
        canvas.arrow((x, 1.45), (other, 0.65))
        canvas.box((x, 0.45), WORD[last - i], 0.36, fill=SOFT)
        canvas.text((x, 0.12), f"${i}$")
    return canvas
