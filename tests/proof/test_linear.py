"""What a text costs grows with its length, and no faster.

Each run counts calls. What happens inside a pattern is no call, so the week
grows each text up to the limits, and compares CPU time with CPU time: of texts
of which one is four times as long as the other, neither with a clock.
"""

import gc
import re
import sys
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from time import process_time

import pytest
from conftest import check, sample, speak
from test_markup import renderer

from proof.files import LARGEST, LARGEST_DATA, LONGEST
from proof.problem import Problem
from proof.site.shown import Shown

pytestmark = pytest.mark.slow

PAGES = "docs/en/demo.md", "docs/pt/demo.md"
WIDTH = 78
SMALL = 2_000  # bytes; the first pages that took minutes had 40,000
GROWN = (6_000, 24_000, 96_000)  # up to the largest page
DATA = (10_000, 40_000, 160_000, 640_000)  # N makes it longer: near the limit
STEEP = 8  # times the work for four times the text: the power 1.5
MANY = 50  # times what words of that length take to render
TRIES = 4  # until the machine has nothing else to do

# What starts something and may never end it, or is repeated: N is a number.
PIECES = [
    *("[", "](", "![", "[a](b", "[a](#demo) ", "]:", "\\", "\\$", "&#"),
    *(
        "$",
        "$a",
        "$$\n",
        "$$ a\n",
        "$$a$$\n\n",
        "`",
        "`` ` ",
        "**",
        "*a",
        "_a_ ",
    ),
    *("<", "<!--", "<!-- glossary -->", "<figure markdown>", "</figure>"),
    *('<div role="img" aria-label="', "{", "{ #a } ", "{ .b"),
    *("!!! ", "!!! note\n", "!!! note\n\n    a\n\n", "> ", ">", "# "),
    *("- ", "* a\n", "1. a\n", "    * ", "|", "| a ", "| - ", "-", "a "),
    *("1.", "0.5 ", "1,1 ", "11111", "```\n", "~~~\n", "```sh\nmake\n```\n"),
    *("--8<-- \n", '--8<-- "docs/outputs/demo/one.svg"\n', "## A\n\n"),
    *("## A { #aN }\n\n", "## A { #a }\n\nattention attention\n\n"),
]


@pytest.fixture
def spoken(small):
    """The small project in two languages: nothing stops a check before it."""
    speak(small, "en", "pt")
    return small


# What the checks refuse soon, or all pages have; the week asks of it, too.
MORE = [
    *("<a ", "<div>", "</div>", "<p>\n", "<!-- a -->", "&", "&#x41;", "}"),
    *("[] ", "[a] ", "[a][b] ", "[a]: b\n", "[^1]", "[^1]: a\n", "](x", "\\["),
    *("http://a.b ", "---\n", "=\n", "a\n=\n", "+ ", "==", "++", "~~", "^^"),
    *(":::", "--8<--", "{ #a", "''", '"', "“", "%", "@", "|||", "--", "0."),
    *(".5", "1e5 ", "$\\frac{", "$${", "\\tag{1}", "\\(", "[a", "a]", "[a\n"),
]


def planted(piece: str, size: int, width: int = WIDTH) -> str:
    """A text of one paragraph and many, as far as the piece allows."""
    line = piece if "\n" in piece else piece * max(1, width // len(piece))
    count = size // len(line) // 2
    texts = [line.replace("N", str(number)) for number in range(2 * count)]
    return "\n".join(texts[:count]) + "\n\n" + "\n\n".join(texts[count:])


def wide(piece: str, size: int) -> str:
    """A text whose lines grow with it, up to the longest that may be."""
    return planted(piece, size, size * (LONGEST - 10) // GROWN[-1])


def spent(work: Callable[[], object]) -> float:
    """The CPU time of some work."""
    gc.collect()
    gc.disable()  # it looks again and again at all that there is
    try:
        start = process_time()
        work()
        return process_time() - start
    finally:
        gc.enable()


def is_steep(
    work: Callable[[str], object], text: Callable, sizes=GROWN, much=0.0
) -> bool:
    """Whether work on a text grows much faster than the text, and is much.

    The least of several times is taken where it seems so.
    """
    least: dict[int, float] = {}
    for _ in range(TRIES):
        for small, size in zip((0, *sizes), sizes):
            taken = spent(lambda: work(text(size)))  # noqa: B023
            least[size] = min(taken, least.get(size, taken))
            if small and least[size] > max(much, STEEP * least[small]):
                break
        else:
            return False
    return True


NUMBERS = count()  # nothing is asked twice of one text: it is remembered


def put_page(root: Path, text: str) -> list[Problem]:
    """What the checks find on a page of this text, in two languages."""
    title = f"# Demo {next(NUMBERS)} {{ #demo }}\n\n"
    for path in PAGES:
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(f"{title}{text}\n", "utf-8")
    return check(root)


def render(text: str) -> None:
    """Render a text as MkDocs does, and read back what comes of it."""
    html = renderer().reset().convert(f"# Demo {{ #demo }}\n\n{text}\n")
    Shown(f"<article>{html}</article>", set())


def calls(root: Path, text: str) -> int:
    """How often the checks call a function when each language has the text."""
    for path in PAGES:
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(f"# Demo {{ #demo }}\n\n{text}\n", "utf-8")
    count = 0

    def called(frame, event: str, what) -> None:
        nonlocal count
        count += event.endswith("call")

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        check(root)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("piece", PIECES)
def test_twice_the_text_is_twice_the_work(spoken, piece):
    once, twice = (calls(spoken, planted(piece, n * SMALL)) for n in (1, 2))
    assert twice < 2.2 * once


def test_work_that_grows_faster_than_its_text_is_found():
    assert is_steep(partial(re.findall, "a*a*b"), "a".__mul__, (150, 600))
    assert not is_steep(
        partial(re.findall, "a+b?"), "a".__mul__, (10**5, 4 * 10**5)
    )


EVERY = [
    (piece, text) for piece in (*PIECES, *MORE) for text in (planted, wide)
]


@pytest.mark.parametrize("grown", sample(EVERY, ("](", planted), ("<a ", wide)))
def test_a_grown_page_takes_no_more_than_its_share(spoken, grown):
    piece, text = grown
    assert not is_steep(partial(put_page, spoken), partial(text, piece))


@pytest.mark.weekly
@pytest.mark.parametrize("piece, text", EVERY)
def test_what_may_be_rendered_is_rendered_as_fast(spoken, piece, text):
    """What the checks refuse, with a fault that others have not, is not.

    Python-Markdown moves its list of blocks for each: steep, and little.
    """
    faults = len(put_page(spoken, "a"))
    if len(put_page(spoken, text(piece, GROWN[0]))) == faults:
        much = MANY * usual(GROWN[-1])
        assert not is_steep(render, partial(text, piece), much=much)


def usual(size: int) -> float:
    """The CPU time that words of a length take to render, when warm."""
    return min(spent(partial(render, planted("a ", size))) for _ in range(3))


@pytest.mark.weekly
def test_brackets_that_the_checks_refuse_would_be_found():
    sizes = (1_500, 6_000)
    much = MANY * usual(sizes[-1])
    assert is_steep(render, partial(planted, "["), sizes, much)


FILES = {  # a path, and what its text repeats
    "docs/en/terms.yml": "kN:\n  term: aN\n  definition: a\n"
    "  see: demo.md#demo\n",
    "docs/en/words.yml": "kN: a\n",
    "docs/en/errata.yml": "N1:\n  says: a\n  why: a\n  right: a\n"
    "  guides: '000'\n  shown: [demo.md#demo]\n",
    "docs/sources.yml": "'N':\n  title: a\n  language: en\n  rows:\n"
    "    000-01: {heading: a, covered: [demo.md#demo]}\n",
    "docs/en/editorial.yml": "demo#kN:\n  - {from: 0a1b2c3d, to: 0a1b2c3d}\n",
    "docs/recorded.json": "kN: {python: '3', torch: '2', device: a}\n",
    "docs/en/queries.yml": "- {text: a, found: demo}\n",
    "docs/en/dictionary.txt": "aN\n",
    "docs/outputs/demo/one.svg": '<svg><path d="M0 0" /></svg>\n',
    "docs/outputs/demo/one.html": "<table><tr><td>0.25</td></tr></table>\n",
    "docs/outputs/demo/one.txt": "a 0.25 1.5e-07 ",
    "docs/outputs/demo/one.js": "attention.weights(",
    "snippets/demo.py": "# %% aN\nx = 1\n\n",
    "snippets/chapters/demo/predictions.yml": "kN: {cell: a, choices: [a]}\n",
}
YAML = ["- ", "[", "{", '"', "'", "a: ", "? ", "|\n", "&a ", "*a ", "!!x ", "#"]
YAML += ["%", "\\", "- a\n", "kN: a\n", "k: a\n", "a: [a, b]\n", ">\n a\n"]


@pytest.mark.weekly
@pytest.mark.parametrize(
    "path, piece",
    [*FILES.items(), *(("docs/en/terms.yml", piece) for piece in YAML)],
)
def test_a_grown_file_of_data_takes_no_more_than_its_share(spoken, path, piece):
    def work(text: str) -> None:
        (spoken / path).parent.mkdir(parents=True, exist_ok=True)
        (spoken / path).write_text(f"# {next(NUMBERS)}\n{text}", "utf-8")
        check(spoken)

    sizes = DATA if path.endswith(("yml", "json")) else GROWN
    assert not is_steep(work, partial(planted, piece), sizes)


@pytest.mark.parametrize("path", [*PAGES, *FILES])
def test_what_is_larger_is_refused_at_once(spoken, path):
    """A file that is too large, and a line that is too long."""
    data = path.endswith(("yml", "json"))
    (spoken / path).parent.mkdir(parents=True, exist_ok=True)
    for text, said in (
        ("a\n" * (LARGEST_DATA if data else LARGEST), "bytes; split it"),
        ("\n" + "a" * (LONGEST + 1), "letters; break it"),
    ):
        (spoken / path).write_text(text, "utf-8")
        told = [p.message for p in check(spoken) if p.path == path]
        assert len(told) <= 2 and any(said in message for message in told)
