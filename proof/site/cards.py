"""A picture of each page, for where a link to it is shared.

It says the page's title, and shows the values of its first heatmap. Needs
matplotlib; nothing else of a build that shows recordings does.
"""

import io
import textwrap
from pathlib import Path

from matplotlib import rc_context, rcdefaults
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

from proof.outputs.colours import schemes
from proof.outputs.readback import read_tables
from proof.pages.page import Page
from proof.pages.settings import ORIGINAL
from proof.site.addresses import card_path
from proof.site.edition import Edition

DPI = 100
WIDTH, HEIGHT = 12, 6.3  # inches; 1200 x 630 is what most places show
LIGHT = schemes()[0]
INK, PAPER, FAINT, WEIGHT = (
    LIGHT.get(role, "#000000") for role in ("ink", "paper", "quiet", "weight")
)
SHARES = LinearSegmentedColormap.from_list("shares", [PAPER, WEIGHT])
LINE, SIZE, ROOM = 14, 54, 620  # letters, points, pixels for a line of words


def draw(edition: Edition, page: Page, site: Path) -> None:
    """Write the picture of a page into the site."""
    model = f"docs/{ORIGINAL}/{edition.settings.get('card')}.md"
    pages = (edition.pages.get(path) for path in (page.path, model))
    found = (weights(page) for page in pages if page)
    values = next(filter(None, found), [[1.0]])
    title = page.meta.get("title", page.name)
    name = edition.words[page.language]["site-name"]
    file = site / card_path(page)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(to_png(card(title, name, values)))


def weights(page: Page) -> list[list[float]]:
    """Return the values of the page's first heatmap, if it has one."""
    for include in page.includes:
        picture = include.path.replace(".html", ".svg")
        if picture == include.path or not page.files.exists(picture):
            continue
        if 'class="cells"' in page.files.text(picture):
            return read_tables(page.files.text(include.path))[0].values
    return []


def card(title: str, site_name: str, values: list[list[float]]) -> Figure:
    """Draw the picture: words on the left, weights on the right."""
    with rc_context():
        rcdefaults()
        figure = Figure((WIDTH, HEIGHT), DPI, facecolor=PAPER)
        words = "\n".join(textwrap.wrap(title, LINE))
        text = figure.text(
            0.06,
            0.58,
            words,
            size=SIZE,
            weight="bold",
            color=INK,
            va="center",
            linespacing=1.15,
        )
        width = text.get_window_extent().width
        text.set_size(SIZE * min(1, ROOM / width))
        figure.text(0.06, 0.12, site_name, size=25, color=FAINT)
        ax = figure.add_axes((0.62, 0.14, 0.33, 0.72))
        ax.pcolormesh(values, cmap=SHARES, edgecolors=PAPER, linewidth=3)
        ax.set(aspect="equal", anchor="E")
        ax.invert_yaxis()
        ax.set_axis_off()
    return figure


def to_png(figure: Figure) -> bytes:
    """Return a figure as PNG, with the same bytes in each build."""
    drawn = io.BytesIO()
    figure.savefig(drawn, format="png", metadata={"Software": None})
    return drawn.getvalue()
