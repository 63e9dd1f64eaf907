"""Diagrams of the chapter self-attention."""

from snippets.canvas import Canvas, Node

ROLES = {"q": "query", "k": "key", "v": "value"}


def _projected(canvas: Canvas, source: Node, name: str, node: Node) -> None:
    """An arrow from an input to what a matrix makes of it, and its name."""
    matrix = Node(node.x, node.y - node.height / 2 - 38, 26, 22)
    canvas.text(matrix, f"$W_{name}$")
    canvas.arrow(source, matrix)
    canvas.arrow(matrix, node)


def one_query(width: float) -> Canvas:
    """Every token has a key and a value; only token 2 a query; scores."""
    canvas = Canvas(width, 300)
    apart = 40 if width < 400 else 56
    columns = {"1": 0.145 * width, "2": 0.48 * width, "T": 0.85 * width}
    keys = []
    for index, x in columns.items():
        source = canvas.box((x, 18), f"$x^{{({index})}}$", fill="soft")
        names = "qkv" if index == "2" else "kv"
        for k, name in enumerate(names):
            at = x + apart * (k - (len(names) - 1) / 2), 146
            label = f"${name}^{{({index})}}$"
            node = canvas.box(at, label, 38, fill=ROLES[name])
            _projected(canvas, source, name, node)
            if name == "q":
                query = node
            elif name == "k":
                keys.append((index, node))
    for index, key in keys:
        score = canvas.box((key.x, 280), rf"$s_{{2{index}}}$", 44)
        canvas.arrow(key, score)
        side = 12 if key.x < query.x else -12
        canvas.arrow(query, score._replace(x=key.x + side))
    for y in (18, 146, 280):
        canvas.text((0.69 * width, y), r"$\cdots$")
    return canvas


def matrices() -> Canvas:
    """X, the three products, the weights and the context vectors."""
    canvas = Canvas(342, 470)
    x = canvas.box((171, 40), "$X$", 52, 72, "soft")
    canvas.text((204, 40), r"$T \times d_{in}$", "left")
    nodes = {}
    for name, at in (("q", 40), ("k", 165), ("v", 268)):
        label, fill = f"${name.upper()}$", ROLES[name]
        node = nodes[name] = canvas.box((at, 210), label, 38, 72, fill)
        _projected(canvas, x, name, node)
        shape = "d_v" if name == "v" else "d_k"
        canvas.text((at + 26, 228), rf"$T \times {shape}$", "left")
    a = canvas.box((106, 326), "$A$", 72, 72, "weight")
    for name, shift in (("q", -14), ("k", 14)):
        canvas.arrow(nodes[name], a._replace(x=a.x + shift))
    canvas.text((106, 268), r"$QK^{\!\top}$")
    canvas.text((26, 326), r"$T \times T$")
    z = canvas.box((222, 432), "$Z$", 38, 72)
    canvas.arrow(a, z._replace(x=z.x - 8))
    canvas.arrow(nodes["v"], z._replace(x=z.x + 8))
    canvas.text((138, 404), "$AV$", "right")
    canvas.text((252, 440), r"$T \times d_v$", "left")
    return canvas


def scaled_dot_product() -> Canvas:
    """The steps of scaled dot-product attention, from bottom to top."""
    canvas = Canvas(260, 400)
    steps = [r"$Q\,K^{\!\top}$", r"$/\ \sqrt{d_k}$", "mask", "softmax"]
    first, *_, a = canvas.tower(88, 318, steps, 58, 124, dashed=["mask"])
    product = canvas.box((140, 78), r"$A\,V$", 200, fill="soft")
    for name, x, node in (
        ("q", 60, first),
        ("k", 116, first),
        ("v", 216, product),
    ):
        source = canvas.box((x, 382), f"${name.upper()}$", 40, fill=ROLES[name])
        canvas.arrow(source, node._replace(x=x))
    canvas.arrow(a, product._replace(x=a.x))
    canvas.text((100, 111), "$A$", "left")
    canvas.arrow(product, canvas.box((140, 20), "$Z$", 40))
    return canvas
