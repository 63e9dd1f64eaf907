"""Answers to the exercise of the chapter learning that must be refused."""


def uphill(slope, start, step_size, count):
    for _ in range(count):
        start += step_size * slope(start)
    return start


def same_slope(slope, start, step_size, count):
    return start - count * step_size * slope(start)


def no_slope(slope, start, step_size, count):
    for _ in range(count):
        start -= step_size if slope(start) > 0 else -step_size
    return start


WRONG = {"descend": [uphill, same_slope, no_slope]}
