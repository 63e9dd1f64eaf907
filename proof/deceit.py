"""Invisible characters: controls, signs of no width, text turned around.

With them, people and programs read different texts ("Trojan Source",
CVE-2021-42574).
"""

import re
import unicodedata

# Tabs and controls; separators at which Python ends a line and Markdown does
# not; spaces of hardly any width; what Unicode lets be ignored in display
# (Default_Ignorable_Code_Point), which hides in a word or a number or turns the
# text that follows; marks of annotations; the empty sign of Braille.
UNSEEN = re.compile(
    r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u1680\u2000-\u200a\u205f\u2028-\u202e"
    r"\ufff0-\ufffb\u2800\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    r"\u200b-\u200f\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
    r"\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def deceit(text: str) -> tuple[int, str] | None:
    """Return the first line with an invisible character, and what is wrong.

    Letters and their accents must be one character (Unicode's form NFC), else
    a search for the word does not find it.
    """
    if found := UNSEEN.search(text):
        reason = (
            f"a tab or another unseen sign (U+{ord(found[0]):04X}) stands "
            "here; use spaces and \\n"
        )
        return text.count("\n", 0, found.start()) + 1, reason
    for number, line in enumerate(text.split("\n"), start=1):
        if not unicodedata.is_normalized("NFC", line):
            reason = "this text is not in the Unicode form NFC (an accent may "
            reason += "be apart from its letter); save the file in NFC"
            return number, reason
    return None
