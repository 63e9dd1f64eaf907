"""A task that says where attention must look: write letters backwards."""

# %% letters
import torch
from torch import Tensor

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def encode(words: list[str]) -> Tensor:
    """B words of T small letters each -> ids (B, T)."""
    rows = [[LETTERS.index(c) for c in word] for word in words]
    return torch.tensor(rows, dtype=torch.long)


def decode(ids: Tensor) -> list[str]:
    """ids (B, T) -> B words."""
    return ["".join(LETTERS[i] for i in row) for row in ids.tolist()]


# %%
def draw(count: int, length: int, generator: torch.Generator) -> Tensor:
    """Random sequences of letters, none twice in one: ids (count, length).

    Drawn on the CPU, where the same seed gives the same letters everywhere.
    Raises ValueError if there are not so many letters.
    """
    if not 0 <= length <= len(LETTERS):
        raise ValueError(f"length {length}: only {len(LETTERS)} letters")
    shuffled = torch.rand(count, len(LETTERS), generator=generator).argsort(-1)
    return shuffled[:, :length]


# %% pattern
def pattern(T: int) -> Tensor:
    """The weights that copy letter T - 1 - i to position i: (T, T)."""
    return torch.eye(T).flip(-1)


def mass(weights: Tensor) -> Tensor:
    """How much of the attention is on that pattern, from 0 to 1.

    weights (..., T, T) -> (...): the mean over the rows. Raises ValueError if
    T is 0 or the weights are not square.
    """
    T = weights.shape[-1]
    if weights.shape[-2] != T or T == 0:
        raise ValueError(f"weights {tuple(weights.shape)} are not (..., T, T)")
    return (weights * pattern(T).to(weights)).sum(dim=(-2, -1)) / T
