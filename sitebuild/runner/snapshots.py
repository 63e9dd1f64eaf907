"""Recordings of what blocks print and draw: compared, and written whole."""

import json
from collections.abc import Iterator, Mapping
from difflib import unified_diff
from pathlib import Path
from typing import NamedTuple

from sitebuild.files import paths, read_data, write
from sitebuild.pages.output_types import kind_of
from sitebuild.pages.project import MEASURED_WITH, RECORDED
from sitebuild.pages.tolerance import ANY, EXACT, Tolerance

LONGEST = 40  # lines of a diff


def difference(recorded: str, actual: str, path: str) -> str:
    """Return a diff that a person can read, and not too long."""
    lines = unified_diff(
        recorded.splitlines(),
        actual.splitlines(),
        f"{path} (recorded)",
        f"{path} (now)",
        lineterm="",
        n=1,
    )
    shown = [line[:200] for line in lines]
    rest = ["…"] if len(shown) > LONGEST else []
    return "\n".join(shown[:LONGEST] + rest)


def chapter_of(path: str) -> str:
    """Return the chapter that a recording belongs to."""
    return Path(path).parent.name


class Change(NamedTuple):
    """What became of a recording, or of what is said of all of them."""

    kind: str  # new, changed or removed
    path: str
    difference: str = ""  # of a recording that changed

    def __str__(self) -> str:
        below = f"\n{self.difference}" if self.difference else ""
        return f"{self.kind:<8} {self.path}{below}"


def save(
    root: Path,
    recorded: dict[str, str],
    made_with: dict[str, str],
    tolerances: Mapping[str, Tolerance],  # of paths whose block declares one
    chapters: set[str] | None = None,
) -> list[Change]:
    """Make docs/outputs hold `recorded` (path -> text); return what changed.

    If chapters are named, these alone were recorded, and others stay as they
    are.

    A recording that still agrees is left as it is, one that nothing makes
    any more is removed. A chapter that trains or measures is kept or written
    whole, so that its pictures and tables tell of one run; one that trains was
    run on the CPU. What was measured is measured anew if its shape changes or
    its recordings were removed; then the machine is noted, too.
    """
    before = read_data(root, RECORDED)
    measured = measuring(tolerances)
    trains = {chapter_of(p) for p, size in tolerances.items() if size != ANY}
    wanted = outdated(root, recorded, tolerances, before)
    renewed = set(map(chapter_of, wanted))
    changes = [*written(root, wanted), *removed(root, recorded, chapters)]
    changed = {chapter_of(change.path) for change in changes}
    others = set() if chapters is None else before.keys() - chapters
    made = {chapter: before[chapter] for chapter in others}
    for chapter in set(map(chapter_of, recorded)):
        now = made_with | ({"device": "cpu"} if chapter in trains else {})
        known = before.get(chapter, {})
        if chapter in measured:  # with its numbers goes where they are from
            kept = chapter not in renewed
        else:
            now = {key: now[key] for key in now if key not in MEASURED_WITH}
            same_setting = known | {"date": now["date"]} == now
            kept = same_setting and chapter not in changed
        made[chapter] = known if kept else now
    if made != before:
        text = json.dumps(dict(sorted(made.items())), indent=2)
        write(root / RECORDED, f"{text}\n")
        changes.append(Change("changed", RECORDED))
    return changes


def measuring(tolerances: Mapping[str, Tolerance]) -> set[str]:
    """Return the chapters that measure."""
    return {chapter_of(p) for p, size in tolerances.items() if size == ANY}


def outdated(
    root: Path,
    recorded: dict[str, str],
    tolerances: Mapping[str, Tolerance],
    made: dict[str, dict[str, str]],
) -> dict[str, str]:
    """Return what is to be written anew, of some chapters the whole."""
    differ = {
        path
        for path, text in recorded.items()
        if not (root / path).is_file()
        or not kind_of(path).same(
            kind_of(path).read(root / path), text, tolerances.get(path, EXACT)
        )
    }
    whole = set(map(chapter_of, tolerances)) & set(map(chapter_of, differ))
    for chapter in measuring(tolerances):
        if not MEASURED_WITH <= made.get(chapter, {}).keys():
            whole.add(chapter)
    return {
        path: text
        for path, text in sorted(recorded.items())
        if path in differ or chapter_of(path) in whole
    }


def written(root: Path, recorded: dict[str, str]) -> Iterator[Change]:
    """Write recordings; yield those that are others than before."""
    for path, text in recorded.items():
        file, kind = root / path, kind_of(path)
        old = kind.read(file) if file.is_file() else None
        kind.write(file, text)
        if old is None:
            yield Change("new", path)
        elif text != old:
            yield Change("changed", path, difference(old, text, path))


def removed(
    root: Path, recorded: dict[str, str], chapters: set[str] | None
) -> Iterator[Change]:
    """Remove what nothing makes any more, of these chapters if any are named.

    Yields what that was.
    """
    for path in paths(root, "docs/outputs/**/*"):
        asked = chapters is None or chapter_of(path) in chapters
        if asked and path not in recorded:
            (root / path).unlink()
            yield Change("removed", path)
