"""Chapter positional-encoding, step by step.

Run it by itself: python -m snippets.walkthrough.positional_encoding
"""

import torch

from snippets.heatmap import heatmap
from snippets.positional import sinusoidal_encoding, sinusoidal_encoding_loop
from snippets.sentences import MECHANISM
from snippets.simplified import simplified_attention

# order is lost: permuted tokens, permuted context
tokens, x = MECHANISM
order = torch.tensor([1, 0, 2, 3, 4])
context = simplified_attention(x)[0]
permuted = simplified_attention(x[order])[0]
torch.testing.assert_close(permuted, context[order])

# by the formula, and at once
T, D = x.shape
positions = sinusoidal_encoding(T, D)  # (T, D)
torch.testing.assert_close(positions, sinusoidal_encoding_loop(T, D))
print(positions)

# 1 / 10000^(2i / D) is the frequency, its reciprocal the denominator
i = torch.arange(0, D, 2)
print("denominator", 10000 ** (i / D))
print("frequency  ", torch.exp(-i / D * torch.log(torch.tensor(10000.0))))

# order counts: permuted tokens, other contexts
context = simplified_attention(x + positions)[0]
permuted = simplified_attention(x[order] + positions)[0]
print(f"difference {(permuted - context[order]).abs().max():.4f}")

# every position has the same length, and a shift is a rotation
print("lengths", positions.norm(dim=-1))
products = sinusoidal_encoding(8, 16) @ sinusoidal_encoding(8, 16).T
print(products)
shown = (products - products.min()) / (products.max() - products.min())
heatmap(shown, [str(pos) for pos in range(8)])
