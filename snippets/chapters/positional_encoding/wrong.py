"""Wrong answers to the exercises of the chapter positional-encoding."""

import math

import torch

from snippets.chapters.positional_encoding.exercises import shift
from snippets.positional import sinusoidal_encoding


def unscaled(x):
    return x + sinusoidal_encoding(*x.shape[-2:])


def by_sentence(x):
    B, _, D = x.shape
    return math.sqrt(D) * x + sinusoidal_encoding(B, D)[:, None]


def in_place(x):
    T, D = x.shape[-2:]
    x *= math.sqrt(D)
    x += sinusoidal_encoding(T, D)
    return x


def one_angle(encoding, k):
    sin, cos = encoding[:, 0::2], encoding[:, 1::2]
    parts = [
        sin * math.cos(k) + cos * math.sin(k),
        cos * math.cos(k) - sin * math.sin(k),
    ]
    return torch.stack(parts, dim=-1).flatten(1)


WRONG = {
    "position_fifty": [
        [0.77, 0.64, 0.01, 1.00],  # degrees
        # an angle for each column, not for each pair
        [math.sin(50), math.cos(5), math.sin(0.5), math.cos(0.05)],
        # all sines first
        [math.sin(50), math.sin(0.5), math.cos(50), math.cos(0.5)],
    ],
    "add_positions": [
        unscaled,  # sqrt(D) forgotten
        by_sentence,  # positions along the batch
        in_place,
    ],
    "shift": [
        lambda encoding, k: encoding.roll(-k, dims=0),  # moves the rows
        lambda encoding, k: shift(encoding, -k),  # turned back
        one_angle,  # all columns turn as fast
    ],
}
