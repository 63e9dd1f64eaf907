"""Chapter self-attention, step by step.

Run it by itself: python -m snippets.chapters.self_attention.steps
"""

from snippets.chapters.self_attention.exercises import (
    attention,
    by_hand,
    check_attention,
    check_by_hand,
    check_copy_weights,
    check_count_parameters,
    check_look_ahead,
    check_softmax_jacobian,
    copy_weights,
    count_parameters,
    look_ahead,
    softmax_jacobian,
)
from snippets.scaled import scaled_dot_product_attention
from snippets.self_attention import SelfAttentionV1, SelfAttentionV2

# %% three-matrices
import torch
from torch import Tensor, nn

from snippets.sentences import JOURNEY

tokens, x = JOURNEY
T, d_in, d_k = len(x), x.shape[1], 2

torch.manual_seed(123)  # (1)!
W_query = nn.Parameter(torch.randn(d_in, d_k), requires_grad=False)  # (2)!
W_key = nn.Parameter(torch.randn(d_in, d_k), requires_grad=False)
W_value = nn.Parameter(torch.randn(d_in, d_k), requires_grad=False)
for token, vector in zip(tokens, x):
    print(f"{token:<7}", vector)
matrices = {"W_query": W_query, "W_key": W_key, "W_value": W_value}
for name, matrix in matrices.items():
    print(name, matrix.data)

# %% not-parameters
for words in (x, x[:3]):
    keys = words @ W_key
    print("x", words.shape, "W_key", W_key.shape, "keys", keys.shape)

# %% dictionary
capitals = {"France": "Paris", "Japan": "Tokyo", "Peru": "Lima"}
print(capitals["Japan"])

# %% soft-dictionary
table_keys = torch.tensor([[1.0, 0.0], [0.0, 1.0], [0.6, 0.8]])
table_values = torch.tensor([10.0, 20.0, 30.0])
asked = torch.tensor([0.0, 1.0])

match = table_keys @ asked
print("match", match)
for factor in (1, 10, 100):
    shares = torch.softmax(factor * match, dim=-1)
    answer = shares @ table_values
    print(f"{factor:3}", *(f"{a:.4f}" for a in shares), f"{answer:.4f}")

# %% one-component
terms = x[1] * W_query[:, 0]  # "journey" * W[:, 0], (d_in,)
print("x     ", x[1])
print("column", W_query[:, 0])
print("terms ", terms)
print(f"sum    {terms.sum():.4f}")

# %% one-projection
query = x[1] @ W_query  # "journey": (d_in,) @ (d_in, d_k) = (d_k,)
keys = x @ W_key  # (T, d_in) @ (d_in, d_k) = (T, d_k)
values = x @ W_value  # (T, d_v), d_v = d_k

print("query ", query.shape, query)
print("keys  ", keys.shape)
print(keys)
print("values", values.shape)
print(values)

# %% one-score
products = query * keys[1]  # (d_k,)
print("products", products)
print(f"sum      {products.sum():.4f}")

# %% one-scores
by_loop = torch.empty(T)
for j, key in enumerate(keys):
    by_loop[j] = torch.dot(query, key)

scores = keys @ query  # (T, d_k) @ (d_k,) = (T,)
torch.testing.assert_close(scores, by_loop)
print(scores)

# %% one-weights
scaled = scores / d_k**0.5
exponentials = torch.exp(scaled)
weights = torch.softmax(scaled, dim=-1)  # (T,)

print("scaled ", scaled)
print("exp    ", exponentials)
print(f"total   {exponentials.sum():.4f}")
print("weights", weights, f"sum {weights.sum():.4f}")

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
print(A)
print("row sums", A.sum(dim=-1))
print(Z)

# %% scaled-imports
import math

from torch.nn import functional as F

from snippets.scaled import check_sizes  # (1)!

# %% use-scaled
contexts, weights = scaled_dot_product_attention(Q, K, V)
torch.testing.assert_close(weights, A)
torch.testing.assert_close(contexts, Z)
torch.testing.assert_close(contexts, F.scaled_dot_product_attention(Q, K, V))
print(contexts[1])

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
print("d_k    Var(q · k)  Var(q · k / √d_k)")
for d_k in (2, 64, 512):
    q, k = torch.randn(20000, d_k), torch.randn(20000, d_k)
    dots = (q * k).sum(dim=-1)  # (20000,)
    print(f"{d_k:3} {dots.var():10.1f} {(dots / d_k**0.5).var():10.2f}")

# %% slope
for s in (0.0, 1.0, 4.0, 8.0):
    score = torch.tensor(s, requires_grad=True)
    shares = torch.softmax(torch.stack([score, torch.tensor(0.0)]), dim=-1)
    shares[0].backward()
    print(f"{s:.0f} {shares[0]:.4f} {shares[1]:.4f} {score.grad:.4f}")


# %% saturation
def saturation(scores: Tensor) -> tuple[float, float]:
    """Mean largest weight and mean Jacobian norm; scores (N, S)."""
    a = torch.softmax(scores, dim=-1)  # (N, S)
    jacobian = torch.diag_embed(a) - a[:, :, None] * a[:, None, :]
    norm = jacobian.norm(dim=(-2, -1))  # (N,)
    return a.amax(dim=-1).mean().item(), norm.mean().item()


torch.manual_seed(0)
sizes = [2, 8, 64, 256, 768]
plain, divided = [], []
for d_k in sizes:
    q, k = torch.randn(2000, d_k), torch.randn(2000, 16, d_k)
    scores = (k @ q[:, :, None])[:, :, 0]  # (2000, 16)
    plain.append(saturation(scores))
    divided.append(saturation(scores / d_k**0.5))

# %% largest-weight
from snippets.curves import curves

curves(
    sizes,
    {
        "q · k": [largest for largest, _ in plain],
        "q · k / √d_k": [largest for largest, _ in divided],
    },
    "d_k",
    "max α",
    log="x",
)

# %% jacobian-norm
curves(
    sizes,
    {
        "q · k": [norm for _, norm in plain],
        "q · k / √d_k": [norm for _, norm in divided],
    },
    "d_k",
    "‖∂α / ∂s‖",
    log="x",
)

# %% which-root
torch.manual_seed(0)
d_model, heads = 512, 8
d_k = d_model // heads
q, k = torch.randn(2000, d_k), torch.randn(2000, 16, d_k)
scores = (k @ q[:, :, None])[:, :, 0]  # (2000, 16)
divisors = {"√d_k": d_k**0.5, "√d_model": d_model**0.5, "d_k": d_k}
for name, divisor in divisors.items():
    print(f"{name:9} {saturation(scores / divisor)[0]:.2f}")

# %% compare-classes
torch.manual_seed(123)
v1 = SelfAttentionV1(3, 2)
v2 = SelfAttentionV2(3, 2)
with torch.no_grad():  # (1)!
    print(v1(x))
    print(v2(x))

# %% seed-789
torch.manual_seed(789)
with torch.no_grad():
    print(SelfAttentionV2(3, 2)(x))

# %% parameters
for layer in (v1, v2):
    for name, parameter in layer.named_parameters():
        print(name, tuple(parameter.shape), parameter.requires_grad)

# %% initialisation
torch.manual_seed(0)
wide_v1, wide_v2 = SelfAttentionV1(256, 256), SelfAttentionV2(256, 256)
for W in (wide_v1.W_query, wide_v2.W_query.weight):
    print(f"std {W.std():.3f} max {W.abs().max():.3f}")
print(f"1 / √d_in = {256**-0.5:.4f}")

# %% copy-weights
with torch.no_grad():
    v1.W_query.copy_(v2.W_query.weight.T)
    v1.W_key.copy_(v2.W_key.weight.T)
    v1.W_value.copy_(v2.W_value.weight.T)
torch.testing.assert_close(v1(x), v2(x))

# %% gradients
v2(x).square().sum().backward()  # (1)!
for name, parameter in v2.named_parameters():
    print(name, tuple(parameter.grad.shape), bool(parameter.grad.any()))

# %% capital-scores
from snippets.heatmap import heatmap
from snippets.sentences import CAPITAL

torch.manual_seed(2)
X = torch.randn(len(CAPITAL.tokens), 4)  # (T, d_model)
X_scores = X @ X.T / X.shape[-1] ** 0.5  # (T, T), Q = K = X
heatmap(X_scores, CAPITAL.tokens, scale=(-2.5, 2.5))

# %% capital-weights
X_weights = torch.softmax(X_scores, dim=-1)
heatmap(X_weights, CAPITAL.tokens)

# %% projected-weights
heatmap(A, tokens)

# %% three-cases
cases = {"journey": (x, x), "capital": (X, X), "Q, K": (Q, K)}
for name, (q, k) in cases.items():
    scores = q @ k.T
    weights = torch.softmax(scores / q.shape[-1] ** 0.5, dim=-1)
    diagonal = weights.argmax(dim=-1) == torch.arange(len(q))
    print(
        f"{name:7}"
        f" Ω = Ωᵀ {torch.allclose(scores, scores.T)!s:5}"
        f" A = Aᵀ {torch.allclose(weights, weights.T)}"
        f" argmax = i {diagonal.sum()} / {len(q)}"
        f" min {weights.min():.4f}"
    )

# %% two-cells
for name, divisor in {"1": 1, "√d_k": 3**0.5}.items():
    scores = x @ x.T / divisor
    w = torch.softmax(scores, dim=-1)
    print(
        f"{name:4} scores {scores[0, 1]:.4f} {scores[1, 0]:.4f}"
        f" weights {w[0, 1]:.4f} {w[1, 0]:.4f}"
    )

# %% raw-query
try:
    x @ K.T  # (T, d_in) @ (d_k, T)
except RuntimeError as error:
    print(error)

# %% key-value-scores
print("Q[1] · K", K @ Q[1])
print("K[1] · V", V @ K[1])

# %% int-root
try:
    torch.sqrt(K.shape[-1])
except TypeError as error:
    print(error)
print(f"{math.sqrt(K.shape[-1]):.4f} {K.shape[-1] ** 0.5:.4f}")

# %% batch-reversed
q, k = torch.stack([Q, Q]), torch.stack([K, K])  # (B, T, d_k)
k_T = k.permute(2, 1, 0)  # (1)!
print(tuple(k_T.shape), tuple(k.transpose(-2, -1).shape))
try:
    q @ k_T
except RuntimeError as error:
    print(error)

# %% batch-silent
torch.manual_seed(0)
q, k = torch.randn(2, 3, 3, 3)  # two of (B, T, d_k) = (3, 3, 3)
right, wrong = q @ k.transpose(-2, -1), q @ k.permute(2, 1, 0)
print(tuple(right.shape), tuple(wrong.shape))
print(right[0])
print(wrong[0])

# %% wrong-axis
scores = Q @ K.T / math.sqrt(K.shape[-1])
for dim in (-1, 0):
    weights = torch.softmax(scores, dim=dim)
    print("dim", dim, tuple(weights.shape))
    print("row sums   ", weights.sum(dim=1))
    print("column sums", weights.sum(dim=0))

# %% one-by-one
print(torch.stack([torch.softmax(s, dim=-1) for s in scores[1]]))
print(torch.softmax(scores[1], dim=-1))

# %% wrong-divisor
for name, divisor in {
    "√d_k": 2**0.5,
    "1": 1,
    "d_k": 2,
    "√d_in": 3**0.5,
}.items():
    print(f"{name:5}", torch.softmax(K @ Q[1] / divisor, dim=-1))

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

# %% solved-copy
check_copy_weights(copy_weights)

# %% solved-look-ahead
W_query, W_key = look_ahead(4)
print(W_query)
check_look_ahead(look_ahead)

# %% solved-jacobian
print(softmax_jacobian(torch.tensor([0.5, 0.25, 0.25])))
check_softmax_jacobian(softmax_jacobian)
