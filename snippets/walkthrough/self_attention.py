"""Chapter self-attention, step by step.

Run it by itself: python -m snippets.walkthrough.self_attention
"""

import torch
from torch import nn

from snippets.heatmap import heatmap
from snippets.scaled import scaled_dot_product_attention
from snippets.self_attention import SelfAttentionV1, SelfAttentionV2
from snippets.sentences import JOURNEY

tokens, x = JOURNEY
d_in, d_out = x.shape[1], 2

# one query: three projections
torch.manual_seed(123)
W_query = nn.Parameter(torch.randn(d_in, d_out), requires_grad=False)
W_key = nn.Parameter(torch.randn(d_in, d_out), requires_grad=False)
W_value = nn.Parameter(torch.randn(d_in, d_out), requires_grad=False)

query = x[1] @ W_query  # (D,) @ (D, d_k) = (d_k,)
keys = x @ W_key  # (T, d_k)
values = x @ W_value  # (T, d_v)
print("query ", query)
print("keys  ", keys.shape)
print("values", values.shape)

# scores, scaled, weights, context
scores = keys @ query  # (T, d_k) @ (d_k,) = (T,)
print(f"score of 'journey' with itself {scores[1]:.4f}")
print("scores ", scores)
weights = torch.softmax(scores / d_out**0.5, dim=-1)
print("weights", weights)
context = weights @ values  # (T,) @ (T, d_v) = (d_v,)
print("context", context)

# all queries, and the same in one function
contexts, weights = scaled_dot_product_attention(x @ W_query, keys, values)
torch.testing.assert_close(contexts[1], context)

# the two classes, from one seed
torch.manual_seed(123)
v1 = SelfAttentionV1(d_in, d_out)
v2 = SelfAttentionV2(d_in, d_out)
with torch.no_grad():
    print(v1(x))
    print(v2(x))

# the only difference is in the weights
with torch.no_grad():
    v1.W_query.copy_(v2.W_query.weight.T)
    v1.W_key.copy_(v2.W_key.weight.T)
    v1.W_value.copy_(v2.W_value.weight.T)
    torch.testing.assert_close(v1(x), v2(x))
    heatmap(v2(x, return_weights=True)[1], tokens)

# why √d_k: Var(q · k) = d_k, and softmax saturates
for d_k in (2, 64, 512):
    q, k = torch.randn(2000, d_k), torch.randn(2000, d_k)
    ratio = ((q * k).sum(dim=-1).var() / d_k).round(decimals=0)
    print(f"d_k {d_k:3}: Var(q · k) / d_k is about {ratio.item():.0f}")
