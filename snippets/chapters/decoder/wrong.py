"""Wrong answers to the exercises; a pair (old, new) edits the solution."""

import torch

WRONG = {
    "padded_context": [
        [0.7, 1.6],  # the padding counts
        [0.1, 0.4],  # masked after the softmax
        [0.25, 0.75],  # keys instead of values
    ],
    "decoder_inputs": [
        ("wanted[:, :-1]", "wanted"),  # T + 1
        ("wanted[:, :-1]", "wanted[:, 1:]"),  # no shift
        ("torch.full_like(wanted[:, :1], START)", "wanted[:, :1].fill_(START)"),
    ],
    "look_across": [
        lambda cross, rows, memory: torch.cat(  # projects it for each row
            [cross(row, memory=memory) for row in rows]
        ),
        ("attend(q, k, v)", "attend(q, k, k)"),  # keys as values
        ("torch.cat", "torch.stack"),  # (T, 1, D)
    ],
}
