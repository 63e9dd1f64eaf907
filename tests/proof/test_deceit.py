"""Signs that deceive are refused, and what languages need is not."""

import pytest
from conftest import check, speak

from proof.deceit import deceit

REFUSED = {
    # Letters of another alphabet, in a word and as a word
    "p\u0430ge": "CYRILLIC SMALL LETTER A (U+0430)",
    "\u0391ttention": "GREEK CAPITAL LETTER ALPHA",
    "c\u043el\u043er": "CYRILLIC SMALL LETTER O",
    "\u0441\u043e\u0440\u0430": "CYRILLIC SMALL LETTER ES",
    "at \u043e time": "`\u043e` looks Latin",
    "lo\u0261its": "LATIN SMALL LETTER SCRIPT G",
    "t\u0585ken": "ARMENIAN SMALL LETTER OH",
    # Letters and digits in other clothes
    "\uff50age": "looks like `p`",
    "\uff17.2291": "looks like `7`",
    "\U0001d429age": "looks like `p`",
    "\U0001d7d5.2291": "looks like `7`",
    "\ufb01x": "looks like `fi`",
    "7\u20247777": "looks like a decimal point",
    "7\u00b77777": "looks like a decimal point",
    "\u212a": "looks like `K`",
    "cafe\u0301": "save the file in NFC",
    # What nobody sees
    "7\u200a.2291": "unseen sign (U+200A)",
    "at\u200ctention": "unseen sign (U+200C)",
    "at\u200dtention": "unseen sign (U+200D)",
    "\u0645\u06cc\u200c": "unseen sign (U+200C)",  # joins nothing
    "\u0915\u094d\u200e": "unseen sign (U+200E)",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_looks_like_something_else_is_named(text):
    line, reason = deceit(f"Fine.\n{text}\n")
    assert line == 2 and REFUSED[text] in reason


LET_THROUGH = [
    "Atenção: “à” é só isto… – e nada mais",
    "10 μs, Δx, x², 1º, T², ½, kᵀ, №, ①, 0–3, 2 × 3",
    "\u043a\u043e\u0442 \u0438 \u043f\u0451\u0441",  # not in one word
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian
    "\u0915\u094d\u200d\u0937 \u0930\u093e\u091c\u094d\u200c\u092f",  # Hindi
    "\u09b0\u200d\u09cd\u09af",  # Bengali
    "注意：Transformerモデル、",
]


@pytest.mark.parametrize("text", LET_THROUGH)
def test_what_languages_need_is_let_through(text):
    assert deceit(f"{text}\n") is None


def test_a_word_of_twins_is_a_word_where_its_alphabet_is_written():
    text = "\u0430 \u043e\u043d\u0430"
    assert deceit(text) and deceit(text, "el")
    assert deceit(text, "ru") is None
    assert deceit("p\u0430ge", "ru")


def test_pages_data_and_code_are_asked(small):
    speak(small, "en", "pt")
    word = "p\u0430ge"
    (small / "docs/pt/demo.md").write_text(f"# A {{ #demo }}\n\n{word}\n")
    for code in ("en", "pt"):
        file = small / f"docs/{code}/words.yml"
        file.write_text(f"a: {word}\n")
    (small / "snippets/demo.py").write_text(f"# %% one\n{word} = 1\n")
    found = {(p.path, p.line) for p in check(small) if "type it" in p.message}
    assert found == {
        ("docs/pt/demo.md", 3),
        ("docs/en/words.yml", 1),
        ("docs/pt/words.yml", 1),
        ("snippets/demo.py", 2),
    }
