"""Chapter tokens-and-embeddings, step by step.

Run it by itself: python -m snippets.chapters.tokens_and_embeddings.steps
"""

from snippets.chapters.tokens_and_embeddings.exercises import (
    check_embed_batch,
    check_merges_by_hand,
    check_nearest,
    check_one_hot,
    check_split_spaces,
    embed_batch,
    faulty_embed,
    merges_by_hand,
    nearest,
    one_hot,
    split_spaces,
)
from snippets.sentences import look_up

# %% capital
from snippets.sentences import CAPITAL

text = "What is the capital of France?"
print(CAPITAL.tokens)
print(len(CAPITAL.tokens), "".join(CAPITAL.tokens) == text)

# %% capital-strip
from snippets.strip import token_strip

token_strip(CAPITAL.tokens, CAPITAL.ids)

# %% split
import re


def split(text: str) -> list[str]:
    """Words with the space before them, and other signs."""
    return re.findall(r" ?[A-Za-z]+|[^A-Za-z]", text)  # (1)!


# %% split-run
print(split(text) == list(CAPITAL.tokens))
for other in (text, "Hello shiny sun!"):
    print(len(other.split()), len(split(other)), split(other))

# %% sun-strip
token_strip(split("Hello shiny sun!"))

# %% merge
from collections import Counter


def best_pair(words: list[list[str]]) -> tuple[str, str]:
    """The two neighbouring pieces that stand together most often."""
    pairs = Counter(pair for word in words for pair in zip(word, word[1:]))
    return max(pairs, key=lambda pair: (pairs[pair], pair))  # (1)!


def merge(word: list[str], pair: tuple[str, str]) -> list[str]:
    """The pieces of a word, with the pair joined wherever it stands."""
    pieces, k = list(word), 0
    while k < len(pieces) - 1:
        if tuple(pieces[k : k + 2]) == pair:
            pieces[k : k + 2] = ["".join(pair)]
        k += 1
    return pieces


# %% learn
words = [list(word) for word in ("sun", "sun", "sunny", "funny", "fun")]
merges = []
for _ in range(4):
    pair = best_pair(words)
    words = [merge(word, pair) for word in words]
    merges.append(pair)
    print(pair, " ".join("|".join(word) for word in words))

# %% apply
for word in ("sunny", "bunny", "sunfun"):
    pieces = list(word)
    for pair in merges:
        pieces = merge(pieces, pair)
    print(word, pieces)

# %% vocabulary
vocabulary = dict(zip(CAPITAL.tokens, CAPITAL.ids))
vocabulary[" What"] = 3639
names = {i: token for token, i in vocabulary.items()}


def encode(text: str) -> list[int]:
    """The ids of a text."""
    return [vocabulary[token] for token in split(text)]


def decode(ids: list[int]) -> str:
    """The text of some ids."""
    return "".join(names[i] for i in ids)


# %% encode
print(encode("What is the capital of France?"))
print(encode(" What is the capital of What?"))
print(decode([3923, 374, 279, 6864, 30]))

# %% unknown
try:
    encode("What is the capital of Paris?")
except KeyError as error:
    print(repr(error))
print(len(split("What is the capital of Paris?")))
print(list(" é".encode()), bytes([32, 195, 169]).decode())

# %% small-table
import torch
from torch import Tensor

E = torch.tensor(
    [[0.1, 0.2, 0.3], [0.4, 0.5, 0.6], [0.7, 0.8, 0.9], [1.0, 1.1, 1.2]]
)  # (V, D)
ids = torch.tensor([3, 1, 3])  # (T,)
print(E[ids])  # (T, D)

# %% one-hot-product
rows = torch.nn.functional.one_hot(ids, num_classes=4).float()  # (T, V)
print(rows)
torch.testing.assert_close(rows @ E, E[ids])

# %% real-ids
torch.manual_seed(0)
V, d_model = 10000, 4
table = torch.randn(V, d_model)
ids = torch.tensor(CAPITAL.ids)

X = look_up(ids, table)
print(ids.shape, table.shape, X.shape)
print(X)

# %% three-ways
from torch import nn

embedding = nn.Embedding(V, d_model)
embedding.weight.data = table.clone()

one_hots = nn.functional.one_hot(ids, V).float()  # (T, V)
torch.testing.assert_close(embedding(ids), X)
torch.testing.assert_close(one_hots @ table, X)
print(one_hots.numel(), X.numel())

# %% learned-rows
embedding(ids).sum().backward()
changed = embedding.weight.grad.abs().sum(dim=-1) > 0  # (V,)
print(changed.nonzero().flatten())

# %% no-context
first = look_up(torch.tensor(encode("What is France?")), table)
second = look_up(torch.tensor(encode("What is the capital of France?")), table)
print(torch.equal(first[2], second[5]))

# %% cosine-by-hand
a = torch.tensor([3.0, 4.0])
b = torch.tensor([4.0, 3.0])
print(f"dot {a @ b:.0f}, lengths {a.norm():.0f} {b.norm():.0f}")
print(f"cos {a @ b / (a.norm() * b.norm()):.4f}")
print(f"cos {torch.cosine_similarity(a, 2 * b, dim=0):.4f}")

# %% similar
six = (" Paris", " Rome", " France", " Italy", " cat", " dog")
vectors = torch.tensor(
    [
        [0.9, 0.5, 0.5],
        [0.9, 0.5, -0.5],
        [0.9, -0.5, 0.5],
        [0.9, -0.5, -0.5],
        [-0.9, 0.1, 0.2],
        [-0.9, -0.1, 0.2],
    ]
)
unit = vectors / vectors.norm(dim=-1, keepdim=True)  # length 1
cosines = (unit @ unit.T).clamp(-1, 1)  # (1)!

# %% similar-figure
from snippets.heatmap import heatmap

heatmap(cosines, six, scale=(-1, 1))

# %% untrained
wide = torch.randn(1000, 512)
unit_wide = wide / wide.norm(dim=-1, keepdim=True)
others = (unit_wide @ unit_wide.T)[~torch.eye(1000, dtype=torch.bool)]
print("|cos| < 0.5:", bool((others.abs() < 0.5).all()))

# %% matrix
x_1, x_2 = table[3923], table[374]  # (d_model,)
X = torch.stack([table[i] for i in CAPITAL.ids])  # (T, d_model)

print(x_1.shape, X.shape)
print(torch.equal(X[0], x_1), torch.equal(X[1], x_2))

# %% other-lengths
for text in ("What?", "What is the capital?", "What is the capital of France?"):
    print(look_up(torch.tensor(encode(text)), table).shape)

# %% batch
batch = torch.tensor(
    [encode("What is the capital?"), encode("What is the France?")]
)
print(batch)
print(look_up(batch, table).shape)

# %% recap
from snippets.positional import sinusoidal_encoding

tokens = split("What is the capital of France?")  # T tokens
ids = torch.tensor([vocabulary[token] for token in tokens])  # (T,)
X = look_up(ids, table)  # (T, d_model)
P = sinusoidal_encoding(*X.shape)  # (T, d_model)
print(len(tokens), ids.shape, X.shape, (X + P).shape)

# %% ids-as-numbers
try:
    nn.Linear(7, 4)(ids)
except RuntimeError as error:
    print(type(error).__name__)
print("dtype", ids.dtype, X.dtype)
for a, b in (("What", " What"), ("What", " is")):
    print((a, b), abs(vocabulary[a] - vocabulary[b]))

# %% words
for text in ("Hello shiny sun!", "Hello  shiny sun!"):
    words, tokens = text.split(), split(text)
    print(len(words), words, " ".join(words) == text)
    print(len(tokens), tokens, "".join(tokens) == text)

# %% spaces
print(encode("What"), encode(" What"))
print(torch.equal(table[encode("What")], table[encode(" What")]))

# %% out-of-range
wrong = torch.tensor([30, -1])
print(torch.equal(table[wrong][1], table[V - 1]))
try:
    look_up(wrong, table)
except ValueError as error:
    print(type(error).__name__)

# %% columns
print((X @ X.T).shape, (X.T @ X).shape)

# %% rounding
print(f"{-0.4159:.3f}")
print(f"{abs(0.461 - -0.464):.3f}")

# %% run-split-spaces
check_split_spaces(split_spaces)

# %% run-merges-by-hand
print(merges_by_hand)
check_merges_by_hand(merges_by_hand)

# %% run-one-hot
check_one_hot(one_hot)

# %% run-embed-batch
check_embed_batch(embed_batch)

# %% run-nearest
check_nearest(nearest)
