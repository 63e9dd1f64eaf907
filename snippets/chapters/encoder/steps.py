"""Chapter encoder, step by step.

Run it by itself: python -m snippets.chapters.encoder.steps
"""

from snippets.copy_weights import copy_layer
from snippets.chapters.encoder.exercises import (
    token_mask,
    check_token_mask,
    check_layer_norm,
    check_layer_parameters,
    check_mean_of_tokens,
    check_pre_norm,
    check_second_token,
    layer_norm,
    layer_parameters,
    mean_of_tokens,
    pre_norm,
    second_token,
)
from snippets.encoder import EncoderLayer
from snippets.feed_forward import FeedForward
from snippets.layer_norm import LayerNorm, Residual

# %% data
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from snippets.positional import sinusoidal_encoding
from snippets.sentences import MECHANISM

torch.set_grad_enabled(False)  # (1)!

tokens, embeddings = MECHANISM
x = embeddings + sinusoidal_encoding(*embeddings.shape)  # (T, D)
T, d_model = x.shape
print(" ".join(tokens))
print(x.shape)

# %% ffn-by-hand
W_1 = torch.tensor([[1.0, -1.0, 0.5], [0.5, 0.5, -1.0]])  # (d_model, d_hidden)
b_1 = torch.tensor([0.0, -0.5, 2.0])
W_2 = torch.tensor([[1.0, 0.0], [2.0, 2.0], [-2.0, 1.0]])  # (d_hidden, d_model)
b_2 = torch.tensor([0.1, 0.2])

token = torch.tensor([1.0, 2.0])  # (d_model,)
before = token @ W_1 + b_1  # (d_hidden,)
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

# %% ffn-shapes
torch.manual_seed(0)
feed_forward = FeedForward(d_model, 4 * d_model)
print("x     ", x.shape)
print("hidden", feed_forward.hidden(x).shape)
print("FFN(x)", feed_forward(x).shape)

# %% position-wise
one_by_one = torch.stack([feed_forward(x_t) for x_t in x])
torch.testing.assert_close(one_by_one, feed_forward(x))

# %% who-notices
from collections.abc import Callable

from snippets.multi_head import MultiHeadSelfAttention


def changed_rows(f: Callable[[Tensor], Tensor], x: Tensor) -> Tensor:
    y = x.clone()
    y[2, 0] += 1.0  # "first"
    return (f(y) - f(x)).abs().amax(dim=-1) > 1e-6  # (T,)


attention = MultiHeadSelfAttention(d_model, d_model, num_heads=2)
print("MHA", changed_rows(attention, x))
print("FFN", changed_rows(feed_forward, x))


# %% gradients
def gradient_norms(
    depth: int, residual: bool, start: Callable | None = None, seed: int = 0
) -> list[float]:
    torch.manual_seed(seed)
    sublayers = [FeedForward(16, 64) for _ in range(depth)]
    for sublayer in sublayers if start else []:
        start(sublayer)
    y = torch.randn(5, 16, requires_grad=True)
    direction = torch.randn(5, 16)
    with torch.enable_grad():
        stream = [y]  # y_0, y_1, ..., y_depth
        for sublayer in sublayers:
            y = y + sublayer(y) if residual else sublayer(y)
            stream.append(y)
        loss = (y * direction).sum()
    gradients = torch.autograd.grad(loss, stream)
    return [gradient.norm().item() for gradient in gradients]


plain = gradient_norms(24, residual=False)
residual = gradient_norms(24, residual=True)
print(f"F(y)     {plain[0] / plain[-1]:.0e}")
print(f"y + F(y) {residual[0] / residual[-1]:.1f}")

# %% gradient-curves
import math

from snippets.curves import curves

curves(
    range(0, 25, 4),
    {
        "F(y)": [math.log10(g) for g in plain[::4]],
        "y + F(y)": [math.log10(g) for g in residual[::4]],
    },
    x_label="l",
    y_label="log10 |dL/dy|",
)


# %% initialisation
def he(sublayer: FeedForward) -> None:
    hidden, out = sublayer.hidden.weight, sublayer.out.weight
    nn.init.kaiming_normal_(hidden, nonlinearity="relu")  # variance 2 / fan_in
    nn.init.kaiming_normal_(out, nonlinearity="linear")  # 1 / fan_in


for name, start in (("default", None), ("He", he)):
    for form, residual in (("F(y)", False), ("y + F(y)", True)):
        norms = [gradient_norms(24, residual, start, s) for s in range(10)]
        kept = sorted(g[0] / g[-1] for g in norms)
        print(f"{name:<7} {form:<8} {kept[0]:.1g} ... {kept[-1]:.1g}")

# %% norm-by-hand
token = torch.tensor([1.0, 7.0, 7.0, 9.0])  # (d_model,)
mean = token.mean()
centred = token - mean
variance = centred.square().mean()
normalised = centred / torch.sqrt(variance + 1e-5)
print("mean      ", mean)
print("centred   ", centred)
print("variance  ", variance)
print("normalised", normalised)

# %% gain-and-bias
gain = torch.tensor([3.0, 1.0, 1.0, 0.0])
bias = torch.tensor([0.0, 0.0, 1.0, 2.0])
print(normalised * gain + bias)

# %% norm-class
torch.testing.assert_close(LayerNorm(4)(token), normalised)
torch.testing.assert_close(nn.LayerNorm(4)(token), normalised)

norm = LayerNorm(d_model)
y = norm(x)  # (T, D)
torch.testing.assert_close(y.mean(dim=-1), torch.zeros(T))
print("mean of x    ", x.mean(dim=-1))
print("variance of x", x.var(dim=-1, unbiased=False))
print("variance of y", y.var(dim=-1, unbiased=False))

# %% same-shape
print(norm(torch.tensor([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])))
print(norm(torch.tensor([110.0, 120.0, 130.0, 140.0, 150.0, 160.0])))
print(norm(torch.tensor([5.0, 5.0, 5.0, 5.0, 5.0, 5.0])))

# %% not-batch-norm
torch.manual_seed(0)
others = torch.randn(10, d_model)
together = torch.cat([x, others])  # (T + 10, D)


def same(a: Tensor, b: Tensor) -> bool:
    return torch.allclose(a, b, atol=1e-5)


batch_norm = nn.BatchNorm1d(d_model)
print("LayerNorm", same(norm(together)[:T], norm(x)))
print("BatchNorm", same(batch_norm(together)[:T], batch_norm(x)))

# %% post-and-pre
post = Residual(d_model)
pre = Residual(d_model, norm_first=True)

by_formula = norm(x + feed_forward(x))
torch.testing.assert_close(post(x, feed_forward), by_formula)

by_formula = x + feed_forward(norm(x))
torch.testing.assert_close(pre(x, feed_forward), by_formula)

# %% token-lengths
from snippets.encoder import Encoder


def token_lengths(norm_first: bool) -> list[float]:
    torch.manual_seed(0)
    encoder = Encoder(24, 64, 4, 256, norm_first=norm_first)
    y, lengths = torch.randn(10, 64), []
    for layer in encoder.layers:
        y = layer(y)
        lengths.append(y.norm(dim=-1).mean().item())
    return lengths


after_post, after_pre = token_lengths(False), token_lengths(True)
print(f"post-norm {after_post[0]:.1f} ... {after_post[-1]:.1f}")
print(f"pre-norm  {after_pre[0]:.1f} ... {after_pre[-1]:.1f}")

# %% length-curves
curves(
    range(4, 25, 4),
    {"post-norm": after_post[3::4], "pre-norm": after_pre[3::4]},
    x_label="l",
    y_label="|y|",
)

# %% layer-by-hand
torch.manual_seed(0)
layer = EncoderLayer(d_model, num_heads=2, d_hidden=4 * d_model)

attended = layer.attention(x)
y = layer.around_attention.norm(x + attended)
transformed = layer.feed_forward(y)
z = layer.around_feed_forward.norm(y + transformed)

torch.testing.assert_close(layer(x), z)
print(z)

# %% layer-shapes
q, k, v = layer.attention.project(x)
_, weights = layer(x, return_weights=True)
print("x      ", x.shape)  # (T, D)
print("q, k, v", q.shape)  # (H, T, d_k)
print("weights", weights.shape)  # (H, T, T)
print("MHA(x) ", attended.shape)
print("y      ", y.shape)
print("hidden ", layer.feed_forward.hidden(y).shape)  # (T, 4 * D)
print("FFN(y) ", transformed.shape)
print("z      ", z.shape)

# %% dropout
dropped = EncoderLayer(d_model, 2, 4 * d_model, dropout=0.1)
print("train", torch.equal(dropped(x), dropped(x)))
dropped.eval()
print("eval ", torch.equal(dropped(x), dropped(x)))

# %% batch
short = x[:3]  # "Write your first"
batch = torch.zeros(2, T, d_model)  # (B, T, D)
batch[0] = x
batch[1, :3] = short

lengths = torch.tensor([5, 3])
mask = torch.arange(T) < lengths[:, None]  # (B, S)
print(mask)

# %% padding-mask
from snippets.multi_head import padding_mask

mask = mask[:, None]  # (B, 1, S)
assert torch.equal(mask, padding_mask(lengths))
output, weights = layer(batch, mask, return_weights=True)
print(weights.shape)  # (B, H, T, S)
print(weights[1, 0])  # (T, S)

# %% alone
torch.testing.assert_close(output[0], layer(x))
torch.testing.assert_close(output[1, :3], layer(short))

batch[1, 3:] = 99.0  # (1)!
torch.testing.assert_close(layer(batch, mask)[1, :3], layer(short))
batch[1, 3:] = 0.0

# %% without-mask
error = (layer(batch)[1, :3] - layer(short)).abs().max()
print(f"largest error {error:.4f}")

# %% padding-rows
print(output[1, 3:])
real = mask[1, 0]  # (T,)
print("all rows ", output[1].mean(dim=0))
print("real rows", output[1, real].mean(dim=0))

# %% two-masks
from snippets.causal import causal_mask

padding = padding_mask(lengths).expand(-1, T, -1)  # (B, T, S)
causal = causal_mask(T)  # (T, S)
both = padding & causal  # (B, T, S)
print("padding", padding.shape)
print("causal ", causal.shape)
print("both   ", both.shape)

# %% masks-heatmap
from snippets.heatmap import heatmap

words = [*tokens[:3], "<pad>", "<pad>"]
masks = torch.stack([padding[1], causal, both[1]]).int()
heatmap(masks, words, titles=["pad", "causal", "&"], digits=False)

# %% stack
torch.manual_seed(0)
encoder = Encoder(2, d_model, num_heads=2, d_hidden=4 * d_model)
output, weights = encoder(x, return_weights=True)
print(output.shape)  # (T, D)
print(weights.shape)  # (layers, H, T, T)

first, second = encoder.layers
torch.testing.assert_close(output, second(first(x)))

# %% stack-heatmap
titles = ["1, 1", "1, 2", "2, 1", "2, 2"]
heatmap(weights, tokens, titles=titles)

# %% stack-padding
padded = encoder(batch, mask)  # (B, T, D)
torch.testing.assert_close(padded[0], encoder(x))
torch.testing.assert_close(padded[1, :3], encoder(short))

# %% permutation
order = torch.tensor([4, 2, 0, 1, 3])
positions = sinusoidal_encoding(T, d_model)

shuffled = encoder(embeddings[order])
print("without", same(shuffled, encoder(embeddings)[order]))
shuffled = encoder(embeddings[order] + positions)
print("with   ", same(shuffled, encoder(x)[order]))

# %% parameters
base = EncoderLayer(512, num_heads=8, d_hidden=2048)


def count(module: nn.Module) -> int:
    return sum(p.numel() for p in module.parameters())


norms = [base.around_attention.norm, base.around_feed_forward.norm]
print("MHA      ", count(base.attention))
print("FFN      ", count(base.feed_forward))
print("LayerNorm", sum(map(count, norms)))
print("layer    ", count(base))
print("6 layers ", 6 * count(base))

# %% torch-layer
for norm_first in (False, True):
    ours = EncoderLayer(d_model, 2, 4 * d_model, norm_first=norm_first)
    theirs = nn.TransformerEncoderLayer(
        d_model,
        2,
        4 * d_model,
        dropout=0.0,  # (1)!
        batch_first=True,  # (2)!
        norm_first=norm_first,
    )
    copy_layer(ours, theirs)
    torch.testing.assert_close(theirs(x), ours(x))
    torch.testing.assert_close(
        theirs(batch, src_key_padding_mask=~mask[:, 0]),  # (3)!
        ours(batch, mask),
    )


# %% torch-stack
def torch_stack(ours: Encoder, norm_first: bool) -> nn.TransformerEncoder:
    one = nn.TransformerEncoderLayer(
        d_model,
        2,
        4 * d_model,
        dropout=0.0,
        batch_first=True,
        norm_first=norm_first,
    )
    theirs = nn.TransformerEncoder(
        one,
        num_layers=len(ours.layers),
        norm=nn.LayerNorm(d_model) if norm_first else None,  # (1)!
        enable_nested_tensor=False,
    )
    for mine, other in zip(ours.layers, theirs.layers):
        copy_layer(mine, other)
    return theirs


# %% torch-stack-equal
for norm_first in (False, True):
    ours = Encoder(2, d_model, 2, 4 * d_model, norm_first=norm_first)
    theirs = torch_stack(ours, norm_first)
    padded = theirs(batch, src_key_padding_mask=~mask[:, 0])
    torch.testing.assert_close(padded, ours(batch, mask))

# %% cross-attention
from snippets.scaled import scaled_dot_product_attention

memory = encoder(x)  # (S, D)
torch.manual_seed(0)
target = torch.randn(2, d_model)  # (T, D)
context, weights = scaled_dot_product_attention(target, memory, memory)
print("weights", weights.shape)  # (T, S)
print("context", context.shape)  # (T, D)

# %% wrong-polarity
theirs = torch_stack(encoder, norm_first=False).eval()
right = theirs(batch, src_key_padding_mask=~mask[:, 0])
wrong = theirs(batch, src_key_padding_mask=mask[:, 0])
print("right", same(right[1, :3], encoder(short)))
print("wrong", same(wrong[1, :3], encoder(short)))
print(wrong[0].isnan().all())


# %% wrong-axis
def norm_over_tokens(x: Tensor) -> Tensor:
    centred = x - x.mean(dim=-2, keepdim=True)
    variance = centred.square().mean(dim=-2, keepdim=True)
    return centred / torch.sqrt(variance + 1e-5)


wrong = norm_over_tokens(x)
print("mean    ", wrong.mean(dim=-1))
print("variance", wrong.var(dim=-1, unbiased=False))
print("dim=-2  ", changed_rows(norm_over_tokens, x))
print("dim=-1  ", changed_rows(norm, x))

# %% unbiased
print("unbiased", (token - mean) / token.std())
print("biased  ", (token - mean) / token.std(unbiased=False))

# %% epsilon
small = token / 1000
centred = small - small.mean()
variance = centred.square().mean()
print("inside ", centred / torch.sqrt(variance + 1e-5))
print("outside", centred / (torch.sqrt(variance) + 1e-5))
print("torch  ", F.layer_norm(small, (4,)))

# %% no-final-norm
torch.manual_seed(0)
deep = Encoder(12, d_model, 2, 4 * d_model, norm_first=True)
y = x
for layer in deep.layers:
    y = layer(y)
print("without", y.var(dim=-1, unbiased=False))
print("with   ", deep(x).var(dim=-1, unbiased=False))

# %% across-positions
across = FeedForward(T, 4 * T)


def feed_forward_across(x: Tensor) -> Tensor:
    return across(x.T).T  # (T, D) -> (D, T) -> (T, D)


print(feed_forward_across(x).shape)
print(changed_rows(feed_forward_across, x))
try:
    feed_forward_across(short)  # (1)!
except RuntimeError as error:
    print(type(error).__name__)

# %% run-second-token
check_second_token(second_token)

# %% run-layer-parameters
check_layer_parameters(layer_parameters)
print(layer_parameters(512, 2048))

# %% run-layer-norm
check_layer_norm(layer_norm)

# %% run-pre-norm
check_pre_norm(pre_norm)

# %% run-token-mask
check_token_mask(token_mask)

# %% run-mean-of-tokens
check_mean_of_tokens(mean_of_tokens)
print(mean_of_tokens(encoder(batch, mask), mask))
