"""Signs that an editor or a keyboard has exchanged, in any text of a page.

Line ends, accents, tabs, spaces that do not break, signs of double width and
curly quotation marks, each where it acts and is not a word.
"""

import re
import unicodedata
from collections.abc import Callable

UNSEEN = "[\ufeff\u200b\u2060\xad]"
SPACE = "[\xa0\u2007\u202f]"
BEFORE = "fr", " (?=[:;!?»%])|(?<=«) "  # where French has one that stays
QUOTE = '["\u201c-\u201f\u00ab\u00bb\uff02]'
WIDE = "\uff01-\uff5e\u3000"
ATTRIBUTES = (
    rf"<div role={QUOTE}?img{QUOTE}? aria-label={QUOTE}(?P<label>.*){QUOTE}>"
)
DIRECTIVE = rf"(?P<box> *(?:!!!|\?\?\?\+?) +[\w -]+?) *{QUOTE}(.*){QUOTE} *"


def narrow(match: re.Match) -> str:
    """Return what a match says in signs of single width."""
    return unicodedata.normalize("NFKC", match[0])


def heading(match: re.Match) -> str:
    """Return the marks of a heading or an item, and one space."""
    return narrow(match).rstrip() + " "


Rule = tuple[str, str | Callable[[re.Match], str]]
LINES: tuple[Rule, ...] = (
    # Marks at the start of a line, and what stands in marks.
    (r"^ *[＃＊－＋][＃＊]*(?=[^＊]*$)[ \u3000]*", heading),
    (r"^ *#+\u3000", heading),
    (r"^ *[０-９]+[．.）)][ \u3000]*", heading),
    (r"^ *(?:！！！|？？？＋?)", narrow),
    (r"^ *｜.*｜ *$", lambda row: row[0].replace("｜", "|")),
    (r"｛[^｛｝]*｝ *$", narrow),
    (r"\{ *＃", narrow),
    (r"^ *｀｀｀\w*$|＊＊|＄＄", narrow),
    (r"｀([^｀]+)｀", r"`\1`"),
    (r"＄([^＄]+)＄", r"$\1$"),
    (r"[［\[]([^［］\[\]]+)[］\]][（(]([^（）()\s]+)[）)]", r"[\1](\2)"),
    (r"＜[^＜＞]*＞", narrow),
    (f"^{ATTRIBUTES}$", r'<div role="img" aria-label="\g<label>">'),
    (rf"<(\w+) markdown={QUOTE}(\w+){QUOTE}>", r'<\1 markdown="\2">'),
    (rf"^( *--8<-- ){QUOTE}(.*){QUOTE}$", r'\1"\2"'),
    (f"^{DIRECTIVE}$", r'\g<box> "\2"'),
)
MARKED = re.compile(f"[{WIDE}]|{QUOTE}|\u3000")


def tidied(text: str, language: str = "") -> str:
    """Return a text with these signs as the pages are written."""
    text = re.sub(UNSEEN, "", text.replace("\r\n", "\n").replace("\r", "\n"))
    text = unicodedata.normalize("NFC", text).expandtabs(4)
    keeps = BEFORE[1] if language == BEFORE[0] else "(?!)"
    keeps = keeps.replace(" ", SPACE)
    text = re.sub(f"({keeps})|{SPACE}", lambda m: m[1] or " ", text)
    lines = text.split("\n")
    return "\n".join(tidied_line(line) for line in lines)


def tidied_line(line: str) -> str:
    """Return a line with marks of single width and straight quotes."""
    for pattern, new in LINES if MARKED.search(line) else ():
        line = re.sub(pattern, new, line)
    return line
