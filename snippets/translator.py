"""Train small Transformers to translate, and see where they look."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional as F
from tqdm import tqdm

from snippets.capture import capture
from snippets.corpus import ENGLISH, PORTUGUESE, Batch, mass
from snippets.side_by_side import SideBySide
from snippets.transformer import END, PAD, START, Transformer, check_batch


class Size(NamedTuple):
    """How large a model is, and how long it trains."""

    clauses: int = 1
    d_model: int = 32
    num_heads: int = 1
    encoder_layers: int = 1
    decoder_layers: int = 1
    batch: int = 16
    steps: int = 500
    learning_rate: float = 0.01
    warm_up: float = 0.2  # share of the steps


def size_for(device: torch.device) -> Size:
    """Seconds on one core of a CPU; longer sentences for anything faster."""
    if device.type == "cpu":
        return Size()
    return Size(clauses=2, d_model=64, batch=64, steps=1500, learning_rate=3e-3)


def translator(size: Size, seed: int, **options) -> Transformer:
    """A Transformer from English to Portuguese, with the weights of a seed."""
    torch.manual_seed(seed)
    options = {"norm_first": True} | options
    return Transformer(
        len(ENGLISH),
        len(PORTUGUESE),
        size.d_model,
        size.num_heads,
        4 * size.d_model,
        encoder_layers=size.encoder_layers,
        decoder_layers=size.decoder_layers,
        **options,
    )


def loss_of(model: Callable, source: Tensor, target: Tensor) -> Tensor:
    """Mean cross-entropy of each next word, PAD left out.

    source (B, S), target (B, T + 1) -> one number.
    """
    scores = model(source, target[:, :-1])  # (B, T, words)
    wanted = target[:, 1:].flatten()
    return F.cross_entropy(scores.flatten(0, 1), wanted, ignore_index=PAD)


def rate(done: float, warm_up: float) -> float:
    """The learning rate as a share of its most: up in a line, then down."""
    return min(1.0, done / warm_up) * (1 - done)


def train(
    models: Sequence[Transformer], data: Batch, size: Size, seed: int = 0
) -> Tensor:
    """Train models of one shape where they are, each on its own batches.

    Model m draws its batches with seed + m, on the CPU. The learning rate
    rises during the warm-up, then falls to 0. Returns losses (steps, models).
    """
    data = data.to(next(models[0].parameters()).device)
    seeds = range(seed, seed + len(models))
    generators = [torch.Generator().manual_seed(one) for one in seeds]
    stack = SideBySide(models)
    optimizer = torch.optim.Adam(
        stack.parameters.values(), size.learning_rate, fused=True
    )
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: rate(step / size.steps, size.warm_up)
    )
    losses = []
    for _ in tqdm(range(size.steps)):
        rows = draw_rows(len(data.source), size.batch, generators)
        batches = data.source[rows], data.target[rows]
        each = stack.losses(loss_of, *batches)  # (models,)
        optimizer.zero_grad()
        each.sum().backward()
        optimizer.step()
        schedule.step()
        losses.append(each.detach())
    stack.write_back()
    return torch.stack(losses).cpu()


def draw_rows(
    count: int, batch: int, generators: Sequence[torch.Generator]
) -> Tensor:
    """Draw the rows of each model's batch, of `count`: (models, B)."""
    drawn = [torch.randint(count, (batch,), generator=g) for g in generators]
    return torch.stack(drawn)


@torch.no_grad()
def write(model: Transformer, source: Tensor, length: int) -> Tensor:
    """Write the best next word, again and again: PAD after an END.

    source (B, S) -> ids (B, length), without START.
    """
    check_batch(source)
    memory, mask = model.encode(source)
    ids = source.new_full((len(source), 1), START)
    for _ in range(length):
        best = model.decode(ids, memory, mask)[:, -1].argmax(dim=-1)
        ids = torch.cat([ids, best[:, None]], dim=-1)
    ends = (ids == END).cumsum(dim=-1)  # so far, this word included
    return ids.masked_fill((ends > 0) & (ids != END) | (ends > 1), PAD)[:, 1:]


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
    """Translate greedily, then look at the weights for the right words."""
    model.eval()
    data = data.to(next(model.parameters()).device)
    wanted = data.target[:, 1:]
    written = write(model, data.source, wanted.shape[-1])
    exact = (written == wanted).all(dim=-1).cpu().double().mean().item()
    inputs = data.source, data.target[:, :-1]
    weights = cross_weights(model, *inputs).mean(dim=(0, 2))
    return Evaluation(exact, mass(weights, data.places).cpu(), weights.cpu())


def check_trained(found: Sequence[Evaluation]) -> None:
    """Raise RuntimeError if a model does not translate, or looks elsewhere."""
    exact = min(one.exact for one in found)
    if not exact >= 0.99:
        raise RuntimeError(
            f"training failed: a model translates {exact:.1%} of the "
            "sentences, fewer than 99%"
        )
    masses = torch.stack([one.mass.mean() for one in found])
    least, median = masses.min().item(), masses.quantile(0.5).item()
    if not (least >= 0.6 and median >= 0.85):
        raise RuntimeError(
            f"training failed: the attention on the true word is {least:.1%} "
            f"in one model and {median:.1%} in the median, less than 60% or 85%"
        )
