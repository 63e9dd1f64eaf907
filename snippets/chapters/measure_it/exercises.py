"""Exercises of the lab measure-it: checks and solutions."""

import math


def check_exponent(answer) -> None:
    """answer(T1, y1, T2, y2) is p, if y grows like T to the p."""
    for measured, expected in [
        ((100, 3.0, 200, 12.0), 2.0),
        ((64, 5.0, 256, 20.0), 1.0),
        ((256, 20.0, 64, 5.0), 1.0),
        ((10, 7.0, 1000, 7.0), 0.0),
        ((512, 0.1, 1024, 0.1 * 2**1.5), 1.5),
    ]:
        p = answer(*measured)
        assert math.isclose(p, expected, abs_tol=1e-6), (
            f"{measured}: {p}, not {expected}"
        )
    print("ok")


def exponent(T1: int, y1: float, T2: int, y2: float) -> float:
    """How steep the line is when both axes are logarithmic."""
    return math.log(y2 / y1) / math.log(T2 / T1)


def check_longest(answer) -> None:
    """answer(free, num_heads, itemsize): the largest T that fits."""
    for case, expected in {
        (2**30, 2, 4): 8192,
        (2**30, 2, 2): 11585,
        (8 * 2**30, 12, 4): 9459,
        (16 * 10**9, 12, 2): 18257,
        (15, 1, 2): 1,
    }.items():
        T = answer(*case)
        assert T == expected, f"{case}: {T}, not {expected}"
    print("ok")


def longest(free: int, num_heads: int, itemsize: int) -> int:
    """The largest T whose scores and weights fit into the bytes."""
    return math.isqrt(free // (2 * num_heads * itemsize))
