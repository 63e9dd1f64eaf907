"""Start a translation: `python -m proof.translate.language es Español`.

Adds the language to mkdocs.yml, a folder with the first page, and an empty
column in each data file. The site then builds in marked original text and
turns into the new language section by section. Run again after an
interruption, it does what is left.
"""

import re
import sys
from importlib.util import find_spec
from pathlib import Path

from proof.blocks.recordings import write
from proof.pages.page import ORIGINAL, Page
from proof.pages.passages import DATA
from proof.translate.commands import ROOT, indent, start
from proof.translate.units import Refused, Unit

CONFIG = "mkdocs.yml"
LOCALE = re.compile(r" +- locale: (?P<code>[a-z]{2})")


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    given = sys.argv[1:] if arguments is None else arguments
    try:
        if len(given) != 2:
            raise Refused(
                "name a language, as make new-language LANG=es NAME=Español"
            )
        for line in add(root, *given):
            print(line)
    except Refused as refused:
        print(refused, file=sys.stderr)
        return 2
    return 0


def add(root: Path, code: str, name: str):
    """Add a language; yields what was done and what comes next."""
    name = name.strip()
    config = (root / CONFIG).read_text("utf-8")
    refuse(config, code, name)
    texts = {
        path: with_column((root / path).read_text("utf-8"), code, fields)
        for path, fields in DATA.items()
    }
    for path, text in texts.items():
        write(root / path, text)
        yield f"{path}: a column for {name}"
    words = root / f"tests/words/{code}.txt"
    if words.parent.is_dir() and not words.exists():
        write(words, "")
        yield f"tests/words/{code}.txt: for words that no dictionary has"
    (root / "docs" / code).mkdir(exist_ok=True)
    if not (root / f"docs/{code}/index.md").exists():
        first = Page(root, f"docs/{ORIGINAL}/index.md").headings[0].id
        yield start(Unit(root, f"{code}/index#{first}"))
    write(root / CONFIG, with_locale(config, code, name))
    yield f"{CONFIG}: {name}"
    yield "See it with `make preview`; `make translations` says what is left."


def refuse(config: str, code: str, name: str) -> None:
    """Raise Refused if the language cannot be added."""
    if not re.fullmatch(r"[a-z]{2}", code):
        raise Refused(
            f"LANG is '{code}'; write the two lower-case letters of ISO 639-1, "
            "as LANG=es"
        )
    if code in LOCALE.findall(config):
        raise Refused(f"'{code}' is a language of this site already")
    if not re.fullmatch(r"[^\W\d_][\w '’().-]{0,39}", name):
        raise Refused(
            f"NAME is '{name}'; write what the language calls itself, in "
            "letters, as NAME=Español"
        )
    theme = Path(find_spec("material").origin).parent
    if not (theme / f"templates/partials/languages/{code}.html").is_file():
        raise Refused(f"the theme does not speak '{code}' yet")


def with_locale(config: str, code: str, name: str) -> str:
    """mkdocs.yml with one language more, after the last one."""
    lines = config.splitlines()
    at = max(n for n, text in enumerate(lines) if LOCALE.fullmatch(text))
    depth = indent(lines[at])
    end = at + 1
    while end < len(lines) and indent(lines[end]) > depth:
        end += 1
    pad = " " * depth
    new = [
        f"{pad}- locale: {code}",
        f"{pad}  name: {name}",
        f"{pad}  build: true",
    ]
    return "\n".join([*lines[:end], *new, *lines[end:], ""])


def with_column(text: str, code: str, fields: tuple[str, ...]) -> str:
    """A data file with an empty place for a language in each entry."""
    lines = text.splitlines()
    found: list[str] = []
    at = 0
    while at < len(lines):
        found.append(lines[at])
        at += 1
        if lines[at - 1].strip() != f"{ORIGINAL}:":
            continue
        depth = indent(lines[at - 1])
        known = [ORIGINAL]
        while at < len(lines):  # on to the end of the last language
            sibling = re.fullmatch(r"([a-z]{2}):", lines[at].strip())
            if lines[at].strip() and indent(lines[at]) == depth and sibling:
                known.append(sibling[1])
            elif not lines[at].strip() or indent(lines[at]) <= depth:
                break
            found.append(lines[at])
            at += 1
        if code not in known:
            pad = " " * depth
            found += [
                f"{pad}{code}:",
                *(f"{pad}  {field}:" for field in fields),
            ]
    return "\n".join([*found, ""])


if __name__ == "__main__":
    sys.exit(main())
