"""Invisible characters are refused, and the letters of languages are not."""

import pytest
from conftest import check, speak

from sitebuild.files import text_fault

REFUSED = {
    "a\tb": "unseen sign (U+0009)",
    "a\x07b": "unseen sign (U+0007)",
    "at\u200btention": "unseen sign (U+200B)",
    "at\u200dtention": "unseen sign (U+200D)",
    "7\u200a.2291": "unseen sign (U+200A)",
    "\u202enoitnetta": "unseen sign (U+202E)",
    "a\u2066b": "unseen sign (U+2066)",
    "at\xadtention": "unseen sign (U+00AD)",
    "at\u034ftention": "unseen sign (U+034F)",
    "a\ufe0fb": "unseen sign (U+FE0F)",
    "a\U000e0061b": "unseen sign (U+E0061)",
    "a\u3164b": "unseen sign (U+3164)",
    "cafe\u0301": "save the file in NFC",
}


@pytest.mark.parametrize("text", REFUSED)
def test_an_invisible_character_is_refused_at_its_line(text):
    line, reason = text_fault(f"Fine.\n{text}\n")
    assert line == 2 and REFUSED[text] in reason


def test_letters_and_signs_that_are_seen_are_let_through():
    text = "Atenção: “à” é só isto… – ¿qué? 10 μs, Δx, x², 1º, kᵀ, №, 2 × 3\n"
    assert text_fault(text) is None


def test_pages_data_and_code_are_asked(small):
    speak(small, "en", "pt")
    word = "pa\u200bge"
    (small / "docs/pt/demo.md").write_text(f"# A {{ #demo }}\n\n{word}\n")
    for code in ("en", "pt"):
        file = small / f"docs/{code}/words.yml"
        file.write_text(f"a: {word}\n")
    (small / "snippets/demo.py").write_text(f"# %% one\n# {word}\n")
    found = {(p.path, p.line) for p in check(small) if "unseen" in p.message}
    assert found == {
        ("docs/pt/demo.md", 3),
        ("docs/en/words.yml", 1),
        ("docs/pt/words.yml", 1),
        ("snippets/demo.py", 2),
    }
