"""Copy from the original what translations must not change.

That is the n-th include, displayed formula or link target of a section, where
it and its translation have equally many of that kind.
"""

import re
from collections.abc import Iterator

from sitebuild.files import write
from sitebuild.pages.page import Page, Passage
from sitebuild.pages.structure import IN_TEXT, Item, less

KINDS = {"link": "link", "display": "formula"}  # of spans


def sync(page: Page, original: Page) -> Iterator[str]:
    """Copy into a translation what it lacks; yields what is done or left."""
    lines = [*page.lines]
    pairs = [
        pair
        for passage in page.passages
        if (other := original.by_id.get(passage.heading.id))
        for pair in paired(items(page, passage), items(original, other))
    ]
    # From below: a formula may get another number of lines.
    for mine, new in sorted(pairs, key=lambda pair: -pair[0].line):
        done = new and replaced(lines, mine, new)
        said = f"is now `{new}`" if done else "is left: its pair is not clear"
        yield f"{page.path}:{mine.line}: {mine.kind} `{mine.text}` {said}"
    if lines != page.lines:
        write(page.root / page.path, "\n".join([*lines, ""]))


def items(page: Page, passage: Passage) -> list[Item]:
    """Return what can be copied of a section, as its file writes it."""
    found = [
        Item(f"include of {i.kind}", i.line, i.named) for i in page.includes
    ]
    found += [
        Item(KINDS[span.kind], span.line, span.text)
        for span in page.spans
        if span.kind in KINDS
    ]
    return [item for item in found if item.line in passage]


def paired(mine: list[Item], theirs: list[Item]) -> Iterator[tuple[Item, str]]:
    """Yield items to replace, with the new text; empty if it is not clear."""
    for kind in dict.fromkeys(item.kind for item in mine):
        one, other = (
            [i for i in of if i.kind == kind] for of in (mine, theirs)
        )
        fits = len(one) == len(other)
        if kind == "link" or not fits:  # links stand in any order
            one, other = less(one, other), less(other, one)
        for item, source in zip(one, other if fits else [None] * len(one)):
            new = with_words(source.text, item.text) if source else ""
            if new != item.text:
                yield item, new


def with_words(theirs: str, mine: str) -> str:
    """Return a formula with the words of its translation.

    Empty where the two have other numbers of words.
    """
    words = re.findall(IN_TEXT, mine)
    if len(words) != len(re.findall(IN_TEXT, theirs)):
        return ""
    return re.sub(IN_TEXT, lambda _: words.pop(0), theirs)


def replaced(lines: list[str], item: Item, new: str) -> bool:
    """Replace the text of an item in lines; returns whether it was there."""
    start = item.line - 1
    end = start + item.text.count("\n") + 1
    block = "\n".join(lines[start:end])
    indent = "\n" + block[: len(block) - len(block.lstrip())]
    around = {"link": "]({})", "formula": "{}"}.get(item.kind, '"{}"')
    old, new = (
        around.format(text.replace("\n", indent)) for text in (item.text, new)
    )
    lines[start:end] = block.replace(old, new, 1).split("\n")
    return old in block
