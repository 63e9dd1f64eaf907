"""Chapter self-attention, step by step."""

from snippets.chapters.self_attention.exercises import (
    attention,
    by_hand,
    check_attention,
    check_by_hand,
    check_count_parameters,
    check_look_ahead,
    count_parameters,
    look_ahead,
)
from snippets.scaled import scaled_dot_product_attention
from snippets.self_attention import SelfAttentionV1, SelfAttentionV2

# %% game-arrows
import math

import torch
from torch import Tensor, nn

from snippets.colours import KEY, QUERY
from snippets.plane import arrow, plane, point

words = ("rock", "scissors", "paper")
angles = torch.tensor([90.0, 210.0, 330.0]).deg2rad()
game = torch.stack([angles.cos(), angles.sin()], dim=-1)


def turn(degrees: float) -> Tensor:
    """Return the matrix that turns a row vector anticlockwise."""
    angle = math.radians(degrees)
    c, s = math.cos(angle), math.sin(angle)
    return torch.tensor([[c, s], [-s, c]])


figure, (left, right) = plane(["q = x", "q = x W"])
for ax, query in ((left, game[0]), (right, game[0] @ turn(120))):
    arrow(ax, "q", 0.65 * query, colour=QUERY)  # of rock
    for word, key in zip(words, game):
        point(ax, word, key, colour=KEY)
figure

# %% three-matrices
from snippets.sentences import JOURNEY

tokens, x = JOURNEY
T, d_in, d_k = len(x), x.shape[1], 2

torch.manual_seed(123)  # (1)!
W_query = nn.Parameter(torch.randn(d_in, d_k))
W_key = nn.Parameter(torch.randn(d_in, d_k))
W_value = nn.Parameter(torch.randn(d_in, d_k))
matrices = {"W_query": W_query, "W_key": W_key, "W_value": W_value}
for matrix in matrices.values():
    matrix.requires_grad_(False)  # (2)!
for token, vector in zip(tokens, x):
    print(f"{token:<7}", vector)
for name, matrix in matrices.items():
    print(name, matrix.data)

# %% dictionary
capitals = {"France": "Paris", "Japan": "Tokyo", "Peru": "Lima"}
print(capitals["Japan"])

# %% soft-dictionary
table_keys = torch.tensor([[1.0, 0.0], [0.0, 1.0], [0.6, 0.8]])
table_values = torch.tensor([10.0, 20.0, 30.0])
asked = torch.tensor([0.0, 1.0])

match = table_keys @ asked
print("dot products", match)
for factor in (1, 10, 100):
    shares = torch.softmax(factor * match, dim=-1)
    answer = shares @ table_values
    print(f"times {factor:3} weights", end=" ")
    print(*(f"{a:.4f}" for a in shares), f"answer {answer:.4f}")

# %% one-projection
query = x[1] @ W_query  # "journey": (d_in,) @ (d_in, d_k)
keys = x @ W_key  # (T, d_in) @ (d_in, d_k) = (T, d_k)
values = x @ W_value  # (T, d_v), d_v = d_k

print("query ", query.shape, query)
print("keys  ", keys.shape)
print(keys)
print("values", values.shape)
print(values)

# %% one-scores
products = torch.stack([torch.dot(query, key) for key in keys])
torch.testing.assert_close(keys @ query, products)  # (1)!
s = keys @ query / math.sqrt(d_k)  # (T, d_k) @ (d_k,) = (T,)
print("to journey   q · k       s")
for token, *numbers in zip(tokens, products, s):
    print(f"{token:9}", *(f"{n:8.4f}" for n in numbers))

# %% int-root
try:
    torch.sqrt(d_k)
except TypeError as error:
    print(error)
print(f"{math.sqrt(d_k):.4f} {d_k**0.5:.4f}")

# %% one-weights
exponentials = torch.exp(s)
weights = torch.softmax(s, dim=-1)  # (T,)

print("exp    ", exponentials)
print(f"total   {exponentials.sum():.4f}")
print("weights", weights, f"sum {weights.sum():.4f}")
print("alone  ", torch.softmax(s[4:5], dim=-1))

# %% one-context
by_loop = torch.zeros(d_k)
for weight, value in zip(weights, values):
    by_loop += weight * value

context = weights @ values  # (T,) @ (T, d_v) = (d_v,)
torch.testing.assert_close(context, by_loop)
print("context", context)

# %% all-queries
Q, K, V = x @ W_query, x @ W_key, x @ W_value
A = torch.softmax(Q @ K.T / d_k**0.5, dim=-1)
Z = A @ V
for name, matrix in {"Q": Q, "K": K, "V": V, "A": A, "Z": Z}.items():
    print(name, tuple(matrix.shape))
print("row sums of A", A.sum(dim=-1))
print(Z)

# %% projected-weights
from snippets.heatmap import heatmap

directions = Q / Q.norm(dim=-1, keepdim=True)
smallest = (directions @ directions.T).min()
print(f"cosine of two queries: at least {smallest:.2f}")

heatmap(A, tokens)

# %% scaled-imports
from torch.nn import functional as F

from snippets.scaled import check_sizes  # (1)!

# %% use-scaled
contexts, weights = scaled_dot_product_attention(Q, K, V)
torch.testing.assert_close(weights, A)
torch.testing.assert_close(contexts, Z)
theirs = F.scaled_dot_product_attention(Q, K, V)
torch.testing.assert_close(contexts, theirs)

doubled, same = scaled_dot_product_attention(Q, K, 2 * V)
print(f"weights x {same[1, 4] / weights[1, 4]:.1f},", end=" ")
print(f"contexts x {doubled[1, 0] / contexts[1, 0]:.1f}")

# %% batch
batch = torch.stack([x, x.flip(0)])  # (B, T, d_in)
contexts, weights = scaled_dot_product_attention(
    batch @ W_query, batch @ W_key, batch @ W_value
)
print(tuple(contexts.shape), tuple(weights.shape))
torch.testing.assert_close(contexts[0], Z)

# %% sizes
wide = x @ torch.randn(d_in, 5)  # (T, 5)
print(tuple(scaled_dot_product_attention(Q, K, wide)[0].shape))
try:
    scaled_dot_product_attention(Q, wide, V)
except ValueError as error:
    print(error)

# %% variance
torch.manual_seed(0)
print("d_k  variance of q · k  of q · k / √d_k")
for size in (2, 64, 512):
    q, k = torch.randn(20000, size), torch.randn(20000, size)
    dots = (q * k).sum(dim=-1)  # (20000,)
    print(f"{size:3} {dots.var():18.1f}", end=" ")
    print(f"{(dots / size**0.5).var():16.2f}")

# %% histograms
from snippets.curves import curves

torch.manual_seed(0)
q, k = torch.randn(2000, 64), torch.randn(2000, 16, 64)
products = (k @ q[:, :, None])[:, :, 0]  # (2000, 16)
largest = {}
divisors = {"q · k": 1, "q · k / √dₖ": math.sqrt(64)}
for name, divisor in divisors.items():
    a = torch.softmax(products / divisor, dim=-1)  # (2000, 16)
    largest[name] = a.amax(dim=-1)
    mean = largest[name].mean()
    print(f"{name:12} mean largest weight {mean:.2f}")

# %% largest-weights
edges = torch.linspace(0, 1, 21)
middles = (edges[1:] + edges[:-1]) / 2
shares = {
    name: torch.histogram(values, edges).hist / values.numel()
    for name, values in largest.items()
}
curves(middles, shares, "max α", "share")

# %% nudge
print("  s  weight  at s + 1   change")
for first in (0.0, 1.0, 4.0, 8.0):
    pairs = torch.tensor([[first, 0.0], [first + 1, 0.0]])
    before, after = torch.softmax(pairs, dim=-1)[:, 0]
    change = after - before
    print(f"{first:3.0f}  {before:.4f}   {after:.4f}   {change:.4f}")

# %% slope
print("  s  weights         slope")
for first in (0.0, 1.0, 4.0, 8.0):
    score = torch.tensor(first, requires_grad=True)
    pair = torch.stack([score, torch.tensor(0.0)])
    a = torch.softmax(pair, dim=-1)
    a[0].backward()
    print(f"{first:3.0f}  {a[0]:.4f} {a[1]:.4f}   {score.grad:.4f}")

# %% which-root
divisors = {"√d_k": 64**0.5, "√512": 512**0.5, "d_k": 64}
for name, divisor in divisors.items():
    a = torch.softmax(products / divisor, dim=-1)
    mean = a.amax(dim=-1).mean()
    print(f"/ {name:4} mean largest weight {mean:.2f}")

# %% rock-asks
from snippets.plane import mixture

corners = game.round(decimals=2) + 0.0  # no -0.0
roles = {"W_query": turn(30), "W_key": turn(0), "W_value": turn(60)}
for name, numbers in [*zip(words, corners), *roles.items()]:
    print(f"{name:<8}", numbers)

q, k, v = (corners @ matrix for matrix in roles.values())
shares = (k @ q[0] / math.sqrt(2)).softmax(dim=0)  # of rock
mixture(words, q[0], k, v, shares)

# %% seed-789
torch.manual_seed(789)
v2 = SelfAttentionV2(3, 2)
with torch.no_grad():  # (1)!
    print(v2(x))

# %% seed-123
torch.manual_seed(123)
v1, later = SelfAttentionV1(3, 2), SelfAttentionV2(3, 2)
with torch.no_grad():
    print(v1(x))
    print(later(x))

# %% parameters
for layer in (v1, v2):
    for name, parameter in layer.named_parameters():
        print(name, tuple(parameter.shape), parameter.requires_grad)

# %% copy-weights
with torch.no_grad():
    v1.W_query.copy_(v2.W_query.weight.T)
    v1.W_key.copy_(v2.W_key.weight.T)
    v1.W_value.copy_(v2.W_value.weight.T)
torch.testing.assert_close(v1(x), v2(x))

# %% initialisation
torch.manual_seed(0)
wide_v1, wide_v2 = SelfAttentionV1(256, 256), SelfAttentionV2(256, 256)
some = torch.randn(16, 256)  # (T, d_in)
for name, layer, W in (
    ("randn ", wide_v1, wide_v1.W_query),
    ("Linear", wide_v2, wide_v2.W_query.weight),
):
    print(f"{name} std {W.std():.3f} max {W.abs().max():.3f}")
    a = layer(some, return_weights=True)[1]  # (T, T)
    print(f"  mean largest weight {a.amax(dim=-1).mean():.2f}")
print(f"1 / √d_in = {256**-0.5:.4f}")

# %% gradients
v2(x).square().sum().backward()  # (1)!
for name, parameter in v2.named_parameters():
    print(name, tuple(parameter.grad.shape), bool(parameter.grad.any()))

# %% capital-weights
from snippets.sentences import CAPITAL

torch.manual_seed(2)
X = torch.randn(len(CAPITAL.tokens), 4)  # Q = K = V
scores = X @ X.T / math.sqrt(X.shape[-1])  # (T, T)
heatmap(torch.softmax(scores, dim=-1), CAPITAL.tokens)

# %% three-cases
cases = {
    "journey, Q = K": (x, x),
    "capital, Q = K": (X, X),
    "journey, with W_query and W_key": (Q, K),
}
for name, (q, k) in cases.items():
    scores = q @ k.T / math.sqrt(q.shape[-1])
    weights = torch.softmax(scores, dim=-1)
    both = [torch.allclose(m, m.T) for m in (scores, weights)]
    diagonal = weights.argmax(dim=-1) == torch.arange(len(q))
    print(name)
    print("  symmetric: scores {}, weights {}".format(*both))
    print(f"  largest on the diagonal: {diagonal.sum()} of {len(q)}")

# %% raw-query
try:
    x @ K.T  # (T, d_in) @ (d_k, T)
except RuntimeError as error:
    print(error)

# %% key-value-scores
print("Q[1] · K", K @ Q[1])
print("K[1] · V", V @ K[1])

# %% output-rows
z, weights = scaled_dot_product_attention(x, x, x)
print("weights", weights.sum(dim=-1))
print("context", z.sum(dim=-1))

# %% solved-by-hand
print(f"{by_hand:.3f}")
check_by_hand(by_hand)

# %% solved-count
print(count_parameters(512, 64, 64, bias=False))
check_count_parameters(count_parameters)

# %% solved-attention
check_attention(attention)

# %% solved-look-ahead
W_query, W_key = look_ahead(4)
print(W_query)
check_look_ahead(look_ahead)
