"""Diagrams of the chapter why-attention."""

from snippets.canvas import OTHER, QUERY, SOFT, VALUE, WEIGHT, Canvas


def encoder_decoder() -> Canvas:
    """An encoder hands its last hidden state, and nothing else, on."""
    canvas = Canvas(5.6, 3.5)
    columns = {"1": 0.5, "2": 1.7, r"\dots": 2.7, "T": 3.7}
    _encoder(canvas, columns, 2.5)
    canvas.path((3.7, 2.28), (3.7, 1.95), (0.5, 1.95), (0.5, 1.68))
    canvas.box((2.1, 1.95), "$h_T$", 0.9, fill=OTHER)
    _decoder(canvas, 1.5)
    return canvas


def looking_back() -> Canvas:
    """A decoder state weighs all encoder states, anew for each output."""
    canvas = Canvas(5.6, 5.1)
    columns = {"1": 0.8, "2": 2.0, r"\dots": 3.1, "T": 4.2}
    _encoder(canvas, columns, 4.2)
    canvas.box((2.5, 3.3), "", 4.4, 0.5, WEIGHT)
    for j, x in columns.items():
        if j == r"\dots":
            canvas.text((x, 3.3), r"$\dots$")
            continue
        canvas.arrow((x, 4.02), (x, 3.55))
        canvas.text((x, 3.3), rf"$\times\,\alpha_{{i{j}}}$")
        canvas.arrow((x, 3.05), (2.5 + 0.06 * (x - 2.5), 2.58))
    canvas.circle((2.5, 2.45), "+")
    canvas.arrow((2.5, 2.32), (2.5, 2.04))
    canvas.box((2.5, 1.86), "$z^{(i)}$", fill=VALUE)
    canvas.arrow((2.5, 1.68), (2.5, 1.31))
    outputs = {"{i-1}": 0.8, "i": 2.5, "{i+1}": 4.2}
    for i, x in outputs.items():
        canvas.box((x, 1.12), f"$h′_{i}$", 0.9, fill=QUERY)
        canvas.arrow((x, 0.94), (x, 0.52))
        canvas.text((x, 0.33), f"$y_{i}$")
    canvas.arrow((1.25, 1.12), (2.05, 1.12))
    canvas.arrow((2.95, 1.12), (3.75, 1.12))
    canvas.path((0.55, 1.3), (0.55, 3.05))
    return canvas


def weighted_sum() -> Canvas:
    """z(2) is a weighted sum of x(1) to x(T)."""
    canvas = Canvas(5.4, 2.9)
    columns = {"1": 0.5, "2": 1.6, "3": 2.7, r"\dots": 3.75, "T": 4.8}
    for j, x in columns.items():
        if j == r"\dots":
            canvas.text((x, 2.6), r"$\dots$")
            continue
        fill = QUERY if j == "2" else SOFT
        canvas.box((x, 2.6), f"$x^{{({j})}}$", fill=fill)
        canvas.arrow((x, 2.42), (x, 2.02))
        canvas.box((x, 1.84), rf"$\times\,\alpha_{{2{j}}}$", 0.86, fill=WEIGHT)
        canvas.arrow((x, 1.66), (2.7 + 0.06 * (x - 2.7), 1.05))
    canvas.circle((2.7, 0.92), "+")
    canvas.arrow((2.7, 0.79), (2.7, 0.46))
    canvas.box((2.7, 0.26), "$z^{(2)}$", fill=VALUE)
    return canvas


def road_map() -> Canvas:
    """The variants of attention, each built on the one above it."""
    canvas = Canvas(4.9, 6.7)
    stops = (
        (r"$X X^{\top}$", SOFT),
        (r"$X W_q \quad X W_k \quad X W_v$", QUERY),
        (r"$Z_1 \;\dots\; Z_H$", WEIGHT),
        ("mask", SOFT),
        ("MHA + FFN", SOFT),
    )
    for k, (label, fill) in enumerate(stops):
        y = 6.1 - 1.35 * k
        canvas.circle((0.25, y), str(k + 1))
        canvas.box((1.75, y), label, 2.3, 0.6, fill)
        if k < len(stops) - 1:
            canvas.arrow((1.75, y - 0.3), (1.75, y - 1.05))
    _grid(canvas, (3.9, 6.1), SOFT)
    _grid(canvas, (3.9, 4.75), QUERY)
    _grid(canvas, (3.56, 3.4), WEIGHT, cell=0.2)
    _grid(canvas, (4.26, 3.4), WEIGHT, cell=0.2)
    _grid(canvas, (3.9, 2.05), SOFT, causal=True)
    for level in (0.27, 0.0, -0.27):
        canvas.box((3.75, 0.7 + level), "", 0.9, 0.2, SOFT)
    canvas.text((4.5, 0.7), r"$\times L$")
    return canvas


def _grid(canvas, at, fill, causal=False, cell=0.26) -> None:
    """Three by three weights; with causal, none on the future."""
    for i in range(3):
        for j in range(3):
            x, y = at[0] + cell * (j - 1), at[1] + cell * (1 - i)
            if j <= i or not causal:
                canvas.box((x, y), "", cell - 0.02, cell - 0.02, fill)


def _encoder(canvas, columns, y) -> None:
    """Hidden states in a row, the tokens above them."""
    before = None
    for j, x in columns.items():
        if j == r"\dots":
            canvas.text((x, y), r"$\dots$")
            canvas.text((x, y + 0.75), r"$\dots$")
            width = 0.3
        else:
            canvas.box((x, y), f"$h_{j}$", fill=SOFT)
            canvas.text((x, y + 0.75), f"$x_{j}$")
            canvas.arrow((x, y + 0.6), (x, y + 0.2))
            width = 0.8
        if before is not None:
            canvas.arrow((before, y), (x - width / 2, y))
        before = x + width / 2


def _decoder(canvas, y) -> None:
    """States that start from h_T, each fed the token before it."""
    columns = {"1": 0.5, "2": 1.9, "3": 3.3}
    for j, x in columns.items():
        canvas.box((x, y), f"$h′_{j}$", fill=SOFT)
        canvas.arrow((x, y - 0.18), (x, y - 0.65))
        canvas.text((x, y - 0.85), f"$y_{j}$")
        canvas.arrow((x + 0.4, y), (x + 1.0, y))
        canvas.path(
            (x + 0.2, y - 0.85),
            (x + 0.7, y - 0.85),
            (x + 0.7, y - 0.12),
            (x + 1.0, y - 0.12),
        )
    canvas.text((4.55, y - 0.05), r"$\dots$")
