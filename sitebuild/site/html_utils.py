"""Cut HTML where elements start and end, without changing the rest of it.

Callers name an element by its start and its end, such as `<math` and `</math>`.
It ends at the first such end, so it must not contain one of its own kind.
"""

from collections.abc import Callable, Iterator


def pieces(html: str, start: str, end: str) -> Iterator[tuple[str, str]]:
    """Yield pairs of a text and the element below it; the last one is empty."""
    before, *rest = html.split(start)
    for part in rest:
        inner, closed, after = part.partition(end)
        yield before, start + inner + closed
        before = after
    yield before, ""


def elements(html: str, start: str, end: str) -> list[str]:
    """Return the elements in their order."""
    return [element for _, element in pieces(html, start, end) if element]


def between(html: str, start: str, end: str) -> list[str]:
    """Return the text from each start to the next end, without both."""
    return [part.partition(end)[0] for part in html.split(start)[1:]]


def rewritten(
    html: str, start: str, end: str, change: Callable[[str], str]
) -> str:
    """Return HTML in which `change` has replaced each element."""
    return "".join(
        before + (change(element) if element else "")
        for before, element in pieces(html, start, end)
    )


def without(html: str, start: str, end: str) -> str:
    """Return HTML without the elements."""
    return rewritten(html, start, end, lambda _: "")
