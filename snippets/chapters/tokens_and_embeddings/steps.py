"""Chapter tokens-and-embeddings, step by step."""

from snippets.chapters.tokens_and_embeddings.exercises import (
    check_embed_batch,
    check_merges_by_hand,
    check_one_hot,
    embed_batch,
    faulty_embed,
    merges_by_hand,
    one_hot,
)

# %% capital
from snippets.sentences import CAPITAL

text = "What is the capital of France?"
print(CAPITAL.tokens)
print(len(CAPITAL.tokens), "".join(CAPITAL.tokens) == text)

# %% split
import re


def split(text: str) -> list[str]:
    """Words with the space before them, and other signs."""
    return re.findall(r" ?[A-Za-z]+|[^A-Za-z]", text)  # (1)!


# %% split-run
print("as cl100k_base:", split(text) == list(CAPITAL.tokens))
for other in (text, "Hello shiny sun!"):
    words, pieces = other.split(), split(other)
    print(f"words: {len(words)}, tokens: {len(pieces)}", pieces)

# %% merge
from collections import Counter


def best_pair(words: list[list[str]]) -> tuple[str, str]:
    """The two neighbouring pieces that occur most often."""
    counts = Counter()
    for word in words:
        counts.update(zip(word, word[1:]))
    return max(counts, key=lambda two: (counts[two], two))  # (1)!


def merge(word: list[str], pair: tuple[str, str]) -> list[str]:
    """The pieces of a word, with the pair joined everywhere."""
    pieces, k = list(word), 0
    while k < len(pieces) - 1:
        if tuple(pieces[k : k + 2]) == pair:
            pieces[k : k + 2] = ["".join(pair)]
        k += 1
    return pieces


# %% learn
words = [list(word) for word in "sun sun sunny funny fun".split()]
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
for text in (
    "What is the capital of France?",
    " What is the capital of What?",
):
    print(encode(text))
print(decode([3923, 374, 279, 6864, 30]))

# %% unknown
try:
    encode("What is the capital of Paris?")
except KeyError as error:
    print(repr(error))
print("bytes of ' é':", list(" é".encode()))

# %% small-table
import torch
from torch import Tensor

E = torch.tensor(
    [
        [0.1, 0.2, 0.3],
        [0.4, 0.5, 0.6],
        [0.7, 0.8, 0.9],
        [1.0, 1.1, 1.2],
    ]
)  # (N, D)
ids = torch.tensor([3, 1, 3])  # (T,)
print(E[ids])  # (T, D)

# %% one-hot-product
rows = torch.nn.functional.one_hot(ids, 4).float()  # (T, N)
print(rows)
torch.testing.assert_close(rows @ E, E[ids])


# %% look-up
def look_up(ids: Tensor, table: Tensor) -> Tensor:
    """The embedding of each id: rows of the embedding table.

    ids (...) integers, table (N, D) -> (..., D).
    Raises ValueError if an id has no row.
    """
    if not 0 <= ids.min() <= ids.max() < len(table):
        raise ValueError(f"not all ids have one of {len(table)} rows")
    return table[ids]


# %% real-ids
torch.manual_seed(0)
N, D = 10000, 4
table = torch.randn(N, D)
ids = torch.tensor(CAPITAL.ids)

X = look_up(ids, table)
print("ids", ids.shape, "table", table.shape, "X", X.shape)
print(X)

# %% three-ways
from torch import nn

embedding = nn.Embedding(N, D)
embedding.weight.data = table.clone()
torch.testing.assert_close(embedding(ids), X)

one_hots = nn.functional.one_hot(ids, N).float()  # (T, N)
torch.testing.assert_close(one_hots @ table, X)
print("numbers in one-hot rows:", one_hots.numel())
print("numbers in X:", X.numel())

# %% learned-rows
embedding(ids).sum().backward()
rows = embedding.weight.grad.abs().sum(dim=-1) > 0  # (N,)
print(f"rows with a gradient: {rows.sum()} of {N}")
print(rows.nonzero().flatten())

# %% no-context
short = look_up(torch.tensor(encode("What is France?")), table)
print("same vector:", torch.equal(short[2], X[5]))

# %% pairs
text = """
the cat sleeps, the dog sleeps, the cat eats, the dog eats,
we visit Paris, we visit Rome, Paris is a city, Rome is a city,
France is a country, Italy is a country
"""
sentences = [sentence.split() for sentence in text.split(",")]
words = sorted(set().union(*sentences))
number = {word: i for i, word in enumerate(words)}
pairs = []
for sentence in sentences:
    row = [number[word] for word in sentence]
    pairs += zip(row, row[1:])
pairs = torch.tensor(pairs + [(b, a) for a, b in pairs])
print("words:", len(words), "pairs of neighbours:", len(pairs))

# %% train
torch.manual_seed(9)
start = 2 * torch.randn(len(words), 2)  # (N, D)
E = start.clone().requires_grad_()
guess = nn.Linear(2, len(words))
optimizer = torch.optim.Adam([E, *guess.parameters()], lr=0.1)
for _ in range(50):
    scores = guess(E[pairs[:, 0]])  # one row for each pair
    loss = nn.functional.cross_entropy(scores, pairs[:, 1])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

# %% alike
six = ("Paris", "Rome", "France", "Italy", "cat", "dog")
for name, M in (("before", start), ("after", E.detach())):
    unit = M / M.norm(dim=-1, keepdim=True)  # length 1
    cosines = unit @ unit[number["Paris"]]  # (N,)
    cos = {w: cosines[number[w]].item() for w in six[1:]}
    print(f"{name}: most like Paris is", max(cos, key=cos.get))
    print("   ", *(f"{w} {c:.2f}" for w, c in cos.items()))

# %% alike-figure
from snippets.colours import INK, MINUS, WEIGHT
from snippets.plane import arrow, plane

figure, axes = plane(["before", "after"])
colours = (WEIGHT, WEIGHT, MINUS, MINUS, INK, INK)
for ax, M in zip(axes, (start, E.detach())):
    for word, colour in zip(six, colours):
        arrow(ax, word, M[number[word]], colour=colour)
figure

# %% batch
texts = "What is the capital?", "What is the France?"
batch = torch.tensor([encode(text) for text in texts])  # (B, T)
print(batch)
print("ids", batch.shape, "X", look_up(batch, table).shape)

# %% recap
tokens = split("What is the capital of France?")  # T tokens
ids = torch.tensor([vocabulary[t] for t in tokens])  # (T,)
X = look_up(ids, table)  # (T, D)
print(len(tokens), ids.shape, X.shape)

# %% ids-as-numbers
try:
    nn.Linear(7, 4)(ids)
except RuntimeError as error:
    print(type(error).__name__)
print("ids", ids.dtype, "X", X.dtype)
for a, b in (("What", " What"), ("What", " is")):
    print((a, b), "apart:", abs(vocabulary[a] - vocabulary[b]))

# %% out-of-range
wrong = torch.tensor([30, -1])
print("last row:", torch.equal(table[wrong][1], table[N - 1]))
try:
    look_up(wrong, table)
except ValueError as error:
    print(type(error).__name__)

# %% run-merges-by-hand
words = [list(word) for word in "an an and and hand".split()]
for pair in merges_by_hand:
    times = sum([*zip(word, word[1:])].count(pair) for word in words)
    print(pair, times)
    words = [merge(word, pair) for word in words]
check_merges_by_hand(merges_by_hand)

# %% run-one-hot
check_one_hot(one_hot)

# %% run-embed-batch
check_embed_batch(embed_batch)
