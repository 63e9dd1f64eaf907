"""The numbers of the prose are those of the places that they are bound to."""

import re
import sys
from pathlib import Path

import pytest
from conftest import check, edit, line_of, speak, this_project

from proof import checks
from proof.checks import files, markup, numbers
from proof.pages.bound import (
    PLACE,
    Shown,
    Unbound,
    agrees,
    text_values,
    value_of,
)
from proof.pages.numbers import Phrases
from proof.pages.project import Project, declared
from proof.pages.results import TEXTS, noted, phrases
from proof.problem import Problem
from proof.translate import bind

EN, PT, NUMBERS = "docs/en/demo.md", "docs/pt/demo.md", "docs/numbers.yml"
OUTPUT = "docs/outputs/demo/one.txt"
PAGE = """---
title: X
description: FIVE of 4096 tokens
---

# A { #demo }

## B { #scores }

TWO_THIRDS 0.7842, **1.3569**: 82%, 96.
ROW 2 [(1)](#eq-1), GPT-2, Vaswani et al. (2017).

$$
x = 0.7842 \\text{ x}
\\tag{1}
$$

| A | B |
| --- | --- |
| a | 17 |

<figure markdown>
<div role="img" aria-label="A, 64, B, 1.25.">
--8<-- "docs/assets/diagrams/demo/box.svg"
</div>
<figcaption markdown="span">C 0.1966</figcaption>
</figure>

```python
--8<-- "snippets/demo.py:one"
```

```python
--8<-- "snippets/demo.py:two"
```
"""
ENGLISH = "Five", "Two thirds of them are", "Row"
PORTUGUESE = "Cinco", "Dois terços deles são", "A linha"
PRINTED = "0.6667 0.7842 1.3569 0.82 4096 96 17 64 1.25 0.1966 3.14\n"
WORDS = """number-words: {}
number-phrases: {}
"""


def text(words: tuple[str, ...]) -> str:
    page = PAGE
    for name, word in zip(("FIVE", "TWO_THIRDS", "ROW"), words):
        page = page.replace(name, word)
    return page


@pytest.fixture
def stated(small):
    """A page in two languages that states numbers, all of them bound."""
    speak(small, "en", "pt")
    for path, words in ((EN, ENGLISH), (PT, PORTUGUESE)):
        (small / path).write_text(text(words), "utf-8")
    (small / OUTPUT).write_text(PRINTED, "utf-8")
    drawing = small / "docs/assets/diagrams/demo/box.svg"
    drawing.parent.mkdir(parents=True)
    drawing.write_text("<svg></svg>\n")
    drawing.with_suffix(".png").write_bytes(b"\x89PNG\r\n\x1a\n")
    words = "two 2, three 3", "N thirds = N/3, half = 1/2, thousand = 1000"
    (small / "docs/en/words.yml").write_text(WORDS.format(*words))
    words = ("dois 2, três 3", "N terços = N/3, metade = 1/2")
    (small / "docs/pt/words.yml").write_text(WORDS.format(*words))
    (small / NUMBERS).write_text("names: row\n")
    assert bind.main(small) == 0
    return small


@pytest.fixture
def in_words(stated):
    """That page with results in words, which the site's own phrases find."""
    said = {
        "en": "It takes four times as long, half the memory, twice as many "
        "steps.\n\nFive: it starts again.",
        "pt": "Leva quatro vezes o tempo, metade da memória e o dobro de "
        "passos.\n\nCinco: começa de novo.",
    }
    (stated / OUTPUT).write_text(f"{PRINTED}4 0.5 2 5\n")
    for path, (code, text) in zip((EN, PT), said.items()):
        edit(stated, path, "82%, 96.", f"82%, 96.\n\n{text}\n")
        words = this_project().data(f"docs/{code}/words.yml")
        texts = [words[key] for key in TEXTS]
        lines = WORDS.replace(" {}", " >-\n  {}")
        (stated / f"docs/{code}/words.yml").write_text(lines.format(*texts))
    assert bind.main(stated) == 1  # a 2 is printed twice
    edit(stated, NUMBERS, "~2=?", "~2=one:14")
    return stated


def told(root: Path) -> list[Problem]:
    """What the checks say that look at numbers or at how they are written."""
    asked = files.files, markup.markup, *declared([numbers], checks.Check)
    project = Project(root)
    return sorted({p for one in asked for p in one.problems(project)})


def test_what_is_stated_is_bound_by_itself(stated):
    assert check(stated) == []
    before = (stated / NUMBERS).read_text()
    assert "~2/3=one:1 0.7842=one:2 1.3569=one:3 82%=one:4" in before
    assert bind.main(stated) == 0 and (stated / NUMBERS).read_text() == before


DECEPTIONS = {  # of the original: old, new, what is said of the line
    "changed": (
        "0.7842,",
        "0.7824,",
        "`0.7824` stands where `0.7842` is bound",
    ),
    "another's": ("0.7842,", "1.3569,", "`1.3569` stands where `0.7842` is bo"),
    "swapped": (
        "0.7842, **1.3569",
        "1.3569, **0.7842",
        "`1.3569` stands where",
    ),
    "gone": (
        "0.7842, ",
        "",
        "stands where `0.7842` is bound to `one:2`, which",
    ),
    "added": ("96.", "96 64.", "`64` stands where `0.7842` is bound"),
    "percentage": (
        "82%",
        "28%",
        "`28%` stands where `82%` is bound to `one:4`",
    ),
    "no percentage": ("82%", "82", "`82` stands where `82%` is bound"),
    "whole number": (
        "96.",
        "69.",
        "`69` stands where `96` is bound to `one:6`",
    ),
    "thousand": ("1.3569**", "1.3569** thousand", "`~1000` stands where"),
    "words": ("Two thirds", "Half", "`~1/2` stands where `~2/3` is bound"),
    "formula": ("x = 0.7842", "x = 0.8742", "`0.8742` stands where"),
    "table": ("| 17 |", "| 71 |", "`71` stands where `17` is bound"),
    "caption": ("C 0.1966", "C 0.1696", "`0.1696` stands where `0.1966` is"),
    "alternative text": ("A, 64, B, 1.25", "A, 1.25, B, 64", "`1.25` stands"),
    "front matter": (
        "of 4096 tok",
        "of 4069 tok",
        "`4069` stands where `4096`",
    ),
    "formula's number": ("[(1)](#eq-1)", "[(3)](#eq-1)", "`3` stands where"),
    "emphasis": ("0.7842,", "0.**77**4,", "`0.774` is read here, but is not"),
    "link": ("0.7842,", "0.[7842](#demo),", "`0.7842` is read here, but is"),
    "code": ("0.7842,", "0.`7842`,", "`0.7842` is read here, but is not wri"),
    "escape": ("0.7842,", "0\\.7824,", "`0.7824` stands where `0.7842` is"),
    "escape of the right number": ("0.7842,", "0\\.7842,", "`0.7842` is read"),
    "space in a formula": ("x = 0.7842", "x = 0\\!.7842", "`0.7842` is read"),
    "another dot": ("0.7842,", "0\u20247842,", "`0.7842` is read here, but"),
    "middle dot": ("0.7842,", "0\u00b77842,", "`0` stands where `0.7842` is"),
    "other digits": ("0.7842,", "\u0660.\u0667\u0668\u0664\u0662,", "stands w"),
    "wide digits": ("0.7842,", "0.\uff17\uff1842,", "`0.7842` is read here"),
    "entity": ("0.7842,", "0&period;7842,", "is HTML"),
    "no width": ("0.7842,", "0.78\u200b42,", "another unseen sign (U+200B)"),
    "comma": ("0.7842,", "0,7842,", "0,7842 is written with a comma"),
}


@pytest.mark.parametrize("name", DECEPTIONS)
def test_no_number_can_be_changed_moved_or_disguised(stated, name):
    old, new, said = DECEPTIONS[name]
    edit(stated, EN, old, new)
    edit(stated, PT, old if old in text(PORTUGUESE) else "Dois terços", new)
    line = (
        line_of(stated, EN, new or "**1.3569") if name != "front matter" else 1
    )
    found = [p for p in told(stated) if (p.path, p.line) == (EN, line)]
    assert any(said in problem.message for problem in found), told(stated)


@pytest.mark.parametrize(
    "path, old, new, said",
    [
        (EN, "## B", "## Bees 12", "`12` stands where `~2/3` is bound"),
        (OUTPUT, "0.7842", "0.7843", "`one:2`, which says 0.7843; correct it"),
        (OUTPUT, "0.6667", "0.4444", "`one:1`, which says 0.4444; correct it"),
        (NUMBERS, "one:2", "one:99", "`one` has 11 numbers"),
        (NUMBERS, "one:2", "six:2", "neither shows `six` nor links to it"),
        (NUMBERS, "one:2", "one:2+", "`one:2+` cannot be computed"),
        (NUMBERS, "one:2", "one:1/0", "`one:1/0` cannot be computed"),
        (NUMBERS, "one:2", "one:3", "`one:3`, which says 1.3569; correct it"),
        (NUMBERS, "0.7842=one:2", "0.7842", "is printed by nothing that this"),
        (
            NUMBERS,
            "0.7842=one:2",
            "0.7842=?",
            "write in docs/numbers.yml `given`",
        ),
        (NUMBERS, "  scores:", "  gone: '1'\n  scores:", "no section `gone`"),
    ],
)
def test_prose_source_and_output_agree(stated, path, old, new, said):
    edit(stated, path, old, new)
    assert any(said in problem.message for problem in told(stated))


@pytest.mark.parametrize(
    "old, new, said",
    [
        ("0.7842,", "0.7824,", "`0.7824` does not stand in the original"),
        ("0.7842,", "1.3569,", "`0.7842` is missing from here on"),
        ("0.7842, **1.3569", "1.3569, **0.7842", "`1.3569` is missing from"),
        ("82%", "28%", "`28%` does not stand in the original"),
        ("96.", "964.", "`964` does not stand in the original"),
        ("96.", "96 mil.", "`96000` does not stand in the original"),
        ("Dois terços", "Metade", "`~2/3` is missing from here on"),
        ("C 0.1966", "C 1.25", "`0.1966` is missing from here on"),
        ("64, B, 1.25", "1.25, B, 64", "`1.25` is missing from here on"),
        ("A linha 2", "A linha 3", "`3` does not stand in the original"),
        ("\\text{ x}", "\\text{ 2.5}", "`2.5` does not stand in the origin"),
    ],
)
def test_a_translation_states_what_its_original_does(stated, old, new, said):
    edit(stated, PT, old, new)
    (problem,) = told(stated)
    assert problem.path == PT and said in problem.message


@pytest.mark.parametrize(
    "path, old, new, said",
    [
        (EN, "four times as", "five times as", "`~5` stands where `~4` is"),
        (EN, "half the", "a quarter of the", "`~1/4` stands where `~1/2`"),
        (EN, "twice as", "three times as", "`~3` stands where `~2` is bound"),
        (EN, "Five:", "Six:", "`~6` stands where `~5` is bound to `one:15`"),
        (OUTPUT, "0.5 2 5", "0.5 3 5", "`one:14`, which says 3; correct it"),
        (PT, "quatro vezes", "cinco vezes", "`~4` is missing from here on"),
        (PT, "metade da", "um quarto da", "`~1/2` is missing from here on"),
        (PT, "o dobro de", "três vezes os", "`~2` is missing from here on"),
        (PT, "Cinco:", "Seis:", "`~5` is missing from here on; write it"),
    ],
)
def test_no_result_in_words_can_be_changed(in_words, path, old, new, said):
    assert told(in_words) == []
    edit(in_words, path, old, new)
    problem, *_ = told(in_words)
    assert said in problem.message


def test_a_setting_in_words_is_no_result():
    text = "Twice the length of two heads, six by six, goes halfway: the half."
    said = phrases(this_project(), "en")
    assert [*said.find(text)] == []


def test_a_name_may_be_said_again_and_a_word_be_a_number(stated):
    edit(stated, PT, "A linha 2", "A linha 2, sim, a linha 2")
    assert told(stated) == []


def test_what_is_outdated_stops_nobody(stated):
    edit(stated, EN, "0.7842, ", "")
    edit(stated, PT, "#scores }", "#scores data-from=0a1b2c3d }")
    assert bind.main(stated) == 0
    assert told(stated) == []


def test_what_nothing_prints_is_asked_and_kept_when_it_moves(stated, capsys):
    edit(stated, EN, "Two thirds of them", "0.5 of 12, 17/96")
    edit(stated, PT, "#scores }", "#scores data-from=0a1b2c3d }")
    assert bind.main(stated) == 2
    assert "docs/en/demo.md:10: …[0.5] of 12" in capsys.readouterr().out
    edit(stated, NUMBERS, "0.5=?", "0.5=given")
    edit(stated, NUMBERS, "12=?", "12=(one:6*2+48)/20")
    assert told(stated) == [] and bind.main(stated) == 0
    edit(stated, EN, "0.5 of 12", "12 of 0.5")
    edit(stated, EN, "## B { #scores }", "## D { #more }\n\n## B { #scores }")
    edit(stated, EN, "12 of 0.5, ", "")
    edit(
        stated,
        EN,
        "## D { #more }\n",
        "## D { #more }\n\n12 of 0.5 [x](#scores)\n",
    )
    assert bind.main(stated) == 0 and told(stated) == []


def test_one_word_ends_a_false_alarm(stated):
    edit(stated, EN, "Row 2", "Slot 7")
    edit(stated, PT, "A linha 2", "A linha 7")
    assert bind.main(stated) == 1
    edit(stated, NUMBERS, "7=?", "7=given")
    assert told(stated) == []
    edit(stated, NUMBERS, "names: 'row'", "names: 'row slot'")
    assert bind.main(stated) == 0
    assert "=given" not in (stated / NUMBERS).read_text()


@pytest.mark.parametrize(
    "written, value, agreed",
    [
        *(("0.78", "0.7842", True), ("0.79", "0.7842", False)),
        *(("8", "7.6", True), ("7", "7.6", False), ("-0.5", "0.5", False)),
        *(("82%", "0.8235", True), ("82%", "82", True), ("83%", "82.4", False)),
        *(
            ("1e-5", "0.00001", True),
            ("~4", "3.86", True),
            ("~4", "3.5", False),
        ),
        *(("~2/3", "0.657", True), ("~1/2", "0.657", False)),
    ],
)
def test_what_is_written_is_rounded(written, value, agreed):
    assert agrees(written, text_values(value)[0]) == agreed


def test_only_places_and_sums_are_computed():
    shown = {"a": Shown("a", 1, 0, text_values("2 1,234"))}
    assert value_of("-a:1+a:2/2", shown) == 615
    for source in ("__import__('os')", "a", "1<2", "[1]", "a:3", "'a'", "2**9"):
        with pytest.raises(Unbound):
            value_of(source, shown)


def test_phrases_of_a_language():
    said = Phrases(
        "two 2, three 3", "N of the M = N/M, N times: = N, half = 1/2"
    )
    text = "Two of the three, halfway, three times: half"
    assert [said.value(m) for m in said.find(text)] == ["~2/3", "~3", "~1/2"]


@pytest.mark.parametrize(
    "code, text",
    [
        ("en", "nine of the ten, one in ten, two million"),
        ("pt", "nove em cada dez, um em cada dez, dois milhões"),
        ("es", "nueve de cada diez, uno de cada diez, dos millones"),
    ],
)
def test_shares_in_words_are_not_cut_short(code, text):
    found = phrases(this_project(), code)
    said = [found.value(match) for match in found.find(text)]
    assert said == ["~9/10", "~1/10", "~1000000"]


def test_few_are_noted_by_hand():
    """All others are found by `make numbers` in what their section shows."""
    items = [
        (file, id, *item)
        for file, sections in noted(this_project()).items()
        for id, found in sections.items()
        for item in found
    ]
    sources = [item for item in items if item[3]]
    by_hand = {item for item in sources if not re.fullmatch(PLACE, item[3])}
    assert len(by_hand) <= 40 and len(sources) > 500


def test_what_is_asked_at_a_terminal_is_asked_until_it_holds(
    stated, capsys, monkeypatch
):
    edit(stated, EN, "0.7842,", "0.5,")
    edit(stated, PT, "#scores }", "#scores data-from=0a1b2c3d }")
    said = iter(["one:1", "one:1*3/4", ""])
    monkeypatch.setattr("builtins.input", lambda question: next(said))
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    assert bind.main(stated) == 0
    assert "`one:1` does not say 0.5" in capsys.readouterr().out
    assert "0.5=one:1*3/4" in (stated / NUMBERS).read_text()
    edit(stated, EN, "0.5,", "0.6,")
    assert bind.main(stated) == 1  # nothing leaves it to be asked again


def test_a_section_takes_what_is_noted_to_another_page(stated):
    edit(stated, EN, "Two thirds of them", "0.5 of 12, 17/96")
    bind.main(stated)
    edit(stated, NUMBERS, "0.5=?", "0.5=given")
    edit(stated, NUMBERS, "12=?", "12=(one:6*2+48)/20")
    bind.main(stated)
    before = (stated / NUMBERS).read_text()
    text = (stated / EN).read_text()
    start = text.index("## B { #scores }")
    section = text[start : text.index("$$")].replace("#eq-1", "demo.md#eq-1")
    edit(
        stated, EN, section.replace("demo.md#eq-1", "#eq-1"), "## D { #d }\n\n"
    )
    linked = section.replace("0.5 of", "[so](demo.md#d) 0.5 of")
    (stated / "docs/en/more.md").write_text(f"# A {{ #more }}\n\n{linked}")
    bind.main(stated)
    after = (stated / NUMBERS).read_text()
    assert "0.5=given 12=(demo/one:6*2+48)/20" in after and after != before
