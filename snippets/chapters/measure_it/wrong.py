"""Answers to the exercises of the lab measure-it that must be refused."""

import math

WRONG = {
    "exponent": [
        lambda T1, y1, T2, y2: y2 / y1,
        lambda T1, y1, T2, y2: math.log2(y2 / y1),  # only if T doubles
        lambda T1, y1, T2, y2: (y2 - y1) / (T2 - T1),
        lambda T1, y1, T2, y2: math.log(y1 / y2) / math.log(T2 / T1),
        lambda T1, y1, T2, y2: (math.log(y2) - y1) / (math.log(T2) - T1),
        lambda T1, y1, T2, y2: round(math.log(y2 / y1) / math.log(T2 / T1)),
    ],
    "longest": [
        lambda free, H, size: math.isqrt(free // (H * size)),  # one matrix
        lambda free, H, size: math.isqrt(free // (2 * H * 4)),
        lambda free, H, size: free // (2 * H * size),
        lambda free, H, size: math.isqrt(free // (2 * size)),
        lambda free, H, size: math.isqrt(free // (2 * H * size)) + 1,
        lambda free, H, size: (free / (2 * H * size)) ** 0.5,
    ],
}
