"""Wrong answers to the exercises; a pair (old, new) edits the solution."""

import torch

from snippets.chapters.since_2017.exercises import grouped_attention

WRONG = {
    "quarter_turns": [
        [3, 3, 3],  # not turned
        [-3, 3, -6],  # the sign of m - n is lost
        [3, -3, 6],
    ],
    "to_halves": [
        lambda x: x,  # the order of before
        lambda x: torch.stack(x.chunk(2, dim=-1), dim=-1).flatten(-2),  # back
        ("[x[..., 0::2], x[..., 1::2]]", "[x[..., 1::2], x[..., 0::2]]"),
    ],
    "grouped_attention": [
        lambda q, *kv: grouped_attention(  # in another order
            q, *(x.repeat(len(q) // len(x), 1, 1) for x in kv)
        ),
        lambda q, k, v: grouped_attention(q, k[:1], v[:1]),  # one group
        (" / q.shape[-1] ** 0.5", ""),  # not scaled
    ],
    "reach": [
        ("(W - 1)", "W"),  # each token itself counted again
        ("L * (W - 1)", "(W - 1)"),  # of one layer
        lambda L, W: W**L,  # as if each layer multiplied
    ],
}
