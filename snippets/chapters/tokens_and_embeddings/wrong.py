"""Plausible wrong answers to the exercises of tokens-and-embeddings."""

import torch

from snippets.chapters.tokens_and_embeddings.exercises import faulty_embed


def integers(ids, size):
    return torch.nn.functional.one_hot(ids, size)


def columns(ids, size):
    rows = integers(ids, size).float()
    return rows.transpose(-2, -1)


def one_too_far(ids, size):
    return integers(ids, size + 1).float()[..., 1:]


WRONG = {
    "merges_by_hand": [
        [("a", "n"), ("n", "d"), ("h", "a")],  # of letters only
        [("a", "n"), ("h", "an"), ("han", "d")],  # not the most frequent
        [("a", "n"), ("an", "d")],  # stops at and
    ],
    "one_hot": [
        integers,
        columns,  # transposed
        one_too_far,  # counted from 1
    ],
    "embed_batch": [
        faulty_embed,
        lambda ids, table: table[ids.flatten()],  # no batch any more
        lambda ids, table: table[ids - 1],  # counted from 1
    ],
}
