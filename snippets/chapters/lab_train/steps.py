"""Lab lab-train, step by step."""

from snippets.chapters.lab_train.exercises import (
    best_guess,
    check_best_guess,
    check_rotation_pattern,
    rotation_pattern,
)
from snippets.device import pick_device
from snippets.reversal import LETTERS, decode, draw, encode, mass, pattern
from snippets.training import (
    Reverser,
    Size,
    evaluate,
    loss_of,
    train,
)

# %% imports
import copy
import itertools
import math
from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as F
from tqdm import tqdm

from snippets.capture import capture
from snippets.curves import curves
from snippets.encoder import Encoder
from snippets.heatmap import heatmap
from snippets.positional import sinusoidal_encoding, with_positions


# %% examples
examples = draw(3, 8, torch.Generator().manual_seed(0))  # (3, T)
for given, wanted in zip(decode(examples), decode(examples.flip(-1))):
    print(given, "->", wanted)

# %% pattern-heatmap
places = [str(i) for i in range(8)]
heatmap(pattern(8), places, digits=False)

# %% mass
even = torch.full((8, 8), 1 / 8)
print(f"row 0 looks at: {pattern(8)[0].argmax()}")
print(f"mass of the pattern: {mass(pattern(8)):.4f}")
print(f"mass of even weights: {mass(even):.4f}")

# %% address
T, D = 8, 16
P = sinusoidal_encoding(T, D)
mirror = torch.zeros(D, D)
for i in range(0, D, 2):
    end = (T - 1) / 10000 ** (i / D)  # the angle of the last position
    mirror[i : i + 2, i : i + 2] = torch.tensor(
        [
            [-math.cos(end), math.sin(end)],
            [math.sin(end), math.cos(end)],
        ]
    )
torch.testing.assert_close(P @ mirror, P.flip(0))

# %% build
torch.set_num_threads(1)  # (1)!
device = pick_device()
size = Size()
torch.manual_seed(0)
model = Reverser(size).to(device)  # (2)!
with capture(model) as maps:
    scores = model(examples.to(device))
(weights,) = maps["encoder.layers.0.self_attention"]
print("scores    ", scores.shape)
print("weights   ", weights.shape)
print("parameters", sum(p.numel() for p in model.parameters()))

# %% guesses
for choices in (26, 7):
    print(f"even guess among {choices:2}:", end=" ")
    print(f"accuracy {1 / choices:.4f}, loss {math.log(choices):.4f}")

# %% before
held_out = draw(1000, size.length, torch.Generator().manual_seed(2))  # (1)!
accuracy, before = evaluate(model, held_out)
with torch.no_grad():
    print(f"loss     {loss_of(model, held_out.to(device)):.2f}")
print(f"accuracy {accuracy:.2f}")
print("mass    ", *(f"{share:.2f}" for share in mass(before[0])))

# %% run-training
losses = train(model, size)
print(f"first {losses[0]:.2f}, last {losses[-1]:.2f}")
# tolerance: last 0.02


# %% loss-curve
def means(losses: list[float], window: int) -> list[float]:
    return torch.tensor(losses).view(-1, window).mean(dim=-1).tolist()


curves(range(20, 201, 20), {"loss": means(losses[:200], 20)}, "step", "loss")
# tolerance: loss 0.02

# %% after
accuracy, after = evaluate(model, held_out)
print(f"accuracy {accuracy:.2f}")
print("mass    ", *(f"{share:.2f}" for share in mass(after[0])))
assert accuracy >= 0.99 and mass(after).mean() >= 0.8
# tolerance: accuracy 0.02, mass 0.02

# %% after-heatmap
places = [str(i) for i in range(size.length)]
heads = [f"h = {h + 1}" for h in range(size.num_heads)]
heatmap(after[0], places, titles=heads, scale=(0, 1), digits=False)
# tolerance: 0.02


# %% words
def backwards(words: list[str]) -> list[str]:
    return decode(model(encode(words).to(device)).argmax(dim=-1))


words = ["computer", "caminhos", "elephant", "assassin"]
for word, answer in zip(words, backwards(words)):
    print(word, "->", answer)

# %% repeats
shape, generator = (1000, size.length), torch.Generator().manual_seed(3)
repeats = torch.randint(len(LETTERS), shape, generator=generator)
print(f"accuracy {evaluate(model, repeats)[0]:.2f}")
# tolerance: accuracy 0.02


# %% ablation
def ablate(name: str, size: Size, seed: int = 0, **options) -> tuple:
    torch.manual_seed(seed)
    model = Reverser(size, **options).to(device)
    losses = train(model, size)
    accuracy, weights = evaluate(model, held_out)
    print(f"{name:<12} accuracy {accuracy:.2f}", end=", mass")
    print("", *(f"{share:.2f}" for share in mass(weights).flatten()))
    return model, losses, weights


# %% without-positions
_, blind, _ = ablate("no positions", size, positions=False)
# tolerance: accuracy 0.02, mass 0.02


# %% longer
def previous_loss(model: nn.Module, ids: Tensor) -> Tensor:
    scores = model(ids)[:, 1:]  # (B, T - 1, letters)
    return F.cross_entropy(scores.flatten(0, 1), ids[:, :-1].flatten())


sixteen = Size(length=16)
torch.manual_seed(0)
reader = Reverser(sixteen).to(device)
train(reader, sixteen, loss_of=previous_loss)

generator = torch.Generator().manual_seed(4)
for T, first, last in ((16, 1, 15), (32, 16, 31), (64, 16, 63), (64, 1, 15)):
    ids = torch.randint(len(LETTERS), (500, T), generator=generator).to(device)
    with torch.no_grad():
        right = reader(ids).argmax(dim=-1)[:, 1:] == ids[:, :-1]
    share = 100 * right[:, first - 1 : last].float().mean().item()
    said = "99 or more" if share >= 99 else "70 to 98"
    said = "fewer than 70" if share < 70 else said
    print(f"positions {first:2}-{last} of {T}: {said} of 100 right")

# %% number-of-heads
runs = {}
for num_heads in (1, 2, 4):
    changed = size._replace(num_heads=num_heads)
    runs[num_heads] = ablate(f"H = {num_heads}", changed)
# tolerance: accuracy 0.02, mass 0.02

# %% four-heatmap
titles = [f"h = {h + 1}" for h in range(4)]
heatmap(runs[4][2][0], places, titles=titles, scale=(0, 1), digits=False)
# tolerance: 0.05

# %% snapshots
steps = (*range(0, 141, 5), 200, 400, size.steps)
stages = nn.ModuleDict()
count = itertools.count()


def watched(model: nn.Module, ids: Tensor) -> Tensor:
    step = next(count)
    if step in steps:
        stages[f"step_{step}"] = copy.deepcopy(model)
    return loss_of(model, ids)


torch.manual_seed(0)  # learns what our model has learned
again = Reverser(size).to(device)
train(again, size, loss_of=watched)
stages[f"step_{size.steps}"] = again


# %% undivided
def divide_nothing(model: nn.Module) -> None:
    attention = model.encoder.layers[0].self_attention
    project = attention.project

    def longer_queries(x: Tensor) -> tuple[Tensor, ...]:
        q, k, v = project(x)  # (B, H, T, d)
        return q * math.sqrt(q.shape[-1]), k, v

    attention.project = longer_queries


torch.manual_seed(0)
undivided = Reverser(size).to(device)
divide_nothing(undivided)
no_division = train(undivided, size)

# %% export
from snippets.export import Export

stills = 0, 80, 100, size.steps
word = encode(["computer"])


def rounded(parameter: Tensor) -> Tensor:  # compresses better
    return (64 * parameter).round() / 64


def five(losses: list[float]) -> Tensor:  # means, at each snapshot
    means = torch.tensor(losses).unfold(0, 5, 1).mean(dim=-1)
    return means[[min(step, len(means) - 1) for step in steps]]


def check(state: dict[str, Tensor]) -> None:
    stored, masses = copy.deepcopy(stages), []
    state = {name: state[name] for name in stored.state_dict()}
    stored.load_state_dict(state)
    for stage in stored.values():
        accuracy, weights = evaluate(stage, held_out)
        masses.append(mass(weights).mean())
    assert accuracy >= 0.99 and masses[0] < 0.2 and masses[-1] >= 0.8
    growth = torch.stack(masses).diff()
    assert growth.min() > -0.01, growth


state = {key: rounded(p) for key, p in stages.state_dict().items()}
state["curves.trained"] = five(losses)
state["curves.no-positions"] = five(blind)
state["curves.no-division"] = five(no_division)
state["curves.one-head"] = five(runs[1][1])
maps = [evaluate(stages[f"step_{step}"], word)[1][0] for step in stills]
state["stills"] = torch.stack(maps).view(-1, size.length)
facts = {"letters": LETTERS, "length": size.length}
facts |= {"heads": size.num_heads, "steps": steps, "stills": stills}
Export("film", state, check, facts)


# %% forced-weights
from snippets.multi_head import merge_heads


def with_weights(model: nn.Module, weights: Tensor) -> nn.Module:
    other = copy.deepcopy(model)
    attention = other.encoder.layers[0].self_attention
    weights = weights.to(device)

    def forward(x: Tensor, mask=None, return_weights=False):
        _, _, v = attention.project(x)  # (B, H, T, d)
        context = attention.out_proj(merge_heads(weights @ v))
        forced = weights.expand(*v.shape[:-1], -1)
        return (context, forced) if return_weights else context

    attention.forward = forward
    return other


# %% with-weights
T = size.length
even = with_weights(model, torch.full((T, T), 1 / T))
exact = with_weights(model, pattern(T))
for name, tried in {"own": model, "even": even, "pattern": exact}.items():
    accuracy, _ = evaluate(tried, held_out)
    print(f"{name} weights: accuracy {accuracy:.2f}")
# tolerance: accuracy 0.02


# %% without-head
def without_head(model: nn.Module, h: int) -> nn.Module:
    other = copy.deepcopy(model)
    attention = other.encoder.layers[0].self_attention
    d = attention.out_proj.in_features // attention.num_heads
    with torch.no_grad():
        attention.out_proj.weight[:, h * d : (h + 1) * d] = 0  # (1)!
    return other


for tried in (model, runs[4][0]):  # with 2 heads, with 4
    H = tried.encoder.layers[0].self_attention.num_heads
    print(f"H = {H}, accuracy", end="")
    for h in range(H):
        accuracy, _ = evaluate(without_head(tried, h), held_out)
        print(f", without {h + 1}: {accuracy:.2f}", end="")
    print()
# tolerance: without 0.04

# %% two-layers
deep = size._replace(num_layers=2, batch=2 * size.batch)
maps = {}
for seed in (0, 5):
    _, _, maps[seed] = ablate(f"seed {seed}", deep, seed)
    one, two = mass(maps[seed]).mean(dim=-1)  # over the heads
    print(f"  layer 1 mass {one:.2f}, layer 2 mass {two:.2f}")
# tolerance: accuracy 0.02, mass 0.08

# %% two-layers-heatmap
titles = [f"l = {k + 1}, h = {h + 1}" for k in range(2) for h in range(2)]
panels = maps[0].flatten(0, 1)
heatmap(panels, places, titles=titles, scale=(0, 1), digits=False)
# tolerance: 0.04

# %% no-zero-grad
fresh = Reverser(size).to(device)
gradients = []
for _ in range(3):
    loss_of(fresh, held_out.to(device)).backward()
    gradients.append(fresh.read_out.weight.grad.norm().item())
for call, gradient in enumerate(gradients, start=1):
    print(f"after call {call}: length {gradient / gradients[0]:.2f}")

# %% wrong-axis
for T in (8, 26):
    ids = draw(4, T, torch.Generator().manual_seed(0))
    perfect = 100 * F.one_hot(ids, len(LETTERS)).float()  # (B, T, letters)
    try:
        print(f"T = {T}: loss {F.cross_entropy(perfect, ids):.2f}")
    except RuntimeError as error:
        print(f"T = {T}: {type(error).__name__}")

# %% run-rotation-pattern
check_rotation_pattern(rotation_pattern)

# %% run-best-guess
check_best_guess(best_guess)
for T in (7, 8):
    accuracy, loss = best_guess(T)
    print(f"T = {T}: accuracy {accuracy:.4f}, loss {loss:.4f}")
