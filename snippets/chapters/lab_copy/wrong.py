"""Answers to the exercises of the lab lab-copy that must be refused."""

import torch


def keeps_the_slot(scores):
    """Takes the slot as one score among others and keeps its weight."""
    slot = torch.zeros_like(scores[..., :1])
    return torch.cat([slot, scores], dim=-1).softmax(dim=-1)


def overflows(scores):
    """Computes the exponentials of large scores."""
    e = scores.exp()
    return e / (1 + e.sum(dim=-1, keepdim=True))


WRONG = {
    "two_places": [
        [9, 2],  # head 2 looks at the copy itself
        [10, 3],  # head 1 looks at its own token
        [9, 10],  # head 2 stays where it is
    ],
    "next_letter": [
        lambda text: (text + " ")[text.find(text[-1]) + 1],  # never None
        lambda text: text[-1],  # the same letter again
        lambda text: (  # the first copy, not the most recent one
            text[text.index(text[-1]) + 1] if text[-1] in text[:-1] else None
        ),
    ],
    "with_slot": [
        lambda scores: scores.softmax(dim=-1),  # no slot
        keeps_the_slot,
        overflows,
    ],
}
