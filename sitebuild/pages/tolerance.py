"""Tell whether two outputs agree, on any processor, within a tolerance."""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import partial

Tolerance = Mapping[str, Decimal]  # by names; that of "" holds for others
EXACT: Tolerance = {}
ANY: Tolerance = {"": Decimal("Infinity")}  # of measured outputs
# A number with decimals. All else, whole numbers and `2.` too, is text.
NUMBER = re.compile(r"(?<![\w.#])[-+]?\d+\.\d+(?:e[-+]?\d+)?(?![\w.])", re.I)
RELATIVE = Decimal("1e-4")  # how much processors change a printed number
CELL = re.compile(r"<td>([^<]+)</td>")  # of a table
HEAD = re.compile(r'<th scope="col">([^<]*)</th>')
MEASURED = re.compile(  # a number of any kind
    r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?!\.?\w)", re.I
)
# Attributes that say where a picture's lines run and how dark a cell is, with
# the most by which their numbers may differ. Lengths and texts are exact.
NEAR = dict.fromkeys(("@d", "@x", "@y", "@transform"), Decimal("0.1"))
NEAR["@fill-opacity"] = Decimal("0.005")
DRAWN = re.compile(r' (d|x|y|transform|fill-opacity)="([^"]*)"')
COORDINATE = re.compile(r"-?\d+(?:\.\d+)?")
# The values that a heatmap shows: colours of its cells, digits and their ink.
CELLS = re.compile(r'(?s)<g class="cells".*?</g>')
SHARES = re.compile(r' (?:fill|fill-opacity)="[^"]*"')
DIGITS = re.compile(
    r'(?<=<text)(?: fill="var\(--(?:little|some|much|quiet)\)")?( [^<>]*>)'
    r"(?:-?\d\.\d\d|·)<"
)
WORD = re.compile(r"(?<=>)[^<>]*[^\W\d_][^<>]*(?=<)")  # of a picture


def same_text(recorded: str, actual: str, tolerance: Tolerance = EXACT) -> bool:
    """Tell whether two texts agree.

    Words, signs, whole numbers and numbers of one or two decimals are exact.
    Those of more may differ by one unit of the last place or by RELATIVE of
    their value. A zero has no sign. A tolerance, which a block declares, is
    that of single decimals. Measured texts have the same words and kinds of
    numbers.
    """
    if recorded == actual:
        return True
    if tolerance == ANY:
        return text_form(recorded) == text_form(actual)
    numbers = list(zip(NUMBER.findall(recorded), NUMBER.findall(actual)))
    texts = NUMBER.split(recorded), NUMBER.split(actual)
    if any(sign(a) != sign(b) for a, b in numbers):  # columns are wider by one
        texts = [[re.sub(" +", " ", t).strip(" ") for t in x] for x in texts]
    return texts[0] == texts[1] and all(
        same_number(*pair, allowed(name, tolerance))
        for pair, name in zip(numbers, names_of_numbers(recorded, tolerance))
    )


def allowed(name: str, tolerance: Tolerance) -> Decimal:
    """Return by how much the decimals that a name holds for may differ."""
    return tolerance.get(name, tolerance.get("", Decimal(0)))


def names_of_numbers(text: str, tolerance: Tolerance) -> Iterator[str]:
    """Yield for each decimal the name that holds for it, or an empty string.

    A name holds for the rest of its line, up to the next name.
    """
    names = "|".join(map(re.escape, filter(None, tolerance))) or "(?!)"
    for line in text.splitlines():
        parts = re.split(rf"(?<!\w)({names})(?!\w)", line)
        for name, part in zip(["", *parts[1::2]], parts[::2]):
            yield from [name] * len(NUMBER.findall(part))


def same_number(recorded: str, actual: str, size: Decimal) -> bool:
    """Tell whether two decimals agree; see `same_text`."""
    a, b = Decimal(recorded), Decimal(actual)
    places = decimals(recorded)
    if places != decimals(actual) or a and b and sign(recorded) != sign(actual):
        return False
    if places > 2:
        units = last_place(recorded), last_place(actual), RELATIVE * abs(a)
        size = max(size, *units)
    return abs(a - b) <= size


def sign(number: str) -> str:
    """Return the sign that is printed, if any."""
    return number[0] if number[0] in "+-" else ""


def decimals(number: str) -> int:
    """Count the decimals that are printed: 2 of '3.14', 1 of '1.5e+02'."""
    return len(number.lower().partition("e")[0].partition(".")[2])


def last_place(number: str) -> Decimal:
    """Return the worth of the last digit: 0.01 of '3.14', 10 of '1.5e+02'."""
    return Decimal(1).scaleb(Decimal(number).as_tuple().exponent)


def text_form(measured: str) -> list[list[str]]:
    """Return the words of each line, and its numbers as `0`, `0.00`, `0.0e`."""

    def form(number: re.Match) -> str:
        rest = re.sub("e.*", "e", number[0].lower()).lstrip("+-0123456789")
        return f" 0{re.sub('[0-9]', '0', rest)} "

    lines = MEASURED.sub(form, measured).splitlines()
    return [line.split() for line in lines]


def same_table(recorded: str, actual: str, tolerance: Tolerance) -> bool:
    """Tell whether two tables agree: a name is that of a column of values."""
    if tolerance in (EXACT, ANY):
        return same_text(recorded, actual, tolerance)
    pairs = zip(named_cells(recorded), named_cells(actual))
    return same_text(
        CELL.sub("<td>", recorded), CELL.sub("<td>", actual)
    ) and all(
        same_text(a, b, {"": allowed(name, tolerance)})
        for (name, a), (_, b) in pairs
    )


def named_cells(table: str) -> Iterator[tuple[str, str]]:
    """Yield the values of tables, each behind the name of its column."""
    columns: list[str] = []
    for line in table.splitlines():
        columns = HEAD.findall(line) or columns
        values = CELL.findall(line)
        yield from zip(columns[len(columns) - len(values) :], values)


def same_picture(
    recorded: str, actual: str, tolerance: Tolerance = EXACT
) -> bool:
    """Tell whether two SVGs agree: their texts and looks, and lines about.

    With a tolerance, a heatmap must have the same places, and curves the same
    form, whatever the values.
    """
    if recorded == actual:
        return True
    if tolerance and not CELLS.search(recorded):
        return curve_form(recorded) == curve_form(actual)
    if tolerance:
        recorded, actual = without_values(recorded), without_values(actual)
    return same_text(with_names(recorded), with_names(actual), NEAR)


def with_names(svg: str) -> str:
    """Give numbers that may differ three decimals, behind a name in NEAR."""
    decimals = partial(COORDINATE.sub, lambda m: f"{float(m[0]):.3f}")
    return DRAWN.sub(lambda m: f"\n@{m[1]} {decimals(m[2])}\n", svg)


def without_values(heatmap: str) -> str:
    """Return a heatmap without the values that it shows."""
    heatmap = CELLS.sub(lambda cells: SHARES.sub("", cells[0]), heatmap)
    return DIGITS.sub(r"\1<", heatmap)


def curve_form(svg: str) -> tuple:
    """Return what curves of any values share: words, points, looks.

    An axis may have other ticks, and the names of curves another order.
    """
    svg = DRAWN.sub(lambda m: COORDINATE.sub("", m[0]), svg)
    return sorted(WORD.findall(svg)), set(re.findall("<[^>]*>", svg))
