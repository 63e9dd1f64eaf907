"""Drawings of the lab lab-translate."""

from snippets.canvas import OTHER, PLAIN, SOFT, WEIGHT, Canvas

ENGLISH = "a famous dog sees the special girl".split()
PORTUGUESE = "um cachorro famoso vê a menina especial".split()
PLACES = (0, 2, 1, 3, 4, 6, 5)  # of the English word of each Portuguese one
FILLS = (SOFT, WEIGHT, OTHER, PLAIN, SOFT, WEIGHT, OTHER)


def crossing() -> Canvas:
    """Each word on the right comes from one on the left; some lines cross."""
    canvas = Canvas(4.2, 3.6)
    for i, place in enumerate(PLACES):
        y, other = 3.3 - 0.5 * i, 3.3 - 0.5 * place
        canvas.box((0.7, y), ENGLISH[i], 1.2, fill=FILLS[i])
        canvas.arrow((1.3, other), (2.9, y))
        canvas.box((3.5, y), PORTUGUESE[i], 1.2, fill=FILLS[place])
    return canvas
