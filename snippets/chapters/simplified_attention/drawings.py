"""Diagrams of the chapter simplified-attention."""

from snippets.canvas import KEY, PLAIN, QUERY, VALUE, WEIGHT, Canvas
from snippets.sentences import SUN
from snippets.simplified import attention_scores, simplified_attention


def context_vector() -> Canvas:
    """z(2) is the sum of all x(j), each times its weight alpha_2j."""
    canvas = Canvas(5.0, 3.5)
    places = {"1": 0.5, "2": 1.5, "3": 2.5, "T": 4.5}
    middle = 2.5
    for y in (0.3, 1.25):
        canvas.text((3.5, y), r"$\cdots$")
    for j, x in places.items():
        fill = QUERY if j == "2" else KEY
        canvas.box((x, 0.3), rf"$x^{{({j})}}$", fill=fill)
        canvas.arrow((x, 0.5), (x, 1.04))
        canvas.box((x, 1.25), rf"$\alpha_{{2{j}}}$")
        canvas.arrow((x, 1.45), (middle + 0.12 * (x - middle), 2.2))
    canvas.circle((middle, 2.36), "$+$")
    canvas.arrow((middle, 2.5), (middle, 2.98))
    canvas.box((middle, 3.18), "$z^{(2)}$", fill=VALUE)
    return canvas


def three_steps() -> Canvas:
    """Scores, softmax, weighted sum: with the numbers for "shiny"."""
    canvas = Canvas(4.75, 4.9)
    scores = attention_scores(SUN.embeddings)[1].tolist()
    context, weights = (
        both[1].tolist() for both in simplified_attention(SUN.embeddings)
    )
    places = (1.15, 2.55, 3.95)
    middle = places[1]
    with canvas.part("scores"):
        _scores(canvas, places, scores)
    with canvas.part("weights"):
        canvas.text((0.28, 2.4), r"$\alpha_{2j}$")
        canvas.box((middle, 3.05), "softmax", 3.6, fill=WEIGHT)
        for x, weight in zip(places, weights):
            canvas.arrow((x, 3.5), (x, 3.25))
            canvas.arrow((x, 2.85), (x, 2.6))
            canvas.box((x, 2.4), f"{weight:.4f}", fill=WEIGHT)
    with canvas.part("context"):
        _context(canvas, places, weights, context)
    return canvas


def _scores(canvas, places, scores) -> None:
    """Each embedding with the query's, and their dot product."""
    first, middle, last = places
    canvas.text((0.28, 3.7), "$s_{2j}$")
    for j, (x, score) in enumerate(zip(places, scores), start=1):
        fill = QUERY if x == middle else KEY
        canvas.box((x, 4.6), f"$x^{{({j})}}$", fill=fill)
        canvas.arrow((x, 4.4), (x, 3.9))
        canvas.box((x, 3.7), f"{score:.4f}")
    canvas.arrow((middle - 0.4, 4.4), (first + 0.4, 3.9))
    canvas.arrow((middle + 0.4, 4.4), (last - 0.4, 3.9))


def _context(canvas, places, weights, context) -> None:
    """Each embedding times its weight, and their sum."""
    middle = places[1]
    canvas.text((0.3, 1.96), r"$\alpha_{2j}\,x^{(j)}$")
    for j, (x, weight) in enumerate(zip(places, weights), start=1):
        canvas.arrow((x, 2.2), (x, 1.8))
        canvas.box((x, 1.6), rf"${weight:.4f}\,x^{{({j})}}$", 1.2)
        canvas.arrow((x, 1.4), (middle + 0.1 * (x - middle), 1.04))
    canvas.circle((middle, 0.9), "$+$")
    canvas.arrow((middle, 0.76), (middle, 0.5))
    numbers = ", ".join(f"{value:.4f}" for value in context)
    canvas.box((middle, 0.3), f"$z^{{(2)}} = ({numbers})$", 3.3, fill=VALUE)


def all_at_once() -> Canvas:
    """X X^T, softmax by rows gives A, A X = Z, with the shapes."""
    canvas = Canvas(4.3, 4.3)
    T, D = 1.0, 0.5  # inches
    top, bottom = 3.55, 1.05
    _matrix(canvas, (0.45, top), D, T, "$X$", r"$T \times D$")
    _matrix(canvas, (1.85, top), T, D, r"$X^{\top}$", r"$D \times T$", False)
    _matrix(canvas, (3.55, top), T, T, r"$X X^{\top}$", r"$T \times T$")
    canvas.text((0.98, top), r"$\cdot$")
    canvas.text((2.7, top), "$=$")
    canvas.path((3.55, 2.72), (3.55, 2.28), (0.7, 2.28), (0.7, 1.62))
    canvas.box((2.125, 2.28), "softmax", 1.1, fill=WEIGHT)
    _matrix(canvas, (0.7, bottom), T, T, "$A$", r"$T \times T$")
    _matrix(canvas, (2.1, bottom), D, T, "$X$", r"$T \times D$", False)
    _matrix(canvas, (3.55, bottom), D, T, "$Z$", r"$T \times D$")
    canvas.text((1.52, bottom), r"$\cdot$")
    canvas.text((2.8, bottom), "$=$")
    return canvas


def _matrix(canvas, at, width, height, name, shape, row=True) -> None:
    """A box in proportion to a matrix; its second row is filled."""
    x, y = at
    canvas.box(at, "", width, height, fill=PLAIN)
    if row:
        canvas.box((x, y + height / 4), "", width, height / 6, fill=QUERY)
    canvas.text((x, y - (height / 8 if row else 0)), name)
    canvas.text((x, y - height / 2 - 0.2), shape)
