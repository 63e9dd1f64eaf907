"""Compare what blocks print and draw with recordings, and write these."""

import json
from collections.abc import Iterable, Iterator
from difflib import unified_diff
from pathlib import Path
from typing import NamedTuple

from sitebuild.files import paths, read_data, write
from sitebuild.pages.output_types import kind_of
from sitebuild.pages.page import Page, trains
from sitebuild.pages.project import MEASURED_WITH, RECORDED
from sitebuild.pages.tolerance import Tolerance

LONGEST = 40  # lines of a diff


class Outcome(NamedTuple):
    """What a block gave, how that differs from its recordings, its error."""

    outputs: dict[str, str]  # by path
    changed: dict[str, str]  # likewise
    error: str = ""


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


def save(
    page: Page, outcomes: Iterable[Outcome], made_with: dict[str, str]
) -> Iterator[str]:
    """Record what all blocks of a page gave in one run; yield the changes.

    A recording that agrees is kept, one that no block makes is removed. A
    chapter that trains or measures is kept or written whole, so that its
    pictures and tables come from one run. A measured chapter is written if
    the form of an output changes or its recordings were removed.
    """
    outputs = dict(pair for o in outcomes for pair in o.outputs.items())
    changed = {path for outcome in outcomes for path in outcome.changed}
    before = read_data(page.root, RECORDED)
    known, measures = before.get(page.name, {}), bool(page.measured)
    now = made_with | ({"device": "cpu"} if trains(page) else {})
    if not measures:
        now = {key: now[key] for key in now if key not in MEASURED_WITH}
    recorded = paths(page.root, f"docs/outputs/{page.name}/*")
    new, stale = outputs.keys() & changed, {*recorded} - outputs.keys()
    anew = bool(new or stale) or measures and not MEASURED_WITH <= known.keys()
    if anew and page.tolerances:
        new = outputs.keys()
    for path in sorted(new):
        file, text = page.root / path, outputs[path]
        old = file.read_text("utf-8") if file.is_file() else ""
        write(file, text)
        if not old:
            yield f"new      {path}"
        elif text != old:
            yield f"changed  {path}\n{difference(old, text, path)}"
    for path in sorted(stale):
        (page.root / path).unlink()
        yield f"removed  {path}"
    # Machine and numbers of what is measured are noted together.
    same = measures or known | {"date": now["date"]} == now
    made = before | {page.name: known if same and not anew else now}
    if made != before:
        text = json.dumps(dict(sorted(made.items())), indent=2)
        write(page.root / RECORDED, f"{text}\n")
        yield f"changed  {RECORDED}"
