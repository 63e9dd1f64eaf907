"""Diagrams of the chapter tokens-and-embeddings."""

from snippets.canvas import PHONE, Canvas, spread
from snippets.sentences import CAPITAL

CHIPS = (("·is", "374", "dark"), ("·of", "315", "middle"), ("?", "30", "soft"))


def capital() -> Canvas:
    """The tokens of a sentence, leading spaces as dots, with their ids."""
    canvas = Canvas(PHONE, 132)
    places = spread(4, PHONE, 42)
    for k, (token, id) in enumerate(zip(*CAPITAL)):
        x, y = places[k % 4], 66 * (k // 4)
        canvas.chip((x, y + 18), token.replace(" ", "·"), 80)
        canvas.text((x, y + 46), str(id))
    return canvas


def look_up(width: float) -> Canvas:
    """Ids choose rows of the table; the rows, in order, are X."""
    canvas = Canvas(width, 186)
    table, out = width / 2 + 10, width - 42
    rows = [
        canvas.grid((table, 50 + 36 * row), [[fill] * 3], 26)
        for row, fill in enumerate(("plain", "middle", "plain", "dark"))
    ]
    for row, node in enumerate(rows):
        canvas.text((node.x - 52, node.y), str(row))
    for place, row in enumerate((3, 1, 3)):
        y, source = 56 + 48 * place, rows[row]
        id = canvas.chip((20, y), str(row))
        chosen = canvas.grid(
            (out, y), [["dark" if row == 3 else "middle"] * 3], 26
        )
        canvas.arrow((id.x + 21, y), (source.x - 62, source.y))
        canvas.arrow((source.x + 42, source.y), (chosen.x - 42, y))
    for x, name in ((20, "ids"), (table, "$E$"), (out, "$X$")):
        canvas.text((x, 12), name)
    return canvas


def pipeline() -> Canvas:
    """From the text to the matrix that attention works on."""
    canvas = Canvas(342, 454)
    places, middle = (50, 206, 292), 171
    text = canvas.box((middle, 18), "“ … is … of … ?”", 320)
    split, ids, embed = (
        canvas.box((middle, y), name, 320, fill=fill)
        for y, name, fill in (
            (76, "split", "plain"),
            (192, "ids", "plain"),
            (308, "embed", "soft"),
        )
    )
    canvas.arrow(text, split)
    for x, (token, number, fill) in zip(places, CHIPS):
        for y, label, above, below in (
            (134, token, split, ids),
            (250, number, ids, embed),
        ):
            chip = canvas.chip((x, y), label, 60, fill)
            canvas.arrow(above._replace(x=x), chip)
            canvas.arrow(chip, below._replace(x=x))
    for y in (134, 250):
        canvas.text((128, y), "…")
    fills = [[fill] * 4 for *_, fill in CHIPS]
    canvas.arrow(embed, (middle, 352))
    for y, row in zip((368, 414, 440), fills):
        canvas.grid((middle, y), [row], 28, 24)
    canvas.text((middle, 390), "…")
    canvas.text((middle + 84, 404), "$X$")
    return canvas
