"""Answers to the exercises of the lab measure-it that must be refused."""

import math

WRONG = {
    "exponent": [
        lambda T1, y1, T2, y2: y2 / y1,  # the factor, not the exponent
        lambda T1, y1, T2, y2: math.log2(y2 / y1),  # only if T doubles
        lambda T1, y1, T2, y2: (y2 - y1) / (T2 - T1),  # linear axes
    ],
    "longest": [
        lambda free, H, size: math.isqrt(free // (H * size)),  # one matrix
        lambda free, H, size: math.isqrt(free // (2 * H * 4)),  # always float32
        lambda free, H, size: free // (2 * H * size),  # no root
    ],
}
