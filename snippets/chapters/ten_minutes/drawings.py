"""Drawing of the page ten-minutes."""

import torch
from torch import Tensor

from snippets.canvas import KEY, QUERY, SOFT, VALUE, Canvas, Point

UNIT = 0.5  # inches


def compare_and_mix() -> Canvas:
    """Three keys beside a query, and the mixture among three values."""
    q = torch.tensor([1.0, 0.0])
    K = torch.tensor([[1.0, 1.0], [0.0, -1.0], [-1.0, 1.0]])
    V = torch.tensor([[-0.3, 2.9], [2.6, 1.3], [0.3, -0.1]])
    scores = K @ q
    weights = torch.softmax(scores, dim=0)
    canvas = Canvas(4.74, 2.7)

    start = (1.15, 1.35)
    for j, end in enumerate(_ends(start, K)):
        canvas.arrow(start, end)
        side = 1 if end[1] > start[1] else -1
        at = (end[0], end[1] + 0.24 * side)
        canvas.box(at, f"$k_{j + 1}$", 0.42, 0.34, KEY)
        score = rf"$q \cdot k_{j + 1} = {scores[j]:.0f}$"
        beside = end[0] + 0.1 * scores[j].item()
        canvas.text((beside, at[1] + 0.31 * side), score)
    (end,) = _ends(start, q[None])
    canvas.arrow(start, end)
    canvas.box((end[0] + 0.28, end[1]), "$q$", 0.42, 0.34, QUERY)

    start = (2.95, 0.65)
    (middle,) = _ends(start, (weights @ V)[None])
    corners = _ends(start, V)
    for corner in corners:
        canvas.arrow(corner, middle, head=False)
    for j, (x, y) in enumerate(corners):
        canvas.box((x, y), f"$v_{j + 1}$", 0.42, 0.34, VALUE)
        label = rf"$\alpha_{j + 1} = {weights[j]:.2f}$"
        at = (x, y - 0.32) if j == 1 else (x + 0.75, y)
        canvas.text(at, label)
    canvas.circle(middle, "$z$", SOFT)
    return canvas


def _ends(start: Point, vectors: Tensor) -> list[Point]:
    """Where vectors (count, 2) end that start here, in inches."""
    x, y = start
    return [(x + UNIT * a, y + UNIT * b) for a, b in vectors.tolist()]
