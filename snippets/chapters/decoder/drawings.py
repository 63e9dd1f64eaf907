"""Diagrams of the chapter decoder."""

from snippets.canvas import OTHER, SOFT, WEIGHT, Canvas, Point

LOW, STEP, TOWER = 0.95, 0.62, 1.75  # inches
CELL = 0.19
LABELS = ["mask MHA", "+", "LayerNorm", "MHA", "+", "LayerNorm", "FFN"]
LABELS += ["+", "LayerNorm"]
FILLS = {
    "mask MHA": WEIGHT,
    "MHA": WEIGHT,
    "LayerNorm": SOFT,
    "FFN": SOFT,
}


def layer() -> Canvas:
    """One decoder layer, post-norm, with the memory and what is written."""
    canvas = Canvas(4.7, 6.85)
    for k, part in enumerate(("back", "across", "alone")):
        with canvas.part(part):
            _sublayer(canvas, 3 * k)
    top = LOW + 8 * STEP
    with canvas.part("back"):
        canvas.text((TOWER, 0.15), "$x$")
        canvas.text((TOWER - 0.7, LOW + 2.5 * STEP - 0.13), "$u$")
        _grid(canvas, (3.4, LOW - 2 * CELL), 4, 4, "$T$", "$T$")
    with canvas.part("across"):
        canvas.text((TOWER - 0.7, LOW + 5.5 * STEP - 0.13), "$w$")
        _memory(canvas, LOW + 3 * STEP)
        _grid(canvas, (3.4, LOW + 3 * STEP + 0.4), 4, 6, "$T$", "$S$")
    with canvas.part("alone"):
        canvas.arrow((TOWER, top + 0.18), (TOWER, top + 0.55))
        canvas.text((TOWER, top + 0.68), "$y$")
    with canvas.part("written"):
        _written(canvas, top + 0.68)
    return canvas


def _written(canvas: Canvas, y: float) -> None:
    """The last row becomes a token, which is read next."""
    right, edge, turn = 3.65, 4.62, y - 1.05
    canvas.arrow((TOWER + 0.2, y), (right - 0.525, y))
    canvas.text((2.5, y + 0.15), "$y_T$")
    canvas.box((right, y), "Linear", width=1.05, fill=SOFT)
    canvas.arrow((right, y - 0.18), (right, y - STEP + 0.18))
    canvas.box((right, y - STEP), "argmax", width=1.05, fill=SOFT)
    canvas.path(
        (right, y - STEP - 0.18),
        (right, turn),
        (edge, turn),
        (edge, 0.15),
        (TOWER + 0.15, 0.15),
    )
    canvas.text((right + 0.5, turn + 0.13), "$n$")


def _sublayer(canvas: Canvas, first: int) -> None:
    """Three boxes, and the line around the lowest of them."""
    for k in range(first, first + 3):
        label, at = LABELS[k], (TOWER, LOW + k * STEP)
        below = 0.13 if label == "+" else 0.18
        start = 0.13 if k and LABELS[k - 1] == "+" else 0.18
        bottom = at[1] - STEP + start if k else 0.3
        canvas.arrow((TOWER, bottom), (TOWER, at[1] - below))
        if label == "+":
            canvas.circle(at, "+")
        else:
            canvas.box(at, label, width=1.15, fill=FILLS[label])
    branch, plus = LOW + (first - 0.5) * STEP, LOW + (first + 1) * STEP
    canvas.path(
        (TOWER, branch),
        (TOWER - 0.8, branch),
        (TOWER - 0.8, plus),
        (TOWER - 0.13, plus),
    )


def _memory(canvas: Canvas, y: float) -> None:
    """The rows of the memory, with an arrow to cross-attention."""
    for j in range(6):
        at = (3.4 + (j + 0.5) * CELL, y)
        canvas.box(at, "", CELL - 0.02, 0.36, fill=SOFT)
    canvas.text((3.4 + 3 * CELL, y - 0.32), r"$X_\mathrm{mem}$")
    canvas.arrow((3.36, y), (TOWER + 0.575, y))
    canvas.text((2.85, y + 0.17), "$k,\\ v$")
    canvas.text((TOWER + 0.2, y - 0.29), "$q$")


def _grid(
    canvas: Canvas,
    corner: Point,
    rows: int,
    columns: int,
    down: str,
    along: str,
) -> None:
    """Who may attend to whom: a triangle, or all but two columns."""
    left, low = corner
    for i in range(rows):
        for j in range(columns):
            seen = j <= i if rows == columns else j < columns - 2
            at = left + (j + 0.5) * CELL, low + (rows - i - 0.5) * CELL
            fill = WEIGHT if seen else OTHER
            canvas.box(at, "", CELL - 0.02, CELL - 0.02, fill=fill)
    canvas.text((left - 0.15, low + rows * CELL / 2), down)
    canvas.text((left + columns * CELL / 2, low + rows * CELL + 0.15), along)
