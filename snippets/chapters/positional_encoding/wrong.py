"""Wrong answers to the exercises; a pair (old, new) edits the solution."""

import math

WRONG = {
    "position_fifty": [
        [0.77, 0.64, 0.01, 1.00],  # degrees
        # an angle for each column, not for each pair
        [math.sin(50), math.cos(5), math.sin(0.5), math.cos(0.05)],
        # all sines first
        [math.sin(50), math.sin(0.5), math.cos(50), math.cos(0.5)],
    ],
    "add_positions": [
        ("math.sqrt(D) * x", "x"),
        ("encoding(T, D)", "encoding(len(x), D)[:, None]"),  # along the batch
        ("math.sqrt(D) * x", "x.mul_(math.sqrt(D))"),  # in place
    ],
    "shift": [
        lambda encoding, k: encoding.roll(-k, dims=0),  # moves the rows
        ("angle = k", "angle = -k"),  # turned back
        ("torch.arange(0, D, 2)", "torch.zeros(D // 2)"),  # all turn as fast
    ],
}
