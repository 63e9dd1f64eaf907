"""Drawings of the chapter generation."""

from snippets.canvas import Canvas

STEPS, WIDE, ROW = 6, 44, 40


def staircase() -> Canvas:
    """What is read in each step, and which token it adds."""
    canvas = Canvas(342, ROW * STEPS)
    for step in range(STEPS):
        y = ROW * (step + 0.5)
        for t in range(step + 1):
            fill = "query" if t == step else "key"
            at = 24 + WIDE * t, y
            last = canvas.chip(at, f"$y_{t}$", fill=fill)
        new = last.x + WIDE + 26, y
        added = canvas.chip(new, f"$y_{step + 1}$")
        canvas.arrow(last, added)
    return canvas
