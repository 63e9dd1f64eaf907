"""Write recordings of what blocks print and draw, and show differences."""

import json
from collections.abc import Iterator, Mapping
from difflib import unified_diff
from pathlib import Path

from sitebuild.files import paths, read_data, write
from sitebuild.pages.output_types import kind_of
from sitebuild.pages.project import MEASURED_WITH, RECORDED
from sitebuild.pages.tolerance import ANY, EXACT, Tolerance

LONGEST = 40  # lines of a diff


def difference(recorded: str, actual: str, path: str) -> str:
    """Return a diff of two outputs, of at most LONGEST lines."""
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


def save(
    root: Path,
    outputs: dict[str, str],
    made_with: dict[str, str],
    tolerances: Mapping[str, Tolerance],
    chapters: set[str] | None = None,
) -> list[str]:
    """Make docs/outputs hold `outputs` (path -> text); return the changes.

    `tolerances` are those that blocks declare, by path. With `chapters`, only
    these were run, and others stay as they are.

    A recording that agrees is kept, one that no block makes is removed. A
    chapter that trains or measures is kept or written whole, so that its
    pictures and tables come from one run. A measured chapter is written if
    the form of an output changes or its recordings were removed.
    """
    before = read_data(root, RECORDED)
    measured = {chapter_of(p) for p, size in tolerances.items() if size == ANY}
    trains = {chapter_of(p) for p, size in tolerances.items() if size != ANY}
    new = outdated(root, outputs, tolerances)
    whole = set(map(chapter_of, tolerances)) & set(map(chapter_of, new))
    whole |= {
        chapter
        for chapter in measured
        if not MEASURED_WITH <= before.get(chapter, {}).keys()
    }
    new |= {path for path in outputs if chapter_of(path) in whole}
    changes = dict(written(root, {p: outputs[p] for p in sorted(new)}))
    changes |= removed(root, outputs, chapters)
    changed = set(map(chapter_of, changes))
    others = set() if chapters is None else before.keys() - chapters
    made = {chapter: before[chapter] for chapter in others}
    for chapter in set(map(chapter_of, outputs)):
        now = made_with | ({"device": "cpu"} if chapter in trains else {})
        known = before.get(chapter, {})
        if chapter in measured:  # machine and numbers are noted together
            kept = chapter not in set(map(chapter_of, new))
        else:
            now = {key: now[key] for key in now if key not in MEASURED_WITH}
            same_setting = known | {"date": now["date"]} == now
            kept = same_setting and chapter not in changed
        made[chapter] = known if kept else now
    if made != before:
        text = json.dumps(dict(sorted(made.items())), indent=2)
        write(root / RECORDED, f"{text}\n")
        changes[RECORDED] = f"changed  {RECORDED}"
    return list(changes.values())


def outdated(
    root: Path, outputs: dict[str, str], tolerances: Mapping[str, Tolerance]
) -> set[str]:
    """Return the paths of outputs that do not agree with their recording."""
    found = set()
    for path, text in outputs.items():
        file, kind = root / path, kind_of(path)
        tolerance = tolerances.get(path, EXACT)
        if not file.is_file() or not kind.same(
            file.read_text("utf-8"), text, tolerance
        ):
            found.add(path)
    return found


def written(root: Path, outputs: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Write recordings; yield path and report of each that has changed."""
    for path, text in outputs.items():
        file = root / path
        old = file.read_text("utf-8") if file.is_file() else None
        write(file, text)
        if old is None:
            yield path, f"new      {path}"
        elif text != old:
            yield path, f"changed  {path}\n{difference(old, text, path)}"


def removed(
    root: Path, outputs: dict[str, str], chapters: set[str] | None
) -> dict[str, str]:
    """Remove recordings that no block makes; return paths and reports."""
    gone = {
        path: f"removed  {path}"
        for path in paths(root, "docs/outputs/**/*")
        if chapters is None or chapter_of(path) in chapters
        if path not in outputs
    }
    for path in gone:
        (root / path).unlink()
    return gone
