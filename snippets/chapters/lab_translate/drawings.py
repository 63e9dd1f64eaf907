"""Drawings of the lab lab-translate."""

from course.canvas import OTHER, PLAIN, SOFT, WEIGHT, Canvas

PLACES = (0, 2, 1, 3, 4, 6, 5)  # a famous dog sees the special girl
FILLS = (SOFT, WEIGHT, OTHER, PLAIN, SOFT, WEIGHT, OTHER)


def crossing() -> Canvas:
    """Each word below comes from a word above; some lines cross."""
    canvas = Canvas(4.0, 1.9)
    for i, place in enumerate(PLACES):
        x, above = 0.5 + 0.5 * i, 0.5 + 0.5 * place
        canvas.box((x, 1.6), f"${i}$", 0.36, fill=FILLS[i])
        canvas.arrow((above, 1.4), (x, 0.5))
        canvas.box((x, 0.3), f"${place}$", 0.36, fill=FILLS[place])
    return canvas
