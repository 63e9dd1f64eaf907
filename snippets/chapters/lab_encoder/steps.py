"""Lab lab-encoder: one sentence through the encoder, step by step.

Run it by itself: python -m snippets.chapters.lab_encoder.steps
"""

from snippets.chapters.lab_encoder.exercises import (
    bare_layer,
    check_bare_layer,
    check_neighbours,
    check_without_head,
    neighbours,
    without_head,
)

# %% sentence
import torch
from torch import Tensor, nn

from snippets.device import pick_device
from snippets.sentences import CAPITAL
from snippets.strip import token_strip

torch.set_grad_enabled(False)  # (1)!
device = pick_device()  # (2)!

tokens = CAPITAL.tokens
T, at = len(tokens), tokens.index(" France")
print(f"T = {T}, position of {tokens[at]!r}: {at}")
token_strip(tokens, CAPITAL.ids)


# %% follow
def follow(name: str, y: Tensor, t: int = at) -> None:
    """Print a name, the shape of y (..., T, n) and its rows of token t."""
    print(name, tuple(y.shape))
    for row in y[..., t, :].reshape(-1, y.shape[-1]).tolist():
        print(" ".join(f"{value:7.4f}" for value in row))


# %% embeddings
from snippets.sentences import look_up

V, D = 10000, 8
torch.manual_seed(1)
table = torch.randn(V, D).to(device)

ids = torch.tensor(CAPITAL.ids, device=device)  # (T,)
embeddings = look_up(ids, table)  # (T, D)
print("id", ids[at].item())
follow("embeddings", embeddings)

# %% positions
from snippets.positional import sinusoidal_encoding

positions = sinusoidal_encoding(T, D).to(device)
x = embeddings + positions
follow("positions", positions)
follow("x", x)
for name, y in (("embeddings", embeddings), ("positions", positions)):
    print(f"mean length of {name:<10} {y.norm(dim=-1).mean():.4f}")

# %% positions-heatmap
from snippets.heatmap import heatmap

columns = [str(i) for i in range(D)]
heatmap(
    torch.stack([embeddings, positions, x]),
    tokens,
    columns,
    titles=["embeddings", "positions", "x"],
    scale=(-3, 3),
    digits=False,
)

# %% encoder
from snippets.encoder import Encoder

N, H = 2, 2
torch.manual_seed(2)
encoder = Encoder(N, D, H, d_hidden=4 * D).to(device)
layer = encoder.layers[0]
attention = layer.attention

print(f"each layer: {sum(p.numel() for p in layer.parameters())} parameters")

# %% projections
follow("x W_query + b", attention.W_query(x))

q, k, v = attention.project(x)  # each (H, T, d_k)
follow("q", q)
follow("k of the", k, tokens.index(" the"))

# %% weights
d_k = q.shape[-1]
scores = q @ k.transpose(-2, -1)  # (H, T, T)
scaled = scores / d_k**0.5
weights = torch.softmax(scaled, dim=-1)  # over the keys
follow("scores", scores)
follow("scaled", scaled)
follow("weights", weights)
print("sums", *(f"{total:.4f}" for total in weights[:, at].sum(dim=-1)))

# %% weights-heatmap
heatmap(weights, tokens, titles=["1, 1", "1, 2"])

# %% other-seeds
for seed in range(5):
    torch.manual_seed(seed)
    other = Encoder(N, D, H, d_hidden=4 * D).to(device)
    _, maps = other(x, return_weights=True)  # (N, H, T, T)
    favourites = maps[0, :, at].argmax(dim=-1)  # (H,)
    print(seed, [tokens[j] for j in favourites.tolist()])

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
    """Mean, variance and length of the row we follow; y (T, D)."""
    row = y[at]
    mean, variance = row.mean(), row.var(unbiased=False)
    print(f"{name}: mean {mean:.4f}, variance {variance:.4f}", end=", ")
    print(f"length {row.norm():.4f}")


total = x + attended
y = layer.around_attention.norm(total)
follow("x + attended", total)
moments("x + attended", total)
follow("y", y)
moments("y", y)

# %% feed-forward
hidden = torch.relu(layer.feed_forward.hidden(y))  # (T, 4 * D)
change = layer.feed_forward.out(hidden)  # (T, D)
print("hidden", tuple(hidden.shape), "above 0:", (hidden[at] > 0).sum().item())
follow("change", change)

alone = layer.feed_forward(y[at])  # one token, nothing else
torch.testing.assert_close(change[at], alone)

# %% second-norm
z = layer.around_feed_forward.norm(y + change)
follow("y + change", y + change)
follow("z", z)
torch.testing.assert_close(z, layer(x))

# %% stack
output, maps = encoder(x, return_weights=True)
print("maps", tuple(maps.shape))  # (N, H, T, T)
follow("weights of layer 2", maps[1])
follow("output", output)

second = encoder.layers[1]
torch.testing.assert_close(output, second(z))

# %% stack-heatmap
heatmap(maps[1], tokens, titles=["2, 1", "2, 2"], digits=False)

# %% stops-heatmap
stops = {"x": x, "y": y, "z": z, "output": output}
heatmap(
    torch.stack(list(stops.values())),
    tokens,
    columns,
    titles=list(stops),
    scale=(-3, 3),
    digits=False,
)

# %% batch
from snippets.multi_head import padding_mask

PAD = 0  # the mask hides it, so any id will do
lengths = torch.tensor([T, 4], device=device)
batch_ids = torch.full((2, T), PAD, device=device)  # (B, T)
batch_ids[0] = ids
batch_ids[1, :4] = ids[[0, 1, 5, 6]]  # "What is France?"
batch = look_up(batch_ids, table) + positions  # (B, T, D)
mask = padding_mask(lengths)  # (B, 1, T)

print(batch_ids.tolist())
print("batch", tuple(batch.shape), "mask", tuple(mask.shape))
print(mask.int().tolist())

# %% padded
padded, masked_maps = encoder(batch, mask, return_weights=True)
print("maps", tuple(masked_maps.shape))  # (N, B, H, T, T)
follow("weights of layer 1", masked_maps[0, 1], t=2)
follow("output", padded[1], t=2)


# %% alone
def largest(a: Tensor, b: Tensor) -> str:
    """The largest difference between two tensors of one shape."""
    return f"{(a - b).abs().max():.4f}"


print("first sentence", largest(padded[0], output))
print("second, alone ", largest(padded[1, :4], encoder(batch[1, :4])))
print("without a mask", largest(padded[1, :4], encoder(batch)[1, :4]))

# %% twin
from snippets.copy_weights import copy_layer

one = nn.TransformerEncoderLayer(D, H, 4 * D, dropout=0.0, batch_first=True)
theirs = nn.TransformerEncoder(one, N, enable_nested_tensor=False).to(device)
for mine, other in zip(encoder.layers, theirs.layers):
    copy_layer(mine, other)

follow("theirs", theirs(x))

# %% differences
first = theirs.layers[0]
_, their_weights = first.self_attn(x, x, x, average_attn_weights=False)
pairs = {
    "weights": (weights, their_weights),
    "z": (z, first(x)),
    "output": (output, theirs(x)),
    "padded": (padded, theirs(batch, src_key_padding_mask=~mask[:, 0])),
}
for name, (mine, other) in pairs.items():
    torch.testing.assert_close(other, mine)
    print(f"{name:<7} {largest(mine, other)}")

# %% wrong-divisor
follow("divided by the root of 4", weights)
follow("divided by the root of 8", torch.softmax(scores / D**0.5, dim=-1))

# %% wrong-exponent
pos = torch.arange(T, device=device)[:, None]
odd = torch.arange(1, D, 2, device=device)  # 2i + 1
wrong = positions.clone()
wrong[:, 1::2] = torch.cos(pos / 10000 ** (odd / D))

follow("positions", positions)
follow("wrong", wrong)
print("largest difference", largest(encoder(embeddings + wrong), output))

# %% stacked
print("one above the other", tuple(torch.cat(list(context), dim=0).shape))

forced = context.reshape(T, D)
follow("side by side", concat)
follow("forced", forced)
torch.testing.assert_close(forced[at], context[1, 3:5].flatten())

# %% exercise-imports
from collections.abc import Callable

from snippets.encoder import EncoderLayer
from snippets.multi_head import MultiHeadSelfAttention
from snippets.scaled import scaled_dot_product_attention

# %% run-neighbours
check_neighbours(neighbours)
near = neighbours(T).to(device)


def through(y: Tensor, count: int) -> Tensor:
    """y (T, D) through the first layers, each token sees its neighbours."""
    for layer in encoder.layers[:count]:
        y = layer(y, near)
    return y


for count in (1, 2):
    reached = []
    for t in range(T):
        changed = x.clone()
        changed[t, 0] += 1.0
        change = through(changed, count)[at] - through(x, count)[at]
        if change.abs().max() > 1e-4:
            reached.append(tokens[t])
    print(count, reached)

# %% run-without-head
check_without_head(without_head)
for h in range(H):
    follow(f"without head {h + 1}", without_head(attention, x, h))


# %% run-bare-layer
def likeness(y: Tensor) -> str:
    """Mean cosine between the vectors of two different tokens; y (T, D)."""
    unit = y / y.norm(dim=-1, keepdim=True)
    different = ~torch.eye(len(y), dtype=torch.bool, device=y.device)
    return f"{(unit @ unit.T)[different].mean():.4f}"


check_bare_layer(bare_layer)
bare = x
for layer in encoder.layers:
    bare = bare_layer(layer, bare)
print("x      ", likeness(x))
print("with   ", likeness(output))
print("without", likeness(bare))
