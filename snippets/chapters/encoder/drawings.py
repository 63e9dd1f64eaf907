"""Diagrams of the chapter encoder."""

from snippets.canvas import PLAIN, SOFT, WEIGHT, Canvas, Point

FILLS = {
    "MHA": WEIGHT,
    "mask MHA": WEIGHT,
    "FFN": SOFT,
    "LayerNorm": SOFT,
    "Linear": SOFT,
    "softmax": WEIGHT,
}


def _tower(
    canvas: Canvas, x: float, y: float, labels: list[str], step: float = 0.62
) -> dict[str, Point]:
    """Boxes and additions above each other, joined by arrows.

    Returns the last place of each label; "+" is an addition.
    """
    places = {}
    for k, label in enumerate(labels):
        at = (x, y + k * step)
        if k:
            top = 0.13 if labels[k - 1] == "+" else 0.18
            below = 0.13 if label == "+" else 0.18
            canvas.arrow((x, at[1] - step + top), (x, at[1] - below))
        if label == "+":
            canvas.circle(at, "+")
        else:
            canvas.box(at, label, width=1.15, fill=FILLS[label])
        places[label] = at
        places[f"{label} {k}"] = at
    return places


def _skip(canvas: Canvas, x: float, low: float, high: float, out: float):
    """A residual connection: off the line at low, into the + at high."""
    end = x + (0.13 if out > 0 else -0.13)
    canvas.path((x, low), (x + out, low), (x + out, high), (end, high))


def post_and_pre_norm() -> Canvas:
    """One layer in both forms: post-norm left, pre-norm right."""
    canvas = Canvas(4.7, 4.9)
    forms = (
        (1.05, ["MHA", "+", "LayerNorm", "FFN", "+", "LayerNorm"], (0, 3)),
        (3.45, ["LayerNorm", "MHA", "+", "LayerNorm", "FFN", "+"], (0, 3)),
    )
    low, step = 0.95, 0.62
    for x, labels, starts in forms:
        _tower(canvas, x, low, labels)
        canvas.arrow((x, 0.3), (x, low - 0.18))
        top = low + 5 * step
        canvas.arrow((x, top + (0.13 if labels[-1] == "+" else 0.18)), (x, 4.6))
        canvas.text((x, 0.15), "$x$")
        canvas.text((x, 4.75), "$y$")
        canvas.text((x - 0.2, low + 2.5 * step), "$u$")
        for start in starts:
            plus = labels.index("+", start)
            branch = low + (start - 0.5) * step
            _skip(canvas, x, branch, low + plus * step, 0.85)
    return canvas


def norm_axes() -> Canvas:
    """What is averaged: a row in layer norm, a column in batch norm."""
    canvas = Canvas(4.9, 1.95)
    cell, rows, columns = 0.28, 5, 6
    width, height = columns * cell, rows * cell
    for left in (0.3, 2.75):
        for t in range(rows):
            for i in range(columns):
                here = t == 1 if left < 1 else i == 1
                at = (left + (i + 0.5) * cell, height - (t + 0.5) * cell + 0.3)
                fill = SOFT if here else PLAIN
                canvas.box(at, "", cell - 0.03, cell - 0.03, fill=fill)
        canvas.text((left + width / 2, 1.83), "$D$")
        canvas.text((left - 0.17, 0.3 + height / 2), "$T$")
    canvas.text(
        (0.3 + width + 0.28, 0.3 + height - 1.5 * cell), r"$\mu,\ \sigma^2$"
    )
    canvas.text((2.75 + 1.5 * cell, 0.14), r"$\mu,\ \sigma^2$")
    return canvas


def stack() -> Canvas:
    """From ids to the output of L layers."""
    canvas = Canvas(3.4, 5.3)
    x = 1.5
    steps = [
        ("ids", PLAIN, False),
        ("embed", SOFT, False),
        ("+", PLAIN, False),
        ("dropout", PLAIN, True),
        ("$1$", WEIGHT, False),
        ("$2$", WEIGHT, False),
        (r"$\vdots$", PLAIN, None),
        ("$L$", WEIGHT, False),
        ("LayerNorm", SOFT, True),
    ]
    y, gap = 0.2, 0.58
    half = {"+": 0.13, "ids": 0.12}
    for k, (label, fill, dashed) in enumerate(steps):
        at = (x, y + k * gap)
        if k:
            below = half.get(steps[k - 1][0], 0.18)
            canvas.arrow(
                (x, at[1] - gap + below), (x, at[1] - half.get(label, 0.18))
            )
        if label == "+":
            canvas.circle(at, "+")
            canvas.box((0.45, at[1]), "PE", width=0.6)
            canvas.arrow((0.75, at[1]), (x - 0.13, at[1]))
        elif label == "ids" or dashed is None:
            canvas.text(at, label)
        else:
            canvas.box(at, label, width=1.15, fill=fill, dashed=dashed)
    top = y + (len(steps) - 1) * gap
    canvas.arrow((x, top + 0.18), (x, top + 0.4))
    for k, label in (
        (0, "$(T)$"),
        (1, "$(T, D)$"),
        (4, "$(T, D)$"),
        (7, "$(T, D)$"),
    ):
        canvas.text((2.75, y + k * gap), label)
    return canvas


def transformer() -> Canvas:
    """Encoder left, decoder right (Vaswani et al. 2017, figure 1)."""
    canvas = Canvas(4.9, 8.3)
    left, right, low, step = 1.15, 3.55, 1.9, 0.58
    encoder = ["MHA", "+", "LayerNorm", "FFN", "+", "LayerNorm"]
    decoder = ["mask MHA", "+", "LayerNorm", *encoder, "Linear", "softmax"]
    for x in (left, right):
        canvas.text((x, 0.12), "ids")
        canvas.arrow((x, 0.22), (x, 0.4))
        canvas.box((x, 0.58), "embed", width=1.15, fill=SOFT)
        canvas.arrow((x, 0.76), (x, 0.97))
        canvas.circle((x, 1.1), "+")
        canvas.arrow((x, 1.23), (x, low - 0.18))
        out = -0.75 if x == left else 0.75
        canvas.text((x + out, 1.1), "PE")
        canvas.arrow((x + out * 0.7, 1.1), (x + out * 0.19, 1.1))
    _tower(canvas, left, low, encoder, step)
    _tower(canvas, right, low, decoder, step)
    for start in (0, 3):
        _skip(
            canvas,
            left,
            low + (start - 0.5) * step,
            low + (start + 1) * step,
            -0.8,
        )
    for start in (0, 3, 6):
        branch = low + (start - 0.5) * step
        _skip(canvas, right, branch, low + (start + 1) * step, 0.8)
    top, cross = low + 5 * step, low + 3 * step
    middle = (left + right) / 2
    canvas.path(
        (left, top + 0.18),
        (left, top + 0.4),
        (middle, top + 0.4),
        (middle, cross),
        (right - 0.575, cross),
    )
    canvas.text((middle, top + 0.56), "$k,\\ v$")
    canvas.text((right - 0.18, cross - step / 2), "$q$")
    for x, count in ((left, 6), (right, 9)):
        bottom, end = low - 0.42, low + (count - 1) * step + 0.28
        at = (x, (bottom + end) / 2)
        canvas.box(at, "", 1.9, end - bottom, dashed=True)
    canvas.text((left - 0.75, top + 0.43), r"$\times L$")
    canvas.text((right + 0.78, low + 8 * step + 0.43), r"$\times L$")
    last = low + 10 * step
    canvas.arrow((right, last + 0.18), (right, last + 0.42))
    return canvas
