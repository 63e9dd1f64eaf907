"""Chapter causal-attention, step by step.

Run it by itself: python -m snippets.chapters.causal_attention.steps
"""

from snippets.causal import CausalAttention, causal_mask
from snippets.chapters.causal_attention.exercises import (
    check_forbidden,
    check_last_context,
    check_leaks,
    check_third_row,
    check_window_mask,
    forbidden,
    last_context,
    leaks,
    third_row,
    window_mask,
)

# %% next-token
import torch
from torch import Tensor

from snippets.sentences import JOURNEY

tokens, x = JOURNEY
T, d_in = x.shape
for t in range(1, T):
    print(*tokens[:t], "->", tokens[t])

# %% scores
import math

from snippets.self_attention import SelfAttentionV1, SelfAttentionV2

d_out = 2
torch.manual_seed(123)
SelfAttentionV1(d_in, d_out)  # (1)!
full = SelfAttentionV2(d_in, d_out).requires_grad_(False)  # (2)!

q, k, v = full.W_query(x), full.W_key(x), full.W_value(x)  # (T, d_out)
scores = q @ k.transpose(-2, -1) / math.sqrt(d_out)  # (T, T)
for token, vector in zip(tokens, x):
    print(f"{token:<7}", vector)
print(scores)

# %% full-weights
full_weights = torch.softmax(scores, dim=-1)  # (T, T)
print(full_weights)
print("j > i", full_weights.triu(1).sum(dim=-1))

# %% show-mask
mask = causal_mask(T)  # (T, T)
print(mask.int())

# %% mask-three-ways
everything = torch.ones(T, T, dtype=torch.bool)
positions = torch.arange(T)

assert torch.equal(mask, everything.tril())
assert torch.equal(mask, ~everything.triu(diagonal=1))
assert torch.equal(mask, positions[None, :] <= positions[:, None])  # (1)!

# %% infinity
for exponent in (0.0, -1.0, -10.0, -math.inf):
    print(f"exp({exponent}) = {math.exp(exponent):.5f}")

# %% masked
masked = scores.masked_fill(~mask, -torch.inf)  # (1)!
print(masked)

# %% journey-row
exponentials = torch.exp(masked[1])  # i = 2, (T,)
total = exponentials.sum()

print("exp    ", exponentials)
print(f"total   {total:.4f}")
print("weights", exponentials / total)

# %% weights
weights = torch.softmax(masked, dim=-1)  # (T, T)
print(weights)
print("row sums", weights.sum(dim=-1))
print("j > i   ", weights.triu(1).sum(dim=-1))

# %% last-row
torch.testing.assert_close(weights[-1], full_weights[-1])

# %% causal-heatmap
from snippets.heatmap import heatmap

heatmap(weights, tokens)

# %% renormalise
cut = full_weights.tril()  # (T, T)
sums = cut.sum(dim=-1, keepdim=True)  # (T, 1)
print(cut)
print("row sums", sums.squeeze())

torch.testing.assert_close(cut / sums, weights)

# %% renormalise-fails
big = torch.tensor([[0.0, 200.0], [0.0, 200.0]])  # (T, T), T = 2

cut = torch.softmax(big, dim=-1).tril()
print(cut / cut.sum(dim=-1, keepdim=True))

print(torch.softmax(big.masked_fill(~causal_mask(2), -torch.inf), dim=-1))

# %% dropout-ones
from torch import nn
from torch.nn import functional as F

p = 0.5
torch.manual_seed(0)
drawn = F.dropout(torch.ones(1000, 1000), p)

print("values", drawn.unique())
print(f"zeros  {(drawn == 0).double().mean():.2f}")
print(f"mean   {drawn.double().mean():.2f}")

# %% dropout-stated
r = torch.tensor(
    [
        [1, 0, 1, 1, 0, 0],
        [0, 1, 0, 1, 1, 0],
        [1, 0, 1, 0, 1, 1],
        [0, 0, 0, 0, 1, 0],
        [1, 1, 0, 0, 1, 1],
        [0, 1, 1, 0, 1, 0],
    ]
)
dropped = r * weights / (1 - p)  # (T, T)
print("row sums", dropped.sum(dim=-1))

# %% dropout-heatmap
heatmap(dropped, tokens)

# %% dropout-context
print(weights @ v)  # (T, T) @ (T, d_out) = (T, d_out)
print(dropped @ v)

# %% dropout-mean
torch.manual_seed(0)
many = F.dropout(weights.expand(20_000, T, T), p)  # (1)!
mean = many.mean(dim=0)  # (T, T)

print("row sums", " ".join(f"{total:.1f}" for total in mean.sum(dim=-1)))
torch.testing.assert_close(mean @ v, weights @ v, atol=0.05, rtol=0)

# %% dropout-eval
dropout = nn.Dropout(p)

dropout.train()
print("train", torch.equal(dropout(weights), weights))
dropout.eval()
print("eval ", torch.equal(dropout(weights), weights))

# %% class-imports
from snippets.scaled import scaled_dot_product_attention


# %% batch
batch = torch.stack([x, x])  # (B, T, d_in)
torch.manual_seed(123)
causal = CausalAttention(d_in, d_out, context_length=T)
causal.requires_grad_(False)

context = causal(batch)  # (B, T, d_out)
print(batch.shape, "->", context.shape)
print(context)

# %% batch-shapes
queries, keys = causal.W_query(batch), causal.W_key(batch)
batch_scores = queries @ keys.transpose(-2, -1) / math.sqrt(d_out)
allowed = causal.mask[:T, :T]
_, batch_weights = causal(batch, return_weights=True)

print("queries", queries.shape)
print("scores ", batch_scores.shape)
print("mask   ", allowed.shape)
print("weights", batch_weights.shape)

# %% buffer
print("parameters", [name for name, _ in causal.named_parameters()])
print("buffers   ", [name for name, _ in causal.named_buffers()])
print("state_dict", list(causal.state_dict()))


# %% moves
class PlainMask(nn.Module):
    def __init__(self, length: int):
        super().__init__()
        self.linear = nn.Linear(length, length)
        self.mask = causal_mask(length)


for layer in CausalAttention(d_in, d_out, T), PlainMask(T):
    layer.to("meta")  # (1)!
    weight = next(layer.parameters())
    print(type(layer).__name__, weight.device, layer.mask.device)

# %% lengths
print(causal(batch[:, :3]).shape)
try:
    causal(torch.cat([x, x]))  # (2 T, d_in)
except ValueError as error:
    print(error)

# %% change-future
unmasked = SelfAttentionV2(d_in, d_out).requires_grad_(False)
unmasked.load_state_dict(causal.state_dict())  # (1)!

changed = x.clone()
changed[3:] = torch.tensor([1.0, -2.0, 3.0])  # "with", "one", "step"

for layer in unmasked, causal:
    moved = (layer(changed) - layer(x)).abs().amax(dim=-1) > 1e-6  # (T,)
    print(type(layer).__name__, moved.int())
assert torch.equal(causal(changed)[:3], causal(x)[:3])


# %% gradient
def influence(layer: nn.Module) -> Tensor:
    """How much each output depends on each input: (T, T)."""
    jacobian = torch.autograd.functional.jacobian(layer, x)
    return jacobian.norm(dim=(1, 3))  # of (T, d_out, T, d_in)


assert (influence(causal)[~mask] == 0).all()

# %% influence-heatmap
both = torch.stack([influence(unmasked), influence(causal)])
names = ["SelfAttentionV2", "CausalAttention"]
heatmap(both, tokens, titles=names, digits=False)

# %% prefix
print(causal(x[:3]))
for t in range(1, T + 1):
    torch.testing.assert_close(causal(x[:t]), causal(x)[:t])

# %% nan-leaks
broken = x.clone()
broken[-1] = torch.nan
print(causal(broken)[0])

# %% zero-times-infinity
wrong = torch.triu(torch.ones(T, T), diagonal=1) * -torch.inf
nothing = torch.softmax(scores + wrong, dim=-1)
print(wrong[0])
print("mask   ", wrong.isnan().sum().item(), "of", wrong.numel())
print("weights", nothing.isnan().sum().item(), "of", nothing.numel())

# %% infinity-first
M = torch.full((T, T), -torch.inf).triu(diagonal=1)
print(M[0])
torch.testing.assert_close(torch.softmax(scores + M, dim=-1), weights)

# %% softmax-twice
twice = full_weights.masked_fill(~mask, -torch.inf)
twice = torch.softmax(twice / math.sqrt(d_out), dim=-1)
print(twice)
print(f"largest error {(twice - weights).abs().max():.4f}")

# %% zero-scores
zeroed = torch.softmax(scores.tril(), dim=-1)
print(zeroed[:2])

# %% wrong-way-round
inverted = torch.softmax(scores.masked_fill(mask, -torch.inf), dim=-1)
print(inverted)

# %% torch-polarity
theirs = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
torch.testing.assert_close(theirs, weights @ v)

torch.manual_seed(0)
module = nn.MultiheadAttention(d_in, num_heads=1).requires_grad_(False)
print("attn_mask=mask ", module(x, x, x, attn_mask=mask)[1][0])
print("attn_mask=~mask", module(x, x, x, attn_mask=~mask)[1][0])

# %% minus-1e9
nobody = torch.zeros(3, dtype=torch.bool)  # (S,)
three = torch.tensor([1.0, 2.0, 3.0])

print("-1e9", torch.softmax(three.masked_fill(~nobody, -1e9), dim=-1))
print("-inf", torch.softmax(three.masked_fill(~nobody, -torch.inf), dim=-1))

# %% half
half = three.half()
try:
    half.masked_fill(~nobody, -1e9)
except RuntimeError as error:
    print(error)
print(torch.tensor([0.0, 1.0]).half() * torch.tensor(-1e9).half())

# %% off-by-one
for diagonal in (-1, 1):
    shifted = torch.ones(T, T, dtype=torch.bool).tril(diagonal)
    off = torch.softmax(scores.masked_fill(~shifted, -torch.inf), dim=-1)
    print(diagonal, off[0])

# %% still-training
dropping = CausalAttention(d_in, d_out, T, dropout=0.5)
print("train", torch.equal(dropping(x), dropping(x)))
dropping.eval()
print("eval ", torch.equal(dropping(x), dropping(x)))

# %% run-forbidden
check_forbidden(forbidden)

# %% run-third-row
check_third_row(third_row)

# %% run-window-mask
print(window_mask(5, 2).int())
check_window_mask(window_mask)

# %% run-last-context
check_last_context(last_context)

# %% run-leaks
check_leaks(leaks)
