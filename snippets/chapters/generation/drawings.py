"""Drawings of the chapter generation."""

from course.canvas import BLUE, GREEN, YELLOW, Canvas

WORDS = ["START", "o", "menino", "vê", "a", "casa", "END"]
WIDE, HIGH, ROW = 0.82, 0.34, 0.52  # inches


def staircase() -> Canvas:
    """What is read in each step, and which token it adds."""
    steps = len(WORDS) - 1
    canvas = Canvas(WIDE * (steps + 1) + 0.5, ROW * steps + 0.05)
    for step in range(steps):
        y = ROW * (steps - step - 0.5) + 0.02
        for t in range(step + 1):
            at = (WIDE * (t + 0.5) + 0.02, y)
            fill = YELLOW if t == step else BLUE
            canvas.box(at, WORDS[t], WIDE - 0.06, HIGH, fill)
        end = WIDE * (step + 1)
        canvas.arrow((end + 0.02, y), (end + 0.4, y))
        at = (end + 0.45 + WIDE / 2, y)
        canvas.box(at, WORDS[step + 1], WIDE - 0.06, HIGH, GREEN)
    return canvas
