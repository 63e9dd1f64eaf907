"""Signs that deceive: what nobody sees, and what looks like another letter.

With them a word would not be found that everybody reads, and a number not
compared. What a language needs is let through: the joiners of Arabic and Indic
letters where these join, and the letters of an alphabet in its own languages.
"""

import re
import unicodedata
from functools import cache

# Tabs and controls; separators at which Python ends a line and Markdown does
# not; spaces of hardly any width; what Unicode lets be ignored in display
# (Default_Ignorable_Code_Point), which hides in a word or a number or turns the
# text that follows; marks of annotations; the empty sign of Braille.
UNSEEN = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u1680\u2000-\u200a\u205f\u2028-\u202e\ufff0-\ufffb"
    r"\u2800\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    r"\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U0001bca0-\U0001bca3"
    r"\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
KEYS, BY_FIX = "\t\r", " (in a translation, `make fix` does)"
ZWNJ, ZWJ, VIRAMA = "\u200c", "\u200d", 9  # its combining class
# Letters that look like others: of alphabets, and of phonetic script.
TWINS = {
    "CYRILLIC": "АВЕЅІЈКМНОРСТУХҮӀԌԚԜаеѕіјорсухүһӏԁԛԝ",
    "GREEK": "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοϲϳ",
    "ARMENIAN": "ՍՕսոօհցզ",
    "LATIN": "ɑɡɩʋᴄᴏᴠᴡᴢꜱꞏ",
}
ALPHABET = {sign: name for name, signs in TWINS.items() for sign in signs}
SPOKEN = {  # whose words may be of such letters alone
    "CYRILLIC": "be bg kk ky mk mn ru sr tg uk".split(),
    "GREEK": ["el"],
    "ARMENIAN": ["hy"],
}
WORD = re.compile(r"[^\W\d_]+")
POINT = re.compile(r"(?<=\d)[·․‧∙⋅•‚](?=\d)")
SEEN = "…ℓ"  # everybody sees that these are signs of their own
OWN = ("<super>", "<sub>", "<fraction>", "<circle>")  # which look different


def deceit(text: str, language: str = "") -> tuple[int, str] | None:
    """Return the first line of a text that deceives, and how it does."""
    composed = unicodedata.is_normalized("NFC", text)
    if composed and not any(map(is_odd, set(text) - {"\n"})):
        return None
    for number, line in enumerate(text.split("\n"), start=1):
        if reason := unseen(line) or alike(line, language):
            return number, reason
        if not composed and unicodedata.normalize("NFC", line) != line:
            reason = "a letter and its mark are apart, or it is another sign "
            reason += f"that looks so; save the file in NFC{BY_FIX}"
            return number, reason
    return None


@cache  # a project has some hundred signs
def is_odd(sign: str) -> bool:
    """Tell whether a sign may deceive somewhere."""
    if sign.isascii():
        return bool(UNSEEN.match(sign))
    odd = UNSEEN.match(sign) or sign in ALPHABET or is_styled(sign)
    return bool(odd or POINT.match(f"1{sign}1", 1))


def is_styled(sign: str) -> bool:
    """Tell whether a sign is a letter, digit or point in other clothes."""
    plain, kind = (
        unicodedata.normalize("NFKC", sign),
        unicodedata.category(sign),
    )
    style = unicodedata.decomposition(sign).partition(" ")[0]
    told = kind[0] in "LN" or (kind[0] == "P" and style == "<compat>")
    return plain.isascii() and told and style not in OWN and sign not in SEEN


def unseen(line: str) -> str:
    """Say which sign of a line nobody sees, else nothing."""
    for found in UNSEEN.finditer(line):
        if not joins(line, found.start()):
            code = f"U+{ord(found[0]):04X}"
            return (
                f"a tab or another unseen sign ({code}) stands here; use "
                f"spaces and \\n{BY_FIX if found[0] in KEYS else ''}"
            )
    return ""


def joins(line: str, place: int) -> bool:
    """Tell whether letters need a joiner here (as in RFC 5892, A.1 and A.2)."""
    if line[place] not in (ZWNJ, ZWJ) or not 0 < place < len(line) - 1:
        return False
    sides = line[place - 1], line[place + 1]
    if VIRAMA in map(unicodedata.combining, sides):
        return True
    return [*map(unicodedata.bidirectional, sides)] == ["AL", "AL"]


def alike(line: str, language: str) -> str:
    """Say which sign of a line looks like another, else nothing."""
    if found := POINT.search(line):
        return f"{named(found[0])} looks like a decimal point; write a point"
    for sign in line:
        if not sign.isascii() and is_styled(sign):
            plain = unicodedata.normalize("NFKC", sign)
            return f"{named(sign)} looks like `{plain}`; write that"
    for word in WORD.findall(line):
        twins = [sign for sign in word if sign in ALPHABET]
        others = "".join(sign for sign in word if sign not in ALPHABET)
        latin = any("LATIN" in unicodedata.name(sign, "") for sign in others)
        spoken = twins and language in SPOKEN.get(ALPHABET[twins[0]], ())
        if twins and (latin or not others and not spoken):
            return (
                f"`{word}` looks Latin and has {named(twins[0])}; type it anew"
            )
    return ""


def named(sign: str) -> str:
    return f"{unicodedata.name(sign)} (U+{ord(sign):04X})"
