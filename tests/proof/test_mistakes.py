"""What translators get wrong: told with place and words, mended or left.

Each mistake is planted in a translation with no fault. `fix` puts it back as it
was, or leaves every word.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from shutil import copytree

import pytest
from conftest import check, sample, this_project
from hypothesis import given, settings
from hypothesis import strategies as st
from translated import EN, ENGLISH, PT, write

from proof.pages.page import Page
from proof.translate import commands
from proof.translate.blocks import Unclear
from proof.translate.mend import fixed

pytestmark = pytest.mark.slow

Change = Callable[[str], str | bytes]
SHOWN = "left in the words of docs/en/demo.md"
MORE = "has one {} more, “{}"
ALIKE = "here and `{}` in docs/en/demo.md"
NOTHING = ""


def swap(old: str, new: str) -> Change:
    """Replace the first text that matches."""

    def change(text: str) -> str:
        found = re.subn(old, new, text, count=1)
        assert found[1], old
        return found[0]

    return change


def lose(old: str) -> Change:
    return swap(old, "")


def exchange(one: str, two: str) -> Change:
    """Let two texts stand in each other's places."""

    def change(text: str) -> str:
        assert one in text and two in text
        return two.join(t.replace(two, one) for t in text.split(one))

    return change


def sections_swapped(text: str) -> str:
    return swap(r"(?s)(## Pontua.*?)(## Escala.*?)(?=### Uma tabela)", r"\2\1")(
        text
    )


# What is planted; text of the line that is told, or its number, in the page
# with it; what is said; and whether `fix` puts it back.
MISTAKES: dict[str, tuple[Change, str | int, str, bool]] = {
    "heading id lost": (
        lose(r" \{ #scores[^}]*\}"),
        "## Pontua",
        "this heading has no id",
        False,
    ),
    "formula": (
        swap(r"q \\cdot k", r"k \\cdot q"),
        "k \\cdot",
        "formula is `\\omega = k",
        True,
    ),
    "include of code": (
        swap("py:one", "py:uno"),
        "--8<--",
        "includes no `snippets/demo.py:uno`; what is included",
        True,
    ),
    "page of a link": (
        swap(r"\]\(softmax.md#", "](suavemax.md#"),
        "[softmax",
        ALIKE.format("softmax.md#why"),
        True,
    ),
    "note below code": (
        lose(r"1\.  A camada.*\n"),
        "```python",
        MORE.format("numbered point", "The layer only uses up random"),
        False,
    ),
    "decimal comma": (
        swap(r"0\.1351", "0,1351"),
        "Escrevemos",
        "write decimal numbers with a point",
        True,
    ),
    "kind of a box": (swap("!!! note", "!!! nota"), "!!! nota", "a box", True),
    "fence left open": (
        swap('(py:one"\n)```\n', r"\1"),
        "```python",
        "never closed",
        True,
    ),
    "label in English": (
        swap('label="[^"]*"', 'label="A square of four cells."'),
        "<div role",
        f"“A square of four cells.” is {SHOWN}",
        False,
    ),
    "level of a heading": (
        swap("### Uma", "## Uma"),
        "## Uma",
        ALIKE.format("### table"),
        True,
    ),
    "paragraphs merged": (
        swap("`unpack`.\n\n", "`unpack`.\n"),
        "[Ao come",
        MORE.format("paragraph", ""),
        False,
    ),
    "line ends of Windows": (
        lambda text: text.replace("\n", "\r\n"),
        1,
        "U+000D",
        True,
    ),
    "byte order mark": (lambda text: "\ufeff" + text, 1, NOTHING, True),
    "curly quotation marks of a label": (
        swap('label="([^"]*)"', "label=“\\1”"),
        "<div role",
        'write `<div role="img"',
        True,
    ),
    "tab in a box": (
        swap("    Uma linha", "\tUma linha"),
        "\tUma linha",
        "a tab",
        True,
    ),
    "id translated": (
        swap("#scaling", "#escala"),
        "#escala",
        "has no section `escala`",
        True,
    ),
    "formula in a sentence": (
        swap(r"\$k\$", "$v$"),
        "A pontuação",
        ALIKE.format("k"),
        True,
    ),
    "include of a diagram": (
        swap("square.svg", "quadrado.svg"),
        '--8<-- "docs',
        ALIKE.format("docs/assets/diagrams/demo/square.svg"),
        True,
    ),
    "anchor of a formula": (
        swap("#eq-1", "#ec-1"),
        "[(1)](#ec-1)",
        ALIKE.format("#eq-1"),
        True,
    ),
    "address": (
        swap("arxiv.org/abs/1", "arxiv.org/abs/2"),
        "O [produto",
        ALIKE.format("https://arxiv.org/abs/1"),
        True,
    ),
    "decimal comma in a formula": (
        swap(r"q \\cdot k\n", r"q \\cdot k + 0,5\n"),
        "+ 0,5",
        "write decimal numbers with a point",
        True,
    ),
    "number mistyped": (
        swap(r"0\.1351", "0.1315"),
        "Escrevemos",
        "0.1315",
        True,
    ),
    "two numbers exchanged": (
        exchange("0.1351", "0.1248"),
        "depois 0.1351",
        "`0.1248` is missing from here on",
        False,
    ),
    "caption in English": (
        swap("Quatro pesos", "Four weights"),
        "<figcaption",
        f"“Four weights.” is {SHOWN}",
        False,
    ),
    "curly quotation marks of a box": (
        swap('note "Cuidado"', "note “Cuidado”"),
        "!!! note",
        'write `!!! note "Cuidado"',
        True,
    ),
    "curly quotation marks above": (
        swap("form: notebook", "form: “notebook”"),
        1,
        "`form` is",
        True,
    ),
    "heading in English": (
        swap("## Pontuações", "## Scores"),
        "## Scores",
        f"“Scores” is {SHOWN}",
        False,
    ),
    "title in English": (
        swap("title: Pesos", "title: Weights"),
        1,
        f"“Weights” is {SHOWN}",
        False,
    ),
    "paragraph in English": (
        swap("Ela é.*", 'It is large where the two vectors "agree".'),
        "It is large",
        f"“It is large where the two vectors … .” is {SHOWN}",
        False,
    ),
    "sentence in English": (
        swap("Os pesos somam um", "Weights sum to one"),
        "Os pesos são",
        f"“Weights sum to one.” is {SHOWN}",
        False,
    ),
    "part of a sentence in English": (
        swap("onde os dois vetores", "where the two vectors"),
        "Ela é",
        SHOWN,
        False,
    ),
    "point in English": (
        swap("Primeiro ponto", "First point"),
        "* First",
        f"“First point.” is {SHOWN}",
        False,
    ),
    "paragraph left out": (
        lose("Ela é grande.*\n\n"),
        "$$",
        MORE.format("paragraph", "It is large where the two vectors"),
        False,
    ),
    "point left out": (
        lose(r"\* Some .*\n"),
        "* Veja",
        MORE.format("listed point", "Add up the numbers in a row, one"),
        False,
    ),
    "row left out": (
        lose(r"\| sol .*\n"),
        "### Uma tabela",
        "`0.25` is missing from here on",
        False,
    ),
    "row without a number left out": (
        lose(r"\| mais .*\n"),
        73,
        MORE.format("row of a table", "plus The numbers are added"),
        False,
    ),
    "cell in English": (
        swap(r"\| sol", "| sun"),
        "| sun",
        f"“sun” is {SHOWN}",
        False,
    ),
    "code translated": (
        swap("`unpack`", "`desempacotar`"),
        "O [produto",
        "code `unpack` of docs/en/demo.md",
        True,
    ),
    "space in a link": (
        swap(r"softmax\]\(", "softmax] ("),
        "# Pesos",
        ALIKE.format("softmax.md#why"),
        True,
    ),
    "spaces in bold": (
        swap(r"\*\*peso\*\*", "** peso **"),
        "** peso **",
        "`**` marks nothing",
        True,
    ),
    "colon in a title": (
        swap("title: Pesos", "title: Pesos: o começo"),
        2,
        "a text with a colon as",
        False,
    ),
    "key of the front matter": (
        swap("title:", "título:"),
        "título",
        "front matter is `title`, `description`",
        True,
    ),
    "id twice": (
        swap("#scaling", "#scores"),
        "## Escala",
        "the heading id 'scores' stands in line",
        True,
    ),
    "class of a button": (
        lose(r"\{ \.md-button \}"),
        "[Ao começo",
        "button `{ .md-button }` of docs/en/demo.md",
        True,
    ),
    "name of a symbol": (
        swap(r"text\{in", "text{entra"),
        "Escrevemos",
        "name in a formula `in` of docs/en/demo.md",
        True,
    ),
    "comment translated": (
        swap("<!-- glossary", "<!-- glossário"),
        "<!-- gloss",
        "is HTML that a page may not have",
        True,
    ),
    "sections exchanged": (
        sections_swapped,
        "## Pontua",
        NOTHING,
        True,
    ),
    "space that does not break": (
        swap("Os pesos", "Os\xa0pesos"),
        "Os\xa0",
        "write SPACE",
        True,
    ),
    "hidden space in an id": (
        swap("#scaling", "#scal\u200bing"),
        "## Escala",
        "U+200B",
        True,
    ),
    "not UTF-8": (
        lambda text: text.encode("latin-1"),
        1,
        "this file is not UTF-8",
        False,
    ),
    "accents apart": (
        lambda text: unicodedata.normalize("NFD", text),
        "A aten",
        "save the file in NFC",
        True,
    ),
    "end of a figure": (
        lose("</figure>\n"),
        54,
        "`</figure>`",
        True,
    ),
    "point in thousands": (
        swap("tamanho da", "1.000 de tamanho da"),
        "Escrevemos",
        "1.000",
        False,
    ),
    "box that is folded": (
        swap("!!! note", "??? note"),
        "??? note",
        ALIKE.format("!!! note"),
        True,
    ),
    "kind of a fence": (
        swap("```python", "```texto"),
        "```texto",
        "a fence 'texto' is not known here",
        True,
    ),
    "marks of double width": (
        swap("### Uma tabela", "＃＃＃ Uma tabela"),
        "＃＃＃",
        "write `### Uma tabela",
        True,
    ),
    "spaces in a formula": (
        swap(r"\$k\$", "$ k $"),
        "A pontuação",
        "code or a formula does not end",
        True,
    ),
    "brace lost": (
        swap(r"#table[^}]*\}", "#table"),
        "### Uma tabela",
        "only a heading's `{ #id }`",
        False,
    ),
    "two versions": (
        swap("Ela é.*", "<<<<<<< HEAD\n\\g<0>\n=======\nEla.\n>>>>>>> o"),
        "<<<<<<<",
        "two versions of this text were not merged",
        False,
    ),
    "bold in HTML": (
        swap(r"\*\*peso\*\*", "<b>peso</b>"),
        "<b>",
        "is HTML that a page may not have",
        True,
    ),
    "include with its fence": (
        lose("```python\n.*\n```\n\n"),
        29,
        "is `nothing` here",
        True,
    ),
    "text of a box": (
        swap("    Uma linha", "Uma linha"),
        "Uma linha",
        "stands in another order or depth",
        True,
    ),
    "title of a box": (
        lose(' "Cuidado"'),
        "!!! note",
        "this box has no title, and docs/en/demo.md",
        False,
    ),
    "bold that is not closed": (
        swap(r"\*\*peso\*\*", "**peso"),
        "**peso",
        "`**` marks nothing",
        False,
    ),
    "section emptied": (
        lose("\nOs pesos são.*\n"),
        "## Para lembrar",
        MORE.format("paragraph", "Weights are positive."),
        False,
    ),
    "marks of a list": (
        swap(r"1\.  A camada", "1)  A camada"),
        "```python",
        "the list directly below it 0 notes",
        True,
    ),
    "two links exchanged": (
        swap(
            r"(?s)(softmax.md#why)(?=.{,30}artigo)(.*)(https://arxiv.org/abs/1)",
            r"\3\2\1",
        ),
        "[produto",
        "“produto escalar” leads to `https://arxiv.org/abs/1` and",
        False,
    ),
}
UNTOLD = {  # of who does not know the language
    "negation lost": swap(", não necessariamente", ", necessariamente"),
    "wrong word": swap("produto escalar das", "produto vetorial das"),
}


LINK = r"\[softmax\]\(softmax.md#why\)"
FIGURE = r"(?s:<figure markdown>.*?</figure>)\n\n"
BLOCK = '```python\n--8<-- "snippets/demo.py:two"\n```\n'
FORMULA = "$$\n\\omega = q \\cdot k\n\\tag{1}\n$$\n"
SUM = "$$\na + b\n$$\n"
BUTTON = "{ .md-button }"


def same(text: str) -> str:
    return text


def figure_moved(text: str) -> str:
    """The figure above the table, which is another section."""
    (figure,) = re.findall(FIGURE, text)
    text = text.replace(figure, "")
    return re.sub(r"(\n### .*\n\n)", lambda m: m[1] + figure, text)


def block_moved(text: str) -> str:
    """A block with its note in another section."""
    (block,) = re.findall(r"```python\n.*:one\"\n```\n\n1\..*\n\n", text)
    text = text.replace(block, "")
    return re.sub(
        r"(\n## Pi.*\n\n|\n## Fi.*\n\n)", lambda m: m[1] + block, text
    )


def note_in_fence(text: str) -> str:
    return swap("(```\n)\n(1\\..*\n)", r"\2\1")(text)


def ids_swapped(text: str) -> str:
    ids = re.findall(r"\{ #(?:scores|scaling)[^}]*\}", text)
    return exchange(*ids)(text)


# What is done to the translation, and to the original; and what `fix` makes of
# the first: itself before, or a text with this, or no word less.
Repair = tuple[Change, Callable[[str], str], bool | str]
REPAIRS: dict[str, Repair] = {
    # Includes and fences
    "include lost": (lose(BLOCK.replace("\n", "\n") + "\n"), same, True),
    "include twice": (swap(f"({BLOCK})", r"\1\n\1"), same, True),
    "includes exchanged": (exchange("py:one", "py:two"), same, True),
    "code typed": (swap("--8<-- .*:two.*", "y = x  # soma"), same, "y = x"),
    "path of code": (swap("snippets/demo", "trechos/demo"), same, True),
    "include without quotation marks": (
        swap('"(snippets/demo.py:two)"', r"\1"),
        same,
        True,
    ),
    "include in curly quotation marks": (
        swap('"(snippets/demo.py:two)"', "“\\1”"),
        same,
        True,
    ),
    "mark of a fence in upper case": (
        swap("```python", "```Python"),
        same,
        True,
    ),
    "fence of waves": (
        swap("```python(\n.*two.*\n)```", r"~~~python\1~~~"),
        same,
        True,
    ),
    "fence without a kind": (swap("```python", "```"), same, True),
    "fence without a start": (swap("```python\n", ""), same, True),
    "last fence left open": (swap('(two"\n)```\n', r"\1"), same, True),
    "fence of commands left open": (swap("(torch\n)```\n", r"\1"), same, True),
    "fence of another shell": (swap("```sh", "```bash"), same, True),
    "comment of a command": (swap("without torch", "sem"), same, "sem"),
    "command": (swap("make check", "make verifica"), same, "make check"),
    "block of the original lost": (same, lose(BLOCK + "\n"), "make check"),
    "note in a fence": (note_in_fence, same, "A camada só gasta"),
    # Figures
    "figure without its end": (lose("</div>\n"), same, True),
    "figure without its start": (lose("<figure markdown>\n"), same, True),
    "caption without its end": (lose("</figcaption>"), same, True),
    "figure lost": (lose(FIGURE), same, "Four weights."),
    "figure twice": (swap(f"({FIGURE})", r"\1\1"), same, "Quatro pesos."),
    "figure that the original has moved": (same, figure_moved, "Quatro pesos."),
    "figure that the original has lost": (same, lose(FIGURE), "<!-- kept -->"),
    "figure moved": (figure_moved, same, True),
    "block that the original has moved": (same, block_moved, "A camada só"),
    "block moved": (block_moved, same, True),
    # Headings
    "level lower": (swap("## Escala", "#### Escala"), same, True),
    "level higher": (swap("### Uma", "# Uma"), same, True),
    "no space in a heading": (swap("## Escala", "##Escala"), same, True),
    "ids of two sections exchanged": (ids_swapped, same, True),
    "heading deleted": (lose("## Escala.*\n"), same, "As pontuações são"),
    "heading of a part of the page": (
        lambda text: lose("(?s)## Figura.*?(?=## Para)")(
            swap("#scaling", "#escala")(text)
        ),
        same,
        False,
    ),
    "section of its own": (
        swap("## Figura", "## Custo { #cost }\n\nIsso custa.\n\n## Figura"),
        same,
        "Isso custa.",
    ),
    # Links
    "link lost": (
        swap(LINK, "softmax"),
        same,
        False,
    ),
    "link without a target": (
        swap(LINK, "[softmax]"),
        same,
        True,
    ),
    "link with an empty target": (
        swap(LINK, "[softmax]()"),
        same,
        True,
    ),
    "link in HTML": (
        swap(
            LINK,
            '<a href="softmax.md#why">softmax</a>',
        ),
        same,
        True,
    ),
    "number of a formula without its link": (
        swap(r"\[\(1\)\]\(#eq-1\)", "(1)"),
        same,
        True,
    ),
    "link too many": (swap("tamanho", "[tamanho](softmax.md)"), same, False),
    "links of formula and page exchanged": (
        exchange("](softmax.md#why) vem", "](#eq-1) usa"),
        same,
        False,
    ),
    "link in brackets of double width": (
        swap(r"\[softmax\]\((.*?)\)", r"［softmax］（\1）"),
        same,
        True,
    ),
    "targets of two buttons": (
        exchange("(#weights){", "(softmax.md){"),
        same,
        False,
    ),
    # Formulas
    "formula lost": (lose(re.escape(FORMULA) + "\n"), same, True),
    "formula too many": (
        swap("## Figura", lambda m: f"{SUM}\n{m[0]}"),
        same,
        True,
    ),
    "formula left open": (swap(r"(tag\{1\}\n)\$\$\n", r"\1"), same, True),
    "formula without a start": (swap(r"\$\$\n(\\omega)", r"\1"), same, True),
    "formula with words": (
        swap(r"q \\cdot k\n", r"k \\cdot q \\text{ se perto}\n"),
        same,
        "se perto",
    ),
    "formulas in a sentence exchanged": (exchange("$q$", "$k$"), same, False),
    # All of a page
    "end of the front matter": (swap('("0.25"\n)---\n', r"\1"), same, True),
    "UTF-16": (lambda text: text.encode("utf-16"), same, True),
}


@pytest.fixture(scope="session")
def sound(tmp_path_factory) -> Path:
    """A translation without a fault."""
    return write(tmp_path_factory.mktemp("sound"))


MARKS = {*re.findall(r"\w+", ENGLISH), "data", "from"}  # and words of both


def words(text: str) -> Counter:
    """All words that only prose has, and how often they stand there.

    Less names of code, of symbols and of places, which `fix` may replace.
    """
    text = unicodedata.normalize("NFC", re.sub("[\xad\u200b\ufeff]", "", text))
    text = re.sub(r"\]\s*[(（][^)）\s]*|<a [^>]*>", " ", text)
    text = re.sub(r"\{[^}]*\}|--8<--.*|```\w*|`[^`\s]*`", " ", text)
    text = re.sub(r"(?m)^\w+: |[!?]{3} \w+|<!--.*?-->", " ", text)
    return Counter(
        w for w in re.findall(r"[^\W\d_]{2,}", text) if w not in MARKS
    )


@pytest.fixture(scope="module")
def planted(sound, tmp_path_factory) -> Path:
    """A copy of it, in which one test after the other plants."""
    return Path(copytree(sound, tmp_path_factory.mktemp("planted") / "all"))


def plant(root: Path, sound: Path, path: str, change: Change) -> bytes:
    """Plant a change in a page; the page with it."""
    text = change((sound / path).read_text("utf-8"))
    text = text if isinstance(text, bytes) else text.encode()
    (root / path).write_bytes(text)
    return text


def mended(root: Path, text: bytes, restored: bool, sound: Path) -> str:
    """What `fix` makes of a page: no word less, and once more the same."""
    commands.main(["fix", "pt/demo"], root)
    after = (root / PT).read_bytes()
    if restored and text[:2] != b"\xff\xfe":
        assert after.decode() == (sound / PT).read_text("utf-8")
    elif text[:2] == b"\xff\xfe" or b"\xe1" in text and b"\xc3" not in text:
        assert after == text
    else:
        assert words(text.decode()) <= words(after.decode())
    return after.decode("utf-8", "replace")


@pytest.mark.parametrize("name", UNTOLD)
def test_what_only_a_reader_sees_is_not_touched(planted, sound, name):
    text = plant(planted, sound, PT, UNTOLD[name])
    plant(planted, sound, EN, same)
    assert commands.main(["fix"], planted) == 0 and check(planted) == []
    assert (planted / PT).read_bytes() == text


FAITHFUL = {  # a translator may
    "divide a sentence": swap("positivos. Os", "positivos, todos. E os"),
    "join two sentences": swap("positivos. Os", "positivos, e os"),
    "leave an example in quotation marks": swap(
        "Ela é grande", '"Weights sum to one." Ela é grande'
    ),
    "leave a term in italics": swap("somam um", "*sum to one* somam um"),
    "name who wrote a paper": swap("somam um", "somam um (Vaswani et al.)"),
    "repeat a piece of code": swap("no fim\n", "no fim, depois de `pack`,\n"),
    "name links in another order": swap(
        "(?s)O .produto.*?usa esse produto",
        "Na fórmula [(1)](#eq-1) entra o [produto escalar](softmax.md#why),\n"
        "de [um artigo](https://arxiv.org/abs/1)",
    ),
}


@pytest.mark.parametrize("name", FAITHFUL)
def test_a_translator_writes_freely(planted, sound, name):
    text = plant(planted, sound, PT, FAITHFUL[name])
    plant(planted, sound, EN, same)
    assert check(planted) == []
    assert commands.main(["fix"], planted) == 0
    assert (planted / PT).read_bytes() == text


PLANTED = st.lists(st.sampled_from([*MISTAKES.values(), *REPAIRS.values()]))


@given(PLANTED.map(lambda rows: rows[:5]))
@settings(max_examples=15)
def test_fix_loses_no_word_of_many_mistakes(sound, rows):
    """However many are in one page; once more it changes nothing."""
    text = (sound / PT).read_text("utf-8")
    original = Page(sound, EN)
    for change, *_ in rows:
        with suppress(AssertionError, ValueError, AttributeError):
            new = change(text)
            text = new if isinstance(new, str) else text
    try:
        after = fixed(Page(sound, PT, text), original)
    except Unclear:
        return
    assert words(text) <= words(after)
    assert fixed(Page(sound, PT, after), original) == after


PAIRS = {page.path: (page, other) for page, other in this_project().translated}


@pytest.mark.parametrize("path", sample(PAIRS, "docs/pt/index.md"))
def test_fix_changes_nothing_in_this_project(path):
    page, original = PAIRS[path]
    before = [line for line in page.lines if line]
    assert [s for s in fixed(page, original).split("\n") if s] == before
    for state in this_project().page_states[page.path]:
        assert state.made_from == state.now or state.status != "current"


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_and_mended_or_left(planted, sound, name, capsys):
    change, place, said, restored = MISTAKES[name]
    text = plant(planted, sound, PT, change)
    plant(planted, sound, EN, same)
    lines = text.decode("utf-8", "replace").splitlines()
    if said:
        at = place
        if isinstance(place, str):
            at = next(n for n, line in enumerate(lines, 1) if place in line)
        told = check(planted)
        assert {p[:2] for p in told} == {(PT, at)}, told
        assert [said in p.message for p in told] == [True], told
    after = mended(planted, text, restored, sound)
    faults = [problem for problem in check(planted) if problem.path == PT]
    capsys.readouterr()
    assert commands.main(["fix", "pt/demo"], planted) == bool(faults)
    assert (planted / PT).read_text("utf-8", "replace") == after
    assert "mended" not in capsys.readouterr().out


ALWAYS = (  # what once lost words, and what moves
    "UTF-16",
    "note in a fence",
    "figure twice",
    "figure that the original has moved",
    "figure that the original has lost",
    "block that the original has moved",
    "ids of two sections exchanged",
    "heading deleted",
    "code typed",
)


@pytest.mark.parametrize("name", sample(REPAIRS, *ALWAYS))
def test_a_repair_loses_no_word_and_is_made_once(planted, sound, name, capsys):
    mine, theirs, expected = REPAIRS[name]
    text = plant(planted, sound, PT, mine)
    plant(planted, sound, EN, theirs)
    after = mended(planted, text, expected is True, sound)
    if isinstance(expected, str):
        assert expected in after
    if theirs is not same:  # nobody who edits the original is stopped
        assert [p for p in check(planted) if p.path == PT] == []
    capsys.readouterr()
    commands.main(["fix", "pt/demo"], planted)
    assert (planted / PT).read_text("utf-8", "replace") == after
    assert "mended" not in capsys.readouterr().out
