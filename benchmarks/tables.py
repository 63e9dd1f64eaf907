"""What the benchmark of the build says: tables, and whether promises hold."""

from typing import NamedTuple

VERIFIED, BARE = "verified build", "rendering alone"
BLOCKS = "blocks alone, of one language"
LONGER, NOTEBOOKS = 1.3, 12  # times, as promised


class Point(NamedTuple):
    """A project of one size, and the seconds that it took."""

    chapters: int
    languages: int
    shown: int  # blocks, on all pages
    executed: int
    build: float
    blocks: float  # the process that runs and compares them, alone
    render: float  # without our plugin


def table(heads: list[str], rows: list[list[str]]) -> str:
    """A Markdown table; all but the first column are numbers."""
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def ratios(took: dict[str, float]) -> str:
    """Seconds, and how many times those of the verified build they are."""
    rows = [
        [way, f"{seconds:.1f}", f"{seconds / took[VERIFIED]:.2f}"]
        for way, seconds in took.items()
    ]
    return table(["", "seconds", "verified build = 1"], rows)


def curves(points: list[Point]) -> str:
    """A line for each size."""
    heads = ["languages × chapters", "blocks shown", "blocks executed"]
    heads += [f"{way}, s" for way in (VERIFIED, "blocks alone", BARE)]
    rows = [
        [f"{p.languages} × {p.chapters}", f"{p.shown}", f"{p.executed}"]
        + [f"{seconds:.1f}" for seconds in p[4:]]
        for p in points
    ]
    return table(heads, rows)


def promises(took: dict[str, float]) -> list[str]:
    """Of those that these ways can tell of: was it kept?"""
    build, found = took[VERIFIED], []
    if BLOCKS in took:
        ratio = build / max(took[BARE], took[BLOCKS])
        what = f"at most {LONGER} times the longer of the two halves"
        found.append((what, ratio, ratio <= LONGER))
    if "mkdocs-jupyter" in took:
        ratio = took["mkdocs-jupyter"] / build
        what = f"at least {NOTEBOOKS} times as fast as mkdocs-jupyter"
        found.append((what, ratio, ratio >= NOTEBOOKS))
    if "markdown-exec" in took:
        ratio = took["markdown-exec"] / build
        what = "as fast as markdown-exec, which compares nothing"
        found.append((what, ratio, ratio >= 1))
    return [
        f"* {'kept' if kept else '**not kept**'}: {what}; it is {ratio:.2f}"
        for what, ratio, kept in found
    ]
