"""Diagrams of the chapter multi-head-attention."""

import torch

from snippets.canvas import Canvas, Node

HEADS = "soft", "dark"


def parallel_heads() -> Canvas:
    """H heads in parallel, concatenated and projected."""
    canvas = Canvas(342, 426)
    x = canvas.box((152, 408), "$X$", 84)
    softmax = _stack(canvas, (101, 242), "softmax", 168)
    heads = _stack(canvas, (152, 166), "$Z_h = A_h V_h$", 270)
    for at, name in ((50, "query"), (152, "key"), (254, "value")):
        label = f"$W_h^{name[0].upper()}$"
        node = _stack(canvas, (at, 328), label, 66, name)
        if at == x.x:
            canvas.arrow(x, node)
        else:
            canvas.arrow((x.x, 376), (at, 376), node)
        after = heads if name == "value" else softmax
        canvas.arrow(_behind(node), after._replace(x=at + 8))
    canvas.arrow(_behind(softmax), heads._replace(x=softmax.x + 8))
    canvas.text((300, 242), r"$\times H$", "left")
    concat = canvas.box((152, 90), "concat", 160)
    for at in (112, 152, 192):
        canvas.arrow(_behind(heads)._replace(x=at), concat._replace(x=at))
    last = canvas.box((152, 40), "$W^O$", 160, fill="soft")
    canvas.arrow(concat, last)
    canvas.arrow(last, (152, 0))
    return canvas


def _behind(node: Node) -> Node:
    """Return the last box of a stack."""
    return node._replace(x=node.x + 8, y=node.y - 8)


def _stack(canvas: Canvas, at, label, width, fill="weight") -> Node:
    """A box in front of two others."""
    node = canvas.box(at, label, width, fill=fill)
    left, right = at[0] - width / 2, at[0] + width / 2
    for k in (4, 8):
        top, bottom = at[1] - 16 - k, at[1] + 16 - k
        points = [(left + k, top + 3), (left + k, top), (right + k, top)]
        points += [(right + k, bottom), (right + k - 3, bottom)]
        canvas.arrow(*points, head=False, fill=fill)
    return node


def two_products_or_one() -> Canvas:
    """A product for each head, or one wide product that is split."""
    canvas = Canvas(342, 432)
    canvas.text((0, 8), "a product for each head", "left")
    for h in (0, 1):
        _product(canvas, 62 + 80 * h, [h])
    canvas.arrow((0, 192), (342, 192), head=False)
    canvas.text((0, 214), "one product for all heads", "left")
    _product(canvas, 268, [0, 1])
    for h in (0, 1):
        at = 160 + 80 * h, 396
        end = canvas.box(at, f"$Q_{h + 1}$", 40, 64, HEADS[h])
        canvas.arrow(Node(180 + 40 * h, 268, 40, 64), end)
    canvas.text((200, 340), "split")
    return canvas


def _product(canvas: Canvas, y: float, heads: list[int]) -> None:
    """X times the query matrices of some heads, which are side by side."""
    canvas.box((21, y), "$X$", 40, 64)
    canvas.text((54, y), r"$\times$")
    width = 42 * len(heads)
    canvas.text((82 + width, y), "$=$")
    for place, h in enumerate(heads):
        x = 88 + 42 * place
        canvas.box((x, y), f"$W_{h + 1}^Q$", 42, 40, HEADS[h])
        canvas.box((x + width + 30, y), f"$Q_{h + 1}$", 42, 64, HEADS[h])


def split_heads() -> Canvas:
    """Split into heads, each with weights of its own, and merged again."""
    canvas = Canvas(342, 360)
    V = torch.arange(12).view(3, 4)
    halves = V.chunk(2, dim=1)
    parts = halves[0][[0, 0, 1]], halves[1][[0, 1, 2]]  # where heads look
    with canvas.part("view"):
        canvas.text((70, 10), "$V$")
        whole = _cells(canvas, (70, 68), V)
        canvas.text((158, 68), "$(3, 4)$")
        for h in (0, 1):
            for t, row in enumerate(halves[h]):
                _cells(canvas, (37 + 66 * h, 150 + 30 * t), [row])
        canvas.arrow(whole, (70, 134))
        canvas.text((180, 180), "$(3, 2, 2)$")
    with canvas.part("transpose"):
        before = _heads(canvas, 37, "V", halves)
        canvas.arrow((70, 228), (70, 252))
        canvas.text((171, 326), "$(2, 3, 2)$")
    with canvas.part("heads"):
        after = _heads(canvas, 239, "Z", parts)
        canvas.arrow(before, after)
        canvas.text((171, 280), "$A_h$")
    with canvas.part("merge"):
        canvas.text((272, 10), "$Z$")
        last = _cells(canvas, (272, 68), torch.cat(parts, dim=1))
        canvas.arrow((272, 252), last)
    return canvas


def _cells(canvas: Canvas, at, rows) -> Node:
    """Numbered cells of y (3, 4), each in the shade of its head."""
    numbers = [row.tolist() for row in rows]
    fills = [[HEADS[value % 4 // 2] for value in row] for row in numbers]
    return canvas.grid(at, fills, 30, 28, numbers)


def _heads(canvas: Canvas, x: float, letter: str, heads) -> Node:
    """The matrices of two heads side by side, with their names."""
    for h, rows in enumerate(heads):
        node = _cells(canvas, (x + 66 * h, 298), rows)
        canvas.text((x + 66 * h, 350), f"${letter}_{h + 1}$")
    return node if letter == "V" else node._replace(x=x)


def shapes() -> Canvas:
    """Every tensor of the layer with its shape, from input to output."""
    steps = (
        ("$X$", r"$B, T, d_{in}$", "soft", r"$W^Q, W^K, W^V$"),
        ("$Q, K, V$", r"$B, T, H d_k$", "soft", "view"),
        ("$Q, K, V$", r"$B, T, H, d_k$", "soft", "transpose"),
        (
            "$Q, K, V$",
            r"$B, H, T, d_k$",
            "weight",
            r"$Q K^{\!\top} / \sqrt{d_k}$",
        ),
        ("$s_{ij}$", r"$B, H, T, T$", "weight", "softmax"),
        ("$A$", r"$B, H, T, T$", "weight", "$AV$"),
        ("$Z$", r"$B, H, T, d_k$", "weight", "transpose"),
        ("$Z$", r"$B, T, H, d_k$", "soft", "concat"),
        ("$Z$", r"$B, T, H d_k$", "soft", "$W^O$"),
        ("$Y$", r"$B, T, H d_k$", "soft", ""),
    )
    canvas = Canvas(342, 590)
    before, action = None, ""
    for k, (name, shape, fill, following) in enumerate(steps):
        y = 16 + 62 * k
        canvas.text((68, y), name, "right")
        node = canvas.box((146, y), shape, 124, 28, fill)
        if before:
            canvas.arrow(before, node)
            canvas.text((160, y - 31), action, "left")
        before, action = node, following
    return canvas


def output_projection() -> Canvas:
    """The heads side by side times the row blocks of W_O."""
    canvas = Canvas(342, 190)
    for h in (0, 1):
        canvas.box((23 + 42 * h, 52), f"$Z_{h + 1}$", 42, 84, HEADS[h])
        place = (162, 29 + 46 * h)
        canvas.box(place, f"$W_{h + 1}^O$", 92, 46, HEADS[h])
    canvas.text((100, 52), r"$\times$")
    canvas.text((226, 52), "$=$")
    canvas.box((290, 52), "$Y$", 92, 84)
    for x, *shape in ((44, "T", "H d_v"), (162, "H d_v", "D"), (290, "T", "D")):
        canvas.text((x, 116), rf"${shape[0]} \times {shape[1]}$")
    canvas.text((171, 166), "$Y = Z_1 W_1^O + Z_2 W_2^O$")
    return canvas
