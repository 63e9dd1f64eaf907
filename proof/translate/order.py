"""What is worth translating next: what is most read first."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from proof.files import paths
from proof.pages.entries import FIELDS, read_entries
from proof.pages.settings import ORIGINAL, reading_order
from proof.pages.states import State
from proof.translate.commands import all_states, name_of
from proof.translate.units import Unit


class Work(NamedTuple):
    """Something to be translated, and why it comes where it comes."""

    unit: Unit
    state: State
    why: str


def order(root: Path) -> Iterator[tuple[str, str, str]]:
    """Yield files, which of their entries or all, and why then."""
    names = reading_order(root)
    see = {
        key: str(entry.get("see") or "").partition(".")[0]
        for key, entry in read_entries(root, ORIGINAL, "terms.yml").items()
    }
    pages = [Path(path).stem for path in paths(root, f"docs/{ORIGINAL}/*.md")]
    for place, name in enumerate(dict.fromkeys([*names, *pages])):
        if place == 1:
            yield "words.yml", "", "it stands on many pages"
        first = place == 0
        why = (
            "this page is read first" if first else f"page {place + 1} to read"
        )
        for key in (key for key in see if see[key] == name):
            yield "terms.yml", key, f"a term that {name} explains"
        yield name, "", why
    yield from ((file, "", "what is left") for file in FIELDS)


def work(root: Path, code: str) -> list[Work]:
    """Return what is to be done in a language, what is most read first."""
    ranks: dict[tuple[str, str], tuple[int, str]] = {}
    for rank, (file, key, why) in enumerate(order(root)):
        ranks.setdefault((file, key), (rank, why))
    found = []
    for spoken, path, states in all_states(root):
        file = name_of(path)
        for state in states if spoken == code else ():
            if state.status != "current":
                # What is gone comes last: its words may be wanted before.
                rank = len(ranks), "its original is gone"
                if state.status != "orphaned":
                    rank = ranks.get((file, state.id)) or ranks[file, ""]
                unit = Unit(root, f"{code}/{file}#{state.id}")
                found.append((rank[0], Work(unit, state, rank[1])))
    return [one for _, one in sorted(found, key=lambda pair: pair[0])]
