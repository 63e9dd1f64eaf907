"""Drawing of the page ten-minutes."""

import torch
from torch import Tensor

from course.canvas import BLUE, GREEN, VIOLET, YELLOW, Canvas, Point

SMALL = 10.5  # points
UNIT = 0.55  # inches


def compare_and_mix() -> Canvas:
    """Three keys beside a query, and the mixture among three values."""
    q = torch.tensor([1.0, 0.0])
    K = torch.tensor([[2.0, 1.0], [0.0, -1.0], [-1.0, 1.0]])
    V = torch.tensor([[-0.3, 2.9], [2.6, 0.9], [0.3, -0.1]])
    scores = K @ q
    weights = torch.softmax(scores / 2**0.5, dim=0)
    canvas = Canvas(4.8, 2.5)

    start = (0.95, 1.25)
    for j, end in enumerate(_ends(start, K)):
        canvas.arrow(start, end)
        side = 1 if end[1] > start[1] else -1
        at = (end[0], end[1] + 0.24 * side)
        canvas.box(at, f"$k_{j + 1}$", 0.42, 0.34, BLUE)
        score = rf"$q \cdot k_{j + 1} = {scores[j]:.0f}$"
        canvas.text((end[0], at[1] + 0.31 * side), score, SMALL)
    (end,) = _ends(start, q[None])
    canvas.arrow(start, end)
    canvas.box((end[0] + 0.28, end[1]), "$q$", 0.42, 0.34, YELLOW)

    start = (2.9, 0.5)
    (middle,) = _ends(start, (weights @ V)[None])
    corners = _ends(start, V)
    for corner in corners:
        canvas.arrow(corner, middle, head=False)
    for j, (x, y) in enumerate(corners):
        canvas.box((x, y), f"$v_{j + 1}$", 0.42, 0.34, VIOLET)
        label = rf"$\alpha_{j + 1} = {weights[j]:.2f}$"
        at = (x, y + 0.32) if j == 1 else (x + 0.66, y)
        canvas.text(at, label, SMALL)
    canvas.circle(middle, "$z$", GREEN)
    return canvas


def _ends(start: Point, vectors: Tensor) -> list[Point]:
    """Where vectors (count, 2) end that start here, in inches."""
    x, y = start
    return [(x + UNIT * a, y + UNIT * b) for a, b in vectors.tolist()]
