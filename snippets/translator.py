"""Train small Transformers to translate, and see where they look."""

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from snippets.capture import capture
from snippets.corpus import ENGLISH, PORTUGUESE, Batch, mass
from snippets.generation import generate
from snippets.training import Size
from snippets.transformer import PAD, Transformer

SIZE = Size(
    length=1,  # clauses
    d_model=32,
    num_heads=1,
    steps=500,
    learning_rate=0.003,
)


def translator(seed: int) -> Transformer:
    """A Transformer from English to Portuguese, with the weights of a seed."""
    torch.manual_seed(seed)
    sizes = SIZE.d_model, SIZE.num_heads, 4 * SIZE.d_model
    return Transformer(len(ENGLISH), len(PORTUGUESE), *sizes, norm_first=True)


def loss_of(model: nn.Module, data: Batch) -> Tensor:
    """Mean cross-entropy of each next word, PAD left out -> one number."""
    scores = model(data.source, data.target[:, :-1])  # (B, T, words)
    wanted = data.target[:, 1:].flatten()
    return F.cross_entropy(scores.flatten(0, 1), wanted, ignore_index=PAD)


def cross_weights(model: Transformer, *inputs: Tensor) -> Tensor:
    """Where the decoder looks in the source: (layers, B, H, T, S)."""
    with capture(model.decoder) as maps:
        model(*inputs)
    return torch.stack([w for name, (w,) in maps.items() if "cross" in name])


class Evaluation(NamedTuple):
    """What a model makes of sentences: how many are right, where it looks."""

    exact: float  # share of the sentences without any wrong word
    mass: Tensor  # on the true English word, for each Portuguese one: (words,)
    weights: Tensor  # of cross-attention, mean of layers and heads: (B, T, S)


@torch.no_grad()
def evaluate(model: Transformer, data: Batch) -> Evaluation:
    """Translate greedily, then look at the weights for the right words.

    Without a cache: each word passes through all of the model as it is.
    """
    model.eval()
    data = data.to(next(model.parameters()).device)
    wanted = data.target[:, 1:]
    T = wanted.shape[-1]
    written = generate(model, data.source, T, use_cache=False)
    written = F.pad(written, (0, T - written.shape[-1]), value=PAD)
    exact = (written == wanted).all(dim=-1).cpu().double().mean().item()
    inputs = data.source, data.target[:, :-1]
    weights = cross_weights(model, *inputs).mean(dim=(0, 2))
    return Evaluation(exact, mass(weights, data.places).cpu(), weights.cpu())
