"""Compare what blocks print and draw with recordings, and write these."""

import json
from collections.abc import Collection, Iterator, Mapping
from difflib import unified_diff
from pathlib import Path

from sitebuild.files import paths, read_data, write
from sitebuild.pages.output_types import kind_of
from sitebuild.pages.project import MEASURED_WITH, RECORDED
from sitebuild.pages.tolerance import ANY, Tolerance

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


def fault(
    root: Path, path: str, text: str, value: object, tolerance: Tolerance
) -> str:
    """Say how an output differs from its recording; empty if it agrees.

    `value` is what the text was made of; it may refuse the recording.
    """
    kind, file = kind_of(path), root / path
    recorded = file.read_text("utf-8") if file.is_file() else ""
    if not text and not recorded:
        return ""
    if not recorded:
        return f"{path} is missing; run `make record`"
    if not text:
        return (
            f"{path} is stale, the block gives no such output; "
            "run `make record`"
        )
    if not kind.same(recorded, text, tolerance):
        return (
            f"{path} is not what the block gives now; if the new output "
            "is right, run `make record`\n" + difference(recorded, text, path)
        )
    if reason := kind.refusal(value, recorded):
        return f"{path} is not good enough; run `make record`\n{reason}"
    return ""


def chapter_of(path: str) -> str:
    """Return the chapter that a recording belongs to."""
    return Path(path).parent.name


def save(
    root: Path,
    outputs: dict[str, str],
    changed: set[str],
    made_with: dict[str, str],
    tolerances: Mapping[str, Tolerance],
    others: Collection[str] = (),
) -> list[str]:
    """Make docs/outputs hold `outputs` (path -> text); return the changes.

    `changed` are the paths whose output does not agree with the recording,
    `tolerances` those that blocks declare, by path. Of `others`, chapters that
    did not run, all stays as it is.

    A recording that agrees is kept, one that no block makes is removed. A
    chapter that trains or measures is kept or written whole, so that its
    pictures and tables come from one run. A measured chapter is written if
    the form of an output changes or its recordings were removed.
    """
    before = read_data(root, RECORDED)
    stale = {
        path
        for path in paths(root, "docs/outputs/**/*")
        if path not in outputs and chapter_of(path) not in others
    }
    new = outputs.keys() & changed
    made = {chapter: before[chapter] for chapter in before.keys() & others}
    for chapter in {*map(chapter_of, outputs)}:
        sizes = [
            s for path, s in tolerances.items() if chapter_of(path) == chapter
        ]
        known, measures = before.get(chapter, {}), ANY in sizes
        trains = any(size != ANY for size in sizes)
        now = made_with | ({"device": "cpu"} if trains else {})
        if not measures:
            now = {key: now[key] for key in now if key not in MEASURED_WITH}
        anew = chapter in map(chapter_of, new | stale)
        anew |= measures and not MEASURED_WITH <= known.keys()
        if anew and sizes:
            new |= {path for path in outputs if chapter_of(path) == chapter}
        # Machine and numbers of what is measured are noted together.
        same = measures or known | {"date": now["date"]} == now
        made[chapter] = known if same and not anew else now
    changes = list(written(root, {path: outputs[path] for path in sorted(new)}))
    for path in sorted(stale):
        (root / path).unlink()
        changes.append(f"removed  {path}")
    if made != before:
        text = json.dumps(dict(sorted(made.items())), indent=2)
        write(root / RECORDED, f"{text}\n")
        changes.append(f"changed  {RECORDED}")
    return changes


def written(root: Path, outputs: dict[str, str]) -> Iterator[str]:
    """Write recordings; yield what has changed in each."""
    for path, text in outputs.items():
        file = root / path
        old = file.read_text("utf-8") if file.is_file() else None
        write(file, text)
        if old is None:
            yield f"new      {path}"
        elif text != old:
            yield f"changed  {path}\n{difference(old, text, path)}"
