"""What stands within sentences is copied where the original decides.

That is inline formulas, code, numbers, targets and classes of links, and the
marks of emphasis.
"""

import re
from collections import Counter

from proof.checks.skeleton import leftovers
from proof.checks.targets import Link, by_words, links
from proof.pages.page import Passage
from proof.translate.blocks import Part

CLEAR = 0.5  # at least so much better do the words of links suit the original
LINK = r"\[([^\[\]]+)\]\(([^\s()]*)\)"
SYMBOL = r"(?P<mark>[_^]\{?\\text\{)(?P<name>[^{}]*)\}"


def copy_loose(mine: Part, theirs: Part, text: str) -> str:
    """Return a section's text with what its sentences have to share."""
    original = theirs.text
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
    text = with_symbols(text, original)
    return with_classes(text, original)


def with_links(text: str, wanted: list[str]) -> str:
    """Return a text where words in brackets lead where the original's do."""
    there = [target for _, target in re.findall(LINK, text)]
    lost = [*(Counter(wanted) - Counter(there)).elements()]
    bare = r"(?<!\])\[([^\[\]`$\n]+)\](?:\(\))?(?![\[(:])"
    if lost and len(re.findall(bare, text)) == len(lost):
        return re.sub(bare, lambda m: f"[{m[1]}]({lost.pop(0)})", text)
    for target in lost:  # a number of a formula leads to it
        number = target.removeprefix("#eq-")
        plain = rf"(?<![\w\[(])\({number}\)(?![\w\])])"
        if number.isdecimal() and len(re.findall(plain, text)) == 1:
            text = re.sub(plain, f"[({number})]({target})", text)
    return text


def in_order(text: str, mine: Part, theirs: Part) -> str:
    """Return a text whose links have the targets that suit their words."""
    there = links(theirs.passage)
    here = [Link(0, *found) for found in re.findall(LINK, text)]
    if len(here) != len(there) or by_words(mine.page, here, there) > -CLEAR:
        return text
    targets = iter(there)
    return re.sub(LINK, lambda m: f"[{m[1]}]({next(targets).target})", text)


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
        if len(re.findall(comma, text)) == 1:
            text = re.sub(comma, number, text)
    if len(extra) == len(lost) == 1:
        old = rf"(?<![\d.]){re.escape(extra[0][1])}(?!\.?\d)"
        if len(re.findall(old, text)) == 1:
            text = re.sub(old, lost[0][1], text)
    return text


def with_symbols(text: str, original: str) -> str:
    """Return a text where words that name a symbol are the original's."""
    names = [m["name"] for m in re.finditer(SYMBOL, original)]
    there = [m["name"] for m in re.finditer(SYMBOL, text)]
    if len(there) != len(names) or Counter(there) == Counter(names):
        return text
    rest = iter(names)
    return re.sub(SYMBOL, lambda m: f"{m['mark']}{next(rest)}}}", text)


def with_classes(text: str, original: str) -> str:
    """Return a text where the same links are buttons."""
    buttons = re.findall(r"\]\(([^\s()]+)\)(\{ [^{}]+ \})", original)
    for target, classes in buttons:
        link = rf"(\]\({re.escape(target)}\))(?!\{{)"
        if all(s.count(f"]({target})") == 1 for s in (text, original)):
            text = re.sub(link, lambda m, c=classes: m[1] + c, text)
    return text
