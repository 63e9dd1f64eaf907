"""Diagrams of the chapter tokens-and-embeddings."""

from snippets.canvas import OTHER, PLAIN, SOFT, WEIGHT, Canvas


def look_up() -> Canvas:
    """Ids choose rows of the table; the rows, in order, are X."""
    canvas = Canvas(5.4, 2.3)
    fills = (PLAIN, OTHER, PLAIN, WEIGHT)
    for row, fill in enumerate(fills):
        y = 1.6 - 0.4 * row
        canvas.text((1.75, y), str(row))
        _row(canvas, 2.1, y, fill)
    canvas.text((2.64, 2.05), "$E$")
    for place, (row, fill) in enumerate(((3, WEIGHT), (1, OTHER), (3, WEIGHT))):
        y = 1.55 - 0.55 * place
        canvas.box((0.4, y), str(row), 0.4, fill=fill)
        canvas.arrow((0.6, y), (1.6, 1.6 - 0.4 * row))
        _row(canvas, 4.2, y, fill)
        canvas.arrow((3.2, 1.6 - 0.4 * row), (4.15, y))
    canvas.text((0.4, 2.05), "ids")
    canvas.text((4.74, 2.05), "$X$")
    return canvas


def pipeline() -> Canvas:
    """From the text to the matrix that attention works on."""
    canvas = Canvas(3.8, 5.3)
    tokens = ("·is", r"$\dots$", "·of", "?")
    ids = ("374", r"$\dots$", "315", "30")
    fills = (WEIGHT, PLAIN, OTHER, SOFT)
    xs = (0.5, 1.35, 2.2, 3.3)
    canvas.box((1.9, 5.05), r"“ $\dots$ is $\dots$ of $\dots$ ?”", 3.6, 0.4)
    canvas.arrow((1.9, 4.85), (1.9, 4.55))
    for y, name in ((4.37, "split"), (3.2, "ids"), (2.03, "embed")):
        canvas.box((1.9, y), name, 3.6, dashed=name != "embed")
    for x, token, number, fill in zip(xs, tokens, ids, fills):
        for y, label in ((3.78, token), (2.61, number)):
            if fill == PLAIN:
                canvas.text((x, y), label)
                continue
            canvas.arrow((x, y + 0.41), (x, y + 0.18))
            canvas.box((x, y), label, 0.74, fill=fill)
            canvas.arrow((x, y - 0.18), (x, y - 0.4))
    canvas.arrow((1.9, 1.85), (1.9, 1.55))
    _matrix(canvas, 0.95, fills, "$X$")
    canvas.arrow((1.9, 0.37), (1.9, 0.05))
    return canvas


def _matrix(canvas, y, fills, label) -> None:
    """Rows of a matrix around y, one a token, and its name."""
    for k, fill in enumerate(fills):
        level = y + 0.42 - 0.28 * k
        if fill == PLAIN:
            canvas.text((1.9, level), r"$\vdots$")
            continue
        for j in range(4):
            canvas.box((1.45 + 0.3 * j, level), "", 0.28, 0.24, fill)
    canvas.text((3.0, y), label)


def _row(canvas, left, y, fill) -> None:
    """Three numbers of a vector."""
    for j in range(3):
        canvas.box((left + 0.18 + 0.36 * j, y), "", 0.34, 0.3, fill)
