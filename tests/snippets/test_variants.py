"""Layers since 2017: what holds of each, and that a planted fault is told."""

import math
from collections.abc import Callable

import pytest
import torch
from compare import close, random, same_gradients, seeds, sizes
from conftest import ROOT
from hypothesis import given
from models import ComposedGroups, T
from torch import Tensor, nn

from snippets.causal import causal_mask, window_mask
from snippets.chapters.since_2017.layers import (
    GroupedAttention,
    LatentAttention,
)
from snippets.multi_head import MultiHeadSelfAttention
from snippets.positional import rotate


def check_rotation(rotate: Callable) -> None:
    """By hand: the pairs (1, 2) and (3, 4) turn left, the second slowly."""
    x = torch.tensor([[1, 2, 3, 4]] * 3).double()
    expected = []
    for pos in range(3):
        c, s = math.cos(pos), math.sin(pos)
        C, S = math.cos(pos / 100), math.sin(pos / 100)
        expected.append([c - 2 * s, s + 2 * c, 3 * C - 4 * S, 3 * S + 4 * C])
    turned = torch.tensor(expected, dtype=torch.float64)
    close(rotate(x), turned, "the pairs turn otherwise")


def check_window(mask: Callable) -> None:
    """A token sees the last W tokens: no earlier and no later one."""
    for n, W in [(5, 1), (5, 3), (4, 9)]:
        seen = [[0 <= i - j < W for j in range(n)] for i in range(n)]
        assert mask(n, W).tolist() == seen, f"the window of {W} is off by one"


def check_groups(kind: type[nn.Module]) -> None:
    """Neighbouring heads share keys and values, as in PyTorch's function."""
    for H, G in [(4, 4), (4, 2), (6, 2), (6, 3), (4, 1)]:
        torch.manual_seed(0)
        ours = kind(8, 12, H, G, qkv_bias=True).double()
        inputs, past = [random(2, T, 8)], causal_mask(T)
        expected = ComposedGroups(ours)(*inputs, past)
        what = f"the heads of {G} groups of {H} are in another order"
        close(ours(*inputs, past), expected, what)


CHECKS = {
    "rotate": check_rotation,
    "window_mask": check_window,
    "GroupedAttention": check_groups,
}
FAULTS = {
    "the wrong way": (
        "positional",
        "rotate",
        "a * cos - b * sin, a * sin + b * cos",
        "a * cos + b * sin, b * cos - a * sin",
        "the pairs turn otherwise",
    ),
    "halves": (
        "positional",
        "rotate",
        "x[..., 0::2], x[..., 1::2]",
        "x.chunk(2, dim=-1)",
        "the pairs turn otherwise",
    ),
    "one too many": (
        "causal",
        "window_mask",
        "triu(1 - window)",
        "triu(-window)",
        "off by one",
    ),
    "groups": (
        "chapters/since_2017/layers",
        "GroupedAttention",
        "y.repeat_interleave(shared_by, dim=-3)",
        "y.repeat(1, shared_by, 1, 1)",
        "in another order",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_told_in_a_sentence(fault):
    module, name, old, new, says = FAULTS[fault]
    code = (ROOT / f"snippets/{module}.py").read_text("utf-8")
    assert code.count(old) == 1
    for text, is_right in [(code, True), (code.replace(old, new), False)]:
        namespace: dict = {"__name__": name}
        exec(text, namespace)
        if is_right:
            CHECKS[name](namespace[name])
        else:
            with pytest.raises(AssertionError, match=says):
                CHECKS[name](namespace[name])


@given(seeds, sizes, sizes, sizes)
def test_rotated_scores_depend_on_the_distance_alone(seed, pairs, n, shift):
    q, k = random(2, 1, 2 * pairs, seed=seed)

    def score(m: int, n: int) -> Tensor:
        return rotate(q, m) @ rotate(k, n).mT

    close(score(n + 2, n), score(n + 2 + shift, n + shift))
    close(rotate(q, n).norm(), q.norm())
    rows = rotate(q.expand(n, -1))
    for at in range(n):  # a cache turns one row at its position
        assert torch.equal(rows[at], rotate(q, at)[0])
    if pairs == 1:
        assert not torch.allclose(score(n, n + 1), score(n + 1, n))
    with pytest.raises(ValueError, match="is odd: components turn in pairs"):
        rotate(q[..., 1:])


@given(seeds, sizes, sizes)
def test_a_window_leaks_nothing_from_either_side(seed, window, position):
    torch.manual_seed(seed)
    layer, mask = MultiHeadSelfAttention(8, 8, 2), window_mask(8, window)
    x = random(8, 8, seed=seed).float()
    changed = x.clone()
    changed[position] = random(8, seed=seed + 1).float()
    same = (layer(x, mask) == layer(changed, mask)).all(dim=-1)
    sees = [position <= i < position + window for i in range(8)]
    assert same.tolist() == [not seen for seen in sees]


def test_grouped_heads_equal_repeated_ones():
    torch.manual_seed(0)
    ours = GroupedAttention(8, 12, 6, 2).double()
    full = MultiHeadSelfAttention(8, 12, 6).double()
    state = ours.state_dict()
    for name in ("W_key.weight", "W_value.weight"):
        heads = state[name].unflatten(0, (2, 2))  # (G, d_k, d_in)
        state[name] = heads[[0, 0, 0, 1, 1, 1]].flatten(0, 1)
    full.load_state_dict(state)
    same_gradients(ours, full, [random(3, T, 8)])
    with pytest.raises(ValueError, match="6 heads cannot share 4 keys"):
        GroupedAttention(8, 12, 6, 4)


def test_latent_attention_needs_no_more_than_the_latent_vectors():
    """Token by token from a cache of them: the rows of the whole sequence."""
    torch.manual_seed(0)
    layer = LatentAttention(8, 8, 2, d_latent=3, qkv_bias=True).double()
    x, cache = random(2, T, 8), []
    expected = layer(x, causal_mask(T))
    for t in range(T):
        cache.append(layer.W_latent(x[:, t : t + 1]))
        c = torch.cat(cache, dim=1)
        q, *_ = layer.project(x[:, t : t + 1])
        k, v = (
            W(c).unflatten(-1, (2, -1)).transpose(1, 2)
            for W in (layer.W_key, layer.W_value)
        )
        close(layer.attend(q, k, v)[:, 0], expected[:, t])
