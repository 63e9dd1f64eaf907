"""Drawings of the lab lab-copy."""

from snippets.canvas import Canvas, spread

TOKENS = ["r", "i", "g", "h", "…", "r", "i"]
FILLS = {2: ("key", "value"), 6: ("plain", "query")}


def two_looks() -> Canvas:
    """Head 1 takes the letter before along; head 2 finds it there."""
    canvas = Canvas(342, 236)
    places = spread(len(TOKENS), 342)
    read = [canvas.chip((x, 208), token) for x, token in zip(places, TOKENS)]
    pairs = []
    for i, x in enumerate(places):
        letters = [" ", *TOKENS][i : i + 2]
        fills = FILLS.get(i, ("plain", "soft"))
        pairs.append(canvas.grid((x, 112), [fills], 21, 32, [letters]))
        canvas.arrow(read[i], pairs[i], head=False)
        if i:
            canvas.arrow(read[i - 1], (x - 11, 130), fill="weight")
    written = canvas.chip((places[-1], 24), "g", fill="value")
    found, asking = pairs[2], pairs[-1]
    canvas.arrow(found, (found.x, 24), written, fill="weight")
    canvas.arrow(asking, written, head=False)
    return canvas
