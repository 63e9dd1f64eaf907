"""Diagrams of the chapter since-2017."""

from snippets.canvas import Canvas, Node

THEN = ["mask MHA", "+", "LayerNorm", "FFN", "+", "LayerNorm"]
NOW = ["RMSNorm", "GQA", "+", "RMSNorm", "SwiGLU", "+"]
GROUPS = {"MHA": 4, "GQA": 2, "MQA": 1, "MLA": 4}


def then_and_now() -> Canvas:
    """A layer that writes: as in 2017, and as in many models of today."""
    canvas = Canvas(342, 424)
    for x, name, labels in ((82, "2017", THEN), (264, "2025", NOW)):
        canvas.text((x, 12), name)
        nodes = canvas.tower(x, 314, labels)
        canvas.arrow(nodes[-1], (x, 34))
        for first in (0, 3):
            plus = labels.index("+", first)
            canvas.around(nodes[first], nodes[plus], 66)
        if labels is THEN:
            plus = canvas.plus((x, 366))
            canvas.arrow(canvas.box((24, 366), "PE", 40, fill="soft"), plus)
            canvas.arrow(plus, nodes[0])
            canvas.arrow((x, 406), plus)
        else:
            canvas.arrow((x, 406), nodes[0])
            rope = canvas.box((x - 76, 366), "RoPE", 56, fill="soft")
            canvas.arrow(rope, (rope.x, nodes[1].y), nodes[1])
        canvas.text((x, 416), "$x$")
    return canvas


def shared_heads() -> Canvas:
    """Which heads share keys and values; solid boxes are what a cache keeps."""
    canvas = Canvas(342, 406)
    places = [84, 158, 232, 306]
    for row, (name, groups) in enumerate(GROUPS.items()):
        size = len(places) // groups
        y = 18 + 92 * row
        canvas.text((0, y + 24), name, "left")
        for h, x in enumerate(places):
            q = canvas.box((x, y), f"$q_{h + 1}$", 40, 30, "query")
            first = places[h // size * size]
            pair = Node(first + (size - 1) * 37, y + 48, 62, 30)
            canvas.arrow(pair, q, head=False)
            if x == first:
                _keys_and_values(canvas, pair, kept=name != "MLA")
    c = canvas.box((195, 390), "$c$", 62, 30, "dark")
    for x in places:
        canvas.arrow(c, (x, 361))
    return canvas


def _keys_and_values(canvas: Canvas, at: Node, kept: bool) -> None:
    """A box of keys beside one of values; dashed if no cache keeps them."""
    for side, name, fill in ((-16, "k", "key"), (16, "v", "value")):
        fill = fill if kept else "plain"
        place = at.x + side, at.y
        canvas.box(place, f"${name}$", 30, 30, fill, dashed=not kept)
