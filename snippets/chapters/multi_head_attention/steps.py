"""Chapter multi-head-attention, step by step."""

from snippets.chapters.multi_head_attention.exercises import (
    check_head_weight,
    check_merge,
    check_multi_head,
    head_weight,
    merge,
    multi_head,
)
from snippets.multi_head import (
    HeadList,
    MultiHeadSelfAttention,
    merge_heads,
    split_heads,
)

# %% averages
import torch

A, B = torch.tensor([1.0, 0.0]), torch.tensor([0.0, 1.0])
between = torch.zeros(2)
first = torch.stack([A, between, B])  # values (T, d_v)
second = torch.stack([B, between, A])

even = torch.tensor([0.5, 0.0, 0.5])  # weights (T,)
before = torch.tensor([0.8, 0.0, 0.2])
after = torch.tensor([0.2, 0.0, 0.8])

print("one head: ", even @ first, even @ second)
for v in (first, second):
    print("two heads:", before @ v, after @ v)

# %% two-points
from snippets.colours import QUIET, VALUE
from snippets.plane import arrow, plane, point

titles = ["A ? B", "B ? A"]
figure, axes = plane(titles)
for ax, v in zip(axes, (first, second)):
    arrow(ax, "A", A, colour=VALUE)
    arrow(ax, "B", B, colour=VALUE)
    ax.plot(*zip(A, B), "--", color=QUIET)
    point(ax, "one", even @ v, mark="D")
    point(ax, "1", before @ v, mark="D")
    point(ax, "2", after @ v, mark="D")
figure

# %% by-hand
X = torch.tensor([[1.0, 0.0], [1.0, 1.0]])  # (T, D)
W_Q = torch.tensor([[[0.0], [1.0]], [[1.0], [0.0]]])  # (H, D, d_k)
W_K = torch.tensor([[[0.0], [1.0]], [[1.0], [-2.0]]])
W_V = torch.tensor([[[1.0], [1.0]], [[2.0], [-1.0]]])  # (H, D, d_v)

heads = []
for h in range(2):
    q, k, v = X @ W_Q[h], X @ W_K[h], X @ W_V[h]  # (T, 1)
    weights = torch.softmax(q @ k.T / 1**0.5, dim=-1)  # (T, T)
    heads.append(weights @ v)  # (T, d_v)
    print(f"weights of head {h + 1}:")
    print(weights)

# %% by-hand-concat
W_O = torch.tensor([[1.0, 0.0], [1.0, 1.0]])  # (H * d_v, D)
concat = torch.cat(heads, dim=-1)  # (T, H * d_v)
print("side by side:")
print(concat)
print("times W_O:")
print(concat @ W_O)

# %% by-hand-numbers
for i, vector in enumerate(X, start=1):
    print(f"token {i}", vector)
for name, W in zip(("W_Q", "W_K", "W_V", "W_O"), (W_Q, W_K, W_V, W_O)):
    print(name, W)

# %% two-heads
from torch import Tensor, nn

from snippets.self_attention import SelfAttentionV2
from snippets.sentences import JOURNEY

tokens, x = JOURNEY
T, d_in = x.shape

torch.manual_seed(123)
heads = nn.ModuleList(  # (1)!
    SelfAttentionV2(d_in, d_out=2) for _ in range(2)
)
heads.requires_grad_(False)  # (2)!
contexts = [head(x) for head in heads]
print("head 1:", contexts[0].shape)  # (T, d_v)
print("head 2:", contexts[1].shape)

# %% head-list
batch = torch.stack([x, x.flip(0)])  # (B, T, d_in)
for H in (1, 2, 4):
    bare = HeadList(d_in, 2, num_heads=H, projection=False)
    full = HeadList(d_in, 2, num_heads=H)
    print(f"H {H}:", bare(batch).shape, full(batch).shape)

# %% side-by-side
first, second = (h.W_query.weight.T for h in heads)  # (1)!
W_query = torch.cat([first, second], dim=-1)  # (d_in, H * d_k)
queries = x @ W_query  # (T, H * d_k)
print(queries.shape)

torch.testing.assert_close(queries[:, :2], x @ first)
torch.testing.assert_close(queries[:, 2:], x @ second)

# %% view
y = torch.arange(24).view(2, 3, 4)  # (B, T, H * d_k)
split = y.view(2, 3, 2, 2)  # (B, T, H, d_k)
parts = split.transpose(1, 2)  # (B, H, T, d_k)
print(y.shape, split.shape, parts.shape)
print("tokens:", y[0].tolist())
print("head 1:", parts[0, 0].tolist())
print("head 2:", parts[0, 1].tolist())

# %% where-heads-look
V = y[0]  # (T, H * d_v)
looks_at = torch.tensor([[0, 0, 1], [0, 1, 2]])  # (H, T)
A = torch.eye(3).long()[looks_at]  # (H, T, T)

# %% split-and-merge
cut = V.view(3, 2, 2)
each = cut.transpose(0, 1)
Z = A @ each
merged = torch.cat([*Z], dim=1)

# %% there-and-back
assert torch.equal(split_heads(y, 2), parts)
assert torch.equal(merge_heads(parts), y)
assert torch.equal(merge_heads(Z), merged)
print("parts.is_contiguous()", parts.is_contiguous())
print("merged:", merged.tolist())

# %% class-imports
from snippets.scaled import scaled_dot_product_attention

# %% equal
listed = HeadList(d_in, 2, num_heads=2, projection=False)
listed.heads = heads

at_once = MultiHeadSelfAttention(d_in, 4, num_heads=2)
at_once.requires_grad_(False)
for name in ("W_query", "W_key", "W_value"):
    parts = [getattr(head, name).weight for head in heads]
    W = getattr(at_once, name).weight
    W.copy_(torch.cat(parts))  # (1)!
at_once.out_proj = nn.Identity()  # (2)!

torch.testing.assert_close(at_once(batch), listed(batch))
print("listed: ", listed(x)[0])
print("at once:", at_once(x)[0])

# %% tensors
torch.manual_seed(123)
layer = MultiHeadSelfAttention(d_in, 4, num_heads=2)
layer.requires_grad_(False)

X = x.expand(5, T, d_in)
queries = layer.W_query(X)
q, k, v = layer.project(X)
scores = q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5
weights = torch.softmax(scores, dim=-1)
context = weights @ v
merged = merge_heads(context)
output = layer.out_proj(merged)
torch.testing.assert_close(output, layer(X))

for name, shape in {
    "X       (B, T, d_in)  ": X.shape,
    "queries (B, T, H d_k) ": queries.shape,
    "split   (B, H, T, d_k)": q.shape,
    "scores  (B, H, T, T)  ": scores.shape,
    "weights (B, H, T, T)  ": weights.shape,
    "context (B, H, T, d_v)": context.shape,
    "merged  (B, T, H d_v) ": merged.shape,
    "output  (B, T, d_out) ": output.shape,
}.items():
    print(name, tuple(shape))

# %% sum-of-heads
W_O = layer.out_proj.weight.T  # (H * d_v, d_out)
blocks = W_O.view(2, 2, 4)  # (H, d_v, d_out)
each = context @ blocks  # (B, H, T, d_out)
bias = layer.out_proj.bias  # (d_out,)
total = each.sum(dim=1) + bias  # (B, T, d_out)
torch.testing.assert_close(total, output)

print("head 1:", each[0, 0, 0])
print("head 2:", each[0, 1, 0])
print("bias:  ", bias.data)
print("sum:   ", total[0, 0])

# %% output-width
from snippets.sentences import MECHANISM

_, sentence = MECHANISM
T, D = sentence.shape
for H, d_v in ((2, 3), (4, 1)):
    full = HeadList(D, d_v, num_heads=H)
    print(f"H {H}, d_v {d_v}:", full(sentence).shape)

bare = HeadList(D, 1, num_heads=4, projection=False)
try:
    nn.Linear(D, D)(bare(sentence))
except RuntimeError as error:
    print(error)


# %% gradient
def inputs_of(heads, d_in, H):
    y = torch.randn(4, d_in, requires_grad=True)  # (T, d_in)
    for h, head in enumerate(heads(y).chunk(H, dim=-1)):
        (grad,) = torch.autograd.grad(head.sum(), y, retain_graph=True)
        seen = (grad != 0).any(dim=0)  # (d_in,)
        print(f"head {h + 1}:", seen.int().tolist())


torch.manual_seed(0)
layer = MultiHeadSelfAttention(8, 8, num_heads=2)
layer.out_proj = nn.Identity()
inputs_of(layer, 8, 2)

# %% divisible
for H in (2, 3):
    try:
        layer = MultiHeadSelfAttention(8, 8, num_heads=H)
        print(f"H {H}: d_k {8 // H}")
    except ValueError as error:
        print(f"H {H}: {error}")

# %% cost
from torch.utils.flop_counter import FlopCounterMode


def cost(layer, y):
    numel = sum(p.numel() for p in layer.parameters())
    with FlopCounterMode(display=False) as counter:  # (1)!
        layer(y)
    flops = counter.get_total_flops()
    return f"parameters {numel:>7}, operations {flops:>10}"


y = torch.zeros(16, 512)  # (T, D)
for H in (1, 2, 8, 64):
    layer = MultiHeadSelfAttention(512, 512, num_heads=H)
    print(f"H {H:>2}, d_k {512 // H:>3}:", cost(layer, y))

wide = HeadList(512, 512, num_heads=8)
print("H  8, d_k 512:", cost(wide, y))

# %% neighbours
from torch.nn import functional as F


def neighbours(B):
    ids = torch.randint(8, (B, 6))  # (B, T)
    symbols = F.one_hot(ids, 8)  # (B, T, 8)
    places = torch.eye(6).expand(B, 6, 6)  # (B, T, T)
    before = symbols.roll(1, dims=1)  # (1)!
    after = symbols.roll(-1, dims=1)
    x = torch.cat([symbols, places], dim=-1)  # (B, T, 14)
    y = torch.cat([before, after], dim=-1)  # (B, T, 16)
    return x.double(), y.double()


torch.manual_seed(0)
x, y = neighbours(1)
print("symbol:", x[0, :, :8].argmax(-1).tolist())
print("before:", y[0, :, :8].argmax(-1).tolist())
print("after: ", y[0, :, 8:].argmax(-1).tolist())


# %% fit
def fit(model, lr):
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    for _ in range(400):
        x, y = neighbours(64)
        loss = (model(x) - y).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    x, y = neighbours(512)
    found = model(x).view(-1, 8).argmax(-1)
    right = (found == y.view(-1, 8).argmax(-1)).double()
    return right.view(-1, 2).mean(dim=0)  # before, after


# %% train
learned = {}
for H in (1, 2, 4):
    for seed in range(2):
        torch.manual_seed(seed)
        layer = MultiHeadSelfAttention(14, 16, H)
        layer.double()  # (1)!
        before, after = fit(layer, lr=0.02)
        learned.setdefault(H, layer)  # seed 0
        print(
            f"H {H}, seed {seed}:",
            f"before {before:.1f}, after {after:.1f}",
        )

# %% learned-heatmap
from snippets.heatmap import heatmap

x, _ = neighbours(1)
one, two, _ = (
    layer(x, return_weights=True)[1][0].detach()  # (H, T, T)
    for layer in learned.values()
)
places = ["0", "1", "2", "3", "4", "5"]
names = ["H = 1", "H = 2, h = 1", "H = 2, h = 2"]
heatmap(torch.cat([one, two]), places, titles=names)

# %% copy
torch.manual_seed(0)
ours = MultiHeadSelfAttention(6, 6, num_heads=2, qkv_bias=True)
theirs = nn.MultiheadAttention(6, num_heads=2, batch_first=True)
ours.requires_grad_(False)
theirs.requires_grad_(False)

layers = ours.W_query, ours.W_key, ours.W_value
theirs.in_proj_weight.copy_(torch.cat([W.weight for W in layers]))
theirs.in_proj_bias.copy_(torch.cat([W.bias for W in layers]))
theirs.out_proj.load_state_dict(ours.out_proj.state_dict())

batch = torch.stack([sentence, sentence.flip(0)])  # (B, T, D)
context, weights = theirs(
    *(batch, batch, batch),  # query, key, value
    average_attn_weights=False,
)
mine = ours(batch, return_weights=True)
torch.testing.assert_close(context, mine[0])
torch.testing.assert_close(weights, mine[1])
print(context.shape, weights.shape)

# %% their-width
try:
    nn.MultiheadAttention(3, num_heads=2)
except AssertionError as error:
    print(error)

# %% own-slice
torch.manual_seed(0)
halves = [SelfAttentionV2(4, 4) for _ in range(2)]


def own_slice(y):
    pairs = zip(halves, y.chunk(2, dim=-1))
    return torch.cat([head(part) for head, part in pairs], dim=-1)


inputs_of(own_slice, 8, 2)

# %% run-head-weight
check_head_weight(head_weight)

# %% run-merge
check_merge(merge)

# %% run-multi-head
check_multi_head(multi_head)
