"""Chapter since-2017, step by step."""

from snippets.causal import window_mask
from snippets.chapters.since_2017.exercises import (
    check_grouped_attention,
    check_quarter_turns,
    check_reach,
    check_to_halves,
    grouped_attention,
    quarter_turns,
    reach,
    to_halves,
)
from snippets.chapters.since_2017.layers import (
    GroupedAttention,
    LatentAttention,
    NormedAttention,
    RotaryAttention,
)
from snippets.feed_forward import SwiGLU
from snippets.layer_norm import RMSNorm
from snippets.positional import rotate

# %% imports
import inspect
import math
from collections.abc import Callable
from difflib import ndiff
from textwrap import dedent, fill

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from snippets.causal import causal_mask
from snippets.colours import KEY, QUERY
from snippets.curves import curves
from snippets.feed_forward import FeedForward
from snippets.heatmap import heatmap
from snippets.layer_norm import LayerNorm
from snippets.multi_head import (
    MultiHeadSelfAttention,
    merge_heads,
    split_heads,
)
from snippets.plane import arrow, plane, point
from snippets.positional import sinusoidal_encoding
from snippets.reversal import draw
from snippets.training import Reverser, Size, train


# %% difference
torch.set_grad_enabled(False)  # only `share_right` trains something


def body(method: Callable) -> list[str]:
    """The lines of a method, without its signature and docstring."""
    code = inspect.getsource(method).replace(f'"""{method.__doc__}"""', "")
    lines = dedent("\n".join(code.splitlines()[1:])).splitlines()
    return [line for line in lines if line.strip()]


def difference(old: Callable, new: Callable) -> None:
    """Print both: - before lines that go, + before new ones."""
    lines = [line for line in ndiff(body(old), body(new)) if line[0] != "?"]
    assert sum(line[0] in "-+" for line in lines) <= 8
    for line in lines:
        print(fill(line, 62, subsequent_indent=" " * 6))


# %% norm-difference
difference(LayerNorm.forward, RMSNorm.forward)

# %% norm-by-hand
token = torch.tensor([1.0, 7.0, 7.0, 9.0])  # (D,)
length = token.square().mean().sqrt()
print("root mean square", length)
print("LayerNorm", LayerNorm(4)(token))
print("RMSNorm  ", RMSNorm(4)(token))
torch.testing.assert_close(RMSNorm(4)(token), token / length)

# %% norms
vectors = {"a": torch.tensor([3.0, 1.0]), "b": torch.tensor([1.0, 2.5])}
figure, axes = plane(["LayerNorm", "RMSNorm"])
for ax, norm in zip(axes, (LayerNorm(2), RMSNorm(2))):
    for name, x in vectors.items():
        point(ax, name, x)
        arrow(ax, f"{name}′", norm(x))
figure

# %% gate-difference
difference(FeedForward.forward, SwiGLU.forward)

# %% gate-curves
x = torch.linspace(-4, 4, 33)
lines = {"ReLU": F.relu(x).tolist(), "SiLU": F.silu(x).tolist()}
curves(x.tolist(), lines, "x", "y")

# %% gate-parameters
for model in (FeedForward(768, 3072), SwiGLU(768, 2048)):
    count = sum(p.numel() for p in model.parameters())
    print(f"{type(model).__name__}: {count:,} parameters")

# %% quarter-turns
q, k = torch.tensor([2.0, 1.0]), torch.tensor([1.0, 3.0])
R = torch.tensor([[0.0, -1.0], [1.0, 0.0]])  # a quarter turn
power = torch.linalg.matrix_power
for m, n in ((2, 1), (3, 2), (1, 2)):
    q_m, k_n = power(R, m) @ q, power(R, n) @ k
    numbers = [y.int().tolist() for y in (q_m, k_n, q_m @ k_n)]
    print(f"m = {m}, n = {n}:", *numbers)

# %% quarter-turns-plane
pairs = (2, 1), (3, 2)
figure, axes = plane([f"m = {m}, n = {n}" for m, n in pairs])
for ax, (m, n) in zip(axes, pairs):
    arrow(ax, "q", power(R, m) @ q, colour=QUERY)
    arrow(ax, "k", power(R, n) @ k, colour=KEY)
figure

# %% relative
torch.manual_seed(0)
q, k = torch.randn(2, 1, 64, dtype=torch.float64)  # (1, d_k) each
for m, n in ((5, 3), (1005, 1003), (3, 5)):
    score = rotate(q, m) @ rotate(k, n).T / math.sqrt(64)
    print(f"m = {m}, n = {n}: score {score.item():.4f}")

# %% rotary-difference
difference(MultiHeadSelfAttention.project, RotaryAttention.project)

# %% today
RULES = {
    "the letter before": lambda ids: ids.roll(1, dims=-1),
    "backwards": lambda ids: ids.flip(-1),
}


def today() -> Reverser:
    """A reverser with today's parts, to which no positions are added."""
    model, D = Reverser(Size(), positions=False), Size().d_model
    (layer,) = model.encoder.layers
    layer.self_attention = RotaryAttention(D, D, 2, qkv_bias=True)
    layer.feed_forward = SwiGLU(D, 8 * D // 3)
    layer.norm1, layer.norm2 = RMSNorm(D), RMSNorm(D)
    model.encoder.norm = RMSNorm(D)
    return model


# %% rules
def share_right(rule: Callable) -> float:
    """Train such a model; the share of right letters but the two ends."""

    def loss_of(model: nn.Module, ids: Tensor) -> Tensor:
        return F.cross_entropy(model(ids).mT, rule(ids))

    torch.manual_seed(0)
    model = today()
    with torch.enable_grad():
        train(model, Size(), loss_of=loss_of)
    ids = draw(1000, 8, torch.Generator().manual_seed(2))
    right = model(ids).argmax(dim=-1) == rule(ids)
    return right[:, 1:-1].float().mean().item()


shares = {name: share_right(rule) for name, rule in RULES.items()}
for name, share in shares.items():
    print(f"{name}: right letters {share:.2f}")
learned = [name for name, share in shares.items() if share > 0.95]
print("learned:", " and ".join(learned))
# tolerance: right letters 0.09

# %% alibi
scores, slope = torch.zeros(4, 4), 0.5
distance = torch.arange(4) - torch.arange(4)[:, None]  # j - i
scores = scores + slope * distance
print(scores.softmax(dim=-1)[-1])

# %% groups-difference
difference(MultiHeadSelfAttention.project, GroupedAttention.project)

# %% latent-difference
difference(MultiHeadSelfAttention.project, LatentAttention.project)

# %% cache-counted
torch.manual_seed(0)
x, H = torch.randn(5, 64), 8  # (T, D)
layers = {
    "MHA": MultiHeadSelfAttention(64, 64, H),
    "GQA": GroupedAttention(64, 64, H, groups=2),
    "MQA": GroupedAttention(64, 64, H, groups=1),
    "MLA": LatentAttention(64, 64, H, d_latent=24),
}
for name, layer in layers.items():
    kept = [layer.W_key, layer.W_value]
    if name == "MLA":
        kept = [layer.W_latent]
    numbers = sum(W(x).numel() for W in kept) // len(x)
    print(f"{name}: {numbers} numbers for each token")

# %% absorbed
layer = layers["MLA"]
c = layer.W_latent(x)  # the cache, (T, d_latent)
q = split_heads(layer.W_query(x[-1:]), H)  # the new token, (H, 1, d_k)
W_k = layer.W_key.weight.unflatten(0, (H, -1))  # (H, d_k, d_latent)
W_v = layer.W_value.weight.unflatten(0, (H, -1))
A = (q @ W_k @ c.T / math.sqrt(8)).softmax(dim=-1)  # (H, 1, T)
y = layer.out_proj(merge_heads(A @ c @ W_v.mT))
torch.testing.assert_close(y, layer(x)[-1:])
print("from a cache of", c.shape)

# %% cache-large
L, H, d_k = 80, 64, 128
kept = {"MHA": 2 * H * d_k, "GQA": 2 * 8 * d_k, "MQA": 2 * d_k}
kept["MLA"] = 512 + 64
for name, numbers in kept.items():
    kib = L * numbers * 2 / 2**10  # 16 bits
    gib = 131072 * kib / 2**20
    print(f"{name}: {kib:>4.0f} KiB a token, {gib:>6.2f} GiB in all")

# %% window-heatmap
mask = window_mask(8, 3)
A = mask / mask.sum(dim=-1, keepdim=True)  # even weights
maps = torch.stack([A, A @ A])
heatmap(maps, [*"12345678"], titles=["L = 1", "L = 2"], digits=False)

# %% window-reach
torch.manual_seed(0)
stack = [MultiHeadSelfAttention(16, 16, num_heads=2) for _ in range(2)]


def last(x: Tensor) -> Tensor:
    for layer in stack:
        x = layer(x, window_mask(8, 3))
    return x[-1]


x, seen = torch.randn(8, 16), []
for j in range(8):
    changed = x.clone()
    changed[j] += 1
    seen += [] if torch.equal(last(changed), last(x)) else [j + 1]
print("the last of 8 tokens depends on", *seen)

# %% window-cost
T, W = 32768, 4096
full = sum(range(1, T + 1))
near = sum(min(i, W) for i in range(1, T + 1))
print(f"causal {full:,} scores, window {near:,}")
print(f"share {near / full:.4f}")

# %% normed-difference
difference(MultiHeadSelfAttention.project, NormedAttention.project)

# %% normed-curves
x, factors = torch.randn(32, 64), [1, 2, 4, 8, 16, 32, 64]
kinds = {"MHA": MultiHeadSelfAttention, "QK-norm": NormedAttention}
lines = {}
for name, kind in kinds.items():
    torch.manual_seed(0)
    layer, lines[name] = kind(64, 64, 4), []
    for f in factors:
        _, A = layer(f * x, return_weights=True)  # (H, T, T)
        lines[name].append(A.amax(dim=-1).mean().item())
    print(name, *[f"{share:.2f}" for share in lines[name]])
curves(factors, lines, "f", "max", log="x")

# %% run-quarter-turns
print(quarter_turns)
check_quarter_turns(quarter_turns)

# %% run-to-halves
check_to_halves(to_halves)

# %% run-grouped-attention
check_grouped_attention(grouped_attention)

# %% run-reach
check_reach(reach)
