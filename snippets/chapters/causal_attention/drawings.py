"""Diagrams of the chapter causal-attention."""

import torch
from torch import Tensor

from snippets.canvas import OTHER, SOFT, WEIGHT, Canvas, Point
from snippets.causal import causal_mask
from snippets.self_attention import SelfAttentionV1, SelfAttentionV2
from snippets.sentences import JOURNEY

N = 4  # tokens shown
ROW = 0.36  # inches


def who_sees_whom() -> Canvas:
    """Which inputs each output is made of, and what it must predict."""
    canvas = Canvas(5.4, 3.1)
    across = [0.75 + 1.3 * i for i in range(N)]
    for i, x in enumerate(across):
        for j in range(i + 1):
            canvas.arrow((across[j], 0.5), (x, 1.5))
        canvas.box((x, 0.3), f"$x^{{({i + 1})}}$", fill=SOFT)
        canvas.box((x, 1.7), f"$z^{{({i + 1})}}$", fill=WEIGHT)
        canvas.arrow((x, 1.9), (x, 2.58))
        canvas.box((x, 2.78), f"$x^{{({i + 2})}}$", dashed=True)
    return canvas


def mask_pipeline() -> Canvas:
    """Scores, mask, masked scores and weights of the first tokens."""
    scores = _scores()
    mask = torch.zeros(N, N).masked_fill(~causal_mask(N), -torch.inf)
    masked = scores + mask
    canvas = Canvas(4.74, 6.5)
    _grid(canvas, (1.22, 5.3), scores, r"$Q K^\top / √d_k$", SOFT)
    _grid(canvas, (3.86, 5.3), mask, "$M$", SOFT, 0.42)
    canvas.circle((2.7, 5.3), "$+$")
    canvas.arrow((2.7, 5.17), (2.7, 4.3))
    _grid(canvas, (2.37, 3.2), masked, r"$Q K^\top / √d_k + M$", SOFT)
    canvas.arrow((2.37, 2.42), (2.37, 1.95))
    canvas.text((2.85, 2.2), "softmax")
    weights = torch.softmax(masked, dim=-1)
    _grid(canvas, (2.37, 0.8), weights, "$A$", WEIGHT)
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
    canvas: Canvas,
    at: Point,
    values: Tensor,
    name: str,
    fill: str,
    cell: float = 0.59,
) -> None:
    """A table of numbers around a centre, its name above."""
    for i, row in enumerate(values.tolist()):
        for j, value in enumerate(row):
            shown = f"${value:.2f}$" if value % 1 else f"${value:.0f}$"
            hidden = value == -torch.inf or (name == "$A$" and j > i)
            canvas.box(
                (at[0] + (j - 1.5) * cell, at[1] + (1.5 - i) * ROW),
                r"$-\infty$" if value == -torch.inf else shown,
                cell,
                ROW,
                OTHER if hidden else fill,
            )
    canvas.text((at[0], at[1] + 2.6 * ROW), name)
