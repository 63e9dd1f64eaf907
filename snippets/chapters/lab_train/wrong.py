"""Answers to the exercises of the lab lab-train that must be refused."""

import math

import torch

WRONG = {
    "rotation_pattern": [
        lambda T, k: torch.eye(T).roll(-k, dims=1),  # the other way round
        lambda T, k: torch.eye(T).flip(-1),  # reverses the word
        lambda T, k: torch.ones(T, T).tril(k).triu(k),  # stops at the edge
    ],
    "best_guess": [
        lambda T: (1 / T, math.log(T)),  # even lengths
        lambda T: (1 / (T - 1), math.log(T - 1)),  # odd lengths
        lambda T: (1 / 26, math.log(26)),  # any letter of the alphabet
    ],
}
