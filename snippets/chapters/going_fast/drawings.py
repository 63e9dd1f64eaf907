"""Drawings of the chapter going-fast."""

from torch import Tensor

from snippets.canvas import Canvas, Node
from snippets.sentences import SUN


def blocks(width: float) -> Canvas:
    """Three blocks of keys and values, one after the other."""
    canvas = Canvas(width, 272)
    results, gap = r"$m, \ell, o$", (width - 106) / 3
    last = canvas.box((27, 250), results, 54)
    for k in (1, 2, 3):
        x = 27 + k * gap
        q = canvas.box((x - 23, 20), "$Q$", 26, fill="query")
        key = canvas.box((x + 13, 20), f"$K_{k}^{{\\!\\top}}$", 38, fill="key")
        scores = canvas.box((x, 100), f"$s_{k}$", 44, 44, dashed=k != 2)
        for node in (q, key):
            canvas.arrow(node, scores._replace(x=node.x))
        value = canvas.box((x, 180), f"$V_{k}$", 44, fill="value")
        canvas.arrow(scores, value)
        new = canvas.box((x, 250), results, 54)
        canvas.arrow(value, new)
        canvas.arrow(last, new)
        last = new
    canvas.arrow(last, (width - 30, 250))
    canvas.text((width - 28, 250), r"$o / \ell$", "left")
    return canvas


def two_blocks() -> Canvas:
    """The running results of two blocks, merged, then divided."""
    canvas = Canvas(342, 348)
    x = SUN.embeddings
    scores, v = x @ x[1], x[:, 0]  # first components of the values
    left, right = _part(scores[:1], v[:1]), _part(scores[1:], v[1:])
    factor = (left[0] - right[0]).exp()
    _, total, o = merged = _part(scores, v)
    with canvas.part("first"):
        one = _running(canvas, 80, (80,), scores[:1], left, "_1")
    with canvas.part("second"):
        two = _running(canvas, 260, (222, 298), scores[1:], right, "_2")
    with canvas.part("merge"):
        both = _results(canvas, 170, 232, merged, "")
        for part, x in ((one, 140), (two, 200)):
            canvas.arrow(part, both._replace(x=x))
        canvas.text((58, 178), rf"$\times\,{factor:.4f}$")
    with canvas.part("divide"):
        label = rf"$z = o\,/\,\ell = {o / total:.4f}$"
        z_at = canvas.diamond((120, 332), label)
        canvas.arrow(both._replace(x=120), z_at)
    return canvas


def _part(scores: Tensor, values: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The largest score, the total and the sum of a block of keys."""
    shares = (scores - scores.max()).exp()
    return scores.max(), shares.sum(), shares @ values


def _running(canvas, x, places, scores, numbers, index) -> Node:
    """The scores of a block of keys, and its running results."""
    results = _results(canvas, x, 108, numbers, index)
    for at, score in zip(places, scores):
        node = canvas.box((at, 18), f"{score:.4f}", 68, fill="weight")
        canvas.arrow(node, results._replace(x=at))
    return results


def _results(canvas, x, y, numbers, index) -> Node:
    """Largest score, total and first component of the sum."""
    for k, name in enumerate(("m", r"\ell", "o")):
        label = f"${name}{index} = {numbers[k]:.4f}$"
        canvas.text((x, y + 26 * (k - 1)), label)
    return canvas.box((x, y), "", 136, 86)
