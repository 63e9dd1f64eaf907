"""The toy sentences that every chapter computes with."""

from typing import NamedTuple

import torch
from torch import Tensor


class Sentence(NamedTuple):
    """Tokens and one embedding vector for each.

    Shapes: tokens T strings, embeddings (T, D) float32.
    """

    tokens: tuple[str, ...]
    embeddings: Tensor


class Tokens(NamedTuple):
    """Tokens and their ids in a vocabulary, before any embedding."""

    tokens: tuple[str, ...]
    ids: tuple[int, ...]


SUN = Sentence(
    tokens=("Hello", "shiny", "sun"),
    embeddings=torch.tensor(
        [[0.34, 0.22, 0.54], [0.53, 0.34, 0.98], [0.29, 0.54, 0.93]]
    ),
)

JOURNEY = Sentence(
    tokens=("Your", "journey", "starts", "with", "one", "step"),
    embeddings=torch.tensor(
        [
            [0.43, 0.15, 0.89],
            [0.55, 0.87, 0.66],
            [0.57, 0.85, 0.64],
            [0.22, 0.58, 0.33],
            [0.77, 0.25, 0.10],
            [0.05, 0.80, 0.55],
        ]
    ),
)

MECHANISM = Sentence(
    tokens=("Write", "your", "first", "Attention", "mechanism"),
    embeddings=torch.tensor(
        [
            [0.172, 0.295, 0.618, 0.459, 0.818, 0.071],
            [0.265, 0.563, 0.718, 0.323, 0.126, 0.235],
            [0.206, 0.333, 0.044, 0.862, 0.152, 0.594],
            [0.300, 0.505, 0.727, 0.495, 0.898, 0.954],
            [0.095, 0.809, 0.596, 0.110, 0.447, 0.418],
        ]
    ),
)

# Tokens and ids of the public vocabulary cl100k_base.
CAPITAL = Tokens(
    tokens=("What", " is", " the", " capital", " of", " France", "?"),
    ids=(3923, 374, 279, 6864, 315, 9822, 30),
)
