"""Diagrams of the chapter positional-encoding."""

from snippets.canvas import PLAIN, SOFT, Canvas


def adding() -> Canvas:
    """From tokens to the rows of X + P: embeddings plus positions."""
    canvas = Canvas(4.4, 4.9)
    left, right = 1.2, 3.2
    canvas.text((left, 4.7), r"“ $\dots$ ?”")
    canvas.box((left, 4.0), "ids  $(T)$", width=1.4)
    canvas.box((left, 3.3), "embed", width=1.4, fill=SOFT)
    canvas.box((left, 2.6), "$X$  $(T, D)$", width=1.4)
    canvas.box((left, 1.9), "× √D", width=1.4, dashed=True)
    canvas.circle((left, 1.15), "+", fill=PLAIN)
    canvas.box((left, 0.4), "$X + P$  $(T, D)$", width=1.7)
    canvas.text((right, 4.0), r"$0, 1, \dots, T-1$")
    canvas.box((right, 3.3), "PE", width=1.4, fill=SOFT)
    canvas.box((right, 2.6), "$P$  $(T, D)$", width=1.4)
    for top, bottom in [(4.55, 4.18), (3.82, 3.48), (3.12, 2.78)]:
        canvas.arrow((left, top), (left, bottom))
    for top, bottom in [(2.42, 2.08), (1.72, 1.28), (1.02, 0.58)]:
        canvas.arrow((left, top), (left, bottom))
    for top, bottom in [(3.85, 3.48), (3.12, 2.78)]:
        canvas.arrow((right, top), (right, bottom))
    canvas.path((right, 2.42), (right, 1.15), (left + 0.13, 1.15))
    return canvas
