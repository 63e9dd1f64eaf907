"""Diagrams of the lab lab-encoder."""

from snippets.canvas import PLAIN, SOFT, WEIGHT, Canvas

# From bottom to top: label, fill, number of the stop, shape after it.
STEPS = [
    ("ids", PLAIN, "1", "$(T)$"),
    ("embed", SOFT, "2", "$(T, D)$"),
    ("+", PLAIN, "3", "$(T, D)$"),
    ("$q,\\ k,\\ v$", WEIGHT, "4", "$(H, T, d_k)$"),
    ("softmax", WEIGHT, "5", "$(H, T, T)$"),
    ("concat, $W_O$", WEIGHT, "6", "$(T, D)$"),
    ("+", PLAIN, "", ""),
    ("LayerNorm", SOFT, "7", "$(T, D)$"),
    ("FFN", SOFT, "8", "$(T, D)$"),
    ("+", PLAIN, "", ""),
    ("LayerNorm", SOFT, "9", "$(T, D)$"),
]
HALF = {"+": 0.13, "ids": 0.12}  # of a label's height; others are boxes


def stops() -> Canvas:
    """The stops of the lab, with the shape that each leaves behind."""
    canvas = Canvas(4.3, 6.5)
    x, low, gap = 2.0, 0.2, 0.54

    def height(k: int) -> float:
        return low + k * gap + 0.22 * (k > 2)  # the layer stands apart

    for k, (label, fill, number, shape) in enumerate(STEPS):
        y, half = height(k), HALF.get(label, 0.17)
        if k:
            below = HALF.get(STEPS[k - 1][0], 0.17)
            canvas.arrow((x, height(k - 1) + below), (x, y - half))
        if label == "+":
            canvas.circle((x, y), "+")
        elif label == "ids":
            canvas.text((x, y), label)
        else:
            canvas.box((x, y), label, width=1.3, height=0.34, fill=fill)
        canvas.text((0.2, y), number)
        canvas.text((3.75, y), shape)
    canvas.box((0.85, height(2)), "PE", width=0.55, height=0.34)
    canvas.arrow((1.13, height(2)), (x - 0.13, height(2)))
    for start, plus in ((3, 6), (8, 9)):  # residual connections
        branch, side = height(start) - gap / 2, x + 0.9
        canvas.path(
            *((x, branch), (side, branch), (side, height(plus))),
            (x + 0.13, height(plus)),
        )
    top = height(len(STEPS) - 1)
    canvas.arrow((x, top + 0.17), (x, top + 0.6))
    bottom, high = height(3) - 0.4, top + 0.3
    canvas.box((x, (bottom + high) / 2), "", 2.1, high - bottom, dashed=True)
    canvas.text((0.68, top), r"$\times L$")
    canvas.text((0.2, top + 0.47), "10")
    canvas.text((3.75, top + 0.47), "$(T, D)$")
    return canvas
