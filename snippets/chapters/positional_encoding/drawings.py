"""Diagrams of the chapter positional-encoding."""

from snippets.canvas import Canvas

SCALED = r"$\times \sqrt{D}$"


def adding() -> Canvas:
    """From tokens to the rows of X + P: embeddings plus positions."""
    canvas = Canvas(342, 370)
    left, right = 84, 256
    shape = r"\ \ (T, D)$"
    steps = [r"$\mathrm{ids}\ \ (T)$", "embed", f"$X{shape}", SCALED, "+"]
    first, *_, plus = canvas.tower(left, 62, steps, -56, 124, dashed=[SCALED])
    canvas.text((left, 12), "“ … ?”")
    canvas.arrow((left, 24), first)
    canvas.arrow(plus, canvas.box((left, 350), f"$X + P{shape}", 152))
    first, last = canvas.tower(right, 118, ["PE", f"$P{shape}"], -56, 124)
    canvas.text((right, 62), r"$0, 1, \dots, T-1$")
    canvas.arrow((right, 76), first)
    canvas.arrow(last, (right, plus.y), plus)
    return canvas
