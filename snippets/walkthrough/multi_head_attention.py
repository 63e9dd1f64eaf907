"""Chapter multi-head-attention, step by step.

Run it by itself: python -m snippets.walkthrough.multi_head_attention
"""

import torch
from torch import nn

from snippets.causal import causal_mask
from snippets.heatmap import heatmap
from snippets.multi_head import (
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    merge_heads,
    split_heads,
)
from snippets.sentences import JOURNEY

tokens, x = JOURNEY
batch = torch.stack([x, x])  # (B, T, D)
B, T, d_in = batch.shape

# heads one after another
torch.manual_seed(123)
wrapper = MultiHeadAttentionWrapper(d_in, 2, T, 0.0, num_heads=2)
wrapper.requires_grad_(False)
print(wrapper(batch).shape)
print(wrapper(batch)[0])

# all at once, every shape
torch.manual_seed(123)
parallel = MultiHeadAttention(d_in, 2, T, 0.0, num_heads=2)
parallel.requires_grad_(False)
queries = parallel.W_query(batch)
print("projected   ", queries.shape)  # (B, T, d_out)
q = split_heads(queries, 2)
print("split       ", q.shape)  # (B, H, T, d_k)
k = split_heads(parallel.W_key(batch), 2)
scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
print("scores      ", scores.shape)  # (B, H, T, T)
scores = scores.masked_fill(~causal_mask(T), -torch.inf)
weights = torch.softmax(scores, dim=-1)
v = split_heads(parallel.W_value(batch), 2)
context = weights @ v
print("context     ", context.shape)  # (B, H, T, d_v)
merged = merge_heads(context)
print("side by side", merged.shape)  # (B, T, d_out)
output = parallel.out_proj(merged)
torch.testing.assert_close(output, parallel(batch))
print(output[0])
heatmap(weights[0], tokens, titles=["1", "2"])

# one W_query is the heads' W_query, side by side
torch.manual_seed(0)
parallel = MultiHeadAttention(d_in, 4, T, 0.0, num_heads=2)
for name in ("W_query", "W_key", "W_value"):
    parts = [getattr(head, name).weight for head in wrapper.heads]
    getattr(parallel, name).weight.data = torch.cat(parts)
parallel.out_proj = nn.Identity()
torch.testing.assert_close(parallel(batch), wrapper(batch))

# each head reads the whole embedding
y = x.clone().requires_grad_()
parallel(y)[:, :2].square().sum().backward()
seen = (y.grad.abs().sum(dim=0) > 0).sum().item()
print(f"head 1 depends on {seen} of {d_in} input dimensions")
