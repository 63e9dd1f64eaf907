"""Chapter positional-encoding, step by step.

Run it by itself: python -m snippets.chapters.positional_encoding.steps
"""

from snippets.chapters.positional_encoding.exercises import (
    add_positions,
    check_add_positions,
    check_position_fifty,
    check_read_position,
    check_shift,
    check_to_halves,
    position_fifty,
    read_position,
    shift,
    to_halves,
)
from snippets.positional import sinusoidal_encoding, sinusoidal_encoding_loop

# %% mechanism
import torch
from torch import Tensor

from snippets.sentences import MECHANISM

tokens, x = MECHANISM  # x (T, D)
for token, vector in zip(tokens, x):
    print(f"{token:<9}", vector)

# %% swap
from snippets.simplified import simplified_attention

order = [1, 0, 2, 3, 4]
context = simplified_attention(x)[0]  # (1)!
swapped = simplified_attention(x[order])[0]

print([tokens[k] for k in order])
print(tokens[0], context[0])
print(tokens[0], swapped[1])
torch.testing.assert_close(swapped, context[order])  # (2)!

# %% all-orders
from itertools import permutations

orders = [list(order) for order in permutations(range(len(tokens)))]
for order in orders:
    shuffled = simplified_attention(x[order])[0]
    torch.testing.assert_close(shuffled, context[order])
print(len(orders))

# %% integers
T, D = x.shape
counted = x + torch.arange(T)[:, None]  # (T, D) + (T, 1) = (T, D)

print(counted)
print("|x|      ", x.norm(dim=-1))
print("|x + pos|", counted.norm(dim=-1))

# %% integers-weights
from snippets.heatmap import heatmap

weights = simplified_attention(torch.stack([x, counted]))[1]  # (2, T, T)
heatmap(weights, tokens, titles=["x", "x + pos"])

# %% fractions
for length in (5, 50):
    print(f"{length:>2}", torch.arange(4) / length)

# %% digits
for pos in range(8):
    print(pos, f"{pos:03b}")

# %% by-hand
import math

print("pos i denominator  angle     sin     cos")
for pos in (1, 3):
    for i in range(D // 2):
        denominator = 10000 ** (2 * i / D)
        angle = pos / denominator  # (1)!
        sin, cos = math.sin(angle), math.cos(angle)
        print(f"{pos:>3} {i} {denominator:>11.4f} {angle:>6.4f}", end="")
        print(f" {sin:>7.4f} {cos:>7.4f}")

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
for i in range(D // 2):
    denominator = 10000 ** (2 * i / D)
    reciprocal = math.exp(-2 * i / D * math.log(10000))
    product = denominator * reciprocal
    print(f"i = {i}: {denominator:.4f} {reciprocal:.4f} {product:.4f}")

theta = torch.exp(-even / D * math.log(10000))  # (1)!
torch.testing.assert_close(position * theta, angle)

# %% odd
print(sinusoidal_encoding(3, 5, base=100))

# %% example-heatmap
rows = [str(pos) for pos in range(T)]
columns = [str(j) for j in range(D)]
heatmap(P, rows, columns, scale=(-1, 1))

# %% wide-heatmap
names = [str(k) for k in range(16)]
wide = sinusoidal_encoding(16, 16)
heatmap(wide, names, scale=(-1, 1), digits=False)

# %% sine-curves
from snippets.curves import curves

lines = {f"j = {j}": wide[:, j].tolist() for j in (0, 2, 4, 6)}
curves(range(16), lines, "pos", "PE(pos, j)")

# %% wavelengths
for d_model in (6, 512):
    for i in (0, 1, d_model // 2 - 1):
        wavelength = 2 * math.pi * 10000 ** (2 * i / d_model)
        print(f"{d_model:>3} {i:>3} {wavelength:10.2f}")
print(f"{2 * math.pi * 10000:18.2f}")

# %% wavelength-curves
i = torch.arange(8)
lines = {
    f"base = {base}": (2 * math.pi * base ** (2 * i / 16)).tolist()
    for base in (10000, 100)
}
curves(range(8), lines, "i", "λ", log="y")

# %% products
products = P @ P.T  # (T, D) @ (D, T) = (T, T)
print(products)

distance = position - position.T  # (T, 1) - (1, T) = (T, T)
angle = distance[:, :, None] / 10000 ** (even / D)  # (T, T, D / 2)
torch.testing.assert_close(products, torch.cos(angle).sum(dim=-1))

# %% products-heatmap
products = (wide @ wide.T).round(decimals=4)  # (1)!
heatmap(products, names, scale=(3, 8), digits=False)


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
R = rotation(-1, 16)
print((P_8 @ P_8.T).argmax(dim=-1))
print((P_8 @ R.T @ P_8.T).argmax(dim=-1))

# %% add
summed = x + P  # (T, D) + (T, D) = (T, D)
print("x_0      ", x[0])
print("p_0      ", P[0])
print("x_0 + p_0", summed[0])
print(summed.shape)

# %% same-word
again = x[[0, 1, 0]]  # Write your Write
summed = again + sinusoidal_encoding(3, D)
print("x_0      ", again[0])
print("x_2      ", again[2])
print("x_0 + p_0", summed[0])
print("x_2 + p_2", summed[2])

# %% order-counts
order = [1, 0, 2, 3, 4]
context = simplified_attention(x + P)[0]
swapped = simplified_attention(x[order] + P)[0]

print(tokens[0], context[0])
print(tokens[0], swapped[1])
print(f"{(swapped - context[order]).abs().max():.4f}")

# %% lengths
for name, vectors in [("p", P), ("x", x), ("sqrt(D) x", math.sqrt(D) * x)]:
    lengths = vectors.norm(dim=-1)  # (T,)
    print(f"{name:<9}", lengths, f"mean {lengths.mean():.4f}")

# %% lengths-of-512
torch.manual_seed(0)
D_wide = 512
drawn = torch.randn(1000, D_wide) / math.sqrt(D_wide)  # (T, D)

mean = drawn.norm(dim=-1).mean()
print(f"|x|         {mean:.2f}")
print(f"|sqrt(D) x| {math.sqrt(D_wide) * mean:.2f}")
print(f"|p|         {math.sqrt(D_wide / 2):.2f}")

# %% wrong-exponent
wrong = P.clone()
for j in range(1, D, 2):  # j = 2i + 1
    wrong[:, j] = torch.cos(torch.arange(T) / 10000 ** (j / D))

print(wrong)
print(f"{(wrong - P).abs().max():.4f}")
print("x + P    ", ((x + P) @ (x + P).T)[0])
print("x + wrong", ((x + wrong) @ (x + wrong).T)[0])

# %% wrong-exponent-products
print("|p|", wrong.norm(dim=-1))
print(wrong @ wrong.T)

# %% wrong-range
encoding = torch.zeros(T, D)
try:
    for i in range(D // 2 + 1):  # i = 0 … D / 2
        encoding[:, 2 * i] = torch.sin(torch.arange(T) / 10000 ** (2 * i / D))
except IndexError as error:
    print(error)

try:
    x + sinusoidal_encoding(T + 1, D)  # pos = 0 … T
except RuntimeError as error:
    print(error)

# %% wrong-odd
encoding = torch.zeros(3, 5)
for pos in range(3):
    for i in range(5 // 2):
        angle = pos / 100 ** (2 * i / 5)
        encoding[pos, 2 * i] = math.sin(angle)
        encoding[pos, 2 * i + 1] = math.cos(angle)
print(encoding)

# %% wrong-sign
i = torch.arange(D // 2)
wrong = torch.exp(2 * i / D * math.log(10000))
angle = torch.arange(T)[:, None] * wrong  # (T, D / 2)

print("sin", torch.sin(angle)[:, 1])
print("theta / (2 pi)", wrong / (2 * math.pi))

# %% wrong-degrees
degrees = math.radians(1)  # 1° = pi / 180
print(f"{math.sin(degrees):.4f} {math.cos(degrees):.4f}")
print(f"{math.sin(1):.4f} {math.cos(1):.4f}")

# %% wrong-ids
from snippets.sentences import CAPITAL

ids = torch.tensor(CAPITAL.ids)
print(ids)
print(ids + torch.arange(len(ids)))

summed = ids[:, None] + sinusoidal_encoding(len(ids), D)  # (T, D)
table = torch.zeros(10000, D)  # (vocabulary, D)
try:
    table[summed]
except IndexError as error:
    print(error)

# %% slight
print("|p| / |x|", P.norm(dim=-1) / x.norm(dim=-1))
print("p_0      ", P[0])

# %% wrong-axis
batch = torch.zeros(2, T, D)  # (B, T, D)
table = sinusoidal_encoding(100, D)[:, None]  # (100, 1, D)

wrong = batch + table[: batch.shape[0]]  # (B, T, D) + (B, 1, D)
right = batch + table[: batch.shape[1], 0]  # (B, T, D) + (T, D)

print(wrong[1, :3])
print(right[1, :3])

# %% exercise-types
from collections.abc import Callable, Sequence

# %% try-position-fifty
print([round(number, 2) for number in position_fifty])
check_position_fifty(position_fifty)

# %% try-to-halves
check_to_halves(to_halves)


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

# %% try-read-position
check_read_position(read_position)
