"""Diagrams of the chapter under-glass."""

from snippets.canvas import Canvas, Node

COLUMNS = 88, 182, 276  # pixels
FILLS = "plain", "dark", "middle"  # of an article, an adjective and a noun
READ, MEMORY, WRITTEN = 286, 154, 22
STOPS = {"1, 2": READ, "3, 4": 220, "5": MEMORY, "6, 7": 88, "8": WRITTEN}
FEMININE = ((2, READ), (2, MEMORY), (1, WRITTEN), (0, MEMORY), (0, WRITTEN))


def route() -> Canvas:
    """How the gender of a noun reaches its article, and then a translation."""
    canvas = Canvas(342, 308)
    known: list[Node] = []
    for x, word, fill in zip(COLUMNS, ["the", "special", "girl"], FILLS):
        read = canvas.chip((x, READ), word, 70, fill)
        known.append(canvas.chip((x, MEMORY), word, 70, fill))
        canvas.arrow(read, known[-1])
    canvas.arrow(read._replace(x=262), known[0]._replace(x=104))
    for x, word, k in zip(COLUMNS, ["a", "menina", "especial"], (0, 2, 1)):
        written = canvas.chip((x, WRITTEN), word, 70, FILLS[k])
        canvas.arrow(known[k], written)
    for k, y in FEMININE:
        canvas.box((COLUMNS[k] + 48, y), "f", 20, 20, "dark")
    for stops, y in STOPS.items():
        canvas.text((2, y), stops, "left")  # a 3 begins left of its place
    return canvas
