"""Diagrams of the chapter causal-attention."""

import torch
from torch import Tensor

from course.canvas import BLUE, GREEN, RED, YELLOW, Canvas, Point
from snippets.causal import causal_mask
from snippets.self_attention import SelfAttentionV1, SelfAttentionV2
from snippets.sentences import JOURNEY

N = 4  # tokens shown
CELL, ROW = 0.62, 0.36  # inches


def who_sees_whom() -> Canvas:
    """Which inputs each output is made of, and what it must predict."""
    canvas = Canvas(5.4, 3.1)
    across = [0.75 + 1.3 * i for i in range(N)]
    for i, x in enumerate(across):
        for j in range(i + 1):
            canvas.arrow((across[j], 0.5), (x, 1.5))
        canvas.box((x, 0.3), f"$x^{{({i + 1})}}$", fill=BLUE)
        canvas.box((x, 1.7), f"$z^{{({i + 1})}}$", fill=GREEN)
        canvas.arrow((x, 1.9), (x, 2.58))
        canvas.box((x, 2.78), f"$x^{{({i + 2})}}$", dashed=True)
    return canvas


def mask_pipeline() -> Canvas:
    """Scores, mask, masked scores and weights of the first tokens."""
    scores = _scores()
    mask = torch.zeros(N, N).masked_fill(~causal_mask(N), -torch.inf)
    masked = scores + mask
    canvas = Canvas(5.8, 4.5)
    _grid(canvas, (1.4, 3.1), scores, r"$Q K^\top / √d_k$", BLUE)
    _grid(canvas, (4.4, 3.1), mask, "$M$", YELLOW)
    _grid(canvas, (1.4, 0.8), masked, r"$Q K^\top / √d_k + M$", BLUE)
    weights = torch.softmax(masked, dim=-1)
    _grid(canvas, (4.4, 0.8), weights, "$A$", GREEN)
    canvas.circle((2.9, 3.1), "$+$")
    canvas.path((2.9, 2.97), (2.9, 1.98), (2.2, 1.98), (2.2, 1.7))
    canvas.arrow((2.67, 0.8), (3.13, 0.8))
    canvas.text((2.9, 1.0), "softmax", size=9)
    return canvas


def _scores() -> Tensor:
    """The chapter's scaled scores, of the first tokens only."""
    x = JOURNEY.embeddings
    with torch.random.fork_rng(devices=[]), torch.no_grad():
        torch.manual_seed(123)
        SelfAttentionV1(3, 2)
        layer = SelfAttentionV2(3, 2)
        q, k = layer.W_query(x), layer.W_key(x)
    return (q @ k.T / 2**0.5)[:N, :N]


def _grid(
    canvas: Canvas, at: Point, values: Tensor, name: str, fill: str
) -> None:
    """A table of numbers around a centre, its name above."""
    for i, row in enumerate(values.tolist()):
        for j, value in enumerate(row):
            shown = f"${value:.2f}$" if value % 1 else f"${value:.0f}$"
            hidden = value == -torch.inf or (name == "$A$" and j > i)
            canvas.box(
                (at[0] + (j - 1.5) * CELL, at[1] + (1.5 - i) * ROW),
                r"$-\infty$" if value == -torch.inf else shown,
                CELL,
                ROW,
                RED if hidden else fill,
                size=11,
            )
    canvas.text((at[0], at[1] + 2.55 * ROW), name)
