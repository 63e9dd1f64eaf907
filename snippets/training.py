"""Train a small encoder to write letters backwards."""

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as F
from tqdm import tqdm

from snippets.capture import capture
from snippets.encoder import Encoder
from snippets.positional import with_positions
from snippets.reversal import LETTERS, draw


# %% size
class Size(NamedTuple):
    """How large a model is, and how long it trains."""

    length: int = 8  # T
    d_model: int = 16
    num_heads: int = 2
    num_layers: int = 1
    batch: int = 32
    steps: int = 600
    learning_rate: float = 0.01


# %%
class Reverser(nn.Module):
    """An encoder between embeddings and a score for each letter.

    ids (B, T) -> scores (B, T, letters).
    """

    def __init__(self, size: Size, *, positions: bool = True):
        super().__init__()
        self.positions, D = positions, size.d_model
        self.embedding = nn.Embedding(len(LETTERS), D)
        shape = size.num_layers, D, size.num_heads, 4 * D
        self.encoder = Encoder(*shape, norm_first=True)
        self.read_out = nn.Linear(D, len(LETTERS))

    def forward(self, ids: Tensor) -> Tensor:
        x = self.embedding(ids)  # (B, T, D)
        if self.positions:
            x = with_positions(x)
        return self.read_out(self.encoder(x))


def loss_of(model: nn.Module, ids: Tensor) -> Tensor:
    """Mean cross-entropy of the model's scores; ids (B, T) -> one number."""
    scores = model(ids)  # (B, T, letters)
    return F.cross_entropy(scores.flatten(0, 1), ids.flip(-1).flatten())


def train(
    model: nn.Module,
    size: Size,
    seed: int = 1,
    loss_of: Callable = loss_of,
    draw: Callable = draw,
) -> list[float]:
    """Train the model where it is; returns the loss of each step.

    `draw` makes a batch, `loss_of` says how wrong the model's answers are.
    """
    device = next(model.parameters()).device
    generator = torch.Generator().manual_seed(seed)
    optimizer = torch.optim.Adam(model.parameters(), lr=size.learning_rate)
    losses = []
    for _ in tqdm(range(size.steps)):  # (1)!
        batch = draw(size.batch, size.length, generator)  # (2)!
        loss = loss_of(model, batch.to(device))  # (3)!
        optimizer.zero_grad()  # (4)!
        loss.backward()  # (5)!
        optimizer.step()  # (6)!
        losses.append(loss.detach())  # (7)!
    return torch.stack(losses).tolist()


@torch.no_grad()
def evaluate(model: nn.Module, ids: Tensor) -> tuple[float, Tensor]:
    """How good a model is, and where it looks.

    ids (B, T) -> the share of right letters, and the attention weights
    (layers, H, T, T), their mean over the B sequences.
    """
    ids = ids.to(next(model.parameters()).device)
    with capture(model) as maps:
        scores = model(ids)
    weights = torch.stack([w.mean(dim=0) for (w,) in maps.values()])
    right = scores.argmax(dim=-1) == ids.flip(-1)
    return right.cpu().double().mean().item(), weights.cpu()
