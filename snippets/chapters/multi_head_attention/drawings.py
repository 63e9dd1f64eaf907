"""Diagrams of the chapter multi-head-attention."""

from snippets.canvas import OTHER, PLAIN, SOFT, WEIGHT, Canvas
from snippets.recorded import lists

HEADS = (WEIGHT, OTHER)
CELL = 0.34  # inches


def parallel_heads() -> Canvas:
    """H heads in parallel, concatenated and projected."""
    canvas = Canvas(4.6, 5.5)
    canvas.box((2.0, 0.3), "$X$", width=1.2)
    for x, name in ((0.7, "Q"), (2.0, "K"), (3.3, "V")):
        canvas.path((2.0, 0.48), (2.0, 0.75), (x, 0.75), (x, 1.05))
        _stack(canvas, (x, 1.25), f"$W_h^{name}$", 0.9, 0.4, WEIGHT)
        canvas.arrow((x, 1.65), (x, 2.85 if name == "V" else 2.0))
    _stack(canvas, (1.35, 2.2), "softmax", 2.2, 0.4, WEIGHT)
    canvas.arrow((1.35, 2.6), (1.35, 2.85))
    _stack(canvas, (2.0, 3.05), "$Z_h = A_h V_h$", 3.5, 0.4, WEIGHT)
    canvas.text((4.3, 2.2), r"$\times\, H$")
    for x in (1.5, 2.0, 2.5):
        canvas.arrow((x, 3.45), (x, 3.75))
    canvas.box((2.0, 3.95), "concat", 2.0, 0.4, PLAIN)
    canvas.arrow((2.0, 4.15), (2.0, 4.45))
    canvas.box((2.0, 4.65), "$W^O$", 2.0, 0.4, SOFT)
    canvas.arrow((2.0, 4.85), (2.0, 5.3))
    return canvas


def _stack(canvas: Canvas, at, label, width, height, fill) -> None:
    """A box in front of two others."""
    x, y = at
    for step in (2, 1, 0):
        shown = "" if step else label
        place = (x + 0.1 * step, y + 0.1 * step)
        canvas.box(place, shown, width, height, fill)


def two_products_or_one() -> Canvas:
    """A product for each head, or one wide product that is split."""
    canvas = Canvas(4.6, 4.2)
    for h, y in enumerate((3.75, 2.85)):
        _product(canvas, y, [h])
    canvas.arrow((0.2, 2.3), (4.4, 2.3), head=False)
    _product(canvas, 1.75, [0, 1])
    for h in (0, 1):
        start, end = 3.2 + 0.6 * h, 2.9 + 1.2 * h
        canvas.arrow((start, 1.35), (end, 0.87))
        canvas.box((end, 0.45), f"$Q_{h + 1}$", 0.6, 0.8, HEADS[h])
    canvas.text((3.5, 1.0), "split")
    return canvas


def _product(canvas: Canvas, y: float, heads: list[int]) -> None:
    """X times the query matrices of some heads, which are side by side."""
    canvas.box((0.5, y), "$X$", 0.6, 0.8)
    canvas.text((1.0, y), r"$\times$")
    width = 0.6 * len(heads)
    canvas.text((1.4 + width, y), "$=$")
    for place, h in enumerate(heads):
        x = 1.5 + 0.6 * place
        canvas.box((x, y), f"$W_{h + 1}^Q$", 0.6, 0.6, HEADS[h])
        canvas.box((x + width + 0.5, y), f"$Q_{h + 1}$", 0.6, 0.8, HEADS[h])


def _cells(canvas: Canvas, left: float, top: float, rows) -> None:
    """Numbered cells of y (3, 4), each in the colour of its head."""
    for i, row in enumerate(rows):
        for j, value in enumerate(row):
            at = (left + CELL * (j + 0.5), top - CELL * (i + 0.5))
            fill = HEADS[value % 4 // 2]
            canvas.box(at, str(value), CELL, CELL, fill)


def split_heads() -> Canvas:
    """Split into heads, each with weights of its own, and merged again."""
    canvas = Canvas(4.75, 4.75)
    printed = lists("multi-head-attention", "view")
    merged = lists("multi-head-attention", "there-and-back")["merged"]
    halves = [printed["head 1"], printed["head 2"]]
    with canvas.part("view"):
        canvas.text((0.97, 4.62), "$V$")
        _cells(canvas, 0.29, 4.43, printed["tokens"])
        canvas.text((2.1, 3.92), "$(3, 4)$")
        canvas.arrow((0.97, 3.36), (0.97, 3.1))
        for h, half in enumerate(halves):
            for t, row in enumerate(half):
                _cells(canvas, 0.2 + 0.86 * h, 3.05 - 0.42 * t, [row])
        canvas.text((2.4, 2.46), "$(3, 2, 2)$")
    with canvas.part("transpose"):
        canvas.arrow((0.97, 1.8), (0.97, 1.54))
        _heads(canvas, 0.2, "V", halves)
        canvas.text((2.37, 0.7), "$(2, 3, 2)$")
    with canvas.part("heads"):
        canvas.arrow((2.05, 0.98), (2.7, 0.98))
        canvas.text((2.37, 1.2), "$A_h$")
        parts = [[row[2 * h : 2 * h + 2] for row in merged] for h in (0, 1)]
        _heads(canvas, 2.85, "Z", parts)
    with canvas.part("merge"):
        canvas.arrow((3.62, 1.54), (3.62, 3.36))
        canvas.text((3.62, 4.62), "$Z$")
        _cells(canvas, 2.94, 4.43, merged)
    return canvas


def _heads(canvas: Canvas, left: float, letter: str, heads) -> None:
    """The matrices of two heads side by side, with their names."""
    for h, rows in enumerate(heads):
        x = left + 0.86 * h
        _cells(canvas, x, 1.5, rows)
        canvas.text((x + CELL, 0.3), f"${letter}_{h + 1}$")


def shapes() -> Canvas:
    """Every tensor of the layer with its shape, from input to output."""
    steps = (
        ("$X$", r"$B, T, d_{in}$", PLAIN, r"$W^Q, W^K, W^V$"),
        ("$Q, K, V$", r"$B, T, H d_k$", PLAIN, "view"),
        ("$Q, K, V$", r"$B, T, H, d_k$", PLAIN, "transpose"),
        ("$Q, K, V$", r"$B, H, T, d_k$", WEIGHT, r"$Q K^\top / √d_k$"),
        ("$s_{ij}$", r"$B, H, T, T$", WEIGHT, "softmax"),
        ("$A$", r"$B, H, T, T$", WEIGHT, "$AV$"),
        ("$Z$", r"$B, H, T, d_k$", WEIGHT, "transpose"),
        ("$Z$", r"$B, T, H, d_k$", PLAIN, "concat"),
        ("$Z$", r"$B, T, H d_k$", PLAIN, "$W^O$"),
        ("$Y$", r"$B, T, H d_k$", PLAIN, ""),
    )
    canvas = Canvas(3.8, 6.4)
    for k, (name, shape, fill, action) in enumerate(steps):
        y = 6.15 - 0.65 * k
        canvas.text((0.5, y), name)
        canvas.box((1.65, y), shape, 1.5, 0.34, fill)
        if action:
            canvas.arrow((1.65, y - 0.17), (1.65, y - 0.48))
            canvas.text((2.8, y - 0.32), action)
    return canvas


def output_projection() -> Canvas:
    """The heads side by side times the row blocks of W_O."""
    canvas = Canvas(5.2, 2.9)
    for h in (0, 1):
        canvas.box((0.45 + 0.7 * h, 1.75), f"$Z_{h + 1}$", 0.7, 1.2, HEADS[h])
        place = (2.45, 2.15 - 0.7 * h)
        canvas.box(place, f"$W_{h + 1}^O$", 1.3, 0.7, HEADS[h])
    canvas.text((1.65, 1.75), r"$\times$")
    canvas.text((3.4, 1.75), "$=$")
    canvas.box((4.3, 1.75), "$Y$", 1.3, 1.2, SOFT)
    canvas.text((0.8, 0.95), r"$T \times H d_v$")
    canvas.text((2.45, 0.95), r"$H d_v \times D$")
    canvas.text((4.3, 0.95), r"$T \times D$")
    canvas.text((2.6, 0.35), "$Y = Z_1 W_1^O + Z_2 W_2^O$")
    return canvas
