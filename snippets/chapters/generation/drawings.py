"""Drawings of the chapter generation."""

from snippets.canvas import KEY, QUERY, SOFT, Canvas

STEPS = 6
WIDE, HIGH, ROW = 0.6, 0.34, 0.46  # inches


def staircase() -> Canvas:
    """What is read in each step, and which token it adds."""
    canvas = Canvas(WIDE * (STEPS + 1) + 0.45, ROW * STEPS + 0.05)
    for step in range(STEPS):
        y = ROW * (STEPS - step - 0.5) + 0.02
        for t in range(step + 1):
            at = (WIDE * (t + 0.5) + 0.02, y)
            fill = QUERY if t == step else KEY
            canvas.box(at, f"$y_{t}$", WIDE - 0.06, HIGH, fill)
        end = WIDE * (step + 1)
        canvas.arrow((end + 0.02, y), (end + 0.38, y))
        at = (end + 0.4 + WIDE / 2, y)
        canvas.box(at, f"$y_{step + 1}$", WIDE - 0.06, HIGH, SOFT)
    return canvas
