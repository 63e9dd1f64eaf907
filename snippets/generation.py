"""How a model writes: one token after the other."""

from collections.abc import Callable

import torch
from torch import Tensor

from snippets.causal import check_length
from snippets.cross_attention import LayerCache
from snippets.language_model import LanguageModel
from snippets.transformer import END, PAD, START, Transformer


def next_token_probabilities(
    scores: Tensor, temperature: float = 1.0, top_k: int | None = None
) -> Tensor:
    """softmax(scores / temperature) over the best top_k, or over all.

    scores (..., vocabulary) -> probabilities of that shape. Temperature 0 is
    the limit: 1 for the highest score, the first of several. Raises ValueError
    if temperature is negative or infinite, or top_k not in 1 ... vocabulary.
    """
    size = scores.shape[-1]
    if not 0 <= temperature < torch.inf:
        raise ValueError(f"temperature {temperature} must be finite and >= 0")
    if top_k is not None and not 1 <= top_k <= size:
        raise ValueError(f"top_k {top_k} must be in 1 ... {size}")
    if temperature < torch.finfo(scores.dtype).tiny:  # as good as 0
        top_k, temperature = 1, 1.0
    if top_k is not None:
        best = scores.argsort(descending=True, stable=True)[..., :top_k]
        allowed = torch.zeros_like(scores, dtype=torch.bool)
        allowed.scatter_(-1, best, True)
        scores = scores.masked_fill(~allowed, -torch.inf)
    scores = scores - scores.amax(dim=-1, keepdim=True)  # division overflows
    return torch.softmax(scores / temperature, dim=-1)


def choose(
    scores: Tensor,
    temperature: float = 0.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    """The next token: the best one, or one that is drawn on the CPU.

    scores (B, vocabulary) -> ids (B, 1).
    """
    p = next_token_probabilities(scores, temperature, top_k)
    if temperature == 0:
        return p.argmax(dim=-1, keepdim=True)
    return torch.multinomial(p.cpu(), 1, generator=generator).to(p.device)


def write(
    score: Callable,
    ids: Tensor,
    length: int,
    use_cache: bool,
    end: int | None = None,
    **options,
) -> Tensor:
    """Go on after ids (B, t), token by token, to `length` tokens or the end.

    score(new, first) -> scores (B, n, vocabulary) of the n tokens `new`, which
    begin at position `first`: all the tokens, or with a cache those that it
    does not hold yet. Options are those of `choose`. -> ids (B, T) with
    T <= length, PAD after an end, if there is one.
    """
    first = 0
    writing = torch.ones_like(ids[:, :1], dtype=torch.bool)
    while ids.shape[-1] < length and writing.any():
        token = choose(score(ids[:, first:], first)[:, -1], **options)
        ids = torch.cat([ids, token.masked_fill(~writing, PAD)], dim=-1)
        if use_cache:
            first = ids.shape[-1] - 1
        if end is not None:
            writing &= token != end
    return ids


@torch.no_grad()
def generate(
    model: Transformer,
    source_ids: Tensor,
    max_length: int,
    use_cache: bool = True,
    **options,
) -> Tensor:
    """Write a target for each source, token by token, until END.

    source_ids (B, S) -> ids (B, T) with T <= max_length, without START, PAD
    after an END. Options are those of `choose`: without any, it is greedy and
    takes the highest score; with a temperature, tokens are drawn on the CPU.
    The model writes in the mode in which it is: call `model.eval()` before.
    Raises ValueError if source_ids is no batch, if max_length is more than the
    model's context_length, or as `next_token_probabilities` does.
    """
    if source_ids.dim() != 2:
        shape = tuple(source_ids.shape)
        raise ValueError(f"source_ids {shape} must be (B, S): add [None]")
    check_length(max_length, model.context_length)
    memory, memory_mask = model.encode(source_ids)
    layers = model.decoder.layers if use_cache else []
    caches = [LayerCache(layer, memory) for layer in layers]

    def score(new: Tensor, first: int) -> Tensor:
        return model.decode(new, memory, memory_mask, caches, first)

    ids = source_ids.new_full((len(source_ids), 1), START)
    return write(score, ids, max_length + 1, use_cache, END, **options)[:, 1:]


@torch.no_grad()
def continue_text(
    model: LanguageModel,
    ids: Tensor,
    count: int,
    use_cache: bool = True,
    **options,
) -> Tensor:
    """Write `count` tokens after those that are there, as `generate` does.

    ids (B, t) -> (B, t + count); options are those of `choose`. Raises
    ValueError if ids are no batch or have no token to go on from.
    """
    if ids.dim() != 2 or not ids.shape[-1]:
        raise ValueError(f"ids {tuple(ids.shape)} must be (B, t), t at least 1")
    caches = [LayerCache() for _ in model.attention if use_cache]

    def score(new: Tensor, first: int) -> Tensor:
        return model(new, caches, first)

    return write(score, ids, ids.shape[-1] + count, use_cache, **options)
