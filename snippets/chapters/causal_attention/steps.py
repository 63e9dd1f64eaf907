"""Chapter causal-attention, step by step."""

from snippets.causal import CausalAttention, causal_mask, check_length
from snippets.chapters.causal_attention.exercises import (
    check_last_context,
    check_third_row,
    check_window_mask,
    last_context,
    third_row,
    window_mask,
)
from snippets.masks import padding_mask
from snippets.multi_head import MultiHeadAttention, MultiHeadAttentionWrapper

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

from snippets.self_attention import SelfAttentionV2

d_out = 2
torch.manual_seed(789)
full = SelfAttentionV2(d_in, d_out).requires_grad_(False)

q, k, v = full.W_query(x), full.W_key(x), full.W_value(x)
scores = q @ k.T / math.sqrt(d_out)  # (T, T)
print(scores)

# %% full-weights
full_weights = torch.softmax(scores, dim=-1)  # (T, T)
print(full_weights)
print("from the future", full_weights.triu(1).sum(dim=-1))

# %% journey-row
exponentials = torch.exp(scores[1, :2])  # "Your", "journey"
total = exponentials.sum()

print("exponentials", exponentials)
print(f"their sum    {total:.4f}")
print("weights     ", exponentials / total)

# %% show-mask
mask = causal_mask(T)  # (T, T)
print(mask.int())

# %% mask-two-ways
everything = torch.ones(T, T, dtype=torch.bool)
positions = torch.arange(T)

assert torch.equal(mask, ~everything.triu(diagonal=1))
assert torch.equal(mask, positions <= positions[:, None])

# %% masked
masked = scores.masked_fill(~mask, -torch.inf)

# %% in-place
query = q.clone().requires_grad_()  # as in training

s = query @ k.T / math.sqrt(d_out)
s.masked_fill_(~mask, -torch.inf)
a = torch.softmax(s, dim=-1)
(a @ v).sum().backward()
print("scores overwritten:  gradient", tuple(query.grad.shape))

a = torch.softmax(query @ k.T / math.sqrt(d_out), dim=-1)
a.masked_fill_(~mask, 0.0)
try:
    (a @ v).sum().backward()
except RuntimeError as error:
    print("weights overwritten:", type(error).__name__)

# %% weights
weights = torch.softmax(masked, dim=-1)  # (T, T)
print(weights)
print("row sums       ", weights.sum(dim=-1))
print("from the future", weights.triu(1).sum(dim=-1))

# %% same-rows
from torch.nn import functional as F

error = (weights - full_weights).abs().amax(dim=-1)  # (T,)
same = [i + 1 for i in range(T) if error[i] < 1e-6]
print("rows as without the mask:", *same)

theirs = F.scaled_dot_product_attention(q, k, v, is_causal=True)
torch.testing.assert_close(theirs, weights @ v)

# %% renormalise
cut = full_weights.tril()  # (T, T)
sums = cut.sum(dim=-1, keepdim=True)  # (T, 1)
torch.testing.assert_close(cut / sums, weights)

# %% causal-heatmap
from snippets.heatmap import heatmap

heatmap(weights, tokens)

# %% numbers
for token, vector in zip(tokens, x):
    print(f"{token:<7}", vector)
for name in ("W_query", "W_key", "W_value"):
    print(name, getattr(full, name).weight.T)

# %% dropout-stated
p = 0.5
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
print(dropped)
print("row sums", dropped.sum(dim=-1))

# %% dropout-mean
torch.manual_seed(0)
many = F.dropout(weights.expand(20_000, T, T), p)
mean = many.mean(dim=0)  # (T, T)

sums = [f"{total:.1f}" for total in mean.sum(dim=-1)]
print("row sums", *sums)
torch.testing.assert_close(mean, weights, atol=0.05, rtol=0)

# %% dropout-eval
from torch import nn

dropout = nn.Dropout(p)

dropout.train()
print("train: unchanged", torch.equal(dropout(weights), weights))
dropout.eval()
print("eval:  unchanged", torch.equal(dropout(weights), weights))

# %% padded-batch
short = x[:3]  # "Your journey starts"
padded = torch.zeros(2, T, d_in)  # (B, T, d_in)
padded[0] = x
padded[1, :3] = short

real = padding_mask(torch.tensor([6, 3]))[:, 0]  # (B, 1, S)
print(real.int())

# %% padding-alone
from snippets.scaled import scaled_dot_product_attention


def attend(x, mask=None):
    q, k, v = full.W_query(x), full.W_key(x), full.W_value(x)
    return scaled_dot_product_attention(q, k, v, mask)


alone, _ = attend(short)
for name, use in ("with the mask", real), ("without", None):
    context, _ = attend(padded, use)
    error = (context[1, :3] - alone).abs().amax(dim=-1)
    changed = [t for t, e in zip(tokens, error) if e > 1e-6]
    print(f"{name}:", *changed or ["no vector"])

# %% padding-weights
_, padded_weights = attend(padded, real)
print(padded_weights[1])  # (T, S)

padded[1, 3:] = 99.0
context, _ = attend(padded, real)
torch.testing.assert_close(context[1, :3], alone)

# %% two-masks
both = real & mask  # (B, T, S)
print("padding", real.shape)
print("causal ", mask.shape)
print("both   ", both.shape)

# %% masks-heatmap
words = [*tokens[:3], "<pad>", "<pad>", "<pad>"]
masks = torch.stack([real[1].expand(T, T), mask, both[1]])
titles = ["padding", "causal", "&"]
heatmap(masks.int(), words, titles=titles, digits=False)

# %% class-imports
from snippets.masks import check_mask

# %% batch
batch = torch.stack([x, x])  # (B, T, d_in)
torch.manual_seed(123)
causal = CausalAttention(d_in, d_out, context_length=T)
causal.requires_grad_(False)

context, weights = causal(batch, return_weights=True)
print("batch  ", batch.shape)
print("weights", weights.shape)
print("context", context.shape)
print(context[0])

# %% buffer
stored = nn.Linear(d_in, d_out)
stored.register_buffer("mask", mask, persistent=False)
print("parameters", [name for name, _ in stored.named_parameters()])
print("buffers   ", [name for name, _ in stored.named_buffers()])
print("saved     ", list(stored.state_dict()))

# %% lengths
print(causal(batch[:, :3]).shape)
try:
    causal(torch.cat([x, x]))  # (2 T, d_in)
except ValueError as error:
    print(error)

# %% wrapper
torch.manual_seed(123)
wrapper = MultiHeadAttentionWrapper(d_in, 2, T, num_heads=2)
wrapper.requires_grad_(False)

print(wrapper(batch).shape)  # (B, T, H * d_out)
torch.testing.assert_close(wrapper(batch)[..., :2], context)

# %% parallel-imports
from snippets.multi_head import MultiHeadSelfAttention


# %% parallel
parallel = MultiHeadAttention(d_in, 4, T, num_heads=2)
parallel.requires_grad_(False)
for name in ("W_query", "W_key", "W_value"):
    heads = [getattr(head, name).weight for head in wrapper.heads]
    getattr(parallel, name).weight.copy_(torch.cat(heads))  # (1)!
parallel.out_proj = nn.Identity()  # (2)!

torch.testing.assert_close(parallel(batch), wrapper(batch))
print(parallel(batch)[0])

# %% with-projection
torch.manual_seed(123)
fresh = MultiHeadAttention(d_in, 2, T, num_heads=2)
fresh.requires_grad_(False)

print(fresh(batch).shape)  # (B, T, d_out)
print(fresh(batch)[0])

# %% change-future
unmasked = SelfAttentionV2(d_in, d_out).requires_grad_(False)
unmasked.load_state_dict(causal.state_dict())

changed = x.clone()
changed[3:] = torch.tensor([1.0, -2.0, 3.0])

for layer in unmasked, causal, parallel:
    error = (layer(changed) - layer(x)).abs().amax(dim=-1)
    other = [i + 1 for i in range(T) if error[i] > 1e-6]
    print(f"{type(layer).__name__}:", *other)
assert torch.equal(causal(changed)[:3], causal(x)[:3])

# %% prefix
for layer in causal, parallel:
    for t in range(1, T + 1):
        torch.testing.assert_close(layer(x[:t]), layer(x)[:t])


# %% gradient
def influence(layer: nn.Module) -> Tensor:
    """How much each output depends on each input: (T, T)."""
    jacobian = torch.autograd.functional.jacobian(layer, x)
    return jacobian.norm(dim=(1, 3))  # of (T, d_out, T, d_in)


assert (influence(causal)[~mask] == 0).all()

# %% zero-times-infinity
wrong = torch.triu(torch.ones(T, T), diagonal=1) * -torch.inf
print("mask   ", wrong[0])
print("weights", torch.softmax(scores + wrong, dim=-1)[0])

# %% infinity-first
M = torch.full((T, T), -torch.inf).triu(diagonal=1)
print("mask   ", M[0])
print("weights", torch.softmax(scores + M, dim=-1)[0])

# %% softmax-twice
twice = full_weights.masked_fill(~mask, -torch.inf)
twice = torch.softmax(twice / math.sqrt(d_out), dim=-1)
print(twice)

# %% nan-leaks
broken = x.clone()
broken[-1] = torch.nan
print(causal(broken)[0])

# %% run-third-row
print(third_row)
check_third_row(third_row)

# %% run-window-mask
print(window_mask(5, 2).int())
check_window_mask(window_mask)

# %% run-last-context
check_last_context(last_context)
