"""Chapter positional-encoding, step by step."""

from snippets.chapters.positional_encoding.exercises import (
    add_positions,
    check_add_positions,
    check_position_fifty,
    check_shift,
    position_fifty,
    shift,
)
from snippets.positional import sinusoidal_encoding, sinusoidal_encoding_loop

# %% hands
import math

from matplotlib.patches import Circle

from snippets.colours import INK, MINUS, QUIET, WEIGHT
from snippets.plane import arrow, plane

figure, axes = plane(["pos = 10", "pos = 54"])
for ax, pos in zip(axes, (10, 54)):
    ax.add_patch(Circle((0, 0), 1, fill=False, color=QUIET))
    for i, colour in enumerate((WEIGHT, MINUS, INK)):
        angle = pos / 10000 ** (2 * i / 6)
        tip = math.sin(angle), math.cos(angle)
        arrow(ax, f"i = {i}", tip, colour=colour)
figure

# %% mechanism
import torch
from torch import Tensor

from snippets.sentences import MECHANISM

tokens, x = MECHANISM  # x (T, D)
for token, vector in zip(tokens, x):
    print(f"{token:<9}", vector)
print(x.shape)

# %% swap
from snippets.simplified import simplified_attention


def changed(before: Tensor, after: Tensor) -> str:
    """How many rows have new numbers, beyond rounding."""
    new = (after - before).abs().amax(dim=-1) > 1e-5  # (T,)
    return f"vectors with new numbers: {new.sum()} of {len(new)}"


order = [1, 0, 2, 3, 4]
context = simplified_attention(x)[0]  # (1)!
swapped = simplified_attention(x[order])[0]

print("Write, first ", context[0])
print("Write, second", swapped[1])
print(changed(context[order], swapped))

# %% all-orders
from itertools import permutations

orders = [list(order) for order in permutations(range(5))]
for order in orders:
    shuffled = simplified_attention(x[order])[0]
    torch.testing.assert_close(shuffled, context[order])
print("orders:", len(orders))

# %% integers
T, D = x.shape
counted = x + torch.arange(T)[:, None]  # (T, D) + (T, 1) = (T, D)

print("|x|      ", x.norm(dim=-1))
print("|x + pos|", counted.norm(dim=-1))
for name, vectors in (("x", x), ("x + pos", counted)):
    weights = simplified_attention(vectors)[1]  # (T, T)
    most = weights.argmax(dim=-1)  # (T,)
    print(f"{name}: most at", *(tokens[j] for j in most))

# %% fractions
for length in (5, 50):
    print(f"T = {length:>2}:", torch.arange(4) / length)

# %% digits
for pos in range(8):
    print(pos, f"{pos:03b}")

# %% wrong-range
encoding = torch.zeros(T, D)
try:
    for i in range(D // 2 + 1):  # i = 0 … D / 2
        encoding[:, 2 * i] = i
except IndexError as error:
    print(error)

try:
    x + torch.zeros(T + 1, D)  # pos = 0 … T
except RuntimeError as error:
    print(error)

# %% by-hand
print("pos i denominator  angle     sin     cos")
for pos in (1, 3):
    for i in range(D // 2):
        denominator = 10000 ** (2 * i / D)
        angle = pos / denominator
        sin, cos = math.sin(angle), math.cos(angle)
        print(f"{pos:>3} {i} {denominator:>11.4f} {angle:>6.4f}", end="")
        print(f" {sin:>7.4f} {cos:>7.4f}")
print(f"in degrees sin 1 = {math.sin(math.radians(1)):.4f}")

# %% by-loop
P = sinusoidal_encoding_loop(T, D)
print(P.shape)
print(P)

# %% shapes
position = torch.arange(T)[:, None]
even = torch.arange(0, D, 2)
angle = position / 10000 ** (even / D)

print("position", position.shape)
print("even    ", even.shape, even)
print("angle   ", angle.shape)
print("angle[1]", angle[1])

# %% same
for length, d_model in [(5, 6), (50, 7), (200, 64), (1, 1)]:
    by_loop = sinusoidal_encoding_loop(length, d_model)
    at_once = sinusoidal_encoding(length, d_model)
    torch.testing.assert_close(at_once, by_loop)

# %% exp-log
print("i denominator reciprocal product")
for i in range(D // 2):
    denominator = 10000 ** (2 * i / D)
    reciprocal = math.exp(-2 * i / D * math.log(10000))
    product = denominator * reciprocal
    print(f"{i} {denominator:>11.4f} {reciprocal:>10.4f}", end="")
    print(f" {product:>7.4f}")

omega = torch.exp(-even / D * math.log(10000))  # (D / 2,)
torch.testing.assert_close(position * omega, angle)

# %% odd
wrong = torch.zeros(3, 5)
for i in range(5 // 2):
    angles = torch.arange(3) / 100 ** (2 * i / 5)
    wrong[:, 2 * i] = torch.sin(angles)
    wrong[:, 2 * i + 1] = torch.cos(angles)

print(sinusoidal_encoding(3, 5, base=100))
print("the loop:", wrong, sep="\n")

# %% wide-heatmap
from snippets.heatmap import heatmap

names = [str(k) for k in range(16)]
wide = sinusoidal_encoding(16, 16)
heatmap(wide, names, scale=(-1, 1), digits=False)

# %% wavelengths
print("  D   i wavelength")
for d_model in (6, 512):
    for i in (0, 1, d_model // 2 - 1):
        wavelength = 2 * math.pi * 10000 ** (2 * i / d_model)
        print(f"{d_model:>3} {i:>3} {wavelength:10.2f}")
print(f"2 pi 10000 {2 * math.pi * 10000:7.2f}")

# %% products
products = P @ P.T  # (T, D) @ (D, T) = (T, T)
print(products)
falls = bool(products[0, 3] > products[0, 4])
print("nearer is always more alike:", falls)

distance = position - position.T  # (T, 1) - (1, T) = (T, T)
angle = distance[:, :, None] / 10000 ** (even / D)  # (T, T, D / 2)
torch.testing.assert_close(products, torch.cos(angle).sum(dim=-1))

# %% products-heatmap
products = (wide @ wide.T).round(decimals=4)  # (1)!
heatmap(products, names, scale=(0, 8), digits=False)


# %% rotation
def rotation(k: int, d_model: int, base: float = 10000.0) -> Tensor:
    """The matrix that turns PE(pos) into PE(pos + k); d_model even."""
    turns = []
    for i in range(d_model // 2):
        angle = k / base ** (2 * i / d_model)
        cos, sin = math.cos(angle), math.sin(angle)
        turns.append(torch.tensor([[cos, sin], [-sin, cos]]))
    return torch.block_diag(*turns)  # (D, D)


R = rotation(1, D)
print(R)
print("R p_1", R @ P[1])
print("p_2  ", P[2])

# %% every-shift
far = sinusoidal_encoding(100, D)
for k in (1, 2, 10, 99):
    moved = far[:-k] @ rotation(k, D).T  # (100 - k, D)
    torch.testing.assert_close(moved, far[k:])

torch.testing.assert_close(R.T @ R, torch.eye(D))  # (1)!

# %% look-back
P_8 = sinusoidal_encoding(8, 16)
back = rotation(-1, 16)
print("best match   ", (P_8 @ P_8.T).argmax(dim=-1))
print("one turned   ", (P_8 @ back.T @ P_8.T).argmax(dim=-1))

# %% same-word
again = x[[0, 1, 0]]  # Write your Write
both = again + sinusoidal_encoding(3, D)
print("x_0      ", again[0])
print("x_2      ", again[2])
print("x_0 + p_0", both[0])
print("x_2 + p_2", both[2])

# %% wrong-ids
from snippets.sentences import CAPITAL

ids = torch.tensor(CAPITAL.ids)
print("ids      ", ids)
print("ids + pos", ids + torch.arange(len(ids)))

# %% order-counts
order = [1, 0, 2, 3, 4]
context, weights = simplified_attention(x + P)
swapped = simplified_attention(x[order] + P)[0]

print("Write, first ", context[0])
print("Write, second", swapped[1])
print(changed(context[order], swapped))

# %% order-heatmap
alone = simplified_attention(x)[1]
pair = torch.stack([alone, weights])  # (2, T, T)
heatmap(pair, tokens, titles=["x", "x + p"])

# %% order-numbers
from snippets.simplified import attention_scores

print("scores", attention_scores(x + P), sep="\n")
print("weights", weights, sep="\n")
print("row sums", weights.sum(dim=-1))
print("context", context, sep="\n")

# %% lengths
rooted = math.sqrt(D) * x
for name, vectors in (("p", P), ("x", x), ("sqrt(D) x", rooted)):
    lengths = vectors.norm(dim=-1)  # (T,)
    print(f"{name:<9}", lengths, f"mean {lengths.mean():.4f}")

# %% wrong-exponent
wrong = P.clone()
for j in range(1, D, 2):  # j = 2i + 1
    wrong[:, j] = torch.cos(torch.arange(T) / 10000 ** (j / D))

print("wrong", wrong, sep="\n")
print("|p|    ", P.norm(dim=-1))
print("|wrong|", wrong.norm(dim=-1))

# %% wrong-sign
i = torch.arange(D // 2)
wrong = torch.exp(2 * i / D * math.log(10000))
angle = torch.arange(T)[:, None] * wrong  # (T, D / 2)

print("sine of hand 1:", torch.sin(angle)[:, 1])
print("turns a step:  ", wrong / (2 * math.pi))

# %% try-position-fifty
print([round(number, 2) for number in position_fifty])
check_position_fifty(position_fifty)


# %% faulty
def faulty(x: Tensor) -> Tensor:
    """Embeddings x (B, T, D) with their positions added."""
    encoding = sinusoidal_encoding(len(x), x.shape[-1])
    x += encoding[:, None]
    return x


# %% try-add-positions
check_add_positions(add_positions)

# %% try-shift
check_shift(shift)
