"""Chapter encoder, step by step."""

from snippets.chapters.encoder.exercises import (
    check_layer_parameters,
    check_mean_of_tokens,
    check_pre_norm,
    check_second_token,
    layer_parameters,
    mean_of_tokens,
    pre_norm,
    second_token,
)
from snippets.copy_weights import copy_layer
from snippets.encoder import Encoder, EncoderLayer
from snippets.feed_forward import FeedForward
from snippets.layer_norm import LayerNorm

# %% data
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from snippets.positional import sinusoidal_encoding
from snippets.sentences import MECHANISM

torch.set_grad_enabled(False)  # (1)!

tokens, embeddings = MECHANISM
x = embeddings + sinusoidal_encoding(*embeddings.shape)
T, D = x.shape
print(" ".join(tokens))
print(f"T = {T}, D = {D}")

# %% ffn-by-hand
W_1 = torch.tensor([[1.0, -1.0, 0.5], [0.5, 0.5, -1.0]])
b_1 = torch.tensor([0.0, -0.5, 2.0])
W_2 = torch.tensor([[1.0, 0.0], [2.0, 2.0], [-2.0, 1.0]])
b_2 = torch.tensor([0.1, 0.2])

token = torch.tensor([1.0, 2.0])  # (D,)
before = token @ W_1 + b_1  # (d_ff,)
hidden = torch.clamp(before, min=0)
print("x W_1 + b_1", before)
print("max(0, ...)", hidden)
print("FFN(x)     ", hidden @ W_2 + b_2)

# %% ffn-class
tiny = FeedForward(2, 3)
tiny.hidden.weight.copy_(W_1.T)  # (1)!
tiny.hidden.bias.copy_(b_1)
tiny.out.weight.copy_(W_2.T)
tiny.out.bias.copy_(b_2)
print(tiny(token))

# %% position-wise
torch.manual_seed(0)
feed_forward = FeedForward(D, 4 * D)
one_by_one = torch.stack([feed_forward(row) for row in x])
torch.testing.assert_close(one_by_one, feed_forward(x))

# %% who-notices
from collections.abc import Callable

from snippets.multi_head import MultiHeadSelfAttention


def changed_rows(f: Callable, x: Tensor) -> list[int]:
    y = x.clone()
    y[2, 0] += 1.0  # "first"
    change = (f(y) - f(x)).abs().amax(dim=-1)  # (T,)
    return (change > 1e-6).nonzero().flatten().tolist()


attention = MultiHeadSelfAttention(D, D, num_heads=2)
print("MHA changes rows", changed_rows(attention, x))
print("FFN changes rows", changed_rows(feed_forward, x))


# %% alike
def likeness(y: Tensor) -> float:
    """Mean cosine of two different tokens; y (T, D)."""
    unit = y / y.norm(dim=-1, keepdim=True)
    others = ~torch.eye(len(y), dtype=torch.bool)
    return (unit @ unit.T)[others].mean().item()


torch.manual_seed(0)
layers = [MultiHeadSelfAttention(D, D, num_heads=2) for _ in range(6)]
bare, weights = layers[0](x, return_weights=True)
added = x
for F_l in layers:
    added = added + F_l(added)

print(f"weights {weights.min():.2f} to {weights.max():.2f}")
print(f"x                {likeness(x):.4f}")
print(f"one layer F(x)   {likeness(bare):.4f}")
print(f"six times x+F(x) {likeness(added):.4f}")


# %% gradients
def gradient_norms(residual: bool) -> list[float]:
    torch.manual_seed(0)
    sublayers = [FeedForward(16, 64) for _ in range(24)]
    y = torch.randn(5, 16, requires_grad=True)
    direction = torch.randn(5, 16)
    with torch.enable_grad():
        stream = [y]  # y_0, y_1, ..., y_24
        for sublayer in sublayers:
            y = y + sublayer(y) if residual else sublayer(y)
            stream.append(y)
        loss = (y * direction).sum()
    gradients = torch.autograd.grad(loss, stream)
    return [gradient.norm().item() for gradient in gradients]


plain = gradient_norms(residual=False)
residual = gradient_norms(residual=True)
print(f"F(y)     {plain[0] / plain[-1]:.0e}")
print(f"y + F(y) {residual[0] / residual[-1]:.1f}")

# %% norm-by-hand
token = torch.tensor([1.0, 7.0, 7.0, 9.0])  # (D,)
mean = token.mean()
centred = token - mean
variance = centred.square().mean()
normalised = centred / torch.sqrt(variance + 1e-5)
print("mean      ", mean)
print("centred   ", centred)
print("variance  ", variance)
print("normalised", normalised)

# %% norm-class
torch.testing.assert_close(LayerNorm(4)(token), normalised)
torch.testing.assert_close(nn.LayerNorm(4)(token), normalised)

norm = LayerNorm(D)
y = norm(x)  # (T, D)
torch.testing.assert_close(y.mean(dim=-1), torch.zeros(T))
print("variance of x", x.var(dim=-1, unbiased=False))
print("variance of y", y.var(dim=-1, unbiased=False))

# %% gain-and-bias
gain = torch.tensor([3.0, 1.0, 1.0, 0.0])
bias = torch.tensor([0.0, 0.0, 1.0, 2.0])
print(normalised * gain + bias)

# %% same-shape
ramp = torch.tensor([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
print("token         ", norm(ramp))
print("10 token + 100", norm(10 * ramp + 100))
print("all fives     ", norm(torch.full((6,), 5.0)))

# %% not-batch-norm
torch.manual_seed(0)
others = torch.randn(10, D)
together = torch.cat([x, others])  # (T + 10, D)


def same(a: Tensor, b: Tensor) -> bool:
    return torch.allclose(a, b, atol=1e-5)


batch_norm = nn.BatchNorm1d(D)
for name, f in (("LayerNorm", norm), ("BatchNorm", batch_norm)):
    print(f"{name} as before: {same(f(together)[:T], f(x))}")


# %% post-and-pre
def post(x: Tensor, sublayer: Callable, norm: Callable) -> Tensor:
    return norm(x + sublayer(x))  # (6)


def pre(x: Tensor, sublayer: Callable, norm: Callable) -> Tensor:
    return x + sublayer(norm(x))  # (7)


# %% token-lengths
def token_lengths(form: Callable) -> list[float]:
    torch.manual_seed(0)
    y, lengths = torch.randn(10, 64), []
    for _ in range(24):
        y = form(y, FeedForward(64, 256), LayerNorm(64))
        lengths.append(y.norm(dim=-1).mean().item())
    return lengths


post_long, pre_long = token_lengths(post), token_lengths(pre)
print(f"post-norm {post_long[0]:.1f} ... {post_long[-1]:.1f}")
print(f"pre-norm  {pre_long[0]:.1f} ... {pre_long[-1]:.1f}")

# %% layer-by-hand
torch.manual_seed(0)
layer = EncoderLayer(D, num_heads=2, d_hidden=4 * D)

attended = layer.self_attention(x)
u = layer.norm1(x + attended)
transformed = layer.feed_forward(u)
y = layer.norm2(u + transformed)

torch.testing.assert_close(layer(x), y)

# %% layer-shapes
attention = layer.self_attention
q, k, v = attention.project(x)
_, weights = attention(x, return_weights=True)
print("x      ", x.shape)  # (T, D)
print("q, k, v", q.shape)  # (H, T, d_k)
print("weights", weights.shape)  # (H, T, T)
print("MHA(x) ", attended.shape)
print("u      ", u.shape)
print("hidden ", layer.feed_forward.hidden(u).shape)
print("FFN(u) ", transformed.shape)
print("y      ", y.shape)

# %% dropout
dropped = EncoderLayer(D, 2, 4 * D, dropout=0.1)
print("same in train:", torch.equal(dropped(x), dropped(x)))
dropped.eval()
print("same in eval: ", torch.equal(dropped(x), dropped(x)))

# %% stack
from snippets.capture import capture

torch.manual_seed(0)
encoder = Encoder(2, D, num_heads=2, d_hidden=4 * D)
with capture(encoder) as maps:
    output = encoder(x)
print("output", output.shape)  # (T, D)
for name, calls in maps.items():
    print(name, calls[0].shape)  # (H, T, T)

first, second = encoder.layers
torch.testing.assert_close(output, second(first(x)))

# %% capture-imports
import inspect
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from torch.utils.hooks import RemovableHandle

# %% stack-heatmap
from snippets.heatmap import heatmap

weights = torch.cat([w for (w,) in maps.values()])  # (L * H, T, T)
titles = ["1, 1", "1, 2", "2, 1", "2, 2"]
heatmap(weights, tokens, titles=titles)

# %% permutation
order = torch.tensor([4, 2, 0, 1, 3])
positions = sinusoidal_encoding(T, D)

shuffled = encoder(embeddings[order])
alike = same(shuffled, encoder(embeddings)[order])
print("without positions, shuffled alike:", alike)
shuffled = encoder(embeddings[order] + positions)
alike = same(shuffled, encoder(x)[order])
print("with positions, shuffled alike:   ", alike)

# %% padding
from snippets.masks import padding_mask

short = x[:3]  # "Write your first"
batch = torch.zeros(2, T, D)  # (B, T, D)
batch[0], batch[1, :3] = x, short
mask = padding_mask(torch.tensor([5, 3]))  # (B, 1, 1, T)

padded = encoder(batch, mask)
torch.testing.assert_close(padded[0], encoder(x))
torch.testing.assert_close(padded[1, :3], encoder(short))

error = (encoder(batch)[1, :3] - encoder(short)).abs().max()
print(f"largest error without the mask {error:.4f}")

# %% parameters
base = EncoderLayer(512, num_heads=8, d_hidden=2048)


def count(module: nn.Module) -> int:
    return sum(p.numel() for p in module.parameters())


parts = {
    "MHA": count(base.self_attention),
    "FFN": count(base.feed_forward),
    "LayerNorm": 2 * count(base.norm1),
    "layer": count(base),
}
for name, number in parts.items():
    share = number / count(base)
    print(f"{name:<9} {number:>7} = {share:4.0%} of a layer")
print("6 layers", 6 * count(base))

# %% torch-equal
for norm_first in (False, True):
    ours = EncoderLayer(D, 2, 4 * D, norm_first=norm_first)
    theirs = nn.TransformerEncoderLayer(
        *(D, 2, 4 * D),
        dropout=0.0,  # (1)!
        batch_first=True,
        norm_first=norm_first,
    )
    copy_layer(ours, theirs)
    torch.testing.assert_close(theirs(x), ours(x))
    blocked = ~mask[:, 0, 0]  # (2)!
    padded = theirs(batch, src_key_padding_mask=blocked)
    torch.testing.assert_close(padded, ours(batch, mask))


# %% wrong-axis
def norm_over_tokens(x: Tensor) -> Tensor:
    centred = x - x.mean(dim=-2, keepdim=True)
    variance = centred.square().mean(dim=-2, keepdim=True)
    return centred / torch.sqrt(variance + 1e-5)


wrong = norm_over_tokens(x)
print("mean    ", wrong.mean(dim=-1))
print("variance", wrong.var(dim=-1, unbiased=False))
print("dim=-2 changes rows", changed_rows(norm_over_tokens, x))
print("dim=-1 changes rows", changed_rows(norm, x))

# %% no-final-norm
torch.manual_seed(0)
deep = Encoder(12, D, 2, 4 * D, norm_first=True)
y = x
for layer in deep.layers:
    y = layer(y)
print("variance without", y.var(dim=-1, unbiased=False))
print("variance with   ", deep(x).var(dim=-1, unbiased=False))

# %% run-second-token
print(second_token)
check_second_token(second_token)

# %% run-layer-parameters
check_layer_parameters(layer_parameters)
print(layer_parameters(512, 2048))

# %% run-pre-norm
check_pre_norm(pre_norm)

# %% run-mean-of-tokens
check_mean_of_tokens(mean_of_tokens)
print(mean_of_tokens(encoder(batch, mask), mask[:, 0]))
