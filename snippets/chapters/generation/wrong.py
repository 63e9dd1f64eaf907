"""Wrong answers to the exercises of generation, each to be refused."""

import torch


def kept(p, mask):
    p = p * mask
    return p / p.sum()


def stops_before(p, share):
    """Drops the token with which the share is reached."""
    values, order = p.sort(descending=True)
    mask = torch.zeros_like(p)
    mask[order] = (values.cumsum(0) <= share).float()
    return kept(p, mask)


def in_sorted_order(p, share):
    """Does not put the probabilities back in their places."""
    values, _ = p.sort(descending=True)
    return kept(values, values.cumsum(0) - values < share)


def without_dividing(p, share):
    """The sum of what is kept is not 1."""
    values, order = p.sort(descending=True)
    result = torch.zeros_like(p)
    result[order] = values.where(values.cumsum(0) - values < share, 0)
    return result


WRONG = {
    "two_best": [
        [0, 0, 3 / 7, 4 / 7],  # temperature 1
        [9 / 25, 16 / 25],  # only those that can be drawn
        [0, 0, 9 / 30, 16 / 30],  # not divided again
    ],
    "tokens_that_fit": [
        lambda gib, L, G, d: gib * 2**30 // (L * G * d * 2),  # keys only
        lambda gib, L, G, d: gib * 2**30 // (8 * L * G * d),  # 32 bits
        lambda gib, L, G, d: gib * 2**30 / (4 * L * G * d),  # parts of tokens
    ],
    "top_p": [
        stops_before,
        in_sorted_order,
        without_dividing,
    ],
}
