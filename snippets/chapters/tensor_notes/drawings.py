"""Drawings of the page tensor-notes."""

from snippets.canvas import OTHER, PLAIN, SOFT, WEIGHT, Canvas

CELL = 0.4
FILLS = (WEIGHT, OTHER, SOFT)


def strides() -> Canvas:
    """Twelve numbers in memory, seen as (3, 4) and as (4, 3)."""
    canvas = Canvas(5.2, 3.0)

    def cell(x: float, y: float, number: int) -> None:
        fill = FILLS[number // 4]
        canvas.box((x, y), str(number), CELL, CELL, fill)

    for number in range(12):
        cell(0.4 + CELL * number, 0.3, number)
    for i in range(3):
        for j in range(4):
            cell(0.6 + CELL * j, 2.3 - CELL * i, 4 * i + j)
            cell(3.4 + CELL * i, 2.3 - CELL * j, 4 * i + j)
    canvas.text((1.2, 2.75), "(3, 4)")
    canvas.text((3.8, 2.75), "(4, 3)")
    canvas.arrow((1.2, 1.25), (1.2, 0.55), head=True)
    canvas.text((1.62, 0.88), "(4, 1)")
    canvas.arrow((3.8, 0.88), (3.8, 0.55))
    canvas.text((4.22, 0.72), "(1, 4)")
    return canvas


def broadcast() -> Canvas:
    """Shapes written one below the other, aligned at the right."""
    canvas = Canvas(3.6, 2.5)
    rows = (
        ("QK", "BHTT", WEIGHT),
        ("1", "  TT", SOFT),
        ("2", "B11T", SOFT),
        ("3", " BTT", OTHER),
    )
    for k, (name, shape, fill) in enumerate(rows):
        y = 2.2 - 0.55 * k
        canvas.text((0.3, y), name)
        for n, size in enumerate(shape):
            x = 1.0 + 0.7 * n
            if size == " ":
                canvas.box((x, y), "1", 0.6, 0.38, PLAIN, dashed=True)
            else:
                label = size if size == "1" else f"${size}$"
                canvas.box((x, y), label, 0.6, 0.38, fill)
    return canvas


def formats() -> Canvas:
    """Bits of sign, exponent and fraction in three formats."""
    canvas = Canvas(4.74, 1.8)
    bit = 0.125
    rows = {"fp32": (8, 23), "bf16": (8, 7), "fp16": (5, 10)}
    for k, (name, (exponent, fraction)) in enumerate(rows.items()):
        x, y = 0.66, 1.5 - 0.6 * k
        canvas.text((0.28, y), name)
        parts = ((1, OTHER), (exponent, WEIGHT), (fraction, SOFT))
        for bits, fill in parts:
            width = bits * bit
            canvas.box((x + width / 2, y), str(bits), width, 0.38, fill)
            x += width
    return canvas
