"""Drawing of the page ten-minutes."""

import torch
from torch import Tensor

from snippets.canvas import PHONE, Canvas, Node

UNIT = 60  # pixels


def compare_and_mix() -> Canvas:
    """Three keys beside a query, and the mixture among three values."""
    q = torch.tensor([1.0, 0.0])
    K = torch.tensor([[1.0, 1.0], [0.0, -1.0], [-1.0, 1.0]])
    V = torch.tensor([[-0.3, 2.9], [2.6, 1.3], [0.3, -0.1]])
    scores = K @ q
    weights = torch.softmax(scores, dim=0)
    canvas = Canvas(PHONE, 550)

    start = (150, 150)
    canvas.text((150, 12), "the query is compared with each key")
    for j, (x, y) in enumerate(_ends(start, K)):
        side = 1 if y > start[1] else -1
        key = canvas.box((x, y + 17 * side), f"$k_{j + 1}$", 32, 30, "key")
        canvas.arrow(start, key)
        score = rf"$q \cdot k_{j + 1} = {scores[j]:.0f}$"
        canvas.text((x, y + 46 * side), score)
    ((x, y),) = _ends(start, q[None])
    canvas.arrow(start, canvas.box((x + 18, y), "$q$", 32, 30, "query"))

    start = (100, 528)
    canvas.text((150, 310), "the values are mixed")
    z = canvas.diamond(*_ends(start, (weights @ V)[None]))
    canvas.text((z.x - 14, z.y + 4), "$z$", "right")
    for j, (x, y) in enumerate(_ends(start, V)):
        canvas.box((x, y), f"$v_{j + 1}$", 32, 30, "value")
        canvas.arrow(Node(x, y, 34, 34, True), z, head=False)
        name = rf"$\alpha_{j + 1} = {weights[j]:.2f}$"
        below, side = ((0, 30), "center") if j == 1 else ((22, 0), "left")
        canvas.text((x + below[0], y + below[1]), name, side)
    return canvas


def _ends(start, vectors: Tensor) -> list[tuple[float, float]]:
    """Where vectors (count, 2) end that start here, in pixels."""
    x, y = start
    return [(x + UNIT * a, y - UNIT * b) for a, b in vectors.tolist()]
