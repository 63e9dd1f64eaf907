"""What stands within sentences is copied where the original decides.

That is inline formulas, code, numbers, targets and classes of links, and the
marks of emphasis.
"""

import re
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from proof.checks.skeleton import leftovers
from proof.checks.targets import by_words, links
from proof.pages.dialect import Element, read
from proof.pages.outline import SYMBOL
from proof.pages.page import Passage
from proof.translate.blocks import Part

CLEAR = 0.5  # at least so much better do the words of links suit the original
LINK = r"(\[[^\[\]]+\])\([^\s()]*\)"
BARE = r"((?<!\])\[[^\[\]`$\n]+\])(?:\(\))?(?![\[(:])"  # leads nowhere


def copy_loose(mine: Part, theirs: Part, text: str) -> str:
    """Return a section's text with what its sentences have to share."""
    wanted = [target for _, target in theirs.loose["link"]]
    text = with_links(text, wanted)
    for kind, written in (("formula", "${}$"), ("link", "]({})")):
        extra, lost = leftovers(mine.loose[kind], theirs.loose[kind])
        for (_, old), (_, new) in zip(extra, lost):
            old, new = written.format(old), written.format(new)
            if len(extra) == len(lost) and text.count(old) == 1:
                text = text.replace(old, new)
    text = in_order(text, mine, theirs)
    text = with_code(text, mine, theirs)
    text = with_numbers(text, mine, theirs)
    text = with_symbols(text, theirs.text)
    return with_classes(text, theirs)


def exchanged(text: str, pattern: str, new: list[str]) -> str:
    """Return a text with these for what a pattern finds, if as many are found.

    What its group holds stays, before the new.
    """
    rest = iter(new)

    def put(match: re.Match) -> str:
        return "".join(match.groups()) + next(rest, "")

    changed, count = re.subn(pattern, put, text)
    return changed if count == len(new) else text


def with_links(text: str, wanted: list[str]) -> str:
    """Return a text where words in brackets lead where the original's do."""
    elements = read(text)
    there = Counter(link.target for link in links(elements))
    lost = [*(Counter(wanted) - there).elements()]
    bare = [*re.finditer(BARE, without_formulas(text, elements))]
    if lost and len(bare) == len(lost):
        for found, target in reversed([*zip(bare, lost)]):
            start, end = text[: found.start()], text[found.end() :]
            text = f"{start}{found[1]}({target}){end}"
        return text
    for target in lost:  # a number of a formula leads to it
        number = target.removeprefix("#eq-")
        plain = rf"(?<![\w\[(])\({number}\)(?![\w\])])"
        if number.isdecimal():
            text = exchanged(text, plain, [f"[({number})]({target})"])
    return text


def without_formulas(text: str, elements: Iterable[Element]) -> str:
    """Return a text, as long as before, whose formulas are nothing but `$`."""
    lines = text.split("\n")
    for element in elements:
        if element.kind == "formula":
            for at in range(element.line - 1, element.end):
                lines[at] = "$" * len(lines[at])
    text = "\n".join(lines)
    for span in (s for element in elements for s in element.spans):
        if span.kind == "formula":
            text = text.replace(span.raw, "$" * len(span.raw))
    return text


def in_order(text: str, mine: Part, theirs: Part) -> str:
    """Return a text whose links have the targets that suit their words.

    So they do where nothing but the new targets is another one.
    """
    here, there = links(read(text)), links(theirs.passage.elements)
    if len(here) != len(there):
        return text
    targets = [[link.target for link in each] for each in (here, there)]
    new = Counter(targets[1]) - Counter(targets[0])
    others = sum(old != target for old, target in zip(*targets))
    if new.total() != others and by_words(mine.page, here, there) > -CLEAR:
        return text
    return exchanged(text, LINK, [f"({link.target})" for link in there])


def with_code(text: str, mine: Part, theirs: Part) -> str:
    """Return a text with a piece of code that was translated as it was."""
    here, there = (codes(p.passage) for p in (mine, theirs))
    known = {span.text for span in theirs.page.spans if span.kind == "code"}
    extra = [code for code in here if code not in known]
    lost = [code for code in there if code not in here]
    if len(extra) == len(lost) == 1:
        text = text.replace(f"`{extra[0]}`", f"`{lost[0]}`")
    return text


def codes(passage: Passage) -> list[str]:
    """Return the pieces of code in the sentences of a passage, each once."""
    spans = (s for element in passage.elements for s in element.spans)
    return list(dict.fromkeys(s.text for s in spans if s.kind == "code"))


def with_numbers(text: str, mine: Part, theirs: Part) -> str:
    """Return a text with the original's number for one that it has not."""
    extra, lost = leftovers(mine.loose["number"], theirs.loose["number"])
    for _, number in lost:
        comma = (
            rf"(?<![\d,.]){re.escape(number.replace('.', ','))}(?![\d,.]*\d)"
        )
        text = exchanged(text, comma, [number])
    if len(extra) == len(lost) == 1:
        old = rf"(?<![\d.]){re.escape(extra[0][1])}(?!\.?\d)"
        text = exchanged(text, old, [lost[0][1]])
    return text


def with_symbols(text: str, original: str) -> str:
    """Return a text where words that name a symbol are the original's."""
    there, names = (re.findall(SYMBOL, each) for each in (text, original))
    same = Counter(there) == Counter(names)
    return text if same else exchanged(text, SYMBOL, names)


def with_classes(text: str, theirs: Part) -> str:
    """Return a text where the same links are buttons."""
    for element in theirs.passage.elements:
        for link, classes in pairwise(element.spans):
            once = all(s.count(link.raw) == 1 for s in (text, theirs.text))
            button = link.kind == "link" and classes.kind == "attributes"
            if button and once and f"{link.raw}{{" not in text:
                text = text.replace(link.raw, link.raw + classes.raw)
    return text
