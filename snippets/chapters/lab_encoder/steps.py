"""Lab lab-encoder: one sentence through the encoder, step by step.

Run it by itself: python -m snippets.chapters.lab_encoder.steps
"""

from snippets.chapters.lab_encoder.exercises import (
    check_neighbours,
    check_without_head,
    neighbours,
    without_head,
)

# %% sentence
import torch
from torch import Tensor

from snippets.sentences import CAPITAL
from snippets.strip import token_strip

torch.set_grad_enabled(False)  # (1)!

tokens = CAPITAL.tokens
T, at = len(tokens), tokens.index(" France")
print(f"T = {T}, position of {tokens[at]!r}: {at}")
token_strip(tokens, CAPITAL.ids)


# %% follow
def follow(name: str, y: Tensor, t: int = at) -> None:
    """Print a name, the shape of y (..., T, n) and token t."""
    print(name, tuple(y.shape))
    for row in y[..., t, :].reshape(-1, y.shape[-1]).tolist():
        print(" ".join(f"{value:7.4f}" for value in row))


# %% embeddings
from snippets.sentences import look_up

N, D = 10000, 8
torch.manual_seed(1)
table = torch.randn(N, D)

ids = torch.tensor(CAPITAL.ids)  # (T,)
embeddings = look_up(ids, table)  # (T, D)
print("id", ids[at].item())
follow("embeddings", embeddings)

# %% positions
from snippets.positional import sinusoidal_encoding

positions = sinusoidal_encoding(T, D)
x = embeddings + positions
follow("positions", positions)
follow("x", x)
for name, y in (("embeddings", embeddings), ("positions", positions)):
    print(f"mean length of {name:<10} {y.norm(dim=-1).mean():.4f}")

# %% encoder
from snippets.capture import capture
from snippets.encoder import Encoder

L, H = 2, 2
torch.manual_seed(2)
encoder = Encoder(L, D, H, d_hidden=4 * D)
layer = encoder.layers[0]
attention = layer.self_attention

size = sum(p.numel() for p in layer.parameters())
print(f"each layer: {size} parameters")

# %% projections
follow("x W_query + b", attention.W_query(x))

q, k, v = attention.project(x)  # each (H, T, d_k)
follow("q", q)
follow("k of the", k, tokens.index(" the"))

# %% weights
d_k = q.shape[-1]
products = q @ k.transpose(-2, -1)  # (H, T, T)
scores = products / d_k**0.5
weights = torch.softmax(scores, dim=-1)  # over the keys
follow("products", products)
follow("scores", scores)
follow("weights", weights)
sums = weights[:, at].sum(dim=-1).tolist()
print("sums", *(f"{total:.4f}" for total in sums))

# %% weights-heatmap
from snippets.heatmap import heatmap

heatmap(weights, tokens, titles=["1, 1", "1, 2"])

# %% other-seeds
capital = 0
for seed in range(5):
    torch.manual_seed(seed)
    other = Encoder(L, D, H, d_hidden=4 * D)
    with capture(other.layers[0]) as maps:
        other(x)
    (untrained,) = maps["self_attention"]  # (H, T, T)
    favourites = untrained[:, at].argmax(dim=-1)  # (H,)
    names = [tokens[j] for j in favourites.tolist()]
    print("seed", seed, names)
    capital += names[1] == " capital"
print(f"head 2 prefers capital in {capital} of 5")

# %% context
context = weights @ v  # (H, T, d_v)
follow("v", v)
follow("context", context)

# %% concat
from snippets.multi_head import merge_heads

concat = merge_heads(context)  # (T, H * d_v)
attended = attention.out_proj(concat)  # (T, D)
follow("concat", concat)
follow("attended", attended)
torch.testing.assert_close(attended, attention(x))


# %% first-norm
def moments(name: str, y: Tensor) -> None:
    """Mean, variance and length of our row; y (T, D)."""
    row = y[at]
    mean, variance = row.mean(), row.var(unbiased=False)
    print(f"{name}: mean {mean:.4f}", end=", ")
    print(f"variance {variance:.4f}, length {row.norm():.4f}")


total = x + attended
u = layer.norm1(total)
follow("x + attended", total)
moments("x + attended", total)
follow("u", u)
moments("u", u)

# %% feed-forward
hidden = torch.relu(layer.feed_forward.hidden(u))  # (T, 4 * D)
change = layer.feed_forward.out(hidden)  # (T, D)
positive = (hidden[at] > 0).sum().item()
print("hidden", tuple(hidden.shape), "above 0:", positive)
follow("change", change)

alone = layer.feed_forward(u[at])  # one token, nothing else
torch.testing.assert_close(change[at], alone)

# %% second-norm
y = layer.norm2(u + change)
follow("u + change", u + change)
follow("y", y)
torch.testing.assert_close(y, layer(x))

# %% stack
with capture(encoder) as maps:
    output = encoder(x)
(later,) = maps["layers.1.self_attention"]  # (H, T, T)
print(*maps)
follow("weights of layer 2", later)
follow("output", output)

second = encoder.layers[1]
torch.testing.assert_close(output, second(y))

# %% stops-heatmap
columns = [str(d) for d in range(D)]
stops = {"x": x, "u": u, "y": y, "output": output}
heatmap(
    torch.stack(list(stops.values())),
    tokens,
    columns,
    titles=list(stops),
    scale=(-3, 3),
    digits=False,
)

# %% batch
from snippets.masks import padding_mask

PAD = 0  # the mask hides it, so any id will do
batch_ids = torch.full((2, T), PAD)  # (B, T)
batch_ids[0] = ids
batch_ids[1, :4] = ids[[0, 1, 5, 6]]  # "What is France?"
batch = look_up(batch_ids, table) + positions  # (B, T, D)
mask = padding_mask(torch.tensor([T, 4]))
print(mask[:, 0, 0].int().tolist())  # (B, T)

with capture(encoder) as maps:
    padded = encoder(batch, mask)
(first,) = maps["layers.0.self_attention"]  # (B, H, T, T)
follow("weights of layer 1", first[1], t=2)
follow("output", padded[1], t=2)


# %% alone
def largest(a: Tensor, b: Tensor) -> str:
    """The largest difference between two tensors of one shape."""
    return f"{(a - b).abs().max():.4f}"


alone, bare = encoder(batch[1, :4]), encoder(batch)
print("first sentence", largest(padded[0], output))
print("second, alone ", largest(padded[1, :4], alone))
print("without a mask", largest(padded[1, :4], bare[1, :4]))

# %% stacked
forced = context.reshape(T, D)
follow("side by side", concat)
follow("forced", forced)
torch.testing.assert_close(forced[at], context[1, 3:5].flatten())

# %% exercise-imports
from collections.abc import Callable

from snippets.multi_head import MultiHeadSelfAttention
from snippets.scaled import scaled_dot_product_attention

# %% run-neighbours
check_neighbours(neighbours)
near = neighbours(T)


def through(y: Tensor, count: int) -> Tensor:
    """y (T, D) through layers in which neighbours are seen."""
    for layer in encoder.layers[:count]:
        y = layer(y, near)
    return y


for count in (1, 2):
    reached = []
    for t in range(T):
        changed = x.clone()
        changed[t, 0] += 1.0
        new, old = through(changed, count), through(x, count)
        if (new - old)[at].abs().max() > 1e-4:
            reached.append(tokens[t])
    print("layers", count, "reached by", reached)

# %% run-without-head
check_without_head(without_head)
for h in range(H):
    follow(f"without head {h + 1}", without_head(attention, x, h))
