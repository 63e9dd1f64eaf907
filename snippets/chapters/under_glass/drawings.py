"""Diagrams of the chapter under-glass."""

from snippets.canvas import OTHER, SOFT, WEIGHT, Canvas

COLUMNS = 1.15, 2.4, 3.65
FILLS = SOFT, WEIGHT, OTHER  # of an article, an adjective and a noun
ROWS = 0.5, 1.9, 3.3  # what is read, the memory, what is written
STOPS = "1, 2", "3, 4", "5", "6, 7", "8"
HALF = 0.18  # of a box's height


def route() -> Canvas:
    """How the gender of a noun reaches its article, and then a translation."""
    canvas = Canvas(4.4, 3.8)
    english, memory, portuguese = ROWS
    for x, word, fill in zip(COLUMNS, ["the", "special", "girl"], FILLS):
        canvas.arrow((x, english + HALF), (x, memory - HALF))
        canvas.box((x, english), word, 1, fill=fill)
        canvas.box((x, memory), word, 1, fill=fill)
    the, special, girl = COLUMNS
    canvas.arrow((girl - 0.2, english + HALF), (the + 0.25, memory - HALF))
    words = zip(COLUMNS, ["a", "menina", "especial"], (0, 2, 1))
    for x, word, source in words:
        below = COLUMNS[source], memory + HALF
        canvas.arrow(below, (x, portuguese - HALF))
        canvas.box((x, portuguese), word, 1, fill=FILLS[source])
    known = (girl, english), (girl, memory), (special, portuguese)
    for x, y in (*known, (the, memory), (the, portuguese)):
        canvas.circle((x + 0.5, y + HALF), "f", fill=OTHER)
    heights = english, 1.2, memory, 2.6, portuguese
    for y, stops in zip(heights, STOPS):
        canvas.text((0.25, y), stops)
    return canvas
