"""Note where each result of the prose comes from: `make numbers`.

What is noted stays where it still holds, also when its section moves to another
page. A new or changed number is bound to the place in its section that prints
it, the nearest if there are several. Of what no place prints its author is
asked at a terminal, and finds `?` without one: `given`, a place such as
`scores:3`, or what is computed of places and numbers.
"""

import re
import sys
from difflib import SequenceMatcher
from pathlib import Path

from proof.files import write
from proof.pages.bound import PLACE, Places, Shown, Unbound, agrees, value_of
from proof.pages.entries import path_of
from proof.pages.numbers import Number
from proof.pages.project import Project
from proof.pages.results import (
    ASKED,
    FILE,
    GIVEN,
    NAMES,
    Rules,
    all_texts,
    noted,
)
from proof.pages.settings import ORIGINAL
from proof.problem import project_folder, run_command

HEAD = """\
# Each result of the prose and where it comes from, section by section, in the
# order in which it is read. `make numbers` keeps this file: write by hand only
# what stands for `?`, that is `given`, a place such as `scores:3` (the third
# number that the block prints), or what is computed of these. `names` are the
# nouns that are numbered: behind one of them stands no result.
"""
SMALL = r"~\d(/\d+)?"  # what words say, such as "twice" or "two thirds"
FEW = 3  # digits that may stand for another number by chance, rounded
IN_WORDS = (0, 1, 10, 20, 30)  # ranks of where a "two thirds" may be printed
ALIKE = 0.7  # of its numbers, if a section is one that stood elsewhere
Sources = list[str]
Items = list[tuple[str, str]]  # numbers with their sources


class Section:
    """A section or an entry, with its results and their sources so far."""

    def __init__(self, results: list[Number], shown: dict[str, Shown]):
        self.results, self.shown = results, shown
        self.sources: Sources = [""] * len(results)

    def keep(self, old: Items) -> Items:
        """Keep the sources that hold; return the others, with their numbers."""
        rest = dict(enumerate(old))
        then, now = [item[0] for item in old], [r.text for r in self.results]
        matcher = SequenceMatcher(None, then, now, autojunk=False)
        for a, b, size in matcher.get_matching_blocks():
            for k in range(size):
                if self.holds(*old[a + k]):
                    self.sources[b + k] = rest.pop(a + k)[1]
        return [*rest.values()]

    def adopt(self, gone: list[tuple[str, Items]]) -> Items:
        """Keep what a section that is gone had noted of the same numbers.

        Another page names the places of its page with that page.
        """
        now = [result.text for result in self.results]

        def alike(old: Items) -> float:
            return SequenceMatcher(None, [t for t, _ in old], now).ratio()

        file, old = max(gone, key=lambda one: alike(one[1]), default=("", []))
        far = rf"{file}/\g<0>"
        pairs = [(t, s, re.sub(PLACE, far, s)) for t, s in old]
        pairs = pairs if alike(old) > ALIKE else []
        return self.keep(
            [(t, s if self.holds(t, s) else o) for t, s, o in pairs]
        )

    def holds(self, text: str, source: str) -> bool:
        """Tell whether a source says this number here."""
        if source in ("", ASKED, GIVEN):
            return source == GIVEN
        try:
            return agrees(text, value_of(source, self.shown))
        except Unbound:
            return False

    def find(self, moved: Items) -> None:
        """Find a source for each result that has none."""
        last = "", 0
        for place, result in enumerate(self.results):
            if not (self.sources[place] or result.kept):
                self.sources[place] = self.found(result, last, moved)
            if re.fullmatch(PLACE, self.sources[place]):
                name, _, number = self.sources[place].rpartition(":")
                last = name, int(number)

    def found(self, result: Number, last: tuple[str, int], moved: Items) -> str:
        """Return what said the number elsewhere, or here, or the best place."""
        here = zip([other.text for other in self.results], self.sources)
        earlier = [item for item in here if not re.fullmatch(PLACE, item[1])]
        for text, source in (*moved, *earlier):
            if text == result.text and self.holds(text, source):
                return source

        def rank(candidate: tuple[Shown, int]) -> tuple:
            one, place = candidate
            follows = one.name == last[0] and place > last[1]
            near = abs(one.line - result.line)
            other = not agrees(result.text, one.values[place - 1], exact=True)
            return one.rank // 10, other, not follows, one.rank, near, place

        places = sorted(self.candidates(result), key=rank)
        return f"{places[0][0].name}:{places[0][1]}" if places else ASKED

    def candidates(self, result: Number) -> list[tuple[Shown, int]]:
        """Return the places with a number.

        Any code has a 2, so "twice" is found only where its own section prints
        one 2, and "two thirds" only where it prints or links to as much.
        """
        said = re.fullmatch(SMALL, result.text)
        digits = re.sub(r"\D|e.*", "", result.text).lstrip("0")
        exact = "." not in result.text or len(digits) < FEW
        exact = exact and not (said and said[1])
        ranks = (IN_WORDS if said[1] else (0,)) if said else range(999)
        found = [
            (one, place)
            for one, place in self.saying(result, exact)
            if not one.measured and one.rank in ranks
        ]
        return [] if said and not said[1] and len(found) > 1 else found

    def saying(
        self, result: Number, exact: bool = False
    ) -> list[tuple[Shown, int]]:
        """Return all places with a number, whatever is rather quoted."""
        return [
            (one, place)
            for one in self.shown.values()
            for place, value in enumerate(one.values, start=1)
            if agrees(result.text, value, exact)
        ]

    @property
    def text(self) -> str:
        """Return what is noted of it."""
        pairs = zip(self.results, self.sources)
        return " ".join(f"{r.text}={s}" if s else r.text for r, s in pairs)

    def ask(self, path: str) -> int:
        """Name what nothing says, and ask for it until it does at a terminal.

        Return of how many nothing was answered.
        """
        for place, result in enumerate(self.results):
            if self.sources[place] != ASKED:
                continue
            print(f"{path}:{result.line}: {result.around}")
            while sys.stdin and sys.stdin.isatty():
                near = [f"{one.name}:{k}" for one, k in self.saying(result)]
                question = " ".join([*near[:9], "a sum or `given`: "])
                self.sources[place] = source = input(question) or ASKED
                if source == ASKED or self.holds(result.text, source):
                    break
                print(f"`{source}` does not say {result.text}")
        return self.sources.count(ASKED)


def bound(project: Project) -> dict[str, dict[str, Section]]:
    """Return all sections that state results, by file, with their sources."""
    rules, places, before = Rules(project), Places(project), noted(project)
    found: dict[str, dict[str, Section]] = {}
    for file, texts in all_texts(project, ORIGINAL).items():
        page = project.originals.get(file)
        for id, text in texts.items():
            if results := rules.results(page, text):
                section = Section(results, places.of_section(file, id))
                found.setdefault(file, {})[id] = section
    gone = [
        (file, old)
        for file, parts in before.items()
        for id, old in parts.items()
        if id not in found.get(file, {})
    ]
    for file, sections in found.items():
        moved = [item for name, old in gone if name == file for item in old]
        for id, section in sections.items():
            old = before.get(file, {}).get(id)
            moved += section.keep(old) if old else section.adopt(gone)
        for section in sections.values():
            section.find(moved)
    return found


def main(root: Path) -> int:
    """Write the file; tell what is asked, and return how much that is."""
    project = Project(root)
    lines, asked = [f"{NAMES}: '{project.data(FILE).get(NAMES, '')}'"], 0
    for file, sections in bound(project).items():
        lines.append(f"{file}:")
        path = path_of(ORIGINAL, file if "." in file else f"{file}.md")
        for id, section in sections.items():
            asked += section.ask(path)
            lines.append(f"  {id}: '{section.text}'")
    write(root / FILE, HEAD + "\n".join(lines) + "\n")
    print(f"{FILE}: {asked} sources to be written there instead of `{ASKED}`")
    return asked


if __name__ == "__main__":
    run_command(lambda: bool(main(project_folder())))
