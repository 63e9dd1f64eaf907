"""Decimals in the prose agree with numbers in code and outputs."""

import re

import pytest
from demo_site import EN, GLOSSARIO, GLOSSARY, HOME, HOME_PT, PT
from planting import check
from projects import edit

DEMO = {"en": EN, "pt": PT}
START = {"en": HOME, "pt": HOME_PT}
LOOK_UP = {"en": GLOSSARY, "pt": GLOSSARIO}
# On the chapter -6.5, 0.25 and 0.78421 are printed, 0.6667 is in a figure's
# table, 8.2886 and 0.5 in code.
STATED = {  # a text, the numbers in it that nothing confirms, and its page
    # As it is printed, rounded, or another number
    "0.78421, 0.7842, 0.784, 0.78, 0.8": [],
    "0.785": ["0.785"],
    "0.79": ["0.79"],
    "-6.5, \u22126.50": [],
    "6.5": ["6.5"],
    "78.42 %, 78.4%, 25.0%": [],
    "78.5%": ["78.5%"],
    "78.42": ["78.42"],
    "7.8e-1, 7.9e-1": ["7.9e-1"],
    "-8.2886, 0.6667": [],
    # Wherever it is read, and however it is written
    "| A |\n| --- |\n| 0.79 |": ["0.79"],
    '??? note "0.79"\n\n    B.': ["0.79"],
    "1.  A\n\n2.  0.79": ["0.79"],
    "$x = 0.78 - 0.79$": ["0.79"],
    "$$\nx = \\frac{0.79}{2}\n$$": ["0.79"],
    "\\times9.5, _9.5_, 9.5s, (9.5)": ["9.5"] * 4,
    "0.**7**9": ["0.79"],
    "0\\.79": ["0.79"],
    "[0.79](softmax.md)": ["0.79"],
    # Not prose, or no decimal, or a name that has one
    "[A](https://example.org/0.79), `0.79`, 79, 1.2.3": [],
    "GPT-3.5, [Llama\n3.1](softmax.md)": [],
    "GPT-4.5": ["4.5"],
    "3.5": ["3.5"],
}


def told(root, pages: dict[str, str]) -> list[str]:
    """The numbers that are told, the same in each language."""
    found = {code: [] for code in pages}
    paths = {path: code for code, path in pages.items()}
    for path, _, message in check(root):
        number = re.match("`(.*)` agrees with no number", message)[1]
        found[paths[path]].append(number)
    assert found["en"] == found["pt"]
    return found["en"]


def add(root, pages: dict[str, str], text: str) -> None:
    for code, path in pages.items():
        with (root / path).open("a", encoding="utf-8") as file:
            file.write(f"\n{text}\n".replace("## A", f"## {code}"))


@pytest.mark.parametrize("text", STATED)
def test_a_decimal_is_one_of_code_or_output(demo, text):
    add(demo, DEMO, text)
    assert told(demo, DEMO) == sorted(set(STATED[text]))


@pytest.mark.parametrize("place", ["title: ", "/// caption\n", "!["])
def test_titles_captions_and_labels_are_read(demo, place):
    for path in DEMO.values():
        edit(demo, path, place, f"{place}0.79 ")
    assert told(demo, DEMO) == ["0.79"]


@pytest.mark.parametrize("pages", [START, LOOK_UP])
@pytest.mark.parametrize(
    "text, found",
    [
        ("0.784", ["0.784"]),
        ("0.784 [A](demo.md)", []),
        # Here a link counts in its own section alone
        ("0.784\n\n## B { #b }\n\n[A](demo.md#scores)", ["0.784"]),
    ],
)
def test_a_page_to_look_up_links_to_the_page_of_its_number(
    demo, pages, text, found
):
    add(demo, pages, f"## A {{ #a }}\n\n{text}")
    assert told(demo, pages) == found


def test_a_chapter_may_link_to_it_anywhere(demo):
    for path in DEMO.values():
        edit(demo, path, "[softmax](softmax.md#why)", "softmax")
    other = {"en": "docs/en/other.md", "pt": "docs/pt/other.md"}
    for path in other.values():
        (demo / path).write_text("# B { #b }\n\n[A](demo.md)\n\n## C { #c }\n")
    add(demo, other, "0.784")
    assert told(demo, other) == []
