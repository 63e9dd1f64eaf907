"""Chapter under-glass, step by step."""

from snippets.chapters.under_glass.exercises import (
    after_cut,
    check_after_cut,
    check_mirrored,
    mirrored,
)

# %% imports
from collections.abc import Callable

import torch
from matplotlib.figure import Figure
from torch import Tensor
from torch.nn import functional as F
from torch.nn.utils.rnn import pad_sequence
from torch.testing import assert_close

from snippets.corpus import ENGLISH, PORTUGUESE, Batch
from snippets.corpus import batch, decode, draw, encode
from snippets.export import Export, read_state
from snippets.heatmap import heatmap
from snippets.transformer import PAD, Transformer
from snippets.translation import ARTICLES, NOUNS, translate
from snippets.translator import cross_weights, translator

# %% trained
torch.set_grad_enabled(False)  # (1)!
model = translator(seed=0)
state = read_state("docs/outputs/lab-translate/export.json")
model.load_state_dict(state)

english = "a famous dog sees the special girl".split()
portuguese, places = translate(english)
ours = batch([(english, portuguese, places)])
print(*english)
print(*portuguese)


# %% reading
def reading(
    model: Transformer, source: Tensor, allowed: Tensor | bool = True
) -> dict[str, Tensor]:
    """Stops 1 to 5: source (B, S) -> vectors (B, S, D)."""
    layer, mask = model.encoder.layers[0], (source != PAD)[:, None, None]
    e = model.source_embedding(source)
    x = model.embed(model.source_embedding, source)  # adds positions
    z = layer.self_attention(layer.norm1(x), mask & allowed)
    u = x + z
    y = u + layer.feed_forward(layer.norm2(u))
    memory = model.encoder.norm(y)
    return {
        "embedding": e,
        "position": x,
        "attention": z,
        "residual": u,
        "memory": memory,
    }


# %% writing
def writing(memory: Tensor, data: Batch) -> dict[str, Tensor]:
    """Stops 6 to 8: row t is to write word t, (B, T, D or words)."""
    layer, mask = model.decoder.layers[0], (data.source != PAD)[:, None, None]
    x = model.embed(model.target_embedding, data.target[:, :-1])
    s = x + layer.self_attention(layer.norm1(x), is_causal=True)
    z = layer.cross_attention(layer.norm2(s), mask, memory)
    y = s + z
    y = y + layer.feed_forward(layer.norm3(y))
    scores = model.read_out(model.decoder.norm(y))
    return {"self": s, "cross": z, "scores": scores}


# %% stops
read = reading(model, ours.source)
written = writing(read["memory"], ours)
for name, vectors in (read | written).items():
    print(f"{name:<10}", tuple(vectors.shape))
assert_close(written["scores"], model(ours.source, ours.target[:, :-1]))


# %% as-strips
def as_strips(vectors: Tensor, names: list[str], titles: tuple = ()) -> Figure:
    """Draw each vector as a strip of cells: (panels, names, 32)."""
    columns = [str(d) if d % 8 == 0 else "" for d in range(32)]
    largest = vectors.abs().max().item() // 1 + 1
    style = {"scale": (-largest, largest), "digits": False}
    figure = heatmap(vectors, names, columns, titles, **style)
    figure.set_figheight(2 * figure.get_figheight())
    for panel in figure.subfigs:
        panel.axes[0].set_aspect("auto")  # cells higher than wide
    return figure


# %% strips
the, girl = 4, 6  # places, counted from 0
stops = torch.stack([*read.values()])[:, 0]  # (5, S, D)
pair = stops[:, [the, girl]].transpose(0, 1)  # (2, 5, D)
as_strips(pair, list(read), ("the", "girl"))


# %% nouns
def nouns(source: Tensor) -> Tensor:
    """The place of each article's noun, -1 for other words: (B, S)."""
    rows = []
    for ids in source:
        row, noun = [], -1
        words = decode(ids, ENGLISH)
        for place in reversed(range(len(words))):
            noun = place if words[place] in NOUNS else noun
            row.insert(0, noun if words[place] in ARTICLES else -1)
        rows.append(torch.tensor(row))
    return pad_sequence(rows, batch_first=True, padding_value=-1)


genders = [NOUNS[w][1] if w in NOUNS else -1 for w in ENGLISH]


def questions(source: Tensor) -> dict[str, Tensor]:
    """The right answers, (B, S) each, -1 where there is none."""
    noun = nouns(source)
    gender = torch.tensor(genders)[source.gather(1, noun.clamp(min=0))]
    return {
        "word": source.masked_fill(source == PAD, -1),
        "gender": gender.masked_fill(noun < 0, -1),
    }


# %% sentences
def generator(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


train = draw(4000, 1, generator(0))
test = draw(1000, 1, generator(1), False)
asked, asked_anew = questions(train.source), questions(test.source)
print("word  ", *asked["word"][0].tolist())
print("gender", *asked["gender"][0].tolist())
print("of", *decode(train.source[0], ENGLISH))


# %% probe
def fit(x: Tensor, y: Tensor) -> Tensor:
    """x (N, D), right classes y (N,) -> W (D + 1, classes)."""
    wanted = F.one_hot(y).double()  # (N, classes): 1 for the right one
    return torch.linalg.lstsq(with_one(x), wanted).solution


def with_one(x: Tensor) -> Tensor:
    return F.pad(x.double(), (0, 1), value=1.0)


def answer(W: Tensor, x: Tensor) -> Tensor:
    """The class with the largest number for each vector: (N,)."""
    return (with_one(x) @ W).argmax(dim=-1)


# %% right
def right(name: str, seen: tuple, new: tuple) -> float:
    """Fit a probe, then ask it about the articles of other sentences.

    seen and new: vectors (B, S, D), and what is asked about them.
    """
    (x, y), (other, wanted) = seen, new
    known, articles = y[name] >= 0, wanted["gender"] >= 0
    W = fit(x[known], y[name][known])
    given = answer(W, other[articles])
    return (given == wanted[name][articles]).double().mean().item()


# %% encoder-probes
seen, new = reading(model, train.source), reading(model, test.source)
gender = {}
for stop in seen:
    pair = (seen[stop], asked), (new[stop], asked_anew)
    word, gender[stop] = right("word", *pair), right("gender", *pair)
    print(f"{stop:<10} word {word:.2f}, gender {gender[stop]:.2f}")
    assert stop == "attention" or word >= 0.99
assert 0.4 <= gender["embedding"] <= 0.6
assert gender["attention"] >= 0.9
# tolerance: word 0.02, gender 0.02

# %% map
layer = model.encoder.layers[0]
x = layer.norm1(read["position"])
_, weights = layer.self_attention(x, return_weights=True)
heatmap(weights[0, 0], english)

# %% on-average
x = layer.norm1(new["position"])
mask = (test.source != PAD)[:, None, None]
_, maps = layer.self_attention(x, mask, return_weights=True)
noun = nouns(test.source)
row, article = (noun >= 0).nonzero(as_tuple=True)
maps = maps[row, 0, article]  # (articles, S)
to_noun = maps.gather(1, noun[row, article][:, None]).mean()
to_itself = maps.gather(1, article[:, None]).mean()
print(f"noun {to_noun:.2f}, itself {to_itself:.2f}")
# tolerance: 0.01

# %% girl-and-boy
boys = [*english[:-1], "boy"]
other = reading(model, encode(boys, ENGLISH)[None])
apart = stops - torch.stack([*other.values()])[:, 0]
as_strips(apart[:, the], list(read))


# %% decoder-questions
def for_writing(asked: dict, data: Batch) -> dict[str, Tensor]:
    """The same questions about the English word to be translated."""
    word, places = data.places >= 0, data.places.clamp(min=0)
    return {k: y.gather(1, places).where(word, -1) for k, y in asked.items()}


# %% decoder-probes
asked_of = for_writing(asked, train), for_writing(asked_anew, test)
rows = writing(seen["memory"], train), writing(new["memory"], test)
for stop in written:
    pair = [(vectors[stop], y) for vectors, y in zip(rows, asked_of)]
    word, gender[stop] = right("word", *pair), right("gender", *pair)
    print(f"{stop:<6} word {word:.2f}, gender {gender[stop]:.2f}")
is_guess = 0.4 <= gender["self"] <= 0.6
print("before cross-attention:", "nothing" if is_guess else "a gender")
assert gender["cross"] >= 0.9
# tolerance: word 0.02, gender 0.02


# %% shared-look
shared = "the dog does not choose the good house".split()
translated = translate(shared)
one = batch([(shared, *translated)])
across = cross_weights(model, one.source, one.target[:, :-1])[0, 0, 0]
heatmap(across[:-1], translated[0], shared)


# %% articles
def articles(memory: Tensor, data: Batch) -> str:
    """The scores of the two articles that can translate our “the”."""
    scores = writing(memory, data)["scores"][0, 4]
    each = {w: scores[PORTUGUESE.index(w)].item() for w in ("o", "a")}
    return ", ".join(f"{w} {score:.2f}" for w, score in each.items())


print("girl:", articles(read["memory"], ours))
his = batch([(boys, *translate(boys))])
print("boy: ", articles(other["memory"], his))
# tolerance: 0.02

# %% cut-one
allowed = torch.ones(7, 7, dtype=torch.bool)
allowed[the, girl] = False  # cut the arc
for name, data in (("girl:", ours), ("boy: ", his)):
    cut = reading(model, data.source, allowed)
    print(name, articles(cut["memory"], data))
# tolerance: 0.02


# %% export
def check(state: dict[str, Tensor]) -> None:
    y = asked_anew["gender"]
    given = answer(state["W"].double(), new["residual"][y >= 0])
    assert (given == y[y >= 0]).double().mean() >= 0.9


y = asked["gender"]
W = fit(seen["residual"][y >= 0], y[y >= 0])
Export("probe", {"W": W}, check, {"articles": [*ARTICLES]})


# %% cut-all
def right_words(memory: Tensor) -> tuple[float, float]:
    """The shares of articles and of other words that come out right."""
    best = writing(memory, test)["scores"].argmax(dim=-1)
    right = (best == test.target[:, 1:]).double()
    is_article = asked_of[1]["gender"] >= 0
    others = (test.places >= 0) & ~is_article
    return right[is_article].mean().item(), right[others].mean().item()


here = torch.arange(test.source.shape[1])
allowed = (noun[..., None] != here)[:, None]  # (B, 1, S, S)
cut = reading(model, test.source, allowed)
pair = (seen["residual"], asked), (cut["residual"], asked_anew)
print(f"gender read: {right('gender', *pair):.1f}")
few, others = right_words(cut["memory"])
print(f"articles right: {few:.1f}, other words right: {others:.1f}")

# %% moved
y = asked["gender"]
masculine, feminine = (seen["residual"][y == g].mean(dim=0) for g in (0, 1))
step = feminine - masculine  # (D,)


def going_on(u: Tensor) -> Tensor:
    """From the fourth stop to the memory."""
    return model.encoder.norm(u + layer.feed_forward(layer.norm2(u)))


u = read["residual"].clone()
u[0, 0] += step  # of “a”, whose noun is masculine
u[0, the] -= step
best = writing(going_on(u), ours)["scores"].argmax(dim=-1)
print(*decode(best[0], PORTUGUESE))

u, y = new["residual"].clone(), asked_anew["gender"]
u[y == 0] += step
u[y == 1] -= step
few, others = right_words(going_on(u))
print(f"articles right: {few:.1f}, other words right: {others:.1f}")

# %% by-heart
memory = seen["memory"][asked["gender"] >= 0]  # of all articles
coin = torch.randint(2, (len(memory),), generator=generator(2))
W = fit(memory[:30], coin[:30])
said = (answer(W, memory) == coin).double()
print(f"seen {said[:30].mean():.2f}, new {said[30:].mean():.2f}")
# tolerance: 0.02

# %% untrained
untrained = translator(seed=0)
for stop in ("position", "attention"):
    x = [reading(untrained, data.source)[stop] for data in (train, test)]
    share = right("gender", (x[0], asked), (x[1], asked_anew))
    print(f"{stop:<9} gender {share:.2f}")
# tolerance: 0.02

# %% run-after-cut
print(*after_cut)
check_after_cut(after_cut)

# %% run-mirrored
check_mirrored(mirrored)
y = asked["gender"]
W = fit(seen["residual"][y >= 0], y[y >= 0]).float()
w, b = W[:-1, 1] - W[:-1, 0], W[-1, 1] - W[-1, 0]

u, y = new["residual"].clone(), asked_anew["gender"]
u[y >= 0] = mirrored(u[y >= 0], w, b)
fooled = answer(W.double(), u[y >= 0]) != y[y >= 0]
print(f"the probe is fooled: {fooled.double().mean():.2f}")
print(f"articles still right: {right_words(going_on(u))[0]:.2f}")
# tolerance: 0.02

# %% run-adjective
famous, dog = 1, 2
allowed = torch.ones(7, 7, dtype=torch.bool)
allowed[famous, dog] = False
cut = reading(model, ours.source, allowed)
best = writing(cut["memory"], ours)["scores"].argmax(dim=-1)
print(*decode(best[0], PORTUGUESE))
