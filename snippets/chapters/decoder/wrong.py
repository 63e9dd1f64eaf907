"""Answers to the exercises of the chapter decoder that must be refused."""

import torch
from torch.nn import functional as F

from snippets.chapters.decoder.exercises import look_across
from snippets.transformer import START


def started_in_place(wanted):
    """Overwrites the answers, too."""
    read = wanted.roll(1, dims=1)
    wanted[:, 0] = START
    return read


def every_time(cross, rows, memory):
    """Projects the memory again for each row."""
    return torch.cat([cross(row, memory=memory) for row in rows])


def keys_as_values(cross, rows, memory):
    """Takes the keys for the values."""
    k, _ = cross.project_memory(memory)
    queries = [cross.project_queries(row) for row in rows]
    return torch.cat([cross.attend(q, k, k) for q in queries])


WRONG = {
    "padded_context": [
        [0.7, 1.6],  # the padding counts
        [0.1, 0.4],  # masked after the softmax
        [0.25, 0.75],  # keys instead of values
    ],
    "decoder_inputs": [
        lambda wanted: F.pad(wanted, (1, 0), value=START),  # T + 1
        lambda wanted: F.pad(wanted[:, 1:], (1, 0), value=START),  # no shift
        started_in_place,
    ],
    "look_across": [
        every_time,
        keys_as_values,
        lambda *given: look_across(*given)[:, None],  # stacked: (T, 1, D)
    ],
}
