"""Recordings of what blocks print and draw: compared, and written whole."""

import json
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from difflib import unified_diff
from pathlib import Path
from typing import NamedTuple

from proof.files import read_data, write
from proof.pages.code import ANY

# A number with decimals. All else, whole numbers and `2.` too, is text.
NUMBER = re.compile(r"(?<![\w.#])[-+]?\d+\.\d+(?:e[-+]?\d+)?(?![\w.])", re.I)
MADE = "docs/recorded.json"  # with what each chapter was recorded, and when
WHERE = {"machine", "threads"}  # with what chapters were measured
RELATIVE = Decimal("1e-4")  # what processors may make of a printed number
# Where a picture's lines run, and its colours. The texts are outside.
DRAWN = re.compile(r' (?P<name>d|x|y|transform|fill|stroke)="(?P<value>[^"]*)"')
COLOUR = re.compile("#[0-9a-f]{6}")
COORDINATE = re.compile(r"-?\d+(?:\.\d+)?")
PIXEL = Decimal("0.1")  # how far a coordinate may be off; it has one decimal
# A number of any kind, a word of a picture, and a line that is no axis.
MEASURED = re.compile(
    r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?!\.?\w)", re.I
)
WORD = re.compile(r"(?<=>)[^<>]*[^\W\d_][^<>]*(?=<)")
LINE = re.compile(
    r'<path fill="none"(?P<look>[^>]* stroke="#[^>]*) d="(?P<way>[^"]*)"'
)
STEP = 4  # of a colour's parts: how far two neighbours in a colour map differ


def same(recorded: str, actual: str, tolerance: Decimal = Decimal(0)) -> bool:
    """Tell whether two outputs agree, on any processor.

    Words, signs, whole numbers and numbers of one or two decimals are exact;
    those of more may differ by one unit of the last place or RELATIVE of
    their value. A zero has no sign. A tolerance, which a block declares,
    holds for all its decimals; in its pictures lines and colours are free,
    since `proof.blocks.pictures` compares them with their own table. What is
    measured, whose tolerance is ANY, has the same shape.
    """
    if recorded == actual:
        return True
    if tolerance == ANY:
        return shape(recorded) == shape(actual)
    if recorded.startswith("<svg") and actual.startswith("<svg"):
        return same_picture(recorded, actual, free=bool(tolerance)) and same(
            DRAWN.sub("", recorded)[1:], DRAWN.sub("", actual)[1:], tolerance
        )
    numbers = list(zip(NUMBER.findall(recorded), NUMBER.findall(actual)))
    texts = NUMBER.split(recorded), NUMBER.split(actual)
    if any(sign(a) != sign(b) for a, b in numbers):  # columns are wider by one
        texts = [[re.sub(" +", " ", t).strip(" ") for t in x] for x in texts]
    return texts[0] == texts[1] and all(
        same_number(a, b, tolerance) for a, b in numbers
    )


def shape(measured: str) -> list[list[str]]:
    """What two measurements have in common: all but values and blanks.

    Of text and tables the words of each line, and of each number whether it
    is whole and how many decimals it has. Of a picture its words, and how
    many points its lines have: an axis may have other ticks.
    """
    if measured.startswith("<svg"):
        lines = LINE.finditer(measured)
        drawn = [m["look"] + re.sub("[^A-Z]", "", m["way"]) for m in lines]
        return [WORD.findall(measured), drawn]
    text = MEASURED.sub(lambda match: f" {kind(match[0])} ", measured)
    return [line.split() for line in text.splitlines()]


def kind(number: str) -> str:
    """`0` for a whole number, `0.00` for one of two decimals, `0.0e`."""
    point = "." * ("." in number) + "0" * places(number)
    return f"0{point}{'e' * ('e' in number.lower())}"


def sign(number: str) -> str:
    return number[0] if number[0] in "+-" else ""


def places(number: str) -> int:
    """Count the decimals that are printed: 2 of '3.14', 1 of '1.5e+02'."""
    return len(number.lower().partition("e")[0].partition(".")[2])


def last_place(number: str) -> Decimal:
    """Worth of the last printed digit: 0.01 for '3.14', 10 for '1.5e+02'."""
    return Decimal(1).scaleb(Decimal(number).as_tuple().exponent)


def same_number(recorded: str, actual: str, tolerance: Decimal) -> bool:
    """Tell whether two decimals agree; see `same`."""
    a, b = Decimal(recorded), Decimal(actual)
    if places(recorded) != places(actual) or (
        a and b and sign(recorded) != sign(actual)
    ):
        return False
    units = last_place(recorded), last_place(actual), RELATIVE * abs(a)
    allowed = max(units) if places(recorded) > 2 else Decimal(0)
    return abs(a - b) <= max(allowed, tolerance)


def same_picture(recorded: str, actual: str, free: bool) -> bool:
    """Tell whether two SVGs draw alike: the same strokes, PIXEL and STEP apart.

    Where they are free, the strokes are of the same kinds.
    """
    drawn = [list(DRAWN.finditer(text)) for text in (recorded, actual)]
    return len(drawn[0]) == len(drawn[1]) and all(
        same_stroke(a["name"], a["value"], b["value"], free)
        for a, b in zip(*drawn)
    )


def same_stroke(name: str, a: str, b: str, free: bool) -> bool:
    if name in ("fill", "stroke"):
        if not (COLOUR.fullmatch(a) and COLOUR.fullmatch(b)):
            return a == b
        parts = zip(bytes.fromhex(a[1:]), bytes.fromhex(b[1:]))
        return free or all(abs(x - y) <= STEP for x, y in parts)
    kinds = [[k.strip() for k in COORDINATE.split(text)] for text in (a, b)]
    pairs = zip(COORDINATE.findall(a), COORDINATE.findall(b))
    return kinds[0] == kinds[1] and (
        free or all(abs(Decimal(x) - Decimal(y)) <= PIXEL for x, y in pairs)
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


def chapter_of(path: str) -> str:
    """The chapter that a recording belongs to."""
    return Path(path).parent.name


def read_made(root: Path) -> dict[str, dict[str, str]]:
    """Chapter -> python, torch, device and date of its recordings."""
    return read_data(root, MADE)


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
    tolerances: Mapping[str, Decimal],  # of the paths whose block declares one
    chapters: set[str] | None = None,
) -> list[Change]:
    """Make docs/outputs hold `recorded` (path -> text); say what changed.

    If chapters are named, these alone were recorded, and others stay as they
    are.

    A recording that still agrees is left as it is, one that nothing makes
    any more is removed. A chapter that trains or measures is kept or written
    whole, so that its pictures and tables tell of one run; one that trains was
    run on the CPU. What was measured is measured anew if its shape changes or
    its recordings were removed; then the machine is noted, too.
    """
    before = read_made(root)
    differ = differing(root, recorded, tolerances)
    measured = {chapter_of(p) for p, size in tolerances.items() if size == ANY}
    trains = {chapter_of(p) for p, size in tolerances.items() if size != ANY}
    whole = set(map(chapter_of, tolerances)) & set(map(chapter_of, differ))
    whole |= {c for c in measured if not WHERE <= before.get(c, {}).keys()}
    wanted = {
        path: text
        for path, text in sorted(recorded.items())
        if path in differ or chapter_of(path) in whole
    }
    gone = removed(root, recorded, chapters)
    changes = [*written(root, wanted), *gone]
    changed = {chapter_of(change.path) for change in changes}
    others = before if chapters is not None else {}
    made = {c: others[c] for c in others if c not in chapters}
    for chapter in set(map(chapter_of, recorded)):
        now = made_with | ({"device": "cpu"} if chapter in trains else {})
        now = {k: now[k] for k in now if chapter in measured or k not in WHERE}
        known = before.get(chapter, {})
        kept = known | {"date": now["date"]} == now and chapter not in changed
        if chapter in measured:  # with its numbers goes where they are from
            kept = chapter not in whole
        made[chapter] = known if kept else now
    if made != before:
        text = json.dumps(dict(sorted(made.items())), indent=2)
        write(root / MADE, f"{text}\n")
        changes.append(Change("changed", MADE))
    return changes


def differing(
    root: Path, recorded: dict[str, str], tolerances: Mapping[str, Decimal]
) -> set[str]:
    """The paths whose recording does not exist or does not agree any more."""
    return {
        path
        for path, text in recorded.items()
        if not (root / path).is_file()
        or not same(
            (root / path).read_text("utf-8"),
            text,
            tolerances.get(path, Decimal(0)),
        )
    }


def written(root: Path, recorded: dict[str, str]) -> Iterator[Change]:
    """Write recordings; yields those that are others than before."""
    for path, text in recorded.items():
        file = root / path
        old = file.read_text("utf-8") if file.is_file() else None
        write(file, text)
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
    outputs = root / "docs/outputs"
    for file in sorted(f for f in outputs.glob("**/*") if f.is_file()):
        path = file.relative_to(root).as_posix()
        asked = chapters is None or chapter_of(path) in chapters
        if asked and path not in recorded:
            file.unlink()
            yield Change("removed", path)
