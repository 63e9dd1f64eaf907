"""When two outputs agree, on any processor and as far as a block declares."""

import re
from decimal import Decimal

EXACT = Decimal(0)
ANY = Decimal("Infinity")  # the tolerance of what is measured
# A number with decimals. All else, whole numbers and `2.` too, is text.
NUMBER = re.compile(r"(?<![\w.#])[-+]?\d+\.\d+(?:e[-+]?\d+)?(?![\w.])", re.I)
RELATIVE = Decimal("1e-4")  # what processors may make of a printed number
# Where a picture's lines run, and its colours. The texts are outside.
DRAWN = re.compile(
    r' (?P<name>d|x|y|transform|fill|fill-opacity|stroke)="(?P<value>[^"]*)"'
)
COLOUR = re.compile(r' (?:fill|fill-opacity|stroke)="[^"]*"')
COORDINATE = re.compile(r"-?\d+(?:\.\d+)?")
PIXEL = Decimal("0.1")  # how far a coordinate may be off; it has one decimal
STEP = Decimal("0.005")  # how far a share of a colour may be off
# A number of any kind, a word of a picture, and a line that is no axis.
MEASURED = re.compile(
    r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?!\.?\w)", re.I
)
WORD = re.compile(r"(?<=>)[^<>]*[^\W\d_][^<>]*(?=<)")
LINE = re.compile(
    r'<path fill="none"(?P<look>[^>]* stroke="var[^>]*) d="(?P<way>[^"]*)"'
)


def same_text(recorded: str, actual: str, tolerance: Decimal = EXACT) -> bool:
    """Tell whether two texts agree.

    Words, signs, whole numbers and numbers of one or two decimals are exact;
    those of more may differ by one unit of the last place or RELATIVE of
    their value. A zero has no sign. A tolerance, which a block declares,
    holds for all its decimals. What is measured has the same shape.
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
        same_number(a, b, tolerance) for a, b in numbers
    )


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


def same_number(recorded: str, actual: str, tolerance: Decimal) -> bool:
    """Tell whether two decimals agree; see `same_text`."""
    a, b = Decimal(recorded), Decimal(actual)
    if places(recorded) != places(actual) or (
        a and b and sign(recorded) != sign(actual)
    ):
        return False
    units = last_place(recorded), last_place(actual), RELATIVE * abs(a)
    allowed = max(units) if places(recorded) > 2 else Decimal(0)
    return abs(a - b) <= max(allowed, tolerance)


def same_picture(
    recorded: str, actual: str, tolerance: Decimal = EXACT
) -> bool:
    """Tell whether two SVGs draw alike: texts agree, and so do strokes.

    Strokes are PIXEL and STEP apart at most. With a tolerance, lines and
    colours are free, since a picture is compared with its own table instead;
    what is measured has the same shape.
    """
    if recorded == actual:
        return True
    if tolerance == ANY:
        return picture_shape(recorded) == picture_shape(actual)
    if tolerance:  # a whole share of a colour is not written, nor a colour of 0
        recorded, actual = COLOUR.sub("", recorded), COLOUR.sub("", actual)
    one, other = (list(DRAWN.finditer(text)) for text in (recorded, actual))
    return (
        len(one) == len(other)
        and all(
            same_stroke(a["name"], a["value"], b["value"], bool(tolerance))
            for a, b in zip(one, other)
        )
        and same_text(DRAWN.sub("", recorded), DRAWN.sub("", actual), tolerance)
    )


def picture_shape(svg: str) -> list[list[str]]:
    """Return what all measured pictures share: words, and points of lines.

    An axis may have other ticks.
    """
    lines = LINE.finditer(svg)
    drawn = [m["look"] + re.sub("[^A-Z]", "", m["way"]) for m in lines]
    return [WORD.findall(svg), drawn]


def same_stroke(name: str, a: str, b: str, free: bool) -> bool:
    """Tell whether two lines or colours are alike; free ones, if of a kind."""
    if name in ("fill", "stroke"):
        return a == b
    allowed = STEP if name == "fill-opacity" else PIXEL
    kinds = [[k.strip() for k in COORDINATE.split(text)] for text in (a, b)]
    pairs = zip(COORDINATE.findall(a), COORDINATE.findall(b))
    return kinds[0] == kinds[1] and (
        free or all(abs(Decimal(x) - Decimal(y)) <= allowed for x, y in pairs)
    )
