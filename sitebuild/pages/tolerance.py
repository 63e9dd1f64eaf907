"""When two outputs agree, on any processor and as far as a block declares."""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal

Tolerance = Mapping[str, Decimal]  # by names; that of "" holds for others
EXACT: Tolerance = {}
ANY: Tolerance = {"": Decimal("Infinity")}  # of what is measured
# A number with decimals. All else, whole numbers and `2.` too, is text.
NUMBER = re.compile(r"(?<![\w.#])[-+]?\d+\.\d+(?:e[-+]?\d+)?(?![\w.])", re.I)
RELATIVE = Decimal("1e-4")  # what processors may make of a printed number
CELL = re.compile(r"<td>([^<]+)</td>")  # of a table
HEAD = re.compile(r'<th scope="col">([^<]*)</th>')
MEASURED = re.compile(  # a number of any kind
    r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?!\.?\w)", re.I
)


def same_text(recorded: str, actual: str, tolerance: Tolerance = EXACT) -> bool:
    """Tell whether two texts agree.

    Words, signs, whole numbers and numbers of one or two decimals are exact;
    those of more may differ by one unit of the last place or RELATIVE of
    their value. A zero has no sign. A tolerance, which a block declares, is
    that of single decimals. What is measured has the same shape.
    """
    if recorded == actual:
        return True
    if tolerance == ANY:
        return shape(recorded) == shape(actual)
    numbers = list(zip(NUMBER.findall(recorded), NUMBER.findall(actual)))
    texts = NUMBER.split(recorded), NUMBER.split(actual)
    if any(sign(a) != sign(b) for a, b in numbers):  # columns are wider by one
        texts = [[re.sub(" +", " ", t).strip(" ") for t in x] for x in texts]
    return texts[0] == texts[1] and all(
        same_number(*pair, size(name, tolerance))
        for pair, (name, _) in zip(numbers, named(recorded, tolerance))
    )


def size(name: str, tolerance: Tolerance) -> Decimal:
    """Return by how much the decimals that a name holds for may differ."""
    return tolerance.get(name, tolerance.get("", Decimal(0)))


def named(text: str, tolerance: Tolerance) -> Iterator[tuple[str, str]]:
    """Yield each decimal of a text, behind the name that holds for it, if any.

    A name holds for what follows it on its line, up to the next one.
    """
    names = "|".join(map(re.escape, filter(None, tolerance))) or "(?!)"
    for line in text.splitlines():
        found = re.split(rf"(?<!\w)({names})(?!\w)", line)
        for name, part in zip(["", *found[1::2]], found[::2]):
            yield from ((name, number) for number in NUMBER.findall(part))


def same_table(recorded: str, actual: str, tolerance: Tolerance) -> bool:
    """Tell whether two tables agree: a name is that of a column of values."""
    if tolerance in (EXACT, ANY):
        return same_text(recorded, actual, tolerance)
    pairs = zip(cells(recorded), cells(actual))
    return same_text(
        CELL.sub("<td>", recorded), CELL.sub("<td>", actual)
    ) and all(
        a == b or same_text(a, b, {"": size(name, tolerance)})
        for (name, a), (_, b) in pairs
    )


def cells(table: str) -> Iterator[tuple[str, str]]:
    """Yield the values of tables, each behind the name of its column."""
    columns: list[str] = []
    for line in table.splitlines():
        columns = HEAD.findall(line) or columns
        found = CELL.findall(line)
        yield from zip(columns[len(columns) - len(found) :], found)


def shape(measured: str) -> list[list[str]]:
    """Return what all measurements share: all but values and blanks.

    That is the words of each line, and of each number whether it is whole and
    how many decimals it has.
    """
    text = MEASURED.sub(lambda match: f" {form(match[0])} ", measured)
    return [line.split() for line in text.splitlines()]


def form(number: str) -> str:
    """Return `0` for a whole number, `0.00` for two decimals, or `0.0e`."""
    mantissa, power, _ = number.lower().partition("e")
    _, point, decimals = mantissa.partition(".")
    return f"0{point}{'0' * len(decimals)}{power}"


def sign(number: str) -> str:
    return number[0] if number[0] in "+-" else ""


def places(number: str) -> int:
    """Count the decimals that are printed: 2 of '3.14', 1 of '1.5e+02'."""
    return len(number.lower().partition("e")[0].partition(".")[2])


def last_place(number: str) -> Decimal:
    """Return the worth of the last digit: 0.01 of '3.14', 10 of '1.5e+02'."""
    return Decimal(1).scaleb(Decimal(number).as_tuple().exponent)


def same_number(recorded: str, actual: str, size: Decimal) -> bool:
    """Tell whether two decimals agree; see `same_text`."""
    a, b = Decimal(recorded), Decimal(actual)
    if places(recorded) != places(actual) or (
        a and b and sign(recorded) != sign(actual)
    ):
        return False
    units = last_place(recorded), last_place(actual), RELATIVE * abs(a)
    allowed = max(units) if places(recorded) > 2 else Decimal(0)
    return abs(a - b) <= max(allowed, size)
