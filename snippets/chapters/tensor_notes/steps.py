"""Page tensor-notes, step by step.

Run it by itself: python -m snippets.chapters.tensor_notes.steps
"""

from snippets.chapters.tensor_notes.exercises import (
    broadcast_shape,
    check_broadcast_shape,
    check_place,
    check_shares,
    place,
    shares,
)

# %% empty
import torch
from torch import Tensor

reserved = torch.empty(2, 3)  # (1)!
print(reserved.shape, reserved.dtype)
for i in range(2):
    for j in range(3):
        reserved[i, j] = 10 * i + j
print(reserved)

# %% zeros
weights = torch.tensor([0.25, 0.25, 0.5])
values = torch.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])

context = torch.zeros(2)  # a sum starts at 0
for weight, value in zip(weights, values):
    context += weight * value
print(context, weights @ values)

# %% view-shapes
torch.manual_seed(0)
B, T, D = 2, 3, 4
x = torch.randn(B, T, D)
x_view = x.view(B, T, 2, 2)
print(x.shape, "->", x_view.shape)

# %% view-shares
x_view[0, 0, 1, 1] = 100.0
print("x:", x[0, 0])
print("same address:", x_view.data_ptr() == x.data_ptr())  # (1)!

# %% strides
counted = torch.arange(24).view(2, 3, 4)
parted = counted.view(2, 3, 2, 2)
print("strides:", counted.stride(), parted.stride())
print(counted[1, 2, 3].item(), 1 * 12 + 2 * 4 + 3 * 1)
print(parted[1, 2, 1, 1].item(), 1 * 12 + 2 * 4 + 1 * 2 + 1 * 1)

# %% transpose
x = torch.arange(12).view(3, 4)
y = x.transpose(0, 1)
print(x)
print(y)
print("strides:", x.stride(), y.stride())
print("contiguous:", x.is_contiguous(), y.is_contiguous())

# %% reshape
try:
    y.view(12)
except RuntimeError as error:
    print("y.view(12):", type(error).__name__)

for name, z in (("x", x), ("y", y)):
    flat = z.reshape(12)
    copied = flat.data_ptr() != z.data_ptr()
    print(f"{name}.reshape(12) copies: {copied}, {flat.tolist()}")
print(y.contiguous().stride(), y.contiguous().view(12).shape)

# %% batch-t
import warnings

torch.set_warn_always(True)
batch = torch.randn(2, 6, 3)  # (B, T, d_k)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    turned = batch.T
torch.set_warn_always(False)

print(turned.shape, [warning.category.__name__ for warning in caught])
print(batch.mT.shape, batch.transpose(-2, -1).shape)

# %% batch-t-product
try:
    batch @ turned  # (2, 6, 3) @ (3, 6, 2)
except RuntimeError as error:
    print(type(error).__name__)
print((batch @ batch.transpose(-2, -1)).shape)

# %% aat
a = torch.tensor(
    [
        [
            [0.2745, 0.6584, 0.2775, 0.8573],
            [0.8993, 0.0390, 0.9268, 0.7388],
            [0.7179, 0.7058, 0.9156, 0.4340],
        ],
        [
            [0.0772, 0.3565, 0.1479, 0.5331],
            [0.4066, 0.2318, 0.4545, 0.9737],
            [0.4606, 0.5159, 0.4220, 0.5786],
        ],
    ]
)[None]  # (B, H, T, d_k) = (1, 2, 3, 4)
aat = a @ a.transpose(2, 3)
print(a.shape, a.transpose(2, 3).shape, "->", aat.shape)
print(aat)

# %% aat-by-hand
print(a[0, 0, :2])  # b = 0, h = 0, i = 0, 1
terms = a[0, 0, 0] * a[0, 0, 1]
print(" + ".join(f"{term:.4f}" for term in terms), f"= {terms.sum():.4f}")

# %% aat-per-head
first = a[0, 0] @ a[0, 0].T  # (T, d_k) @ (d_k, T)
second = a[0, 1] @ a[0, 1].T
print(first)
torch.testing.assert_close(aat[0], torch.stack([first, second]))

# %% einsum
scores = torch.einsum("bhid,bhjd->bhij", a, a)
torch.testing.assert_close(scores, aat)

weights = torch.softmax(scores, dim=-1)  # (B, H, T, T)
context = torch.einsum("bhij,bhjd->bhid", weights, a)
torch.testing.assert_close(context, weights @ a)
print(scores.shape, context.shape)

# %% rules
for one, other in [
    [(6, 1), (6, 3)],
    [(6, 6), (2, 4, 6, 6)],
    [(2, 1, 1, 6), (2, 4, 6, 6)],
    [(3,), (2, 1)],
]:
    print(one, other, "->", tuple(torch.broadcast_shapes(one, other)))
try:
    torch.broadcast_shapes((2, 6, 6), (4, 4, 6, 6))
except RuntimeError as error:
    print(type(error).__name__)

# %% masks
from snippets.causal import causal_mask

scores = torch.zeros(2, 4, 3, 3)  # (B, H, T, T)
causal = causal_mask(3)  # (T, T)
lengths = torch.tensor([3, 2])
tokens = torch.arange(3) < lengths[:, None]  # (B, T)
padding = tokens[:, None, None, :]  # (B, 1, 1, T)

allowed = causal & padding  # (B, 1, T, T)
weights = torch.softmax(scores.masked_fill(~allowed, -torch.inf), dim=-1)
print(allowed.shape, weights.shape)
print(weights[1, 0])

# %% expand
wide = causal.expand(2, 4, 3, 3)
print(wide.stride(), wide.data_ptr() == causal.data_ptr())

# %% mistake-empty
torch.use_deterministic_algorithms(True)  # (1)!
total = torch.empty(2)
for value in values:  # (3, 2)
    total += value
torch.use_deterministic_algorithms(False)
print(total, values.sum(dim=0))

# %% silent
target = torch.tensor([1.0, 2.0, 3.0])  # (3,)
output = target[:, None]  # (3, 1)
print((output - target).shape)
print(output - target)
print("wrong", (output - target).square().mean())
print("right", (output.squeeze(-1) - target).square().mean())

# %% mistake-shared
embeddings = torch.ones(2, 3)
first = embeddings[0]  # a view
first += 5
print(embeddings)

embeddings = torch.ones(2, 3)
first = embeddings[0].clone()  # a copy
first += 5
print(embeddings)

# %% exercise-tools
from itertools import product, zip_longest

# %% run-place
check_place(place)

# %% run-broadcast-shape
check_broadcast_shape(broadcast_shape)

# %% run-shares
check_shares(shares)
