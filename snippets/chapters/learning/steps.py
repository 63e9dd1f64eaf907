"""Chapter learning, step by step."""

from snippets.chapters.learning.exercises import check_descend, descend

# %% words
import torch
from torch import Tensor

words = ("rock", "scissors", "paper")
beaten = [1, 2, 0]  # rock beats scissors, scissors beat paper, ...
angles = torch.tensor([90.0, 210.0, 330.0]).deg2rad()
x = torch.stack([angles.cos(), angles.sin()], dim=-1)  # (3, 2)


# %% weights
def weights(turn: Tensor) -> Tensor:
    """Who looks at whom, (3, 3), if each arrow is turned before it asks."""
    turned = angles + turn  # anticlockwise, in radians
    queries = 2 * torch.stack([turned.cos(), turned.sin()], dim=-1)
    return torch.softmax(queries @ x.T, dim=-1)


# %% loss
def losses(turn: Tensor) -> Tensor:
    """How wrong each word's weight on the word it beats is, (3,)."""
    p = weights(turn)[range(3), beaten]
    return -p.log()


for degrees in (0, 60, 120):
    turn = torch.tensor(float(degrees)).deg2rad()
    p, loss = weights(turn)[0, 1], losses(turn).mean()
    print(f"turned by {degrees:3}: weight {p:.2f}, loss {loss:.2f}")

# %% loss-curve
from snippets.curves import curves

degrees = list(range(0, 361, 10))
turns = torch.tensor(degrees).deg2rad()
loss = [losses(turn).mean().item() for turn in turns]
curves(degrees, {"loss": loss}, "turn in degrees", "loss")

# %% slope
turn, nudge = torch.tensor(60.0).deg2rad(), 0.01
rise = losses(turn + nudge).mean() - losses(turn).mean()
print(f"{rise / nudge:.1f}")

# %% backward
turn.requires_grad_()
losses(turn).mean().backward()
print(f"{turn.grad:.1f}")

# %% steps
turn = torch.tensor(0.0, requires_grad=True)
for step in range(31):
    loss = losses(turn).mean()
    loss.backward()
    if step % 5 == 0:
        degrees = turn.detach().rad2deg()
        print(f"step {step:2}  turn {degrees:5.1f}  loss {loss:.2f}")
    with torch.no_grad():
        turn -= 0.1 * turn.grad
    turn.grad = None  # gradients would be added up

# %% many
W = torch.eye(2, requires_grad=True)  # at first each word asks for itself
optimizer = torch.optim.Adam([W], lr=0.1)
for step in range(41):
    alpha = torch.softmax(2 * x @ W @ x.T, dim=-1)
    loss = -alpha[range(3), beaten].log().mean()
    if step % 10 == 0:
        print(f"step {step:2}  loss {loss:.3f}")
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

# %% learned
from snippets.heatmap import heatmap

heatmap(alpha, words)

# %% held-out
for name, numbers in (("one turn for all", 1), ("a turn for each", 3)):
    turns = torch.zeros(numbers, requires_grad=True)
    optimizer = torch.optim.Adam([turns], lr=0.1)
    for _ in range(60):
        rock, scissors, paper = losses(turns)
        optimizer.zero_grad()
        (rock + scissors).backward()
        optimizer.step()
    print(f"{name}: trained {rock:.2f}, held out {paper:.2f}")

# %% run-descend
check_descend(descend)


# %% too-far
import math


def slope(turn: float) -> float:
    """The slope of the loss at this turn, in radians."""
    at = torch.tensor(turn, requires_grad=True)
    losses(at).mean().backward()
    return at.grad.item()


for step_size in (0.1, 1.0, 2.0):
    found = [descend(slope, 0.0, step_size, count) for count in range(6)]
    numbers = " ".join(f"{math.degrees(turn):4.0f}" for turn in found)
    print(f"step size {step_size}: {numbers}")
