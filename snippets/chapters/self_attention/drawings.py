"""Diagrams of the chapter self-attention."""

from snippets.canvas import KEY, QUERY, SOFT, VALUE, WEIGHT, Canvas


def one_query() -> Canvas:
    """Every token has a key and a value; only token 2 a query; scores."""
    canvas = Canvas(5.8, 3.5)
    columns = {"1": 0.75, "2": 2.7, "T": 5.0}
    for index, x in columns.items():
        canvas.box((x, 3.25), f"$x^{{({index})}}$", fill=SOFT)
        places = {"k": (-0.31, KEY, -0.42), "v": (0.41, VALUE, 0.52)}
        if index == "2":
            places = {
                "q": (-0.72, QUERY, -0.777),
                "k": (0, KEY, 0.16),
                "v": (0.72, VALUE, 0.72),
            }
        for name, (shift, fill, label) in places.items():
            at = x + shift, 1.95
            canvas.arrow((x + shift / 3, 3.07), (at[0], 2.13))
            canvas.text((x + label, 2.62), f"$W_{name}$")
            canvas.box(at, f"${name}^{{({index})}}$", width=0.6, fill=fill)
            if name == "k":
                canvas.arrow((at[0], 1.77), (at[0], 0.41))
                canvas.box((at[0], 0.23), rf"$s_{{2{index}}}$")
    start = columns["2"] - 0.72
    canvas.arrow((start, 1.77), (columns["1"] - 0.1, 0.41))
    canvas.arrow((start, 1.77), (columns["2"] - 0.25, 0.41))
    canvas.arrow((start, 1.77), (columns["T"] - 0.6, 0.41))
    for y in (3.25, 1.95, 0.23):
        canvas.text((3.95, y), r"$\cdots$")
    return canvas


def matrices() -> Canvas:
    """X, the three products, the weights and the context vectors."""
    canvas = Canvas(4.9, 5.6)
    canvas.box((2.2, 5.0), "$X$", width=0.75, height=1.0, fill=SOFT)
    canvas.text((3.15, 5.0), r"$T \times d_{in}$")
    for name, x, fill in (
        ("Q", 0.5, QUERY),
        ("K", 2.2, KEY),
        ("V", 3.9, VALUE),
    ):
        canvas.arrow((2.2 + (x - 2.2) / 8, 4.5), (x, 3.7))
        canvas.box((x, 3.2), f"${name}$", width=0.5, height=1.0, fill=fill)
    for name, at in (
        ("q", (0.85, 4.12)),
        ("k", (2.45, 4.12)),
        ("v", (3.6, 4.12)),
    ):
        canvas.text(at, f"$W_{name}$")
    canvas.text((1.1, 3.2), r"$T \times d_k$")
    canvas.text((2.8, 3.2), r"$T \times d_k$")
    canvas.text((4.5, 2.55), r"$T \times d_v$")
    canvas.arrow((0.5, 2.7), (1.1, 2.25))
    canvas.arrow((2.2, 2.7), (1.6, 2.25))
    canvas.text((0.45, 2.35), r"$QK^\top$")
    canvas.box((1.35, 1.75), "$A$", width=1.0, height=1.0, fill=WEIGHT)
    canvas.text((0.42, 1.75), r"$T \times T$")
    canvas.arrow((1.85, 1.75), (2.75, 0.75))
    canvas.arrow((3.9, 2.7), (3.05, 1.0))
    canvas.text((2.05, 1.2), r"$AV$")
    canvas.box((3.0, 0.52), "$Z$", width=0.5, height=0.96, fill=SOFT)
    canvas.text((3.65, 0.52), r"$T \times d_v$")
    return canvas


def scaled_dot_product() -> Canvas:
    """The steps of scaled dot-product attention, from bottom to top."""
    canvas = Canvas(3.2, 4.9)
    left, right = 1.15, 2.5
    for name, x, fill in (
        ("Q", 0.75, QUERY),
        ("K", 1.55, KEY),
        ("V", right, VALUE),
    ):
        canvas.box((x, 0.25), f"${name}$", width=0.5, fill=fill)
    canvas.arrow((0.75, 0.43), (0.85, 0.87))
    canvas.arrow((1.55, 0.43), (1.45, 0.87))
    steps = (
        (r"$Q\,K^\top$", False),
        ("/ √$d_k$", False),
        ("mask", True),
        ("softmax", False),
    )
    for number, (label, dashed) in enumerate(steps):
        y = 1.05 + 0.75 * number
        canvas.box((left, y), label, width=1.3, dashed=dashed)
        canvas.arrow((left, y + 0.18), (left, y + 0.57))
    canvas.text((left + 0.25, 3.68), "$A$")
    canvas.path((right, 0.43), (right, 3.7), (2.1, 3.87))
    canvas.box((1.5, 4.05), r"$A\,V$", width=1.8)
    canvas.arrow((1.5, 4.23), (1.5, 4.52))
    canvas.box((1.5, 4.7), "$Z$", width=0.5, fill=SOFT)
    return canvas
