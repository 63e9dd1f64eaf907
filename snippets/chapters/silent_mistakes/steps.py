"""Page silent-mistakes, step by step."""

# %% setup
import math
from collections.abc import Callable

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from snippets.causal import CausalAttention, causal_mask
from snippets.masks import padding_mask
from snippets.positional import sinusoidal_encoding
from snippets.scaled import scaled_dot_product_attention
from snippets.self_attention import SelfAttentionV2
from snippets.sentences import JOURNEY
from snippets.simplified import attention_scores

tokens, x = JOURNEY  # x (T, D)
T, D = x.shape
batch = torch.stack([x, x.flip(0)])  # (B, T, D)


def tells_apart(test: Callable, wrong, right) -> None:
    assert test(right) and not test(wrong)


# %% softmax-axis
scores = attention_scores(batch)  # (B, T, T)
wrong = torch.softmax(scores, dim=1)
right = torch.softmax(scores, dim=-1)
print("wrong", wrong[0, 1])  # "journey"
print("right", right[0, 1])


# %% test-softmax-axis
def rows_sum_to_one(weights: Tensor) -> bool:
    sums = weights.sum(dim=-1)
    return torch.allclose(sums, torch.ones_like(sums))


tells_apart(rows_sum_to_one, wrong, right)

# %% column-for-row
weights = torch.softmax(attention_scores(x), dim=-1)  # (T, T)


def wrong(values: Tensor) -> Tensor:
    return weights.T @ values


def right(values: Tensor) -> Tensor:
    return weights @ values


print("wrong", wrong(x)[0])  # "Your"
print("right", right(x)[0])


# %% test-column-for-row
def ones_stay_ones(average: Callable) -> bool:
    ones = torch.ones(T, 1)
    return torch.allclose(average(ones), ones)


tells_apart(ones_stay_ones, wrong, right)

# %% wrong-root
H, d_k = 8, 8
d_model = H * d_k
torch.manual_seed(0)
q, k = torch.randn(2, H, 100, d_k)  # (H, T, d_k) each
wrong = q @ k.transpose(-2, -1) / math.sqrt(d_model)
right = q @ k.transpose(-2, -1) / math.sqrt(d_k)
for name, scores in (("wrong", wrong), ("right", right)):
    largest = torch.softmax(scores, dim=-1).amax(dim=-1)
    print(name, f"mean largest weight {largest.mean():.2f}")


# %% test-wrong-root
def spread_is_one(scores: Tensor) -> bool:
    return abs(scores.std().item() - 1) < 0.1


tells_apart(spread_is_one, wrong, right)

# %% batch-transposed
three = torch.stack([x[:3], x[3:], x[::2]])  # B = T = D = 3
wrong = three @ three.permute(2, 1, 0)  # what three.T does
right = three @ three.transpose(-2, -1)
print("wrong", wrong[0, 0])
print("right", right[0, 0])


# %% test-batch-transposed
def same_as_alone(scores: Tensor) -> bool:
    return torch.allclose(scores[0], three[0] @ three[0].T)


tells_apart(same_as_alone, wrong, right)

# %% straight-view
y = torch.arange(12).view(1, 3, 4)  # (B, T, H * d_k), H = d_k = 2
wrong = y.view(1, 2, 3, 2)
right = y.view(1, 3, 2, 2).transpose(1, 2)
print("wrong", wrong[0, 0].tolist())  # head 1
print("right", right[0, 0].tolist())


# %% test-straight-view
def head_is_a_slice_of_each_token(heads: Tensor) -> bool:
    return torch.equal(heads[:, 0], y[..., :2])


tells_apart(head_is_a_slice_of_each_token, wrong, right)

# %% zero-scores
scores, mask = attention_scores(x), causal_mask(T)  # (T, T)
wrong = (scores * mask).softmax(dim=-1)
right = scores.masked_fill(~mask, -torch.inf).softmax(dim=-1)
print("wrong", wrong[0])  # "Your"
print("right", right[0])


# %% test-zero-scores
def nothing_above_the_diagonal(weights: Tensor) -> bool:
    return not weights.triu(1).any()


tells_apart(nothing_above_the_diagonal, wrong, right)


# %% off-by-one
def attend(x: Tensor, mask: Tensor) -> Tensor:
    return scaled_dot_product_attention(x, x, x, mask)[0]


everything = torch.ones(T, T, dtype=torch.bool)
wrong = everything.tril(1)
right = everything.tril()
print("wrong", attend(x, wrong)[0])  # "Your"
print("right", attend(x, right)[0])


# %% test-off-by-one
def keeps_the_future_out(mask: Tensor) -> bool:
    changed = torch.cat([x[:-1], -x[-1:]])
    before, after = attend(x, mask), attend(changed, mask)
    return torch.equal(before[:-1], after[:-1])


tells_apart(keeps_the_future_out, wrong, right)

# %% polarity
mask = causal_mask(T)  # True = may attend
torch.manual_seed(0)
module = nn.MultiheadAttention(D, 1).requires_grad_(False)
_, wrong = module(x, x, x, attn_mask=mask)  # (T, T)
_, right = module(x, x, x, attn_mask=~mask)
print("wrong", wrong[0])
print("right", right[0])


# %% test-polarity
def first_sees_itself_alone(weights: Tensor) -> bool:
    return weights[0, 0].item() == 1


tells_apart(first_sees_itself_alone, wrong, right)

# %% float-mask
theirs = F.scaled_dot_product_attention
wrong = theirs(x, x, x, attn_mask=mask.float())
right = theirs(x, x, x, attn_mask=mask)
print("value", x[0])  # "Your"
print("wrong", wrong[0])
print("right", right[0])


# %% test-float-mask
def first_keeps_its_value(context: Tensor) -> bool:
    return torch.allclose(context[0], x[0])


tells_apart(first_keeps_its_value, wrong, right)

# %% large-number
scores = attention_scores(batch)  # (B, T, S)
mask = padding_mask(torch.tensor([T, 0]))[:, 0].expand(-1, T, -1)
wrong = scores.masked_fill(~mask, -1e9).softmax(dim=-1)
some = mask.any(dim=-1, keepdim=True)  # a row of -inf would give NaN
right = scores.masked_fill(~mask & some, -torch.inf).softmax(dim=-1)
right = right.masked_fill(~mask, 0)
print("wrong", wrong[1, 0])  # of the empty sentence
print("right", right[1, 0])


# %% test-large-number
def hidden_keys_get_nothing(weights: Tensor) -> bool:
    return bool((weights[~mask] == 0).all())


tells_apart(hidden_keys_get_nothing, wrong, right)

# %% mask-of-heads
scores = torch.zeros(2, 2, 3, 3)  # (B, H, T, S), B = H
mask = padding_mask(torch.tensor([3, 2]))  # (B, 1, 1, S)
flat = mask[:, 0].expand(-1, 3, -1)  # (B, T, S)
wrong = scores.masked_fill(~flat, -torch.inf).softmax(dim=-1)
right = scores.masked_fill(~mask, -torch.inf).softmax(dim=-1)
print("wrong", wrong[0, 1, 0])  # sentence 1, head 2
print("right", right[0, 1, 0])


# %% test-mask-of-heads
def full_sentence_loses_no_key(weights: Tensor) -> bool:
    return bool((weights[0] > 0).all())


tells_apart(full_sentence_loses_no_key, wrong, right)

# %% positions-along-batch
table = sinusoidal_encoding(100, D)[:, None]  # (100, 1, D)
same = torch.zeros(2, T, D)  # one token, T times
wrong = same + table[: same.shape[0]]  # (B, 1, D)
right = same + table[: same.shape[1], 0]  # (T, D)
print("wrong", wrong[1, :, 0])  # sentence 2
print("right", right[1, :, 0])


# %% test-positions-along-batch
def positions_differ(y: Tensor) -> bool:
    return not torch.equal(y[1, 0], y[1, 1])


tells_apart(positions_differ, wrong, right)


# %% plain-list
class Heads(nn.Module):
    def __init__(self, collect: type):
        super().__init__()
        heads = [SelfAttentionV2(D, 2) for _ in range(2)]
        self.heads = collect(heads)
        self.out_proj = nn.Linear(4, D)

    def forward(self, x: Tensor) -> Tensor:
        parts = [head(x) for head in self.heads]
        return self.out_proj(torch.cat(parts, dim=-1))


wrong, right = list, nn.ModuleList
for name, collect in (("wrong", wrong), ("right", right)):
    print(name, len(list(Heads(collect).parameters())))


# %% test-plain-list
def can_be_saved(collect: type) -> bool:
    model, copy = Heads(collect), Heads(collect)
    copy.load_state_dict(model.state_dict())
    return torch.equal(model(x), copy(x))


tells_apart(can_be_saved, wrong, right)

# %% training-mode
wrong = CausalAttention(D, 2, T, dropout=0.5)
right = CausalAttention(D, 2, T, dropout=0.5).eval()
for name, model in (("wrong", wrong), ("right", right)):
    maps = [model(x, return_weights=True)[1] for _ in range(50)]
    print(name, sorted({w[0, 0].item() for w in maps}))


# %% test-training-mode
def repeats_itself(model: nn.Module) -> bool:
    first, *others = [model(x) for _ in range(10)]
    return all(torch.equal(first, other) for other in others)


tells_apart(repeats_itself, wrong, right)

# %% two-softmaxes
target = torch.arange(1, T)  # the next token
sure = 100 * F.one_hot(target, T).float()  # (T - 1, T)
wrong = F.cross_entropy(sure.softmax(dim=-1), target)
right = F.cross_entropy(sure, target)
print(f"wrong {wrong:.4f}")
print(f"right {right:.4f}")


# %% test-two-softmaxes
def sure_and_right_costs_nothing(loss: Tensor) -> bool:
    return loss.item() < 0.001


tells_apart(sure_and_right_costs_nothing, wrong, right)

# %% rotary-halves
d_k = 4
frequency = 10000 ** (-torch.arange(0, d_k, 2) / d_k)
angle = torch.arange(T)[:, None] * frequency  # (T, d_k / 2)


def turn(x: Tensor, angle: Tensor) -> Tensor:
    """Turn components i and i + d_k / 2, by halves; x (T, d_k)."""
    a, b = x.chunk(2, dim=-1)
    return x * angle.cos() + torch.cat([-b, a], dim=-1) * angle.sin()


def wrong(x: Tensor) -> Tensor:
    return turn(x, angle.repeat_interleave(2, dim=-1))  # by pairs


def right(x: Tensor) -> Tensor:
    return turn(x, angle.repeat(1, 2))  # by halves


same = torch.tensor([1.0, 2.0, 3.0, 4.0]).expand(T, -1)
print("wrong", wrong(same)[1], f"length {wrong(same)[1].norm():.4f}")
print("right", right(same)[1], f"length {right(same)[1].norm():.4f}")


# %% test-rotary-halves
def only_the_distance_counts(rotate: Callable) -> bool:
    scores = rotate(same) @ rotate(same).T  # (T, T)
    return torch.allclose(scores[:-1, :-1], scores[1:, 1:])


tells_apart(only_the_distance_counts, wrong, right)

# %% window-too-wide
W = 3
wrong = causal_mask(T).triu(-W)
right = causal_mask(T).triu(1 - W)
for name, mask in (("wrong", wrong), ("right", right)):
    print(name, "the last token sees", mask[-1].sum().item())


# %% test-window-too-wide
def forgets_all_but_the_last(mask: Tensor) -> bool:
    changed = torch.cat([-x[:-W], x[-W:]])
    return torch.equal(attend(changed, mask)[-1], attend(x, mask)[-1])


tells_apart(forgets_all_but_the_last, wrong, right)

# %% group-order
H, G = 4, 2
keys = torch.arange(float(G)).view(G, 1, 1)  # (G, S, d_k)
wrong = keys.repeat(H // G, 1, 1)
right = keys.repeat_interleave(H // G, dim=0)
print("wrong", wrong.flatten())  # the group of each head
print("right", right.flatten())


# %% test-group-order
def same_as_pytorch(repeated: Tensor) -> bool:
    q = torch.zeros(1, H, 1, 1)  # looks at the only key
    grouped = theirs(q, keys[None], keys[None], enable_gqa=True)
    return torch.equal(grouped.flatten(), repeated.flatten())


tells_apart(same_as_pytorch, wrong, right)
