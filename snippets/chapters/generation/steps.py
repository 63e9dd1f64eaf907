"""Chapter generation, step by step."""

from snippets.chapters.generation.exercises import (
    check_tokens_that_fit,
    check_top_p,
    check_two_best,
    tokens_that_fit,
    top_p,
    two_best,
)
from snippets.cross_attention import LayerCache
from snippets.generation import generate, next_token_probabilities

# %% imports
from collections.abc import Callable

import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.utils.flop_counter import FlopCounterMode

from snippets.causal import causal_mask, check_length
from snippets.corpus import ENGLISH, PORTUGUESE, encode
from snippets.curves import curves
from snippets.export import read_state
from snippets.heatmap import heatmap
from snippets.transformer import END, PAD, START, Transformer
from snippets.translator import translator

# %% trained
torch.set_grad_enabled(False)  # (1)!
trained = translator(seed=0)
state = read_state("docs/outputs/lab-translate/export.json")
trained.load_state_dict(state)
english = "the boy sees the house".split()
source = encode(english, ENGLISH)[None]  # (B, S)

# %% loop
memory, mask = trained.encode(source)
ids = torch.tensor([[START]])  # (B, t)
while ids.shape[-1] <= 8 and ids[0, -1] != END:
    scores = trained.decode(ids, memory, mask)[:, -1]  # (B, N)
    token = scores.argmax(dim=-1, keepdim=True)
    print(*[PORTUGUESE[n] for n in ids[0]], "->", PORTUGUESE[token])
    ids = torch.cat([ids, token], dim=-1)

# %% greedy-path
begin = torch.tensor([0.6, 0.4])  # of A and B
go_on = torch.tensor([[0.5, 0.5], [0.9, 0.1]])
both = begin[:, None] * go_on  # AA AB, BA BB
print(both)

A = begin.argmax()
greedy, best = both[A, go_on[A].argmax()], both.max()
print(f"greedy {greedy:.2f}, best {best:.2f}")
print("greedy finds the best:", bool(greedy == best))

# %% by-hand
exponentials = torch.tensor([8.0, 4.0, 2.0, 1.0, 1.0])
for tau in (1, 0.5, 2):
    powers = exponentials ** (1 / tau)
    total = powers.sum()
    print(f"τ = {tau}: powers", powers)
    print(f"sum {total:.4f}, casa {powers[0] / total:.4f}")

# %% temperatures-heatmap
words = ["casa", "flor", "chave", "menina", "mulher"]
scores = exponentials.log()

table = {
    "τ = 0": next_token_probabilities(scores, 0),
    "τ = 0.5": next_token_probabilities(scores, 0.5),
    "τ = 1": next_token_probabilities(scores, 1),
    "τ = 2": next_token_probabilities(scores, 2),
    "k = 2": next_token_probabilities(scores, 1, top_k=2),
}
heatmap(torch.stack(list(table.values())), list(table), words)

# %% draws
for tau in (0.5, 1, 2):
    p = next_token_probabilities(scores, tau)
    seed = torch.Generator().manual_seed(0)
    drawn = torch.multinomial(p, 9, True, generator=seed)
    print(f"τ = {tau}:", *[words[n] for n in drawn])

# %% model
torch.manual_seed(0)
L, H, D, N = 2, 2, 32, 37
model = Transformer(
    source_size=36,
    target_size=N,
    d_model=D,
    num_heads=H,
    d_hidden=4 * D,
    decoder_layers=L,
    norm_first=True,
    context_length=64,
)
model.eval()
model.read_out.bias[[PAD, START]] = -torch.inf  # (1)!
source = torch.tensor([[3, 21, 30, 4, 25]])  # (B, S)
memory, mask = model.encode(source)
ids = torch.tensor([[START, 28, 5, 7, 28, 27, 11, 28, 27]])  # (B, T)

# %% same-keys
first, second = model.decoder.layers


def keys(ids: Tensor) -> Tensor:
    """The keys of the second layer, (B, t, D)."""
    x = model.embed(model.target_embedding, ids)
    x = first(x, memory, memory_mask=mask)
    return second.self_attention.W_key(second.norm1(x))


T = ids.shape[-1]
all_keys = keys(ids)  # (B, T, D)
for t in range(1, T):
    begun = keys(ids[:, :t])
    torch.testing.assert_close(begun, all_keys[:, :t])
print("keys", all_keys.shape)

# %% what-is-needed
layer = first.self_attention
seed = torch.Generator().manual_seed(0)
x = torch.randn(T, D, generator=seed)
old = torch.arange(T) < T - 1  # all rows but the newest


def newest(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    return layer.attend(q, k, v, causal_mask(T))[-1]


qkv = layer.project(x)  # (H, T, d_k) each
needed = []
for i, name in enumerate(["queries", "keys", "values"]):
    lost = [one.clone() for one in qkv]
    lost[i][:, old] = 0
    if not torch.allclose(newest(*lost), newest(*qkv)):
        needed.append(name)
print("needed of the old rows:", *needed)

# %% same-numbers
caches = [LayerCache(one, memory) for one in (first, second)]
for t in range(1, T + 1):
    cached = model.decode(ids[:, t - 1 : t], memory, mask, caches, t - 1)
    anew = model.decode(ids[:, :t], memory, mask)
    torch.testing.assert_close(cached[:, -1], anew[:, -1])
print(T, "steps with the same scores")

with_cache = generate(model, source, 32)
anew = generate(model, source, 32, use_cache=False)
assert torch.equal(with_cache, anew)

# %% stop
two = [[3, 21, 30, 4, 25], [3, 20, 30, PAD, PAD]]
two = torch.tensor(two)  # (B, S)
seed = torch.Generator().manual_seed(0)
written = generate(model, two, 12, temperature=1.0, generator=seed)
for row in written.tolist():
    print(*row)

# %% one-row
S, d_k = 5, 4
seed = torch.Generator().manual_seed(0)
q = torch.randn(1, d_k, generator=seed)  # of the new token
k = torch.randn(S, d_k, generator=seed)  # from the cache
v = torch.eye(S)  # (1)!

A = F.scaled_dot_product_attention(q, k, v, is_causal=True)
print("weights", A)
print("keys seen:", *A[0].nonzero().flatten().tolist())

# %% one-row-right
right = F.scaled_dot_product_attention(q, k, v)
print("weights", right)

last = causal_mask(S)[-1:]  # (1, S)
same = F.scaled_dot_product_attention(q, k, v, attn_mask=last)
torch.testing.assert_close(right, same)

# %% work
model.read_out.bias[END] = -torch.inf  # (1)!


def operations(length: int, use_cache: bool) -> int:
    with FlopCounterMode(display=False) as counter:
        generate(model, source, length, use_cache=use_cache)
    return counter.get_total_flops()


lengths = [4, 8, 16, 32, 64]
cached = [operations(length, True) for length in lengths]
anew = [operations(length, False) for length in lengths]
for T, a, b in zip(lengths, cached, anew):
    print(f"T = {T:>2}: cached {a:>7,}, anew {b:>11,}")

# %% work-curves
lines = {
    "cached": [count / 1e6 for count in cached],
    "anew": [count / 1e6 for count in anew],
}
curves(lengths, lines, "T", "MFLOP", log="xy")

# %% work-formula
S = source.shape[-1]
constant = operations(0, True)  # encoder and memory


def step(t: int) -> int:
    """Operations for one row that sees t tokens."""
    layer = 28 * D**2 + 4 * (t + S) * D
    return L * layer + 2 * D * N


assert cached[-1] == constant + sum(map(step, range(1, 65)))

# %% cache-size
stored = [kv for cache in caches for kv in cache.tokens]
numbers = sum(kv.numel() for kv in stored)
size = sum(kv.nbytes for kv in stored)
T, d_k = ids.shape[-1], D // H
assert numbers == 2 * L * H * d_k * T
print("one of them", stored[0].shape)  # (B, H, T, d_k)
print(f"{numbers} numbers in {size} bytes")
print(f"{size // T} bytes for each of {T} tokens")

# %% known-models
known = {  # L, G, d_k
    "GPT-3 175B": (96, 96, 128),
    "LLaMA 65B": (80, 64, 128),
    "Llama 3 70B": (80, 8, 128),
    "Mistral 7B": (32, 8, 128),
}
each = {}  # bytes for each token
for name, (layers, G, d_k) in known.items():
    each[name] = 2 * layers * G * d_k * 2  # 16 bits
    kib = f"{each[name] / 2**10:>4.0f} KiB"
    gib = f"{2048 * each[name] / 2**30:.3f} GiB"
    print(f"{name:<11} {kib} a token, {gib} for 2048")

# %% long-text
gib = 131072 * each["Llama 3 70B"] / 2**30
print(f"131072 tokens in Llama 3 70B: {gib:.0f} GiB")


# %% right-steps
def right_steps(caches: list, moving: bool = True) -> list[int]:
    """Steps with the same scores as without a cache."""
    right = []
    for t in range(ids.shape[-1]):
        new, place = ids[:, t : t + 1], t if moving else 0
        scores = model.decode(new, memory, mask, caches, place)
        all_rows = model.decode(ids[:, : t + 1], memory, mask)
        if torch.allclose(scores[:, -1], all_rows[:, -1], atol=1e-4):
            right.append(t)
    return right


# %% wrong-position
fresh = [LayerCache(one, memory) for one in (first, second)]
print("place t:", *right_steps(fresh))
fresh = [LayerCache(one, memory) for one in (first, second)]
print("place 0:", *right_steps(fresh, moving=False))

# %% old-cache
print("steps that are right:", *right_steps(caches) or ["none"])

# %% temperature-too-late
scores = exponentials.log()
late = torch.softmax(scores, dim=-1) / 0.5
print("after the softmax ", late / late.sum())
print("before the softmax", torch.softmax(scores / 0.5, dim=-1))

# %% run-two-best
print(two_best)
check_two_best(two_best)

# %% run-tokens-that-fit
check_tokens_that_fit(tokens_that_fit)

# %% run-top-p
check_top_p(top_p)
