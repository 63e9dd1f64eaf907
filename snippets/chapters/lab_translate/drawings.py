"""Drawings of the lab lab-translate."""

from snippets.canvas import Canvas
from snippets.translation import translate

ENGLISH = "a famous dog sees the special girl".split()
PORTUGUESE, PLACES = translate(ENGLISH)
FILLS = ("plain", "dark", "middle", "plain", "plain", "dark", "middle")


def crossing(width: float) -> Canvas:
    """Each word on the right comes from one on the left; some lines cross."""
    canvas = Canvas(width, 280)
    words = [
        canvas.chip((52, 20 + 40 * i), word, 100, FILLS[i])
        for i, word in enumerate(ENGLISH)
    ]
    for i, place in enumerate(PLACES):
        at, fill = (width - 52, 20 + 40 * i), FILLS[place]
        word = canvas.chip(at, PORTUGUESE[i], 100, fill)
        x, y = words[place].x + 52, words[place].y
        canvas.arrow((x, y), (word.x - 52, word.y))
    return canvas
