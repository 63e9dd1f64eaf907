"""Tell whether two outputs agree, on any processor, within a tolerance."""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal

Tolerance = Mapping[str, Decimal]  # by names; that of "" holds for others
EXACT: Tolerance = {}
ANY: Tolerance = {"": Decimal("Infinity")}  # of measured outputs
# A number with decimals. All else, whole numbers and `2.` too, is text.
NUMBER = re.compile(r"(?<![\w.#])-?\d+\.\d+(?:e[-+]?\d+)?(?![\w.])", re.I)
RELATIVE = Decimal("1e-4")  # how much processors change a printed number
CELL = re.compile(r"<td>([^<]+)</td>")  # of a table
HEAD = re.compile(r'<th scope="col">([^<]*)</th>')
MEASURED = re.compile(  # a number of any kind
    r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?!\.?\w)", re.I
)
# A number in a tag of an SVG: where something is drawn, or how dark a cell is.
DRAWN = re.compile(
    r'(?:(fill-opacity=")|(?<=[" ,(]))(-?\d+(?:\.\d+)?)(?=[^<>]*>)'
)
NEAR, NEARLY_AS_DARK = Decimal("0.2"), Decimal("0.005")
# The look of a heatmap's cells and digits tells their values.
SHADE = re.compile(
    r' fill-opacity="[^"]*"|'
    r' fill="var\(--(?:weight|minus|little|some|much|quiet)\)"'
)


def same_text(recorded: str, actual: str, tolerance: Tolerance = EXACT) -> bool:
    """Tell whether two texts agree.

    Words, signs, whole numbers and numbers of one or two decimals are exact.
    Those of more may differ by one unit of the last place or by RELATIVE of
    their value. A zero has no sign. A tolerance, which a block declares, is
    that of single decimals. Measured texts have the same words and kinds of
    numbers.
    """
    if tolerance == ANY:
        return text_form(recorded) == text_form(actual)
    numbers = [*zip(NUMBER.findall(recorded), NUMBER.findall(actual))]
    texts = NUMBER.split(recorded), NUMBER.split(actual)
    if any((a[0] == "-") != (b[0] == "-") for a, b in numbers):
        # The columns of one text are wider by a sign.
        texts = [[re.sub(" +", " ", t).strip(" ") for t in x] for x in texts]
    return texts[0] == texts[1] and all(
        same_number(*pair, size)
        for pair, size in zip(numbers, tolerances(recorded, tolerance))
    )


def tolerances(text: str, tolerance: Tolerance) -> Iterator[Decimal]:
    """Yield for each decimal of a text by how much it may differ.

    A name holds for the rest of its line, up to the next name.
    """
    names = "|".join(map(re.escape, filter(None, tolerance))) or "(?!)"
    for line in text.splitlines():
        parts = re.split(rf"(?<!\w)({names})(?!\w)", line)
        for name, part in zip(["", *parts[1::2]], parts[::2]):
            size = tolerance.get(name, tolerance.get("", Decimal(0)))
            yield from [size] * len(NUMBER.findall(part))


def same_number(recorded: str, actual: str, size: Decimal) -> bool:
    """Tell whether two decimals agree; see `same_text`."""
    a, b = Decimal(recorded), Decimal(actual)
    if places(recorded) != places(actual) or a * b < 0:
        return False
    if places(recorded) > 2:
        last = max(number.as_tuple().exponent for number in (a, b))
        size = max(size, Decimal(1).scaleb(last), RELATIVE * abs(a))
    return abs(a - b) <= size


def places(number: str) -> int:
    """Count the decimals that are printed: 2 of '3.14', 1 of '1.5e+02'."""
    return len(number.lower().partition("e")[0].partition(".")[2])


def text_form(measured: str) -> list[list[str]]:
    """Return the words of each line; of numbers, how they are written."""
    lines = MEASURED.sub(
        lambda n: f" #{places(n[0])}{'e' * ('e' in n[0])} ", measured
    )
    return [line.split() for line in lines.splitlines()]


def same_table(recorded: str, actual: str, tolerance: Tolerance) -> bool:
    """Tell whether two tables agree: a name is that of a column of values."""
    rest = CELL.sub("<td>", recorded), CELL.sub("<td>", actual)
    values = named_values(recorded), named_values(actual)
    return same_text(*rest) and same_text(*values, tolerance)


def named_values(table: str) -> str:
    """Return a line for each value of tables: its column's name, and it."""
    lines, columns = [], []
    for row in table.splitlines():
        columns = HEAD.findall(row) or columns
        values = CELL.findall(row)
        lines += map(" ".join, zip(columns[-len(values) :], values))
    return "\n".join(lines)


def same_picture(
    recorded: str, actual: str, tolerance: Tolerance = EXACT
) -> bool:
    """Tell whether two SVGs agree: the same texts and looks, near places.

    With a tolerance, only their forms must be the same.
    """
    if tolerance:
        return picture_form(recorded) == picture_form(actual)
    pairs = zip(DRAWN.findall(recorded), DRAWN.findall(actual))
    return DRAWN.sub("", recorded) == DRAWN.sub("", actual) and all(
        abs(Decimal(a) - Decimal(b)) < (NEARLY_AS_DARK if shade else NEAR)
        for (shade, a), (_, b) in pairs
    )


def picture_form(svg: str) -> tuple[list[str], set[str]]:
    """Return what SVGs of any values share: words, points and looks.

    An axis may have other ticks, and the names of curves another order.
    """
    svg = DRAWN.sub("", SHADE.sub("", svg))
    words = re.findall(r">([^<>]*[^\W\d_][^<>]*)<", svg)
    return sorted(words), set(re.findall("<[^>]*>", svg))
