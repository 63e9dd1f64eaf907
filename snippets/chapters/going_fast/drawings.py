"""Drawings of the chapter going-fast."""

from snippets.canvas import KEY, QUERY, SOFT, VALUE, WEIGHT, Canvas
from snippets.recorded import decimals


def blocks() -> Canvas:
    """Three blocks of keys and values, one after the other."""
    canvas = Canvas(5.3, 3.5)
    columns = (1.55, 2.85, 4.15)
    canvas.box((0.4, 0.3), r"$m, \ell, o$", 0.76, fill=SOFT)
    for k, x in enumerate(columns, start=1):
        canvas.box((x, 3.25), f"$K_{k}^{{\\top}}$", 0.7, fill=KEY)
        canvas.box((x, 2.35), f"$s_{k}$", 0.7, 0.9, dashed=k != 2)
        canvas.box((x, 1.3), f"$V_{k}$", 0.7, fill=VALUE)
        canvas.box((x, 0.3), r"$m, \ell, o$", 0.76, fill=SOFT)
        canvas.box((x - 0.69, 2.35), "$Q$", 0.3, 0.9, QUERY)
        canvas.arrow((x - 0.54, 2.35), (x - 0.35, 2.35))
        canvas.arrow((x, 3.07), (x, 2.8))
        canvas.arrow((x, 1.9), (x, 1.48))
        canvas.arrow((x, 1.12), (x, 0.48))
        canvas.arrow((0.78 if k == 1 else x - 0.92, 0.3), (x - 0.38, 0.3))
    canvas.arrow((4.53, 0.3), (4.78, 0.3))
    canvas.text((5.03, 0.3), r"$o / \ell$")
    return canvas


def two_blocks() -> Canvas:
    """The running results of two blocks, merged, then divided."""
    canvas = Canvas(4.75, 4.75)
    (scores,) = decimals("going-fast", "sun-scores")
    left, right, merged, (factor,), z = decimals("going-fast", "sun-merged")
    with canvas.part("first"):
        _running(canvas, 1.25, (1.25,), scores[:1], left, "_1")
    with canvas.part("second"):
        _running(canvas, 3.5, (3.0, 4.0), scores[1:], right, "_2")
    with canvas.part("merge"):
        canvas.arrow((1.4, 2.64), (2.05, 2.03))
        canvas.text((1.1, 2.25), rf"$\times\,{factor}$")
        canvas.arrow((3.35, 2.64), (2.7, 2.03))
        _results(canvas, 2.375, 1.8, merged, "")
    with canvas.part("divide"):
        canvas.arrow((2.375, 0.82), (2.375, 0.5))
        label = rf"$z = o\,/\,\ell = {z[0]}$"
        canvas.box((2.375, 0.3), label, 2.2, fill=VALUE)
    return canvas


def _running(canvas, x, places, scores, numbers, index) -> None:
    """The scores of a block of keys, and its running results."""
    for at, score in zip(places, scores):
        canvas.box((at, 4.5), score, fill=WEIGHT)
        canvas.arrow((at, 4.3), (at, 3.85))
    _results(canvas, x, 3.66, numbers, index)


def _results(canvas, x, y, numbers, index) -> None:
    """Largest score, total and first component of the sum."""
    for k, name in enumerate(("m", r"\ell", "o")):
        label = f"${name}{index} = {numbers[k]}$"
        canvas.box((x, y - 0.4 * k), label, 1.8, 0.4, SOFT)
