"""Diagrams of the chapter encoder."""

from snippets.canvas import Canvas

LAYER = ["MHA", "+", "LayerNorm", "FFN", "+", "LayerNorm"]
FORMS = {
    "post-norm": LAYER,
    "pre-norm": ["LayerNorm", "MHA", "+", "LayerNorm", "FFN", "+"],
}


def post_and_pre_norm() -> Canvas:
    """One layer in both forms: post-norm left, pre-norm right."""
    canvas = Canvas(342, 400)
    for x, (name, labels) in zip((70, 250), FORMS.items()):
        canvas.text((x, 12), name)
        canvas.text((x, 36), "$y$")
        nodes = canvas.tower(x, 336, labels)
        canvas.arrow((x, 378), nodes[0])
        canvas.arrow(nodes[-1], (x, 50))
        for first in (0, 3):
            plus = labels.index("+", first)
            canvas.around(nodes[first], nodes[plus], 72)
        canvas.text((x - 18, 336 - 2.5 * 50), "$u$")
        canvas.text((x, 388), "$x$")
    return canvas


def norm_axes() -> Canvas:
    """What is averaged: a row in layer norm, a column in batch norm."""
    canvas = Canvas(342, 190)
    for x, name in ((86, "LayerNorm"), (256, "BatchNorm")):
        rows = name == "LayerNorm"
        fills = [
            ["dark" if (i if rows else j) == 1 else "plain" for j in range(6)]
            for i in range(5)
        ]
        canvas.text((x, 12), name)
        canvas.text((x, 34), "$D$")
        canvas.text((x - 76, 98), "$T$")
        canvas.grid((x, 98), fills, 22)
    canvas.text((86, 172), "$\\mu,\\ \\sigma^2$")
    canvas.text((256, 172), "$\\mu,\\ \\sigma^2$")
    return canvas


def stack() -> Canvas:
    """From ids to the output of L layers."""
    canvas = Canvas(300, 452)
    labels = ["ids", "embed", "+", "dropout", "$1$", "$2$", r"$\vdots$", "$L$"]
    maybe = "dropout", "LayerNorm"
    nodes = canvas.tower(150, 434, [*labels, "LayerNorm"], 52, dashed=maybe)
    plus = nodes[2]
    canvas.arrow(canvas.box((50, plus.y), "PE", fill="soft"), plus)
    canvas.text((250, nodes[0].y), "$(T)$")
    for k in (1, 4, 7):
        canvas.text((250, nodes[k].y), "$(T, D)$")
    return canvas


def transformer() -> Canvas:
    """Encoder left, decoder right (Vaswani et al. 2017, figure 1)."""
    canvas = Canvas(342, 792)
    low, step = 590, 50
    decoder = ["mask MHA", "+", "LayerNorm", *LAYER]
    towers = []
    for x, side, labels in ((82, -1, LAYER), (252, 1, decoder)):
        top = low - (len(labels) - 1) * step
        height = low - top + 86
        middle = (low + top) / 2 + 3
        canvas.box((x + 6 * side, middle), "", 150, height, dashed=True)
        nodes = canvas.tower(x, low, labels, step, 96)
        towers.append(nodes)
        for first in range(0, len(labels), 3):
            canvas.around(nodes[first], nodes[first + 1], 64 * side)
        canvas.text((x + 66 * side, top - 54), r"$\times L$")
        ids = canvas.box((x, 752), "ids", 60, 28)
        embed = canvas.box((x, 704), "embed", 96, 28, "soft")
        plus = canvas.plus((x, 656))
        canvas.text((x, 784), "decoder" if side > 0 else "encoder")
        canvas.arrow(ids, embed)
        canvas.arrow(embed, plus)
        canvas.arrow(plus, nodes[0])
        canvas.arrow(
            canvas.box((x + 62 * side, 656), "PE", 40, 28, "soft"), plus
        )
    left, right = towers
    cross, top = right[3], left[-1].y - 36
    canvas.arrow(left[-1], (82, top), (168, top), (168, cross.y), cross)
    canvas.text((140, top - 14), r"$k,\ v$")
    canvas.text((234, cross.y + 26), "$q$")
    linear, softmax = canvas.tower(
        252, low - 9 * step - 20, ["Linear", "softmax"], step, 96
    )
    canvas.arrow(right[-1], linear)
    canvas.arrow(softmax, (252, softmax.y - 36))
    return canvas
