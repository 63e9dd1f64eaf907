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
from typing import NamedTuple

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


class Mistake(NamedTuple):
    """What is planted; where it is told, and what is said.

    The place is a text of the line, in the page with it, or its number.
    """

    change: Change
    place: str | int
    said: str


MENDED = {  # by `fix`, which puts back what stood there
    "formula too many": Mistake(
        swap("## Figura", "$$\na + b\n$$\n\n## Figura"),
        "a + b",
        ALIKE.format("nothing"),
    ),
    "formula": Mistake(
        swap(r"q \\cdot k", r"k \\cdot q"),
        "k \\cdot",
        "formula is `\\omega = k",
    ),
    "include of code": Mistake(
        swap("py:one", "py:uno"),
        "--8<--",
        "includes no `snippets/demo.py:uno`; what is included",
    ),
    "page of a link": Mistake(
        swap(r"\]\(softmax.md#", "](suavemax.md#"),
        "[softmax",
        ALIKE.format("softmax.md#why"),
    ),
    "decimal comma": Mistake(
        swap(r"0\.1351", "0,1351"),
        "Escrevemos",
        "write decimal numbers with a point",
    ),
    "kind of a box": Mistake(swap("!!! note", "!!! nota"), "!!! nota", "a box"),
    "fence left open": Mistake(
        swap('(py:one"\n)```\n', r"\1"), "```python", "never closed"
    ),
    "level of a heading": Mistake(
        swap("### Uma", "## Uma"), "## Uma", ALIKE.format("### table")
    ),
    "line ends of Windows": Mistake(
        lambda text: text.replace("\n", "\r\n"), 1, "U+000D"
    ),
    "byte order mark": Mistake(lambda text: "\ufeff" + text, 1, NOTHING),
    "curly quotation marks of a label": Mistake(
        swap('label="([^"]*)"', "label=“\\1”"),
        "<div role",
        'write `<div role="img"',
    ),
    "tab in a box": Mistake(
        swap("    Uma linha", "\tUma linha"), "\tUma linha", "a tab"
    ),
    "formula in a sentence": Mistake(
        swap(r"\$k\$", "$v$"), "A pontuação", ALIKE.format("k")
    ),
    "include of a diagram": Mistake(
        swap("square.svg", "quadrado.svg"),
        '--8<-- "docs',
        ALIKE.format("docs/assets/diagrams/demo/square.svg"),
    ),
    "anchor of a formula": Mistake(
        swap("#eq-1", "#ec-1"), "[(1)](#ec-1)", ALIKE.format("#eq-1")
    ),
    "address": Mistake(
        swap("arxiv.org/abs/1", "arxiv.org/abs/2"),
        "O [produto",
        ALIKE.format("https://arxiv.org/abs/1"),
    ),
    "decimal comma in a formula": Mistake(
        swap(r"q \\cdot k\n", r"q \\cdot k + 0,5\n"),
        "+ 0,5",
        "write decimal numbers with a point",
    ),
    "number mistyped": Mistake(
        swap(r"0\.1351", "0.1315"), "Escrevemos", "0.1315"
    ),
    "curly quotation marks of a box": Mistake(
        swap('note "Cuidado"', "note “Cuidado”"),
        "!!! note",
        'write `!!! note "Cuidado"',
    ),
    "curly quotation marks above": Mistake(
        swap("form: notebook", "form: “notebook”"), 1, "`form` is"
    ),
    "code translated": Mistake(
        swap("`unpack`", "`desempacotar`"),
        "O [produto",
        "code `unpack` of docs/en/demo.md",
    ),
    "space in a link": Mistake(
        swap(r"softmax\]\(", "softmax] ("),
        "# Pesos",
        ALIKE.format("softmax.md#why"),
    ),
    "spaces in bold": Mistake(
        swap(r"\*\*peso\*\*", "** peso **"), "** peso **", "`**` marks nothing"
    ),
    "key of the front matter": Mistake(
        swap("title:", "título:"),
        "título",
        "front matter is `title`, `description`",
    ),
    "id twice": Mistake(
        swap("#scaling", "#scores"),
        "## Escala",
        "the heading id 'scores' stands in line",
    ),
    "class of a button": Mistake(
        lose(r"\{ \.md-button \}"),
        "[Ao começo",
        "button `{ .md-button }` of docs/en/demo.md",
    ),
    "name of a symbol": Mistake(
        swap(r"text\{in", "text{entra"),
        "Escrevemos",
        "name in a formula `in` of docs/en/demo.md",
    ),
    "comment translated": Mistake(
        swap("<!-- changes", "<!-- mudanças"),
        "<!-- mud",
        "is HTML that a page may not have",
    ),
    "sections exchanged": Mistake(sections_swapped, "## Pontua", NOTHING),
    "space that does not break": Mistake(
        swap("Os pesos", "Os\xa0pesos"), "Os\xa0", "write SPACE"
    ),
    "hidden space in an id": Mistake(
        swap("#scaling", "#scal\u200bing"), "## Escala", "U+200B"
    ),
    "accents apart": Mistake(
        lambda text: unicodedata.normalize("NFD", text),
        "A aten",
        "save the file in NFC",
    ),
    "end of a figure": Mistake(lose("</figure>\n"), 54, "`</figure>`"),
    "box that is folded": Mistake(
        swap("!!! note", "??? note"), "??? note", ALIKE.format("!!! note")
    ),
    "kind of a fence": Mistake(
        swap("```python", "```texto"),
        "```texto",
        "a fence 'texto' is not known here",
    ),
    "marks of double width": Mistake(
        swap("### Uma tabela", "＃＃＃ Uma tabela"),
        "＃＃＃",
        "write `### Uma tabela",
    ),
    "spaces in a formula": Mistake(
        swap(r"\$k\$", "$ k $"), "A pontuação", "code or a formula does not end"
    ),
    "bold in HTML": Mistake(
        swap(r"\*\*peso\*\*", "<b>peso</b>"),
        "<b>",
        "is HTML that a page may not have",
    ),
    "include with its fence": Mistake(
        lose("```python\n.*\n```\n\n"), 29, "is `nothing` here"
    ),
    "text of a box": Mistake(
        swap("    Uma linha", "Uma linha"),
        "Uma linha",
        "stands in another order or depth",
    ),
    "marks of a list": Mistake(
        swap(r"1\.  A camada", "1)  A camada"),
        "```python",
        "the list directly below it 0 notes",
    ),
}
LEFT = {  # to who translates; not a word is lost
    "heading id lost": Mistake(
        lose(r" \{ #scores[^}]*\}"), "## Pontua", "this heading has no id"
    ),
    "note below code": Mistake(
        lose(r"1\.  A camada.*\n"),
        "```python",
        MORE.format("numbered point", "The layer only uses up random"),
    ),
    "label in English": Mistake(
        swap('label="[^"]*"', 'label="A square of four cells."'),
        "<div role",
        f"“A square of four cells.” is {SHOWN}",
    ),
    "paragraphs merged": Mistake(
        swap("`unpack`.\n\n", "`unpack`.\n"),
        "[Ao come",
        MORE.format("paragraph", ""),
    ),
    "caption in English": Mistake(
        swap("Quatro pesos", "Four weights"),
        "<figcaption",
        f"“Four weights.” is {SHOWN}",
    ),
    "heading in English": Mistake(
        swap("## Pontuações", "## Scores"), "## Scores", f"“Scores” is {SHOWN}"
    ),
    "title in English": Mistake(
        swap("title: Pesos", "title: Weights"), 1, f"“Weights” is {SHOWN}"
    ),
    "paragraph in English": Mistake(
        swap("Ela é.*", 'It is large where the two vectors "agree".'),
        "It is large",
        f"“It is large where the two vectors … .” is {SHOWN}",
    ),
    "sentence in English": Mistake(
        swap("Os pesos somam um", "Weights sum to one"),
        "Os pesos são",
        f"“Weights sum to one.” is {SHOWN}",
    ),
    "part of a sentence in English": Mistake(
        swap("onde os dois vetores", "where the two vectors"), "Ela é", SHOWN
    ),
    "point in English": Mistake(
        swap("Primeiro ponto", "First point"),
        "* First",
        f"“First point.” is {SHOWN}",
    ),
    "paragraph left out": Mistake(
        lose("Ela é grande.*\n\n"),
        "$$",
        MORE.format("paragraph", "It is large where the two vectors"),
    ),
    "point left out": Mistake(
        lose(r"\* Some .*\n"),
        "* Veja",
        MORE.format("listed point", "Add up the numbers in a row, one"),
    ),
    "row without a number left out": Mistake(
        lose(r"\| mais .*\n"),
        73,
        MORE.format("row of a table", "plus The numbers are added"),
    ),
    "cell in English": Mistake(
        swap(r"\| sol", "| sun"), "| sun", f"“sun” is {SHOWN}"
    ),
    "colon in a title": Mistake(
        swap("title: Pesos", "title: Pesos: o começo"),
        2,
        "a text with a colon as",
    ),
    "not UTF-8": Mistake(
        lambda text: text.encode("latin-1"), 1, "this file is not UTF-8"
    ),
    "point in thousands": Mistake(
        swap("tamanho da", "4.096 de tamanho da"), "Escrevemos", "4.096"
    ),
    "brace lost": Mistake(
        swap(r"#table[^}]*\}", "#table"),
        "### Uma tabela",
        "only a heading's `{ #id }`",
    ),
    "two versions": Mistake(
        swap("Ela é.*", "<<<<<<< HEAD\n\\g<0>\n=======\nEla.\n>>>>>>> o"),
        "<<<<<<<",
        "two versions of this text were not merged",
    ),
    "title of a box": Mistake(
        lose(' "Cuidado"'),
        "!!! note",
        "this box has no title, and docs/en/demo.md",
    ),
    "bold that is not closed": Mistake(
        swap(r"\*\*peso\*\*", "**peso"), "**peso", "`**` marks nothing"
    ),
    "section emptied": Mistake(
        lose("\nOs pesos são.*\n"),
        "## Para lembrar",
        MORE.format("paragraph", "Weights are positive."),
    ),
    "two links exchanged": Mistake(
        swap(
            r"(?s)(softmax.md#why)(?=.{,30}artigo)(.*)(https://arxiv.org/abs/1)",
            r"\3\2\1",
        ),
        "[produto",
        "“produto escalar” leads to `https://arxiv.org/abs/1` and",
    ),
}
MISTAKES = MENDED | LEFT


LINK = r"\[softmax\]\(softmax.md#why\)"
FIGURE = r"(?s:<figure markdown>.*?</figure>)\n\n"
BLOCK = '```python\n--8<-- "snippets/demo.py:two"\n```\n'
FORMULA = "$$\n\\omega = q \\cdot k\n\\tag{1}\n$$\n"


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
    one, other = re.findall(r"\{ #(?:scores|scaling)[^}]*\}", text)
    return exchange(one, other)(text)


class Repair(NamedTuple):
    """What is done to the translation, or to its original.

    It is expected that `fix` puts back what stood there (True), makes a text
    with this, or loses no word (False).
    """

    mine: Change
    expected: bool | str = True
    theirs: Callable[[str], str] = same


REPAIRS = {
    # Includes and fences
    "include lost": Repair(lose(BLOCK + "\n")),
    "include twice": Repair(swap(f"({BLOCK})", r"\1\n\1")),
    "includes exchanged": Repair(exchange("py:one", "py:two")),
    "code typed": Repair(swap("--8<-- .*:two.*", "y = x  # soma"), "y = x"),
    "path of code": Repair(swap("snippets/demo", "trechos/demo")),
    "include without quotation marks": Repair(
        swap('"(snippets/demo.py:two)"', r"\1")
    ),
    "include in curly quotation marks": Repair(
        swap('"(snippets/demo.py:two)"', "“\\1”")
    ),
    "mark of a fence in upper case": Repair(swap("```python", "```Python")),
    "fence of waves": Repair(
        swap("```python(\n.*two.*\n)```", r"~~~python\1~~~")
    ),
    "fence without a kind": Repair(swap("```python", "```")),
    "fence without a start": Repair(swap("```python\n", "")),
    "last fence left open": Repair(swap('(two"\n)```\n', r"\1")),
    "fence of commands left open": Repair(swap("(torch\n)```\n", r"\1")),
    "fence of another shell": Repair(swap("```sh", "```bash")),
    "comment of a command": Repair(swap("without torch", "sem"), "sem"),
    "command": Repair(swap("make check", "make verifica"), "make check"),
    "block of the original lost": Repair(
        same, "make check", theirs=lose(BLOCK + "\n")
    ),
    "note in a fence": Repair(note_in_fence, "A camada só gasta"),
    # Figures
    "figure without its end": Repair(lose("</div>\n")),
    "figure without its start": Repair(lose("<figure markdown>\n")),
    "caption without its end": Repair(lose("</figcaption>")),
    "figure lost": Repair(lose(FIGURE), "Four weights."),
    "picture lost": Repair(
        lose(r'<div role="img".*\n--8<-- "docs.*\n</div>\n'),
        "A square of four cells.",
    ),
    "figure twice": Repair(swap(f"({FIGURE})", r"\1\1"), "Quatro pesos."),
    "figure that the original has moved": Repair(
        same, "Quatro pesos.", theirs=figure_moved
    ),
    "figure that the original has lost": Repair(
        same, "<!-- kept -->", theirs=lose(FIGURE)
    ),
    "figure moved": Repair(figure_moved),
    "block that the original has moved": Repair(
        same, "A camada só", theirs=block_moved
    ),
    "block moved": Repair(block_moved),
    # Headings
    "level lower": Repair(swap("## Escala", "#### Escala")),
    "level higher": Repair(swap("### Uma", "# Uma")),
    "no space in a heading": Repair(swap("## Escala", "##Escala")),
    "ids of two sections exchanged": Repair(ids_swapped),
    "heading deleted": Repair(lose("## Escala.*\n"), "As pontuações são"),
    "heading of a part of the page": Repair(
        lambda text: lose("(?s)## Figura.*?(?=## Para)")(
            swap("#scaling", "#escala")(text)
        ),
        False,
    ),
    "section of its own": Repair(
        swap("## Figura", "## Custo { #cost }\n\nIsso custa.\n\n## Figura"),
        "Isso custa.",
    ),
    # Links
    "link lost": Repair(swap(LINK, "softmax"), False),
    "link without a target": Repair(swap(LINK, "[softmax]")),
    "link with an empty target": Repair(swap(LINK, "[softmax]()")),
    "link in HTML": Repair(swap(LINK, '<a href="softmax.md#why">softmax</a>')),
    "number of a formula without its link": Repair(
        swap(r"\[\(1\)\]\(#eq-1\)", "(1)")
    ),
    "link too many": Repair(swap("tamanho", "[tamanho](softmax.md)"), False),
    "links of formula and page exchanged": Repair(
        exchange("](softmax.md#why) vem", "](#eq-1) usa"), False
    ),
    "link in brackets of double width": Repair(
        swap(r"\[softmax\]\((.*?)\)", r"［softmax］（\1）")
    ),
    "targets of two buttons": Repair(
        exchange("(#weights){", "(softmax.md){"), False
    ),
    # Formulas
    "formula lost": Repair(lose(re.escape(FORMULA) + "\n")),
    "number of a formula": Repair(swap(r"\\tag\{1\}", r"\\tag{2}")),
    "formula left open": Repair(swap(r"(tag\{1\}\n)\$\$\n", r"\1")),
    "formula without a start": Repair(swap(r"\$\$\n(\\omega)", r"\1")),
    "formula with words": Repair(
        swap(r"q \\cdot k\n", r"k \\cdot q \\text{ se perto}\n"), "se perto"
    ),
    "formulas in a sentence exchanged": Repair(exchange("$q$", "$k$"), False),
    # All of a page
    "end of the front matter": Repair(swap("(notebook\n)---\n", r"\1")),
    "UTF-16": Repair(lambda text: text.encode("utf-16")),
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
    """What `fix` makes of a page: no word less; of one that it cannot read the
    same bytes."""
    commands.main(["fix", "pt/demo"], root)
    after = (root / PT).read_bytes()
    said = text.decode("utf-8", "replace")
    if said.encode() != text:
        assert after == text
    elif restored:
        assert after.decode() == (sound / PT).read_text("utf-8")
    else:
        assert words(said) <= words(after.decode())
    return after.decode("utf-8", "replace")


LET_THROUGH = {  # a translator may do so, or only a reader sees it
    "lose a negation": swap(", não necessariamente", ", necessariamente"),
    "take a wrong word": swap("produto escalar das", "produto vetorial das"),
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


@pytest.mark.parametrize("name", LET_THROUGH)
def test_a_translator_writes_freely(planted, sound, name):
    text = plant(planted, sound, PT, LET_THROUGH[name])
    plant(planted, sound, EN, same)
    assert check(planted) == []
    assert commands.main(["fix"], planted) == 0
    assert (planted / PT).read_bytes() == text


def test_fix_stops_nobody_who_edits_the_original(planted, sound, capsys):
    plant(planted, sound, PT, same)
    plant(planted, sound, EN, swap("call `pack`", "[call `pack`](#weights)"))
    assert check(planted) == []
    assert commands.main(["fix"], planted) == 0
    assert capsys.readouterr().out.endswith("equal (left to translators)\n")


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
    change, place, said = MISTAKES[name]
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
    after = mended(planted, text, name in MENDED, sound)
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
    mine, expected, theirs = REPAIRS[name]
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
