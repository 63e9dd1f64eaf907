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
        [("a", "n"), ("n", "d"), ("h", "a")],
        [("a", "n"), ("h", "an"), ("han", "d")],
        [("n", "d"), ("a", "nd"), ("h", "and")],
        [("a", "n"), ("an", "d")],
        [("an", "d"), ("h", "and"), ("a", "n")],
    ],
    "one_hot": [
        integers,
        lambda ids, size: integers(ids, size).double(),
        columns,
        one_too_far,
        lambda ids, size: torch.eye(size),
    ],
    "embed_batch": [
        faulty_embed,
        lambda ids, table: table[ids.flatten()],
        lambda ids, table: table[ids - 1],
        lambda ids, table: table[ids].transpose(0, 1),
        lambda ids, table: table[ids[:1]].expand(*ids.shape, -1),
    ],
}
