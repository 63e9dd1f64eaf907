"""Recordings of what blocks print and draw: compared, and written whole."""

import json
import os
import re
from decimal import Decimal
from difflib import unified_diff
from pathlib import Path

# A number with decimals. All else, whole numbers and `2.` too, is text.
NUMBER = re.compile(r"(?<![\w.#])[-+]?\d+\.\d+(?:e[-+]?\d+)?(?![\w.])", re.I)
MADE = "docs/recorded.json"  # with what each chapter was recorded, and when
UNITS = 2  # how many units of the last printed place may differ


def last_place(number: str) -> Decimal:
    """Worth of the last printed digit: 0.01 for '3.14', 10 for '1.5e+02'."""
    return Decimal(1).scaleb(Decimal(number).as_tuple().exponent)


def same(recorded: str, actual: str) -> bool:
    """Whether two texts agree: decimals within UNITS, the rest exactly."""
    texts = NUMBER.split(recorded), NUMBER.split(actual)
    if texts[0] != texts[1]:
        return False
    pairs = zip(NUMBER.findall(recorded), NUMBER.findall(actual))
    return all(
        last_place(a) == last_place(b)
        and abs(Decimal(a) - Decimal(b)) <= UNITS * last_place(a)
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


def read_made(root: Path) -> dict[str, dict[str, str]]:
    """Chapter -> python, torch, device and date of its recordings."""
    file = root / MADE
    return json.loads(file.read_text("utf-8")) if file.is_file() else {}


def save(
    root: Path, recorded: dict[str, str], made_with: dict[str, str]
) -> list[str]:
    """Make docs/outputs hold `recorded` (path -> text); say what changed.

    A recording that still agrees is left as it is, one that nothing makes
    any more is removed. Of a chapter that changed, or that was recorded with
    other versions before, `made_with` is noted.
    """
    report = []
    outputs = root / "docs" / "outputs"
    for path, text in sorted(recorded.items()):
        file = root / path
        before = file.read_text("utf-8") if file.is_file() else None
        if before is not None and same(before, text):
            continue
        write(file, text)
        if before is None:
            report.append(f"new      {path}")
        else:
            report.append(f"changed  {path}\n{difference(before, text, path)}")
    for file in sorted(f for f in outputs.glob("**/*") if f.is_file()):
        path = file.relative_to(root).as_posix()
        if path not in recorded:
            file.unlink()
            report.append(f"removed  {path}")
    changed = {Path(line.split()[1]).parent.name for line in report}
    before, made = read_made(root), {}
    for chapter in sorted({Path(path).parent.name for path in recorded}):
        old = before.get(chapter, {})
        as_before = old | {"date": made_with["date"]} == made_with
        kept = as_before and chapter not in changed
        made[chapter] = old if kept else made_with
    if made != before:
        write(root / MADE, json.dumps(made, indent=2) + "\n")
        report.append(f"changed  {MADE}")
    return report
