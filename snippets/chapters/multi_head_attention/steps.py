"""Chapter multi-head-attention, step by step.

Run it by itself: python -m snippets.chapters.multi_head_attention.steps
"""

from snippets.multi_head import (
    HeadList,
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    MultiHeadSelfAttention,
    merge_heads,
    split_heads,
)

# %% averages
import torch

ana, verb, bia = torch.eye(3)
first = torch.stack([ana, verb, bia])  # values (T, d_v)
second = torch.stack([bia, verb, ana])

weights = torch.tensor([0.5, 0.0, 0.5])  # (T,)
print(weights @ first)
print(weights @ second)

one, two = torch.tensor([1.0, 0.0, 0.0]), torch.tensor([0.0, 0.0, 1.0])
for v in (first, second):
    print(torch.cat([one @ v, two @ v]))

# %% sizes
T, d_model, H = 10, 512, 8
d_k = d_v = d_model // H

X = torch.zeros(T, d_model)
W_h = torch.zeros(d_model, d_v)
head = X @ W_h  # (T, d_v)
concat = torch.cat([head] * H, dim=-1)
W_O = torch.zeros(H * d_v, d_model)
for name in ("X", "W_h", "head", "concat", "W_O"):
    print(f"{name:<7}", tuple(globals()[name].shape))
print("output ", tuple((concat @ W_O).shape))

# %% free-sizes
from snippets.scaled import scaled_dot_product_attention

k, v = torch.ones(6, 3), torch.ones(6, 5)  # d_k = 3, d_v = 5
context, _ = scaled_dot_product_attention(torch.ones(6, 3), k, v)
print(context.shape)
try:
    scaled_dot_product_attention(torch.ones(6, 4), k, v)  # d_q = 4
except ValueError as error:
    print(error)

# %% by-hand
X = torch.tensor([[1.0, 0.0], [1.0, 1.0]])  # (T, d_model)
W_Q = torch.tensor([[[0.0], [1.0]], [[1.0], [0.0]]])  # (H, d_model, d_k)
W_K = torch.tensor([[[0.0], [1.0]], [[1.0], [-2.0]]])
W_V = torch.tensor([[[1.0], [1.0]], [[2.0], [-1.0]]])  # (H, d_model, d_v)

heads = []
for h in range(2):
    q, k, v = X @ W_Q[h], X @ W_K[h], X @ W_V[h]  # (T, 1)
    weights = torch.softmax(q @ k.T / 1**0.5, dim=-1)  # (T, T)
    heads.append(weights @ v)  # (T, d_v)
    print(weights)

# %% by-hand-concat
W_O = torch.tensor([[1.0, 0.0], [1.0, 1.0]])  # (H * d_v, d_model)
concat = torch.cat(heads, dim=-1)  # (T, H * d_v)
print(concat)
print(concat @ W_O)

# %% journey
from snippets.sentences import JOURNEY

tokens, x = JOURNEY
batch = torch.stack([x, x])  # (B, T, d_in)
B, T, d_in = batch.shape
for token, vector in zip(tokens, x):
    print(f"{token:<7}", vector)
print(batch.shape)

# %% two-heads
from torch import Tensor, nn

from snippets.causal import CausalAttention, causal_mask, check_length

torch.manual_seed(123)
heads = nn.ModuleList(  # (1)!
    CausalAttention(d_in, d_out=2, context_length=T) for _ in range(2)
)
heads.requires_grad_(False)  # (2)!
contexts = [head(batch) for head in heads]
print(contexts[0].shape, contexts[1].shape)  # (B, T, d_out)
context = torch.cat(contexts, dim=-1)  # (3)!
print(context.shape)
print(context[0])

# %% wrapper
torch.manual_seed(123)
wrapper = MultiHeadAttentionWrapper(d_in, 2, T, 0.0, num_heads=2)
wrapper.requires_grad_(False)
torch.testing.assert_close(wrapper(batch), context)

for H in (1, 2, 4):
    layer = MultiHeadAttentionWrapper(d_in, 2, T, 0.0, num_heads=H)
    print("num_heads", H, layer(batch).shape)

# %% wrapper-heatmap
from snippets.heatmap import heatmap

_, weights = wrapper(batch, return_weights=True)  # (B, H, T, T)
heatmap(weights[0], tokens, titles=["1", "2"])

# %% side-by-side
first, second = (head.W_query.weight.T for head in wrapper.heads)  # (1)!
W_query = torch.cat([first, second], dim=-1)  # (d_in, H * d_k)
queries = batch @ W_query  # (B, T, H * d_k)
print(W_query)
print(queries.shape)

torch.testing.assert_close(queries[..., :2], batch @ first)
torch.testing.assert_close(queries[..., 2:], batch @ second)

# %% view
y = torch.arange(24).view(2, 3, 4)  # (B, T, H * d)
split = y.view(2, 3, 2, 2)  # (B, T, H, d)
parts = split.transpose(1, 2)  # (B, H, T, d)
print(y.shape, split.shape, parts.shape)
print(y[0])
print(parts[0])

# %% there-and-back
assert torch.equal(split_heads(y, 2), parts)
assert torch.equal(merge_heads(parts), y)
print("parts.is_contiguous()", parts.is_contiguous())

# %% batched-products
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
)[None]  # (B, H, T, d)
products = a @ a.transpose(2, 3)
print(products.shape)
print(products)

for h in range(2):
    head = a[0, h]  # (T, d)
    torch.testing.assert_close(products[0, h], head @ head.T)

# %% equal
parallel = MultiHeadAttention(d_in, 4, T, 0.0, num_heads=2)
parallel.requires_grad_(False)
for name in ("W_query", "W_key", "W_value"):
    parts = [getattr(head, name).weight for head in wrapper.heads]
    getattr(parallel, name).weight.copy_(torch.cat(parts))  # (1)!
parallel.out_proj = nn.Identity()  # (2)!

torch.testing.assert_close(parallel(batch), wrapper(batch))
print(parallel(batch)[0])

# %% projected
torch.manual_seed(123)
layer = MultiHeadAttention(d_in, 2, T, 0.0, num_heads=2)
layer.requires_grad_(False)

queries, keys, values = (
    W(batch) for W in (layer.W_query, layer.W_key, layer.W_value)
)
print(batch.shape)  # (B, T, d_in)
print(queries.shape)  # (B, T, d_out)

# %% split
q, k, v = (y.view(B, T, 2, 1).transpose(1, 2) for y in (queries, keys, values))
print(queries.view(B, T, 2, 1).shape)  # (B, T, H, d_k)
print(q.shape)  # (B, H, T, d_k)

# %% weights
mask = causal_mask(T)  # (T, T)
scores = q @ k.transpose(2, 3) / k.shape[-1] ** 0.5  # (B, H, T, T)
scores = scores.masked_fill(~mask, -torch.inf)
weights = torch.softmax(scores, dim=-1)
print(scores.shape, mask.shape, weights.shape)

# %% merged
context = weights @ v
print(context.shape)  # (B, H, T, d_v)
print(context.transpose(1, 2).shape)  # (B, T, H, d_v)
merged = context.transpose(1, 2).flatten(-2)
print(merged.shape)  # (B, T, H * d_v)

# %% output
output = layer.out_proj(merged)
print(output.shape)  # (B, T, d_out)
print(output[0])
torch.testing.assert_close(output, layer(batch))

# %% sum-of-heads
W_O = layer.out_proj.weight.T  # (H * d_v, d_out)
parts = W_O.view(2, 1, 2)  # (H, d_v, d_out)
each = context @ parts  # (B, H, T, d_out)
total = each.sum(dim=1)  # (B, T, d_out)
print(each[0, :, 0])  # (H, d_out)
print(total[0, 0])
torch.testing.assert_close(total, merged @ W_O)

# %% bias
bias = layer.out_proj.bias.data  # (d_out,)
print(bias)
print(total[0, 0] + bias)
torch.testing.assert_close(total + bias, output)

# %% output-width
from snippets.sentences import MECHANISM

_, x = MECHANISM
T, D = x.shape
for H, d_v in ((2, 3), (4, 1)):
    heads = [CausalAttention(D, d_v, T) for _ in range(H)]
    concat = torch.cat([head(x) for head in heads], dim=-1)
    print(concat.shape, nn.Linear(H * d_v, D)(concat).shape)

try:
    nn.Linear(D, D)(concat)
except RuntimeError as error:
    print(error)

# %% head-list-imports
from snippets.self_attention import SelfAttentionV2


# %% head-list
for H, d_v in ((2, 3), (4, 1)):
    layer = HeadList(D, d_v, num_heads=H)
    bare = HeadList(D, d_v, num_heads=H, projection=False)
    print(layer(x).shape, bare(x).shape)


# %% gradient
def inputs_of(heads, d_in, H):
    y = torch.randn(4, d_in, requires_grad=True)  # (T, d_in)
    for h, head in enumerate(heads(y).chunk(H, dim=-1)):  # (T, d_v)
        (grad,) = torch.autograd.grad(head.sum(), y, retain_graph=True)
        seen = (grad != 0).any(dim=0)  # (d_in,)
        print(f"head {h + 1}:", seen.int().tolist())


torch.manual_seed(0)
layer = MultiHeadAttention(8, 8, 4, 0.0, num_heads=2)
layer.out_proj = nn.Identity()
inputs_of(layer, 8, 2)

# %% divisible
for H in (1, 2, 3, 4, 8):
    try:
        q, _, _ = MultiHeadAttention(8, 8, 4, 0.0, H).project(torch.ones(4, 8))
        print(q.shape)  # (H, T, d_k)
    except ValueError as error:
        print(error)

# %% cost
from torch.utils.flop_counter import FlopCounterMode


def cost(layer, y):
    numel = sum(p.numel() for p in layer.parameters())
    with FlopCounterMode(display=False) as counter:  # (1)!
        layer(y)
    return f"numel {numel:>8}, flops {counter.get_total_flops():>10}"


y = torch.zeros(16, 512)  # (T, d_model)
for H in (1, 2, 8, 64):
    layer = MultiHeadSelfAttention(512, 512, num_heads=H)
    print(f"H {H:>2}, d_k {512 // H:>3}:", cost(layer, y))

heads = MultiHeadAttentionWrapper(512, 512, 16, 0.0, num_heads=8)
wide = nn.Sequential(heads, nn.Linear(8 * 512, 512))
print("H  8, d_k 512:", cost(wide, y))

# %% scale
from snippets.curves import curves

torch.manual_seed(0)
d_k, S = 64, 16
q, k = torch.randn(4000, 1, d_k), torch.randn(4000, S, d_k)
scores = q @ k.transpose(1, 2)  # (4000, 1, S)


def largest(divisor):
    weights = torch.softmax(scores / divisor**0.5, dim=-1)
    return weights.amax(dim=-1).mean().item()


sizes = [1, 2, 4, 8, 16]
right = [largest(d_k) for H in sizes]
wrong = [largest(H * d_k) for H in sizes]
for H, r, w in zip(sizes, right, wrong):
    print(f"H {H:>2}: {r:.3f} {w:.3f}")

curves(sizes, {"d_k": right, "H d_k": wrong}, "H", "max", log="x")

# %% neighbours
from torch.nn import functional as F


def neighbours(B):
    ids = torch.randint(8, (B, 6))  # (B, T)
    symbols = F.one_hot(ids, 8)  # (B, T, 8)
    places = torch.eye(6).expand(B, 6, 6)  # (B, T, T)
    before, after = symbols.roll(1, dims=1), symbols.roll(-1, dims=1)  # (1)!
    x = torch.cat([symbols, places], dim=-1).double()  # (B, T, 14)
    return x, torch.cat([before, after], dim=-1).double()  # (B, T, 16)


torch.manual_seed(0)
x, y = neighbours(1)
print(x[0, :, :8].argmax(-1))  # ids
print(y[0, :, :8].argmax(-1))  # before
print(y[0, :, 8:].argmax(-1))  # after


# %% train
def fit(model, lr):
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    for _ in range(400):
        x, y = neighbours(64)
        loss = (model(x) - y).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    x, y = neighbours(512)
    right = model(x).view(-1, 8).argmax(-1) == y.view(-1, 8).argmax(-1)
    return right.view(-1, 2).double().mean(dim=0)  # before, after


learned = {}
for H in (1, 2, 4):
    shares = []
    for seed in range(2):
        torch.manual_seed(seed)
        layer = MultiHeadSelfAttention(14, 16, num_heads=H).double()  # (1)!
        before, after = fit(layer, lr=0.02)
        shares.append(f"{before:.1f} {after:.1f}")
        learned.setdefault(H, layer)  # seed 0
    print(f"H {H}:", ", ".join(shares))

# %% learned-heatmap
x, _ = neighbours(1)
one, two, four = (
    layer(x, return_weights=True)[1][0].detach()  # (H, T, T)
    for layer in learned.values()
)
places = ["0", "1", "2", "3", "4", "5"]
names = ["H = 1", "H = 2, h = 1", "H = 2, h = 2"]
heatmap(torch.cat([one, two]), places, titles=names)

# %% four-learned
names = [f"H = 4, h = {h + 1}" for h in range(4)]
heatmap(four, places, titles=names, digits=False)

# %% mixtures
pairs = torch.cartesian_prod(torch.arange(8), torch.arange(8))  # (64, 2)
before, after = F.one_hot(pairs, 8).unbind(dim=1)  # (64, 8)
for share in (0.5, 0.25):
    mixtures = share * before + (1 - share) * after
    print(share, 1 - share, len(mixtures.unique(dim=0)))

# %% train-network
for seed in range(2):
    torch.manual_seed(seed)
    layer = MultiHeadSelfAttention(14, 16, num_heads=1)
    network = nn.Linear(16, 64), nn.ReLU(), nn.Linear(64, 16)
    before, after = fit(nn.Sequential(layer, *network).double(), lr=0.005)
    assert before == after == 1

    x, _ = neighbours(512)
    _, weights = layer(x, return_weights=True)  # (512, 1, T, T)
    mean = weights.mean(dim=(0, 1))  # (T, T)
    looks = [mean.roll(k, dims=1).diagonal().mean() for k in (1, -1)]
    print(f"{before:.1f} {after:.1f},", *(f"{look:.1f}" for look in looks))

# %% copy
torch.manual_seed(0)
ours = MultiHeadAttention(6, 6, T, 0.0, num_heads=2, qkv_bias=True)
theirs = nn.MultiheadAttention(6, num_heads=2, batch_first=True)
ours.requires_grad_(False)
theirs.requires_grad_(False)

layers = ours.W_query, ours.W_key, ours.W_value
theirs.in_proj_weight.copy_(torch.cat([W.weight for W in layers]))
theirs.in_proj_bias.copy_(torch.cat([W.bias for W in layers]))
theirs.out_proj.load_state_dict(ours.out_proj.state_dict())
print(theirs.in_proj_weight.shape)  # (3 * d_model, d_model)

# %% same
x = MECHANISM.embeddings  # (T, d_model)
batch = torch.stack([x, x.flip(0)])  # (B, T, d_model)
blocked = ~causal_mask(T)  # (1)!
context, weights = theirs(
    *(batch, batch, batch),  # query, key, value
    attn_mask=blocked,
    average_attn_weights=False,  # (2)!
)
mine = ours(batch, return_weights=True)
torch.testing.assert_close(context, mine[0])
torch.testing.assert_close(weights, mine[1])
print(context.shape, weights.shape)

# %% their-defaults
free, averaged = theirs(batch, batch, batch)
print(f"max {(free - ours(batch)).abs().max():.4f}")
print(averaged.shape)

# %% their-mask
allowed = causal_mask(T)  # True = may attend
inverted, _ = theirs(batch, batch, batch, attn_mask=allowed)
print(inverted[0, :, 0])  # (T,)

# %% their-order
sequence_first = nn.MultiheadAttention(6, num_heads=2)
sequence_first.load_state_dict(theirs.state_dict())
output, weights = sequence_first(batch, batch, batch)
print(output.shape, weights.shape)

# %% their-width
try:
    nn.MultiheadAttention(3, num_heads=2)
except AssertionError as error:
    print(error)
for bias in (True, False):
    theirs = nn.MultiheadAttention(6, num_heads=2, bias=bias)
    print(bias, [name for name, _ in theirs.named_parameters()])

# %% straight-view
y = torch.arange(12).view(1, 3, 4)  # (B, T, H * d)
print(split_heads(y, 2)[0, 0])
print(y.view(1, 2, 3, 2)[0, 0])

y = torch.randn(1, 6, 4, requires_grad=True)  # (B, T, H * d)
for heads in (split_heads(y, 2), y.view(1, 2, 6, 2)):
    (grad,) = torch.autograd.grad(heads[0, :, 0].sum(), y)
    print((grad[0] != 0).any(dim=-1).int())  # (T,)

# %% straight-merge
heads = torch.tensor([[[0, 1], [4, 5]], [[2, 3], [6, 7]]])  # (H, T, d)
print(merge_heads(heads))
print(heads.view(2, 4))
try:
    heads.transpose(0, 1).view(2, 4)
except RuntimeError as error:
    print(error)

# %% stacked
first, second = torch.zeros(6, 2), torch.ones(6, 2)  # (T, d_v)
print(torch.cat([first, second], dim=-1).shape)
print(torch.cat([first, second], dim=0).shape)

# %% wrong-softmax
scores = torch.zeros(2, 6, 6)  # (H, T, T)
for dim in (-1, 0):
    weights = torch.softmax(scores, dim=dim)
    print(f"dim {dim:>2}: {weights.sum(dim=-1)[0, 0]:.4f}")

# %% own-slice
torch.manual_seed(0)
halves = [CausalAttention(4, 4, 4) for _ in range(2)]


def own_slice(y):
    pairs = zip(halves, y.chunk(2, dim=-1))
    return torch.cat([head(part) for head, part in pairs], dim=-1)


inputs_of(own_slice, 8, 2)


# %% plain-list
class Listed(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads = [CausalAttention(3, 2, 6) for _ in range(2)]


for layer in (Listed(), MultiHeadAttentionWrapper(3, 2, 6, 0.0, 2)):
    print(len(list(layer.parameters())))

# %% same-start
torch.manual_seed(0)
layer = MultiHeadSelfAttention(6, 4, num_heads=2)
with torch.no_grad():
    for W in (layer.W_query, layer.W_key, layer.W_value):
        W.weight[2:] = W.weight[:2]  # head 2 = head 1
    layer.out_proj.weight[:, 2:] = layer.out_proj.weight[:, :2]

target = torch.randn(2, 5, 4)
optimizer = torch.optim.SGD(layer.parameters(), lr=0.5)
for step in range(201):
    loss = (layer(batch) - target).square().mean()
    if step % 100 == 0:
        print(f"{step:>3} {loss:.4f}")
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

W = layer.W_query.weight.detach()
torch.testing.assert_close(W[2:], W[:2])
print(W)

# %% run-shapes
from snippets.chapters.multi_head_attention.exercises import (
    check_shapes,
    shapes,
)

check_shapes(shapes)

# %% run-head-weight
from snippets.chapters.multi_head_attention.exercises import (
    check_head_weight,
    head_weight,
)

check_head_weight(head_weight)

# %% run-count
from snippets.chapters.multi_head_attention.exercises import check_count, count

check_count(count)

# %% run-merge
from snippets.chapters.multi_head_attention.exercises import check_merge, merge

check_merge(merge)

# %% run-multi-head
from snippets.chapters.multi_head_attention.exercises import (
    check_multi_head,
    multi_head,
)

check_multi_head(multi_head)
