"""Diagrams of the chapter causal-attention."""

import torch
from torch import Tensor

from snippets.canvas import Canvas, Node, spread
from snippets.causal import causal_mask
from snippets.self_attention import SelfAttentionV2
from snippets.sentences import JOURNEY

N = 4  # tokens shown
SEEN = causal_mask(N).tolist()


def who_sees_whom(width: float) -> Canvas:
    """Which inputs each output is made of, and what it must predict."""
    canvas = Canvas(width, 240)
    inputs = []
    for i, x in enumerate(spread(N, width, 46), start=1):
        inputs.append(canvas.box((x, 220), f"$x^{{({i})}}$", fill="soft"))
        z = canvas.diamond((x, 106), f"$z^{{({i})}}$")
        for node in inputs:
            canvas.arrow(node, z)
        following = canvas.box((x, 20), f"$x^{{({i + 1})}}$", dashed=True)
        canvas.arrow(z, following)
    return canvas


def mask_pipeline() -> Canvas:
    """Scores, mask, masked scores and weights of the first tokens."""
    scores = _scores()
    mask = torch.zeros(N, N).masked_fill(~causal_mask(N), -torch.inf)
    canvas = Canvas(342, 486)
    _table(canvas, (92, 80), scores, r"$Q K^{\!\top} / \sqrt{d_k}$")
    plus = canvas.plus((203, 80))
    _table(canvas, (282, 80), mask, "$M$", 30)
    masked = _table(
        canvas, (203, 252), scores + mask, r"$Q K^{\!\top} / \sqrt{d_k} + M$"
    )
    canvas.arrow(plus, (203, 170))
    weights = torch.softmax(scores + mask, dim=-1)
    last = _table(canvas, (203, 426), weights, "$A$", fill="weight")
    canvas.arrow(masked, last._replace(y=last.y - 26))
    canvas.text((214, 324), "softmax", "left")
    return canvas


def _scores() -> Tensor:
    """The chapter's scaled scores, of the first tokens only."""
    x = JOURNEY.embeddings
    with torch.random.fork_rng(devices=[]), torch.no_grad():
        torch.manual_seed(789)
        layer = SelfAttentionV2(3, 2)
        q, k = layer.W_query(x), layer.W_key(x)
    return (q @ k.T / 2**0.5)[:N, :N]


def _table(
    canvas: Canvas,
    at: tuple[float, float],
    values: Tensor,
    name: str,
    cell: float = 46,
    fill: str = "soft",
) -> Node:
    """A table of numbers around a centre, its name above."""
    canvas.text((at[0], at[1] - 68), name)
    labels = [
        [(f"{v:.2f}" if v % 1 else f"{v:.0f}").replace("-", "−") for v in row]
        for row in values.tolist()
    ]
    labels = [[v.replace("inf", "∞") for v in row] for row in labels]
    hides = "M" in name or name == "$A$"
    fills = [["plain" if hides and not s else fill for s in r] for r in SEEN]
    return canvas.grid(at, fills, cell, 27, labels)
