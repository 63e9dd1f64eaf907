"""Drawings of the lab lab-copy."""

from snippets.canvas import Canvas, Node, spread

TOKENS = "righ…ri"
SOFT = [["plain", "soft"]]


def two_looks(width: float) -> Canvas:
    """Head 1 takes the letter before along; head 2 finds it there."""
    canvas = Canvas(width, 236)
    places = spread(len(TOKENS), width, 30)
    below = [
        canvas.chip((x, 208), token) if token != "…" else Node(x, 208)
        for x, token in zip(places, TOKENS)
    ]
    above = []
    for i, (x, token) in enumerate(zip(places, TOKENS)):
        before = TOKENS[i - 1] if i else ""
        if token == "…":
            canvas.text((x, 208), token)
            canvas.text((x, 112), token)
            continue
        fills = {2: [["key", "value"]], 6: [["plain", "query"]]}.get(i, SOFT)
        pair = canvas.grid((x, 112), fills, 21, 32, [[before, token]])
        canvas.arrow(below[i], pair, head=False)
        if before.isalpha():
            canvas.arrow(below[i - 1], (x - 11, 130), fill="weight")
        above.append(pair)
    written = canvas.chip((places[-1], 24), "g", fill="value")
    canvas.arrow(above[2], (places[2], 24), written, fill="weight")
    canvas.arrow(above[-1], written, head=False)
    return canvas
