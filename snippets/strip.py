"""Draw tokens as a strip of chips."""

from collections.abc import Sequence

from matplotlib.figure import Figure

from snippets.canvas import PHONE, Canvas, spread

ROW, ACROSS = 66, 4  # pixels; chips in a row


def token_strip(tokens: Sequence[str], ids: Sequence[int]) -> Figure:
    """Draw one chip for each token, a leading space as `·`, ids below."""
    canvas = Canvas(PHONE, ROW * -(-len(tokens) // ACROSS))
    places = spread(ACROSS, PHONE, 42)
    for k, (token, id) in enumerate(zip(tokens, ids, strict=True)):
        x, y = places[k % ACROSS], ROW * (k // ACROSS)
        canvas.chip((x, y + 18), token.replace(" ", "·"), 80)
        canvas.text((x, y + 46), str(id))
    return canvas.figure
