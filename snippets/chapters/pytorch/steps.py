"""Page pytorch, step by step."""

# %% setup
import warnings

import torch
from torch import nn
from torch.nn import functional as F
from torch.testing import assert_close

from snippets.causal import causal_mask
from snippets.copy_weights import copy_layer
from snippets.encoder import Encoder, EncoderLayer
from snippets.layer_norm import RMSNorm
from snippets.masks import padding_mask
from snippets.positional import sinusoidal_encoding
from snippets.scaled import scaled_dot_product_attention
from snippets.sentences import MECHANISM

T, D, H = 5, 6, 2
x = MECHANISM.embeddings + sinusoidal_encoding(T, D)  # (T, D)
batch = torch.stack([x, x.flip(0)])  # (B, T, D)

# %% copy
torch.manual_seed(0)
ours = EncoderLayer(D, H, d_hidden=24)
theirs = nn.TransformerEncoderLayer(
    D, H, dim_feedforward=24, dropout=0.0, batch_first=True
)
ours.requires_grad_(False)
theirs.requires_grad_(False)
copy_layer(ours, theirs)
assert_close(theirs(batch), ours(batch))

mine = ours.self_attention  # our MultiHeadSelfAttention
module = theirs.self_attn  # their nn.MultiheadAttention
qkv = batch, batch, batch  # query, key, value
assert_close(module(*qkv)[0], mine(batch))

# %% order
three = torch.zeros(3, T, D)  # (B, T, D)
for first in (False, True):
    other = nn.MultiheadAttention(D, H, batch_first=first)
    context, weights = other(three, three, three)
    print("batch_first", first)
    print("context", tuple(context.shape))
    print("weights", tuple(weights.shape))

# %% weights
_, every = mine(batch, return_weights=True)
_, mean = module(*qkv)
_, each = module(*qkv, average_attn_weights=False)
_, none = module(*qkv, need_weights=False)
print("mean", tuple(mean.shape))
print("each", tuple(each.shape))
print("none", none)
assert_close(each, every)
assert_close(mean, every.mean(dim=1))

# %% masks
mask = padding_mask(torch.tensor([5, 3]))  # (B, 1, 1, S)
right = mine(batch, mask)

by_key = module(*qkv, key_padding_mask=~mask[:, 0, 0])[0]
assert_close(by_key, right)

every_head = mask.expand(-1, H, T, -1).flatten(0, 1)
by_pair = module(*qkv, attn_mask=~every_head)[0]
assert_close(by_pair, right)
print("key_padding_mask", tuple(mask[:, 0, 0].shape))
print("attn_mask", tuple(every_head.shape))

q, k, v = mine.project(batch)  # (B, H, T, d_k)
function = F.scaled_dot_product_attention
context, _ = scaled_dot_product_attention(q, k, v, mask)
assert_close(function(q, k, v, mask), context)

try:
    scaled_dot_product_attention(q, k, v, mask.float())
except ValueError as error:
    print(error)

# %% nothing-left
empty = padding_mask(torch.tensor([5, 0]), T)  # (B, 1, 1, S)
_, weights = mine(batch, empty, return_weights=True)
print("ours    ", weights[1].unique())
print("function", function(q, k, v, empty)[1].unique())

hide = {"key_padding_mask": ~empty[:, 0, 0]}  # (B, S)
for mode in (True, False):
    module.train(mode)
    for need in (True, False):
        y, _ = module(*qkv, **hide, need_weights=need)
        case = f"training {mode}, need_weights {need}:"
        print(case, y[1, 0, :2])
print("bias", module.out_proj.bias[:2])

# %% is-causal-function
few, many = torch.zeros(2, D), torch.zeros(5, D)  # T = 2, S = 5
values = torch.eye(5)  # so that the context shows the weights
print(function(few, many, values, is_causal=True))

# %% is-causal-module
module.train()
try:
    module(*qkv, is_causal=True)
except RuntimeError as error:
    print(type(error).__name__)

causal = module(*qkv, attn_mask=~causal_mask(T))[0]
assert_close(causal, mine(batch, causal_mask(T)))  # as ours
nothing_blocked = torch.zeros(T, T, dtype=torch.bool)
hint = {"attn_mask": nothing_blocked, "is_causal": True}
for need in (True, False):
    y, _ = module(*qkv, **hint, need_weights=need)
    print(f"need_weights {need}: causal", torch.allclose(y, causal, atol=1e-6))

module.eval()
with torch.no_grad():
    y, _ = module(*qkv, is_causal=True)
print("fast path: causal", torch.allclose(y, causal, atol=1e-6))

# %% parameters
for name, parameter in module.named_parameters():
    print(name, tuple(parameter.shape))
other = nn.MultiheadAttention(D, H, kdim=4, vdim=3)
print("k_proj_weight", tuple(other.k_proj_weight.shape))
print("in_proj_weight", other.in_proj_weight)

# %% start
wide = nn.MultiheadAttention(512, num_heads=8)
linear = nn.Linear(512, 512)
print(f"packed {wide.in_proj_weight.abs().max():.3f}")
print(f"linear {linear.weight.abs().max():.3f}")
biases = wide.in_proj_bias, wide.out_proj.bias
print("biases", *(bias.abs().max().item() for bias in biases))

# %% dropout
print("default", nn.MultiheadAttention(D, 1).dropout)
dropping = nn.MultiheadAttention(D, 1, dropout=0.5)
for mode in (True, False):
    _, weights = dropping.train(mode)(x, x, x)
    print(f"training {mode}: zeros {0 in weights}")
one, two = (function(q, k, v, dropout_p=0.5) for _ in range(2))
print("function: same twice", torch.equal(one, two))

# %% defaults
layer = nn.TransformerEncoderLayer(D, H)
print("dim_feedforward", layer.linear1.out_features)
print("dropout", layer.dropout.p, layer.self_attn.dropout)
print("norm_first", layer.norm_first, "eps", layer.norm1.eps)

stack = nn.TransformerEncoder(theirs, num_layers=2)
print("norm", stack.norm)
for layers in stack.layers, Encoder(2, D, H, 24).layers:
    one, two = (next(layer.parameters()) for layer in layers)
    print("same start", torch.equal(one, two))

# %% fast-path
real = mask[:, 0, 0]  # (B, S)
outputs = {}
for mode in (True, False):
    stack.train(mode)
    with warnings.catch_warnings(action="ignore"):  # (1)!
        y = stack(batch, src_key_padding_mask=~real)
    print(f"training {mode}:", y[1].abs().amax(dim=-1) > 0)
    outputs[mode] = y[real]
assert_close(outputs[False], outputs[True])

# %% decoder
settings = {"dropout": 0.0, "batch_first": True}
layer = nn.TransformerDecoderLayer(D, H, 24, **settings)
other = batch.clone()
other[:, -1] = 1.0  # the last token
later = ~causal_mask(T)
for name, hide in (("without", None), ("with", later)):
    first = layer(batch, batch, tgt_mask=hide)[:, 0]
    again = layer(other, batch, tgt_mask=hide)[:, 0]
    print(name, "tgt_mask: same", torch.equal(first, again))

# %% transformer
hide = torch.zeros(2, T, dtype=torch.bool)  # (B, S)
hide[:, -1] = True
first, again = (
    layer(batch, memory, memory_key_padding_mask=hide)
    for memory in (batch, other)
)
assert_close(again, first)

pair = nn.Transformer(D, H, 1, 1, 24, batch_first=True)
ends = pair.encoder.norm, pair.decoder.norm
print("ends", *(type(end).__name__ for end in ends))

stack = nn.TransformerDecoder(layer, num_layers=1)
(weight, *_) = (p.clone() for p in stack.parameters())
nn.Transformer(D, H, batch_first=True, custom_decoder=stack)
print("weights kept", torch.equal(next(stack.parameters()), weight))

# %% layer-norm
norm = nn.LayerNorm(D)
print([name for name, _ in norm.named_parameters()], norm.eps)
print("D     ", norm(x).mean(dim=-1).abs() < 1e-6)
both = nn.LayerNorm((T, D))
print("(T, D)", both(x).mean(dim=-1).abs() < 1e-6)

# %% embedding
embedding = nn.Embedding(1000, 64, padding_idx=0)
table = embedding.weight.detach()
print(f"deviation {table[1:].std():.1f}")
print("row 0    ", table[0].unique())
print("index -1 ", torch.equal(table[-1], table[999]))
try:
    embedding(torch.tensor(-1))
except IndexError as error:
    print("embedding", error)

# %% today
small = torch.full((D,), 1e-3)
print(f"ours   {RMSNorm(D)(small)[0]:.4f}")
print(f"theirs {nn.RMSNorm(D)(small)[0]:.4f}")
assert_close(nn.RMSNorm(D, eps=1e-5)(small), RMSNorm(D)(small))

q = torch.randn(2, 6, T, 4)  # (B, H, T, d_k)
k, v = torch.randn(2, 2, 2, T, 4)  # (B, G, T, d_k) each
z = F.scaled_dot_product_attention(q, k, v, enable_gqa=True)
repeated = [y.repeat_interleave(3, dim=1) for y in (k, v)]
assert_close(scaled_dot_product_attention(q, *repeated)[0], z)
