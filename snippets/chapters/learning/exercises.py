"""Exercise of the chapter learning: its check and its solution."""


def check_descend(answer) -> None:
    """answer(slope, start, step_size, count) is where the steps end."""
    for start, step_size, count, expected in [
        (3.0, 0.25, 1, 1.5),  # x², whose slope is 2 x
        (3.0, 0.25, 2, 0.75),
        (-4.0, 0.5, 1, 0.0),
        (1.0, 1.0, 3, -1.0),  # it leaps to the other side
        (5.0, 0.1, 0, 5.0),
    ]:
        end = answer(lambda x: 2 * x, start, step_size, count)
        told = f"from {start}, {count} steps of {step_size}: {end}"
        assert abs(end - expected) < 1e-9, f"{told}, not {expected}"
    print("ok")


def descend(slope, start: float, step_size: float, count: int) -> float:
    """Go down a curve from `start`, in so many steps."""
    x = start
    for _ in range(count):
        x = x - step_size * slope(x)
    return x
