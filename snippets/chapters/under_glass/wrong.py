"""Answers to the exercises of under-glass that must be refused."""

WRONG = {
    "after_cut": [
        [0.05, 0.15, 0],  # the sum is no longer 1
        [0.45, 0.55, 0],  # what was cut is shared evenly
        [0.5, 0.5, 0],  # even weights
    ],
    "mirrored": [
        lambda x, w, b: -x,  # forgets b, and turns everything round
        lambda x, w, b: x - 2 * (x @ w + b)[:, None] * w,  # w is no unit
        lambda x, w, b: x - ((x @ w + b) / (w @ w))[:, None] * w,  # half way
    ],
}
