"""Drawings of the page tensor-notes."""

from snippets.canvas import Canvas, Node

CELL = 28
FILLS = ("soft", "middle", "dark")
FORMATS = {"fp32": (1, 8, 23), "bf16": (1, 8, 7), "fp16": (1, 5, 10)}


def strides() -> Canvas:
    """Twelve numbers in memory, seen as (3, 4) and as (4, 3)."""
    canvas = Canvas(342, 220)
    memory = _grid(canvas, (171, 204), [range(12)])
    rows = [range(4 * i, 4 * i + 4) for i in range(3)]
    for x, name, table in ((76, "(3, 4)", rows), (264, "(4, 3)", zip(*rows))):
        table = [*table]
        node = _grid(canvas, (x, 26 + CELL * len(table) / 2), table)
        canvas.text((x, 10), name)
        canvas.arrow(node, Node(x, memory.y, CELL, CELL))
        stride = "(4, 1)" if name == "(3, 4)" else "(1, 4)"
        canvas.text((x + 10, 164), stride, "left")
    return canvas


def _grid(canvas: Canvas, at, rows) -> Node:
    """Cells with numbers, in shades that tell the row of (3, 4)."""
    fills = [[FILLS[number // 4] for number in row] for row in rows]
    return canvas.grid(at, fills, CELL, labels=rows)


def broadcast() -> Canvas:
    """Shapes written one below the other, aligned at the right."""
    canvas = Canvas(300, 164)
    rows = (
        ("$QK^{\\!\\top}$", "BHTT", "soft"),
        ("1", "  TT", "soft"),
        ("2", "B11T", "soft"),
        ("3", " BTT", "dark"),
    )
    for k, (name, shape, fill) in enumerate(rows):
        y = 18 + 42 * k
        canvas.text((50, y), name, "right")
        for n, size in enumerate(shape):
            added = size == " "
            label = "1" if size in " 1" else f"${size}$"
            shade = "plain" if added else fill
            at = 92 + 56 * n, y
            canvas.box(at, label, 48, fill=shade, dashed=added)
    return canvas


def formats(width: float) -> Canvas:
    """Bits of sign, exponent and fraction in three formats."""
    canvas = Canvas(width, 140)
    bit = (width - 52) / 32
    for k, (name, parts) in enumerate(FORMATS.items()):
        left, y = 50, 24 + 46 * k
        canvas.text((0, y), name, "left")
        for bits, fill in zip(parts, ("dark", "middle", "plain")):
            middle = left + bits * bit / 2
            label = str(bits) if bits * bit > 12 else ""
            canvas.box((middle, y), label, bits * bit, fill=fill, radius=2)
            left += bits * bit
    return canvas
