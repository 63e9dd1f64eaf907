"""How a language states numbers in words, as its words.yml says."""

import re
from re import Match

from proof.deceit import WORD


class Phrases:
    """How a language states numbers in words.

    `words` are "two 2, three 3", `phrases` are "N times = N, half = 1/2", in
    which N and M stand for any of these words.
    """

    def __init__(self, words: str, phrases: str):
        pairs = (word.rpartition(" ") for word in words.split(", "))
        self.worth = {word.casefold(): number for word, _, number in pairs}
        many = [word for word, number in self.worth.items() if number != "1"]
        one = "|".join(map(re.escape, many))
        self.values, patterns = [], []
        for k, phrase in enumerate(phrases.split(", ")):
            said, _, value = phrase.partition(" = ")
            said = re.sub(r"\b([NM])\b", rf"(?P<\g<1>{k}>{one})", said)
            self.values.append(value)
            patterns.append(f"(?P<all{k}>{said})")
        either = rf"\b(?:{'|'.join(patterns)})(?!\w)"
        self.find = re.compile(either, re.I).finditer

    def value(self, match: Match) -> str:
        """Return what a phrase says: `~2/3`."""
        k = match.lastgroup.removeprefix("all")

        def put(name: Match) -> str:
            return self.worth[match[name[0] + k].casefold()]

        return "~" + re.sub("[NM]", put, self.values[int(k)])

    def values_in(self, text: str) -> set[str]:
        """Return the values of all words of a text that state a number."""
        said = WORD.findall(text.casefold())
        return {self.worth[word] for word in said if word in self.worth}
