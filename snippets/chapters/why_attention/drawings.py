"""Diagrams of the chapter why-attention."""

from snippets.canvas import Canvas, Node, spread

NAMES = ("1", "2", "", "T")
TRIANGLE = [
    ["weight" if j <= i else "plain" for j in range(3)] for i in range(3)
]
SQUARE = [["weight"] * 3] * 3


def encoder_decoder(width: float) -> Canvas:
    """An encoder hands its last hidden state, and nothing else, on."""
    canvas = Canvas(width, 258)
    *_, last = _encoder(canvas, width)
    places = spread(4, width)
    states = [
        canvas.box((x, 186), f"$h′_{j}$", fill="soft")
        for j, x in enumerate(places[:3], start=1)
    ]
    handed = canvas.box((width / 2, 130), "$h_T$", 64, fill="dark")
    canvas.arrow(last, (last.x, 130), handed)
    canvas.arrow(handed, (places[0], 130), states[0])
    canvas.text((places[3], 186), r"$\dots$")
    after = [*states[1:], Node(places[3], 186, 28, 28)]
    for j, (state, following) in enumerate(zip(states, after), start=1):
        output = Node(state.x, 244, 24, 24)
        canvas.text(output, f"$y_{j}$")
        canvas.arrow(state, output)
        canvas.arrow(state, following)
        side = following.x - following.width / 2 + 8
        canvas.arrow(output, (side, 244), following._replace(x=side))
    return canvas


def _encoder(canvas: Canvas, width: float, fill="soft") -> list[Node]:
    """Hidden states in a row, the tokens above them."""
    nodes = []
    for j, x in zip(NAMES, spread(4, width)):
        if j:
            node = canvas.box((x, 74), f"$h_{j}$", fill=fill)
            canvas.text((x, 14), f"$x_{j}$")
            canvas.arrow((x, 26), node)
        else:
            node = Node(x, 74, 28, 28)
            canvas.text((x, 74), r"$\dots$")
            canvas.text((x, 14), r"$\dots$")
        if nodes:
            canvas.arrow(nodes[-1], node)
        nodes.append(node)
    return nodes


def looking_back(width: float) -> Canvas:
    """A decoder state weighs all encoder states, anew for each output."""
    canvas = Canvas(width, 400)
    sources = _encoder(canvas, width)
    band = canvas.box((width / 2, 144), "", width - 4, 44, "weight")
    plus = canvas.plus((width / 2, 212))
    for j, source in zip(NAMES, sources):
        if not j:
            canvas.text((source.x, 144), r"$\dots$")
            continue
        canvas.arrow(source, band._replace(x=source.x))
        canvas.text((source.x, 144), rf"$\times\,\alpha_{{i{j}}}$")
        canvas.arrow(Node(source.x, 144, 50, 44), plus)
    z = canvas.diamond((width / 2, 258), "$z^{(i)}$")
    canvas.arrow(plus, z)
    states = []
    for i, x in zip(("{i-1}", "i", "{i+1}"), spread(3, width, 46)):
        fill = "query" if i == "{i-1}" else "soft"
        states.append(canvas.box((x, 320), f"$h′_{i}$", 64, fill=fill))
        canvas.arrow(states[-1], (x, 370))
        canvas.text((x, 384), f"$y_{i}$")
    canvas.arrow(z, states[1])
    canvas.arrow(*states[:2])
    canvas.arrow(*states[1:])
    asks = Node(20, 144, 40, 44)
    canvas.arrow(states[0]._replace(x=20), asks)
    canvas.text((30, 236), "asks", "left")
    return canvas


def road_map() -> Canvas:
    """The variants of attention, each built on the one above it."""
    canvas = Canvas(342, 448)
    labels = (
        r"$X X^{\!\top}$",
        r"$X W_q \;\; X W_k \;\; X W_v$",
        r"$Z_1 \;\dots\; Z_H$",
        "mask",
        "MHA + FFN",
    )
    before = None
    for k, label in enumerate(labels):
        y = 30 + 96 * k
        canvas.box((14, y), str(k + 1), 26, 26, radius=13)
        node = canvas.box((128, y), label, 172, 44, "soft")
        if before:
            canvas.arrow(before, node)
        before = node
    canvas.grid((286, 30), SQUARE, 19)
    for k, role in enumerate(("query", "key", "value")):
        canvas.grid((252 + 35 * k, 126), [[role] * 2] * 3, 15)
    for x in (257, 315):
        canvas.grid((x, 222), SQUARE, 17)
    canvas.grid((286, 318), TRIANGLE, 19)
    for k in (-1, 0, 1):
        canvas.box((272, 414 + 19 * k), "", 64, 14, "soft", radius=4)
    canvas.text((310, 414), r"$\times L$", "left")
    return canvas
