"""Diagrams of the chapter decoder."""

from snippets.canvas import Canvas

X, LOW, STEP = 118, 470, 50  # pixels: of the tower
SUBLAYERS = {
    "back": ["mask MHA", "+", "LayerNorm"],
    "across": ["MHA", "+", "LayerNorm"],
    "alone": ["FFN", "+", "LayerNorm"],
}
CAUSAL = [["weight" if j <= i else "plain" for j in range(4)] for i in range(4)]
PADDED = [["weight" if j < 4 else "plain" for j in range(6)] for _ in range(4)]


def layer() -> Canvas:
    """One decoder layer, post-norm, with the memory and what is written."""
    canvas = Canvas(342, 530)
    below = (X, 508)
    for k, (part, labels) in enumerate(SUBLAYERS.items()):
        with canvas.part(part):
            y = LOW - 3 * k * STEP
            first, plus, norm = canvas.tower(X, y, labels, STEP)
            canvas.arrow(below, first)
            canvas.around(first, plus, -70)
            below = norm
    with canvas.part("back"):
        canvas.text((X, 518), "$x$")
        canvas.text((X - 84, LOW - 3 * STEP), "$u$")
        canvas.grid((265, LOW), CAUSAL, 16)
        canvas.text((265, LOW - 46), "$T$")
        canvas.text((222, LOW), "$T$")
    with canvas.part("across"):
        y = LOW - 3 * STEP
        canvas.text((X - 84, y - 3 * STEP), "$w$")
        canvas.text((X + 18, y + 26), "$q$")
        memory = canvas.grid((270, y), [["soft"] * 6], 16, 32)
        canvas.arrow(memory, first._replace(y=y))
        canvas.text((196, y - 14), r"$k,\ v$")
        canvas.text((270, y + 32), r"$X_\mathrm{mem}$")
        canvas.grid((270, y - 62), PADDED, 16)
        canvas.text((270, y - 108), "$S$")
        canvas.text((210, y - 62), "$T$")
    with canvas.part("alone"):
        canvas.arrow(below, (X, 32))
        canvas.text((X, 18), "$y$")
    with canvas.part("written"):
        linear = canvas.box((250, 18), "Linear", 84, fill="soft")
        canvas.arrow((X + 12, 18), linear)
        canvas.text((172, 6), "$y_T$")
        argmax = canvas.box((250, 76), "argmax", 84, fill="soft")
        canvas.arrow(linear, argmax)
        end = (X + 12, 518)
        canvas.arrow(argmax, (334, 76), (334, 518), end)
        canvas.text((318, 62), "$n$")
    return canvas
