"""Wrong answers to the exercises; a pair (old, new) edits the solution."""

import math

WRONG = {
    "by_hand": [
        10 + 10 / (1 + math.exp(4)),  # not scaled
        10 + 10 / (1 + math.e),  # by d_k
        20 - 10 / (1 + math.exp(2)),  # weights swapped
    ],
    "count_parameters": [
        ("d_k + d_k + d_v", "3 * d_k"),  # d_v taken for d_k
        ("(d_in + bias)", "d_in"),  # no bias
        ("d_k + d_k + d_v", "d_k + d_v"),  # queries and keys share a matrix
    ],
    "attention": [
        (" / math.sqrt(k.shape[-1])", ""),  # not scaled
        (".sum(dim=-1", ".sum(dim=-2"),  # columns sum to 1
        (" - scores.amax(dim=-1, keepdim=True)", ""),  # overflows
    ],
    "look_ahead": [
        (".roll(1, dims=1)", ""),  # looks at itself
        ("20 * torch", "torch"),  # too weak
        ("roll(1", "roll(-1"),  # looks back
    ],
}
