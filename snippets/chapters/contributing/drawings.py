"""Diagram of the page on how to contribute."""

from snippets.canvas import Canvas


def where() -> Canvas:
    """A page of the site: what to press below its title and at its foot."""
    canvas = Canvas(342, 236)
    canvas.box((171, 118), width=326, height=222)
    canvas.box((104, 36), width=160, height=18, fill="dark", radius=2)
    canvas.box((56, 70), "Edit", 64, 30, fill="weight")
    for y, width in ((104, 294), (120, 294), (136, 210), (152, 294)):
        canvas.box((24 + width / 2, y), "", width, 6, fill="soft", radius=3)
    canvas.arrow((8, 176), (334, 176), head=False)
    canvas.box((104, 202), "Report a mistake", 160, 30, fill="weight")
    return canvas
