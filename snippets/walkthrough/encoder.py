"""Chapter encoder, step by step.

Run it by itself: python -m snippets.walkthrough.encoder
"""

import torch

from snippets.encoder import Encoder, EncoderLayer
from snippets.feed_forward import FeedForward
from snippets.heatmap import heatmap
from snippets.layer_norm import LayerNorm, Residual
from snippets.multi_head import padding_mask
from snippets.positional import sinusoidal_encoding
from snippets.sentences import MECHANISM

tokens, embeddings = MECHANISM
x = embeddings + sinusoidal_encoding(*embeddings.shape)  # (T, D)
T, d_model = x.shape
torch.manual_seed(0)
torch.set_grad_enabled(False)

# feed-forward: max(0, x W_1 + b_1) W_2 + b_2
feed_forward = FeedForward(d_model, 4 * d_model)
by_hand = torch.clamp(feed_forward.hidden(x), min=0)
by_hand = feed_forward.out(by_hand)
torch.testing.assert_close(feed_forward(x), by_hand)
print(feed_forward(x).shape)

# normalisation: mean 0, variance 1 for each token
y = LayerNorm(d_model)(x)
print("mean    ", y.mean(dim=-1).abs().max() < 1e-6)
print("variance", y.var(dim=-1, unbiased=False))

# residual connection, post-norm and pre-norm
post = Residual(d_model)
torch.testing.assert_close(
    post(x, feed_forward), post.norm(x + feed_forward(x))
)
pre = Residual(d_model, norm_first=True)
torch.testing.assert_close(pre(x, feed_forward), x + feed_forward(pre.norm(x)))

# a layer, a stack, and the weights of every head of every layer
layer = EncoderLayer(d_model, num_heads=2, d_hidden=4 * d_model)
print(layer(x).shape)
encoder = Encoder(3, d_model, num_heads=2, d_hidden=4 * d_model)
output, weights = encoder(x, return_weights=True)
print(output.shape, weights.shape)  # (T, D), (layers, H, T, T)
heatmap(weights[0], tokens, titles=["1", "2"])

# padding: two sentences of different length in one batch
batch = torch.stack([x, x])
batch[1, 3:] = 0.0
mask = padding_mask(torch.tensor([5, 3]))
print(mask)
padded = encoder(batch, mask)
torch.testing.assert_close(padded[0], encoder(x))
torch.testing.assert_close(padded[1, :3], encoder(x[:3]))
