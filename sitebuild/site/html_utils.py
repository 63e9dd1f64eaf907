"""HTML cut where elements start and end; joined again, it is as it was.

An element is told by how it starts and how it ends, as `<math` and `</math>`,
and ends where the first end does: it holds none of its own kind.
"""

from collections.abc import Callable, Iterator


def pieces(html: str, start: str, end: str) -> Iterator[tuple[str, str]]:
    """Yield each of these elements after what stands before it.

    Last comes what follows them all, with an empty text.
    """
    before, *rest = html.split(start)
    for part in rest:
        inner, closed, after = part.partition(end)
        yield before, start + inner + closed
        before = after
    yield before, ""


def elements(html: str, start: str, end: str) -> list[str]:
    """Return these elements, in their order."""
    return [found for _, found in pieces(html, start, end) if found]


def between(html: str, start: str, end: str) -> list[str]:
    """Return the texts from each start to the next end, without both."""
    return [part.partition(end)[0] for part in html.split(start)[1:]]


def rewritten(
    html: str, start: str, end: str, change: Callable[[str], str]
) -> str:
    """Return HTML with these elements changed."""
    return "".join(
        before + (change(found) if found else "")
        for before, found in pieces(html, start, end)
    )


def without(html: str, start: str, end: str) -> str:
    """Return HTML without these elements."""
    return rewritten(html, start, end, lambda _: "")
