"""Exercises of the chapter decoder: checks and solutions."""

from collections import Counter
from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn import functional as F

from snippets.cross_attention import Attention
from snippets.transformer import END, PAD, START


def check_padded_context(answer: list[float]) -> None:
    """answer: z, two numbers."""
    q = 2**0.5 * torch.tensor([[2.0, 6.0]]).log()
    k = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    v = torch.tensor([[1.0, 1.0], [0.0, 1.0], [1.0, 2.0]])
    seen = torch.tensor([[True, True, False]])
    function = F.scaled_dot_product_attention
    (right,) = function(q, k, v, attn_mask=seen).tolist()
    for d in range(2):
        off = abs(answer[d] - right[d])
        assert off < 1e-3, f"number {d + 1} is off by {off:.4f}"
    print("ok")


# %% padded-context
padded_context = [2 / 8 * 1 + 6 / 8 * 0, 2 / 8 * 1 + 6 / 8 * 1]


# %%
def check_decoder_inputs(answer: Callable) -> None:
    """answer(wanted): ids (B, T) -> what is read, (B, T)."""
    wanted = torch.tensor([[7, 4, 9, END], [5, 8, END, PAD]])
    before = wanted.clone()
    read = answer(wanted)
    same = torch.equal(wanted, before)
    assert same, "`wanted` itself was changed"
    right = [[START, 7, 4, 9], [START, 5, 8, END]]
    given = read.tolist()
    assert given == right, f"{wanted.tolist()}: {given}, not {right}"
    print("ok")


def decoder_inputs(wanted: Tensor) -> Tensor:
    """wanted (B, T) -> START and all but the last, (B, T)."""
    start = torch.full_like(wanted[:, :1], START)
    return torch.cat([start, wanted[:, :-1]], dim=1)


def check_look_across(answer: Callable) -> None:
    """answer(cross, rows, memory): the contexts, (T, D)."""
    torch.manual_seed(0)
    cross, uses = Attention(8, 8, 2), Counter()
    rows, memory = torch.randn(5, 1, 8), torch.randn(3, 8)
    right = cross(rows[:, 0], memory=memory)
    for name in ("W_query", "W_key", "W_value"):
        linear = getattr(cross, name)
        linear.register_forward_hook(lambda *_, n=name: uses.update([n]))
    given = answer(cross, rows, memory)
    shape = tuple(given.shape)
    assert shape == (5, 8), f"expected (5, 8), got {shape}"
    error = (given - right).abs().max().item()
    assert error < 1e-5, f"off by {error:.4f}"
    once = {"W_query": 5, "W_key": 1, "W_value": 1}
    assert uses == once, f"5 rows used {dict(uses)}, not {once}"
    print("ok")


def look_across(cross: Attention, rows, memory):
    """rows: T tensors (1, D), memory (S, D) -> (T, D)."""
    k, v = cross.project_memory(memory)
    contexts = []
    for row in rows:
        q = cross.project_queries(row)  # (H, 1, d_k)
        contexts.append(cross.attend(q, k, v))
    return torch.cat(contexts)
