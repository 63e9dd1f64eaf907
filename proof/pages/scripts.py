"""How languages are written: their letters, and what searches know of words."""

from functools import cache
from pathlib import Path
from unicodedata import category

from proof.pages.settings import ORIGINAL

# Scripts without spaces: Thai, Lao, Myanmar, Khmer, kana, Chinese characters.
UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff"
CUT = ("ja", "km", "lo", "my", "th", "zh")  # so browsers cut their words
STEMMERS = "assets/javascripts/lunr/min/lunr.{}.min.js"
# In a plug-in that has no stems of its own, or needs 677 kB to cut words.
USELESS = "wordcut", "stemmer=function(){return function(e){r"
IDLE = ("ja", "zh")  # are of use: they know words that tell nothing


@cache
def letter(more: str = "") -> str:
    """Return the expression of a letter of a script with spaces.

    To `re`, the vowels of Hindi and the like are none.
    """
    signs = filter(lambda n: category(chr(n))[0] == "M", range(0xFFFF))
    return rf"(?![{UNSPACED}])[\w{''.join(map(chr, signs))}{more}]"


def stemmer(theme: Path, language: str) -> tuple[str, bool]:
    """Return the language whose stems the theme takes, and if they fit.

    A script or a region makes no difference. Where the theme has none, it takes
    those of the original, which leave other scripts as they are.
    """
    code, _, _ = language.partition("-")
    file = theme / STEMMERS.format(code)
    text = file.read_text("utf-8") if file.is_file() else "wordcut"
    useless = any(part in text for part in USELESS)
    stems = f".{code}.stemmer=" in text and not useless
    known = stems or code in IDLE
    return code if known else ORIGINAL, stems or code == ORIGINAL
