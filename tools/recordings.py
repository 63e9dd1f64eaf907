"""Recordings of what blocks print and draw: compared, and written whole."""

import json
import os
import re
from collections.abc import Mapping
from decimal import Decimal
from difflib import unified_diff
from pathlib import Path

# A number with decimals. All else, whole numbers and `2.` too, is text.
NUMBER = re.compile(r"(?<![\w.#])[-+]?\d+\.\d+(?:e[-+]?\d+)?(?![\w.])", re.I)
MADE = "docs/recorded.json"  # with what each chapter was recorded, and when
UNITS = 2  # how many units of the last printed place may differ
# What follows the numbers in a picture: where its lines run, and its colours.
DRAWN = re.compile(r' (?:d|x|y|transform|fill|stroke)="[^"]*"')


def last_place(number: str) -> Decimal:
    """Worth of the last printed digit: 0.01 for '3.14', 10 for '1.5e+02'."""
    return Decimal(1).scaleb(Decimal(number).as_tuple().exponent)


def same(recorded: str, actual: str, tolerance: Decimal = Decimal(0)) -> bool:
    """Whether two texts agree: decimals within UNITS, the rest exactly.

    With a tolerance (of a page that trains), decimals may differ by so much,
    and of an SVG only the elements and texts count.
    """
    if tolerance and recorded.startswith("<svg"):
        recorded, actual = DRAWN.sub("", recorded), DRAWN.sub("", actual)
    texts = NUMBER.split(recorded), NUMBER.split(actual)
    if texts[0] != texts[1]:
        return False
    pairs = zip(NUMBER.findall(recorded), NUMBER.findall(actual))
    return all(
        last_place(a) == last_place(b)
        and abs(Decimal(a) - Decimal(b))
        <= max(UNITS * last_place(a), tolerance)
        for a, b in pairs
    )


def difference(recorded: str, actual: str, path: str) -> str:
    """A diff a person can read, of 40 lines at most."""
    lines = unified_diff(
        recorded.splitlines(),
        actual.splitlines(),
        f"{path} (recorded)",
        f"{path} (now)",
        lineterm="",
        n=1,
    )
    shown = [line[:200] for line in lines]
    return "\n".join(shown[:40] + ["…"] * (len(shown) > 40))


def write(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.partial")
    try:
        partial.write_text(text, "utf-8", newline="\n")
        os.replace(partial, path)
    finally:
        partial.unlink(missing_ok=True)


def chapter_of(path: str) -> str:
    """The chapter that a recording belongs to."""
    return Path(path).parent.name


def read_made(root: Path) -> dict[str, dict[str, str]]:
    """Chapter -> python, torch, device and date of its recordings."""
    file = root / MADE
    return json.loads(file.read_text("utf-8")) if file.is_file() else {}


def save(
    root: Path,
    recorded: dict[str, str],
    made_with: dict[str, str],
    tolerances: Mapping[str, Decimal],
) -> list[str]:
    """Make docs/outputs hold `recorded` (path -> text); say what changed.

    A recording that still agrees is left as it is, one that nothing makes
    any more is removed. Of a chapter that changed, or that was recorded with
    other versions before, `made_with` is noted. A chapter with a tolerance is
    kept or written whole, so that its pictures and tables tell of one run, and
    it was run on the CPU.
    """
    report = []
    outputs = root / "docs" / "outputs"
    old = {
        path: (root / path).read_text("utf-8")
        for path in recorded
        if (root / path).is_file()
    }
    differ = {
        path
        for path, text in recorded.items()
        if path not in old
        or not same(old[path], text, tolerances[chapter_of(path)])
    }
    whole = {chapter_of(p) for p in differ if tolerances[chapter_of(p)]}
    for path, text in sorted(recorded.items()):
        if path not in differ and chapter_of(path) not in whole:
            continue
        write(root / path, text)
        if path not in old:
            report.append(f"new      {path}")
        elif text != old[path]:
            changes = difference(old[path], text, path)
            report.append(f"changed  {path}\n{changes}")
    for file in sorted(f for f in outputs.glob("**/*") if f.is_file()):
        path = file.relative_to(root).as_posix()
        if path not in recorded:
            file.unlink()
            report.append(f"removed  {path}")
    changed = {chapter_of(line.split()[1]) for line in report}
    before, made = read_made(root), {}
    for chapter in sorted(set(map(chapter_of, recorded))):
        now = made_with | ({"device": "cpu"} if tolerances[chapter] else {})
        known = before.get(chapter, {})
        as_before = known | {"date": now["date"]} == now
        kept = as_before and chapter not in changed
        made[chapter] = known if kept else now
    if made != before:
        write(root / MADE, json.dumps(made, indent=2) + "\n")
        report.append(f"changed  {MADE}")
    return report
