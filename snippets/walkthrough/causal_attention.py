"""Chapter causal-attention, step by step.

Run it by itself: python -m snippets.walkthrough.causal_attention
"""

import torch
from torch.nn import functional as F

from snippets.causal import CausalAttention, causal_mask
from snippets.heatmap import heatmap
from snippets.self_attention import SelfAttentionV1, SelfAttentionV2
from snippets.sentences import JOURNEY

tokens, x = JOURNEY
T, d_in = x.shape
d_out = 2

torch.manual_seed(123)
SelfAttentionV1(d_in, d_out)  # takes the first draws
layer = SelfAttentionV2(d_in, d_out).requires_grad_(False)
queries, keys = layer.W_query(x), layer.W_key(x)
scores = queries @ keys.T / d_out**0.5  # (T, T)
print(torch.softmax(scores, dim=-1))

# which positions may attend to which
mask = causal_mask(T)
print(mask.int())

# mask, then softmax: e^-inf = 0
masked = scores.masked_fill(~mask, -torch.inf)
weights = torch.softmax(masked, dim=-1)
print(weights)
heatmap(weights, tokens)

# the same by renormalising, with more work
renormalised = torch.softmax(scores, dim=-1).tril()
renormalised /= renormalised.sum(dim=-1, keepdim=True)
torch.testing.assert_close(renormalised, weights)

# wrong: 0 * -inf is NaN
wrong = torch.triu(torch.ones(T, T), diagonal=1) * -torch.inf
print("NaN in the mask   ", wrong.isnan().sum().item(), "of", T * T)
print(
    "NaN in the weights", torch.softmax(scores + wrong, -1).isnan().sum().item()
)

# wrong: mask the weights and take the softmax again
again = torch.softmax(scores, dim=-1).masked_fill(~mask, -torch.inf)
again = torch.softmax(again / d_out**0.5, dim=-1)
print(again)
print(f"largest error {(again - weights).abs().max():.4f}")

# dropout keeps the mean: 0 or 1 / (1 - p)
kept = torch.tensor([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0]])
print(torch.full((2, 3), 0.3) * kept / (1 - 0.5))
print(F.dropout(torch.ones(2, 3), p=0.5, training=False))

# a batch, with the mask as a buffer
batch = torch.stack([x, x])  # (B, T, D)
torch.manual_seed(123)
attention = CausalAttention(d_in, d_out, context_length=T)
with torch.no_grad():
    print(attention(batch).shape)
    print(attention(batch)[0])
    print(attention(batch[:, :3]).shape)
