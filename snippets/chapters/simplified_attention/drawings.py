"""Diagrams of the chapter simplified-attention."""

from snippets.canvas import Canvas, spread
from snippets.sentences import SUN
from snippets.simplified import attention_scores, simplified_attention

PLACES = 92, 192, 292  # pixels: of three tokens


def context_vector(width: float) -> Canvas:
    """z(2) is the sum of all x(j), each times its weight alpha_2j."""
    canvas = Canvas(width, 250)
    plus = canvas.plus((width / 2, 80))
    for j, x in zip(("1", "2", "3", "", "T"), spread(5, width)):
        if not j:
            canvas.text((x, 232), r"$\cdots$")
            canvas.text((x, 162), r"$\cdots$")
            continue
        fill = "query" if j == "2" else "soft"
        token = canvas.box((x, 232), rf"$x^{{({j})}}$", fill=fill)
        label = rf"$\times\,\alpha_{{2{j}}}$"
        weight = canvas.box((x, 162), label, fill="weight")
        canvas.arrow(token, weight)
        canvas.arrow(weight, plus)
    canvas.arrow(plus, canvas.diamond((width / 2, 16), "$z^{(2)}$"))
    return canvas


def three_steps() -> Canvas:
    """Scores, softmax, weighted sum: with the numbers for "shiny"."""
    canvas = Canvas(342, 372)
    scores = attention_scores(SUN.embeddings)[1].tolist()
    context, weights = (
        both[1].tolist() for both in simplified_attention(SUN.embeddings)
    )
    with canvas.part("scores"):
        canvas.text((18, 84), "$s_{2j}$")
        boxes = [
            canvas.box((x, 84), f"{s:.4f}", 68) for x, s in zip(PLACES, scores)
        ]
        for j, (x, box) in enumerate(zip(PLACES, boxes), start=1):
            fill = "query" if j == 2 else "key"
            token = canvas.box((x, 18), f"$x^{{({j})}}$", fill=fill)
            canvas.arrow(token, box)
        for box, side in ((boxes[0], 1), (boxes[2], -1)):
            start = token._replace(x=192 - 18 * side)
            canvas.arrow(start, box._replace(x=box.x + 24 * side))
    with canvas.part("weights"):
        canvas.text((18, 196), r"$\alpha_{2j}$")
        softmax = canvas.box((192, 140), "softmax", 268, fill="weight")
        weighed = []
        for x, box, weight in zip(PLACES, boxes, weights):
            weighed.append(
                canvas.box((x, 196), f"{weight:.4f}", 68, fill="weight")
            )
            canvas.arrow(box, softmax._replace(x=x))
            canvas.arrow(softmax._replace(x=x), weighed[-1])
    with canvas.part("context"):
        plus = canvas.plus((192, 304))
        for j, (box, weight) in enumerate(zip(weighed, weights), start=1):
            label = rf"${weight:.4f}\,x^{{({j})}}$"
            product = canvas.box((box.x, 252), label, 96)
            canvas.arrow(box, product)
            canvas.arrow(product, plus)
        numbers = ", ".join(f"{value:.4f}" for value in context)
        z = canvas.diamond((80, 356), f"$z^{{(2)}} = ({numbers})$")
        canvas.arrow(plus, (192, 330), (80, 330), z)
    return canvas


def all_at_once() -> Canvas:
    """X X^T, softmax by rows gives A, A X = Z, with the shapes."""
    canvas = Canvas(342, 310)
    T, D = 84, 42  # pixels
    _matrix(canvas, (24, 46), D, T, "$X$", r"$T \times D$")
    _matrix(canvas, (134, 46), T, D, r"$X^{\!\top}$", r"$D \times T$", False)
    scores = _matrix(
        canvas, (276, 46), T, T, r"$X X^{\!\top}$", r"$T \times T$"
    )
    a = _matrix(canvas, (44, 248), T, T, "$A$", r"$T \times T$")
    softmax = canvas.box((160, 148), "softmax", 92, fill="weight")
    canvas.arrow(scores._replace(y=scores.y + 24), (276, 148), softmax)
    canvas.arrow(softmax, (44, 148), a)
    _matrix(canvas, (154, 248), D, T, "$X$", r"$T \times D$", False)
    _matrix(canvas, (276, 248), D, T, "$Z$", r"$T \times D$")
    for x, y, sign in (
        (68, 46, r"\cdot"),
        (206, 46, "="),
        (110, 248, r"\cdot"),
        (214, 248, "="),
    ):
        canvas.text((x, y), f"${sign}$")
    return canvas


def _matrix(canvas, at, width, height, name, shape, row=True):
    """A box in proportion to a matrix; its second row is filled."""
    x, y = at
    if row:
        canvas.box(
            (x, y - height / 5), "", width, height / 6, "query", radius=0
        )
    canvas.text((x, y + (height / 6 if row else 0)), name)
    canvas.text((x, y + height / 2 + 14), shape)
    return canvas.box(at, "", width, height, "plain")
