"""Decimals in the prose agree with numbers in code and outputs."""

import random
from decimal import Decimal

import pytest
from conftest import check, edit, speak, this_project

from sitebuild.checks.prose_numbers import agrees, quotes, unconfirmed_numbers
from sitebuild.pages.project import Project
from sitebuild.pages.snippet_code import MEASURED

LANGUAGES = "en", "pt", "es"
SETTINGS = """extra:
  looked-up: Look up
  numbered: [GPT-3.5, Llama 3.1, table 2.1]
nav:
  - index.md
  - Chapters:
      - demo.md
      - far.md
  - Look up:
      - sheet.md
"""
PAGE = """---
title: TITLE
---

# Demo {language} {{ #{name} }}

TEXT

![LABEL](../outputs/demo/one.svg)
/// caption
CAPTION
///

```python
--8<-- "snippets/demo.py:one"
```

```python
--8<-- "snippets/demo.py:two"
```

## More {language} {{ #more }}

MORE
"""
ELSEWHERE = """# Other {language} {{ #{name} }}

TEXT

## More {language} {{ #more }}

MORE
"""
FAR = """# Far {{ #far }}

```python
--8<-- "snippets/demo.py:three"
```
"""
FILES = {
    "snippets/demo.py": "# %% one\nx = 0.125\nprint(x, -6.5)  # not 0.77\n\n"
    f'# %% two\nprint("9.75")\n{MEASURED}\n\n# %% three\nprint(3.3125)\n',
    "docs/outputs/demo/one.txt": "0.7842 \u22122.5\n",
    "docs/outputs/demo/one.html": "<table><td>0.6667</td></table>\n",
    "docs/outputs/demo/two.txt": "9.75\n",
    "docs/outputs/far/three.txt": "3.3125\n",
}
DEMO, HOME, SHEET = "demo", "index", "sheet"


@pytest.fixture
def stated(small):
    """Pages in three languages: two chapters, home, and one to look up."""
    speak(small, *LANGUAGES)
    with (small / "mkdocs.yml").open("a") as settings:
        settings.write(SETTINGS)
    for path, text in FILES.items():
        (small / path).parent.mkdir(exist_ok=True)
        (small / path).write_text(text, "utf-8")
    pages = {DEMO: PAGE, HOME: ELSEWHERE, SHEET: ELSEWHERE, "far": FAR}
    for language in LANGUAGES:
        for name, text in pages.items():
            path = small / f"docs/{language}/{name}.md"
            path.write_text(text.format(name=name, language=language), "utf-8")
    return small


def states(place: str, text: str, found: str = "", page: str = DEMO) -> tuple:
    return page, place, text, found


@pytest.mark.parametrize(
    "page, place, text, found",
    [
        # As it is printed, rounded, or another number
        states("TEXT", "0.7842, 0.784, 0.78, 0.8"),
        states("TEXT", "0.785", "0.785"),
        states("TEXT", "0.79", "0.79"),
        states("TEXT", "-2.5, \u22122.50"),
        states("TEXT", "2.5", "2.5"),
        states("TEXT", "78.42 %, 78.4%, 12.5%"),
        states("TEXT", "78.5%", "78.5%"),
        states("TEXT", "78.42", "78.42"),
        states("TEXT", "7.8e-1, 7.9e-1", "7.9e-1"),
        # In code, a table, a comment, what is measured
        states("TEXT", "0.125, -6.5, 0.6667"),
        states("TEXT", "6.5", "6.5"),
        states("TEXT", "0.77", "0.77"),
        states("TEXT", "9.75", "9.75"),
        # Wherever it is read, and however it is written
        states("TITLE", "Loss 0.79", "0.79"),
        states("CAPTION", "0.79", "0.79"),
        states("LABEL", "0.79", "0.79"),
        states("TEXT", "| A |\n| --- |\n| 0.79 |", "0.79"),
        states("TEXT", '??? note "0.79"\n\n    B.', "0.79"),
        states("TEXT", "1.  A\n\n2.  0.79", "0.79"),
        states("TEXT", "$x = 0.79$", "0.79"),
        states("TEXT", "$x = 0.78 - 0.125$"),
        states("TEXT", "$$\nx = \\frac{0.79}{2}\n$$", "0.79"),
        states("TEXT", "0.**7**9", "0.79"),
        states("TEXT", "0\\.79", "0.79"),
        states("TEXT", "[0.79](far.md)", "0.79"),
        # Not prose, or no decimal
        states("TEXT", "[A](https://example.org/0.79), `0.79`, 79, 1.2.3"),
        # A name that has one
        states("TEXT", "GPT-3.5, [Llama\n3.1](far.md), Table 2.1"),
        states("TEXT", "GPT-4.5", "4.5"),
        states("TEXT", "3.5", "3.5"),
        # On a page that is linked: anywhere in a chapter
        states("TEXT", "3.31", "3.31"),
        states("TEXT", "3.31 [A](far.md)"),
        states("MORE", "3.32 [A](far.md#far)", "3.32"),
        states("TEXT", "3.31\n\n## A { #a }\n\n[B](far.md#far)"),
        # On home and in what is looked up: in the same section
        states("TEXT", "3.31 [A](far.md#far)", page=HOME),
        states("TEXT", "3.31\n\n## A { #a }\n\n[B](far.md)", "3.31", HOME),
        states("MORE", "3.31", "3.31", HOME),
        states("MORE", "3.31 [A](far.md#far)", page=SHEET),
        states("TEXT", "3.31\n\n## A { #a }\n\n[B](far.md)", "3.31", SHEET),
    ],
)
def test_a_decimal_is_one_of_code_or_output(stated, page, place, text, found):
    paths = [f"docs/{language}/{page}.md" for language in LANGUAGES]
    for path in paths:
        edit(stated, path, place, text)
    told = {
        (p.path, p.message)
        for p in unconfirmed_numbers.problems(Project(stated))
    }
    said = f"`{found}` agrees with no number"
    assert [path for path, message in sorted(told) if said in message] == (
        sorted(paths) if found else []
    )
    assert len(told) == (len(paths) if found else 0)


@pytest.mark.parametrize("name", ["", "0.79", "GPT"])
def test_only_a_name_with_a_decimal_is_let_through(stated, name):
    edit(stated, "mkdocs.yml", "numbered: [", f"numbered: ['{name}', ")
    told = "is refused; write it like `GPT-3.5`" if name else "this is empty"
    assert told in str(check(stated)[0])


def test_few_names_are_let_through():
    assert len(this_project().settings["numbered"]) <= 12


def one_digit_off(number: str, chance: random.Random) -> str:
    """A number of which one digit is another one."""
    places = [k for k, sign in enumerate(number) if sign.isdigit()]
    place = chance.choice(places)
    digit = chance.choice([*set("0123456789") - {number[place]}])
    return number[:place] + digit + number[place + 1 :]


def is_long(number: str) -> bool:
    """Whether it has three digits or more: short ones often agree by chance."""
    mantissa = number.partition("e")[0].strip("-%").replace(".", "")
    return len(mantissa.lstrip("0")) >= 3


def test_how_many_errors_are_found():
    """Of one-digit errors in the prose, and of recorded numbers that change.

    Such a number, quoted with three digits or more, changes in each place.
    """
    chance = random.Random(1)
    stated = [(n, values) for _, _, n, values in quotes(this_project())]
    errors = [
        (is_long(text), not agrees(one_digit_off(text, chance), values))
        for text, values in chance.sample(stated, 300)
    ]
    long = [(text, values) for text, values in stated if is_long(text)]
    changed = [
        not agrees(text, values - {nearest(text, values)})
        for text, values in chance.sample(long, 100)
    ]
    assert share([found for _, found in errors]) >= 0.7
    assert share([found for is_long, found in errors if is_long]) >= 0.9
    assert share(changed) >= 0.95


def nearest(text: str, values: set[Decimal]) -> Decimal:
    factor = 100 if text.endswith("%") else 1
    said = Decimal(text.rstrip("%")) / factor
    return min(values, key=lambda value: abs(value - said))


def share(found: list[bool]) -> float:
    return sum(found) / len(found)
