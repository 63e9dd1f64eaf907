"""Chapter decoder, step by step."""

from snippets.chapters.decoder.exercises import (
    check_decoder_inputs,
    check_look_across,
    check_padded_context,
    decoder_inputs,
    look_across,
    padded_context,
)
from snippets.cross_attention import Attention
from snippets.decoder import Decoder, DecoderLayer
from snippets.transformer import Transformer

# %% imports
import math
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from snippets.cross_attention import LayerCache
from snippets.causal import causal_mask, check_length
from snippets.capture import capture
from snippets.encoder import Encoder
from snippets.feed_forward import FeedForward
from snippets.heatmap import heatmap
from snippets.layer_norm import LayerNorm
from snippets.masks import padding_mask
from snippets.multi_head import MultiHeadSelfAttention, split_heads
from snippets.positional import sinusoidal_encoding, with_positions
from snippets.transformer import END, PAD, START

# %% by-hand
torch.set_grad_enabled(False)  # (1)!

asking = torch.tensor([[2.0, 0.0], [-2.0, -2.0]])  # (T, D)
states = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
W_v = torch.tensor([[1.0, 1.0], [0.0, 1.0]])

q, k, v = asking, states, states @ W_v  # W_q = W_k = I
scores = q @ k.T / math.sqrt(2)  # (T, S)
exponentials = scores.exp()
sums = exponentials.sum(dim=-1, keepdim=True)  # (T, 1)
weights = exponentials / sums  # (T, S)
context = weights @ v  # (T, D)
print("scores ", scores)
print("exp    ", exponentials)
print("sums   ", sums.flatten())
print("weights", weights)
print("z      ", context)

# %% class-by-hand
cross = Attention(2, 2, num_heads=1)
for parameter in cross.parameters():
    parameter.zero_()
for linear in (cross.W_query, cross.W_key, cross.out_proj):
    linear.weight.copy_(torch.eye(2))
cross.W_value.weight.copy_(W_v.T)

result, maps = cross(asking, memory=states, return_weights=True)
torch.testing.assert_close(result, context)
torch.testing.assert_close(maps[0], weights)
print("x      ", asking.shape)  # (T, D)
print("memory ", states.shape)  # (S, D)
print("weights", maps.shape)  # (H, T, S)
print("z      ", result.shape)  # (T, D)

# %% other-order
other = [2, 0, 1]
result, maps = cross(asking, memory=states[other], return_weights=True)
torch.testing.assert_close(maps[0], weights[:, other])
print("z as before:", torch.allclose(result, context))

# %% data
german = "Kannst du mir helfen diesen Satz zu übersetzen"
english = "Can you help me to translate this sentence"
german, english = german.split(), english.split()
read = ["START", *english]
S, T, D = len(german), len(read), 16

torch.manual_seed(0)
source = torch.randn(S, D) + sinusoidal_encoding(S, D)
x = torch.randn(T, D) + sinusoidal_encoding(T, D)
encoder = Encoder(1, D, num_heads=2, d_hidden=4 * D)
memory = encoder(source)
print("memory", memory.shape)  # (S, D)
print("x     ", x.shape)  # (T, D)

layer = DecoderLayer(D, num_heads=2, d_hidden=4 * D)
words = [*english, "END"]
read_out = nn.Linear(D, len(words))

# %% layer-by-hand
back = layer.self_attention(x, causal_mask(T))
u = layer.norm1(x + back)
across = layer.cross_attention(u, memory=memory)
w = layer.norm2(u + across)
y = layer.norm3(w + layer.feed_forward(w))
n = read_out(y[-1]).argmax()
read_next = [*read, words[n]]

# %% layer-equal
torch.testing.assert_close(layer(x, memory), y)
print("y", y.shape)  # (T, D)


# %% who-notices
def changed(new: Tensor, old: Tensor) -> list[int]:
    rows = (new - old).abs().amax(dim=-1)  # (T,)
    return (rows > 1e-6).nonzero().flatten().tolist()


helfen = memory.clone()
helfen[3, 0] += 1.0
me = x.clone()
me[4, 0] += 1.0
rows = changed(layer(me, memory), y)
print("“me” changes rows    ", *rows)
rows = changed(layer(x, helfen), y)
print("“helfen” changes rows", *rows)

# %% stack
decoder = Decoder(2, D, num_heads=2, d_hidden=4 * D)
with capture(decoder) as maps:
    output = decoder(x, memory)
print("output", output.shape)  # (T, D)
for name, calls in maps.items():
    print(name, calls[0].shape)  # (H, T, T) or (H, T, S)

first, second = decoder.layers
by_hand = second(first(x, memory), memory)
torch.testing.assert_close(output, by_hand)

# %% shift
wanted = [*english, "END"]
for row, (word, answer) in enumerate(zip(read, wanted)):
    print(f"row {row}: {word:<9} -> {answer}")

# %% shifted-alignment
order = [0, 1, 3, 2, 6, 7, 4, 5]
A = torch.eye(8)[order]  # row t is for wanted[t]
row = A[:, german.index("helfen")].argmax()
print("the row that reads", read[row])

heatmap(A, read[:8], german, digits=False)

# %% one-pass
for t in range(1, T + 1):
    begun = decoder(x[:t], memory)  # as if nothing came after
    torch.testing.assert_close(begun, output[:t])
print(T, "guesses from one pass")

# %% two-masks
few = encoder(source[:4])  # "Kannst du mir helfen"
memories = torch.zeros(2, S, D)  # (B, S, D)
memories[0], memories[1, :4] = memory, few
mask = padding_mask(torch.tensor([8, 4]))  # (B, 1, 1, S)

batch = torch.stack([x, x])  # (B, T, D)
result = layer(batch, memories, memory_mask=mask)
torch.testing.assert_close(result[0], layer(x, memory))
torch.testing.assert_close(result[1], layer(x, few))

# %% whole
torch.manual_seed(0)
model = Transformer(
    source_size=11,
    target_size=12,
    d_model=D,
    num_heads=2,
    d_hidden=4 * D,
)
ids = torch.tensor([[3, 4, 5, 6, 7, 8], [3, 4, 5, 6, PAD, PAD]])
so_far = torch.tensor([[START, 3, 4], [START, 3, 4]])
scores = model(ids, so_far)
print("scores", scores.shape)  # (B, T, N)

alone = model(ids[1:, :4], so_far[1:])
torch.testing.assert_close(scores[1:], alone)

# %% torch-equal
from snippets.copy_weights import copy_layer

for norm_first in (False, True):
    ours = DecoderLayer(D, 2, 4 * D, norm_first=norm_first)
    theirs = nn.TransformerDecoderLayer(
        *(D, 2, 4 * D),
        dropout=0.0,
        batch_first=True,
        norm_first=norm_first,
    )
    copy_layer(ours, theirs)
    result = theirs(
        batch,
        memories,
        tgt_mask=~causal_mask(T),  # (1)!
        memory_key_padding_mask=~mask[:, 0, 0],
    )
    expected = ours(batch, memories, memory_mask=mask)
    torch.testing.assert_close(result, expected)

# %% wrong-side
square = x[:S]  # as many rows as the memory
attend = layer.cross_attention
for name, pair in (
    ("queries from x", (square, memory)),
    ("queries from memory", (memory, square)),
):
    other = [helfen if one is memory else one for one in pair]
    new, old = (attend(a, memory=b) for a, b in (other, pair))
    print(name, old.shape, "rows", *changed(new, old))

# %% no-shift
for name, words in (("shifted", read), ("not shifted", wanted)):
    seen = sum(wanted[t] in words[: t + 1] for t in range(T))
    print(f"{name}: {seen} of {T} rows see their answer")

# %% causal-across
reached = (A * causal_mask(8)).sum(dim=-1)  # (T,)
lost = [word for word, r in zip(english, reached) if r == 0]
print("out of reach:", *lost)

# %% run-padded-context
print(*padded_context)
check_padded_context(padded_context)

# %% run-decoder-inputs
check_decoder_inputs(decoder_inputs)

# %% run-look-across
check_look_across(look_across)
