"""Drawings of the page example."""

from course.canvas import SOFT, WEIGHT, Canvas


def first_look() -> Canvas:
    """Numbers go in, numbers come out."""
    canvas = Canvas(2.6, 0.6)
    canvas.box((0.5, 0.3), "$x$", fill=SOFT)
    canvas.arrow((0.9, 0.3), (1.7, 0.3))
    canvas.box((2.1, 0.3), "$y$", fill=WEIGHT)
    return canvas
