"""Chapter simplified-attention, step by step."""

from snippets.chapters.simplified_attention.exercises import (
    check_four_weights,
    check_most_looked_at,
    check_softmax_with_temperature,
    check_unshuffle,
    four_weights,
    most_looked_at,
    softmax_with_temperature,
    unshuffle,
)
from snippets.simplified import (
    attention_scores,
    attention_scores_loop,
    attention_weights,
    naive_softmax,
    simplified_attention,
)

# %% hello-data
import torch
from torch import Tensor

from snippets.sentences import SUN

tokens, x = SUN
for token, vector in zip(tokens, x):
    print(f"{token:<5}", vector)

# %% three-steps
query = x[1]  # "shiny"
scores = x @ query
weights = scores.softmax(dim=0)
context = weights @ x

# %% hello-scores
query = x[1]  # "shiny", (D,)

scores = torch.empty(len(x))  # (1)!
for i, key in enumerate(x):
    products = key * query  # (D,)
    scores[i] = products.sum()
    terms = " + ".join(f"{p:.4f}" for p in products)
    print(f"{tokens[i]:<5} {terms} = {scores[i]:.4f}")

# %% hello-weights
exponentials = torch.exp(scores)
total = exponentials.sum()
weights = exponentials / total

print("exp    ", exponentials)
print(f"total   {total:.4f}")
print("weights", weights)
print(f"sum     {weights.sum():.4f}")

# %% hello-context
weighted = weights[:, None] * x  # (T, 1) * (T, D) = (T, D)
for token, vector in zip(tokens, weighted):
    print(f"{token:<5}", vector)

context = weighted.sum(dim=0)  # (D,)
print("sum  ", context)

# %% mixture
from snippets.plane import mixture

corners = torch.tensor([[-0.9, -0.4], [0.5, 1.1], [1.2, 0.3]])
for token, corner in zip(tokens, corners):
    print(f"{token:<5}", corner)

query = corners[1]  # "shiny"
weights = (corners @ query).softmax(dim=0)
mixture(tokens, query, corners, corners, weights)

# %% journey-data
from snippets.sentences import JOURNEY

tokens, x = JOURNEY
for token, vector in zip(tokens, x):
    print(f"{token:<7}", vector)
print(x.shape)

# %% journey-scores
query = x[1]  # "journey", (D,)

by_loop = torch.empty(len(x))
for i, key in enumerate(x):
    by_loop[i] = torch.dot(key, query)

scores = x @ query  # (T, D) @ (D,) = (T,)

print(by_loop)
print(scores)
torch.testing.assert_close(scores, by_loop)  # (1)!

# %% shadows
from snippets.colours import KEY, QUERY
from snippets.plane import arrow, plane, shadow

figure, panels = plane([f"{scores[j]:.4f}" for j in (4, 3)])
for ax, name in zip(panels, ["one", "with"]):
    key = x[tokens.index(name)]
    along = key @ query / query.norm()  # the shadow
    across = (key @ key - along**2).sqrt()
    arrow(ax, "journey", (query.norm(), 0), colour=QUERY)
    arrow(ax, name, (along, across), colour=KEY)
    shadow(ax, (along, across), (query.norm(), 0), KEY)
    ax.margins(y=0.5)
figure

# %% divide-by-sum
shares = scores / scores.sum()
print(shares, f"sum {shares.sum():.4f}")

# %% softmax
weights = naive_softmax(scores)
print(weights, f"sum {weights.sum():.4f}")

# %% negative-scores
mixed = torch.tensor([2.0, -1.0, -0.5])
shares = mixed / mixed.sum()
print("by the sum", shares)
print("softmax   ", naive_softmax(mixed))
print(f"first share by the sum: {shares[0]:.2f}")

# %% shift
before, after = naive_softmax(mixed), naive_softmax(mixed + 5)
a, b = before.max(), after.max()
print(f"largest weight {a:.2f}, then {b:.2f}")

# %% overflow
large = torch.tensor([200.0, 0.0])
print("naive ", naive_softmax(large))
print("stable", attention_weights(large))
print("torch ", torch.softmax(large, dim=-1))

# %% journey-context
weights = attention_weights(x @ query)  # (T,)

by_loop = torch.zeros(x.shape[1])
for weight, vector in zip(weights, x):
    by_loop += weight * vector

context = weights @ x  # (T,) @ (T, D) = (D,)

print(by_loop)
print(context)
torch.testing.assert_close(context, by_loop)

# %% all-scores
scores = attention_scores(x)  # (T, T)
torch.testing.assert_close(scores, attention_scores_loop(x))
print(scores)

# %% all-weights
weights = attention_weights(scores)  # (T, T)
print(weights)
print("row sums", weights.sum(dim=-1))

# %% all-contexts
context, weights = simplified_attention(x)
print(context)

# %% all-shapes
batch = torch.stack([x, x.flip(0)])  # (B, T, D)
for one in x, batch:
    Z, A = simplified_attention(one)
    products = attention_scores(one)
    print(*(tuple(t.shape) for t in (one, products, A, Z)))

# %% journey-heatmap
from snippets.heatmap import heatmap

heatmap(weights, tokens)

# %% longest-wins
unit = x / x.norm(dim=-1, keepdim=True)  # |unit[i]| = 1
cosines = unit @ unit.T

print("length ", x.norm(dim=-1))
print("scores ", [tokens[j] for j in scores.argmax(dim=-1)])
print("cosines", [tokens[j] for j in cosines.argmax(dim=-1)])

# %% flatter
scores = attention_scores(x)  # (T, T)
shares = scores / scores.sum(dim=-1, keepdim=True)
weights = attention_weights(scores)

print("max/min by the sum", shares.amax(-1) / shares.amin(-1))
print("max/min softmax   ", weights.amax(-1) / weights.amin(-1))

# %% sharper
from snippets.curves import curves

scores = attention_scores(SUN.embeddings)[1]  # (3,)
factors = [0.25, 0.5, 1, 2, 4, 8, 16, 32]
by_sum = [(c * scores / (c * scores).sum()).max() for c in factors]
softmax = [attention_weights(c * scores).max() for c in factors]

for c, largest in zip(factors, softmax):
    print(f"c = {c:<4} largest weight {largest:.2f}")
curves(
    factors,
    {"softmax": softmax, "by sum": by_sum},
    x_label="c",
    y_label="max",
    log="x",
)

# %% shuffled
order = torch.tensor([3, 0, 5, 1, 4, 2])
context = simplified_attention(x)[0]
shuffled = simplified_attention(x[order])[0]
torch.testing.assert_close(shuffled, context[order])

# %% hello-wrong-sum
x = SUN.embeddings
weighted = attention_weights(x @ x[1])[:, None] * x  # (T, D)
print("over tokens    ", weighted.sum(dim=0))  # (D,)
print("over components", weighted.sum(dim=1))  # (T,)

# %% softmax-of-one
x = JOURNEY.embeddings
row = attention_scores(x)[1]  # (T,)
one_by_one = [torch.softmax(score.reshape(1), dim=-1) for score in row]
print("one by one", torch.cat(one_by_one))
print("the row   ", torch.softmax(row, dim=-1))

# %% overflow-in-attention
scores = attention_scores(10 * x)  # 100 * attention_scores(x)
context = naive_softmax(scores) @ x
print("limit  ", torch.log(torch.tensor(torch.finfo().max)))
print("largest", scores.amax(dim=-1))
print("context", context[:, 0])  # (T,)

# %% exercise-types
from collections.abc import Callable, Sequence

# %% run-most-looked-at
vectors = torch.tensor([[2, 0], [1, 1], [0, 3], [-1, 1]])
print(vectors @ vectors.T)
print(most_looked_at)
check_most_looked_at(most_looked_at)

# %% run-four-weights
print(torch.tensor(four_weights))
check_four_weights(four_weights)

# %% run-softmax-with-temperature
scores = attention_scores(SUN.embeddings)[1]
for temperature in (0.01, 1.0, 100.0):
    weights = softmax_with_temperature(scores, temperature)
    print(f"{temperature:<5}", [f"{w:.4f}" for w in weights])
check_softmax_with_temperature(softmax_with_temperature)

# %% run-unshuffle
check_unshuffle(unshuffle)
