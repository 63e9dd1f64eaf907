"""Page tensor-notes, step by step."""

from snippets.chapters.tensor_notes.exercises import (
    broadcast_shape,
    check_broadcast_shape,
    check_place,
    check_shares,
    place,
    shares,
)
from snippets.device import available_devices, pick_device

# %% empty
import torch
from torch import Tensor

reserved = torch.empty(2, 3)  # (1)!
print(reserved.shape, reserved.dtype)
for i in range(2):
    for j in range(3):
        reserved[i, j] = 10 * i + j
print(reserved)

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
batch = torch.randn(2, 6, 3)  # (B, T, d_k)
turned = batch.permute(2, 1, 0)  # what batch.T does
print(turned.shape)
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
terms = a[0, 0, 0] * a[0, 0, 1]
print(" + ".join(f"{term:.4f}" for term in terms), f"= {terms.sum():.4f}")

# %% aat-per-head
first = a[0, 0] @ a[0, 0].T  # (T, d_k) @ (d_k, T)
second = a[0, 1] @ a[0, 1].T
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

# %% use-device
device = pick_device()
cpu = pick_device("cpu")
print(cpu)

try:
    pick_device("abacus")
except ValueError as error:
    print(type(error).__name__)

# %% what-moves
from torch import nn

from snippets.multi_head import MultiHeadAttention

attention = MultiHeadAttention(4, 4, 6, num_heads=2)
attention.register_buffer("mask", causal_mask(6))
for name, parameter in attention.named_parameters():
    print(f"parameter {name:<15} {tuple(parameter.shape)}")
for name, buffer in attention.named_buffers():
    print(f"buffer    {name:<15} {tuple(buffer.shape)}")

# %% move
x = torch.zeros(6, 4)
attention.to("meta")  # (1)!
there = {"weight": attention.W_query.weight, "mask": attention.mask, "x": x}
print(*(f"{name} on {part.device}" for name, part in there.items()))
try:
    attention(x)
except RuntimeError as error:
    print(type(error).__name__)

x = x.to("meta")
print(attention(x).shape, attention(x).device)


# %% same-weights
def build(device: torch.device) -> nn.Module:
    torch.manual_seed(0)
    return MultiHeadAttention(4, 4, 6, num_heads=2).to(device)


x = torch.randn(6, 4)
there = build(device)(x.to(device))
torch.testing.assert_close(there.cpu(), build(cpu)(x), rtol=1e-4, atol=1e-4)
print(there.shape)

# %% dtypes
import math

DTYPES = torch.float64, torch.float32, torch.bfloat16, torch.float16
print(f"{'dtype':<8} bits {'max':>9} {'eps':>9} ln(max)")
for dtype in DTYPES:
    info = torch.finfo(dtype)
    numbers = f"{info.max:9.3e} {info.eps:9.3e} {math.log(info.max):.2f}"
    print(f"{info.dtype:<8} {info.bits:4} {numbers}")

print((2 - 2**-10) * 2**15, 2**-10)  # float16: max, eps

# %% counting
one = torch.ones((), dtype=torch.bfloat16)
total = torch.zeros((), dtype=torch.bfloat16)
for _ in range(1000):
    total = total + one
print("one by one", total.item())
print("sum       ", torch.ones(1000, dtype=torch.bfloat16).sum().item())

# %% exp-overflow
print(torch.exp(torch.tensor([88.72, 88.73])))
print(torch.exp(torch.tensor([11.08, 11.09], dtype=torch.float16)))

# %% accuracy
from torch.nn import functional as F

from snippets.scaled import scaled_dot_product_attention

torch.manual_seed(0)
q, k, v = torch.randn(3, 8, 256, 64, dtype=torch.float64)  # (H, T, d_k)
exact, _ = scaled_dot_product_attention(q, k, v)


def digits(context: Tensor) -> int:
    """How many decimal digits are right, on the whole."""
    error = (context.double() - exact).norm() / exact.norm()
    return math.floor(-math.log10(error))


for dtype in (torch.float32, torch.float16, torch.bfloat16):
    low = q.to(dtype), k.to(dtype), v.to(dtype)
    explicit, _ = scaled_dot_product_attention(*low)
    fast = F.scaled_dot_product_attention(*low)
    print(f"{str(dtype):<14}", end=" right digits: ")
    print(f"explicit {digits(explicit)}, fast {digits(fast)}")

# %% lost-steps
for dtype in (torch.float32, torch.bfloat16):
    weight = torch.ones((), dtype=dtype)
    print(f"{str(dtype):<14} 1 + 0.001 = {weight + 0.001:.3f}")

gradient = torch.tensor(1e-8)
scaled = (gradient * 2**16).half()
print(f"alone  {gradient.half().item():.0e}")
print(f"scaled {scaled.float().item() / 2**16:.0e}")

# %% autocast
linear = nn.Linear(64, 64)
with torch.autocast("cpu", dtype=torch.bfloat16):
    y = linear(torch.randn(2, 64))
    loss = F.mse_loss(y, torch.zeros(2, 64))
loss.backward()
print("weight  ", linear.weight.dtype)
print("y       ", y.dtype)
print("loss    ", loss.dtype)
print("gradient", linear.weight.grad.dtype)

# %% mistake-empty
values = torch.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
torch.use_deterministic_algorithms(True)  # (1)!
for make in (torch.empty, torch.zeros):
    total = make(2)
    for value in values:
        total += value
    print(make.__name__, total)
torch.use_deterministic_algorithms(False)

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
