"""Start a translation: `python -m proof.translate.language es Español`.

Makes the folder of the language, with the first section to translate and
files of words to fill in, and names it in mkdocs.yml. The site then builds in
marked original text and turns into the new language section by section. Run
again after an interruption, it does what is left.
"""

import re
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from ruamel.yaml.comments import CommentedMap
from ruamel.yaml.scalarstring import DoubleQuotedScalarString

from proof.files import read_data, read_yaml, write
from proof.pages.entries import FIELDS, path_of, read_entries
from proof.pages.page import Page
from proof.pages.settings import CONFIG, LANGUAGE, ORIGINAL, languages
from proof.translate import files
from proof.translate.commands import ROOT
from proof.translate.units import Refused


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    """Add a language, as `make` hands it over; returns the exit status."""
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


def add(root: Path, code: str, name: str) -> Iterator[str]:
    """Add a language; yields what was done and what comes next.

    Its line in mkdocs.yml comes last: a folder without one is told by the
    checks, and nothing of it is published.
    """
    name = name.strip()
    refuse(root, code, name)
    first = Page(root, f"docs/{ORIGINAL}/index.md")
    page = root / f"docs/{code}/index.md"
    if not page.exists():
        end = first.passages[0].end
        write(page, "\n".join(first.lines[:end]).rstrip("\n") + "\n")
        line = first.headings[0].line
        yield f"docs/{code}/index.md:{line}: the first section to translate"
    for file in FIELDS:
        keys = read_data(root, path_of(ORIGINAL, file))
        there = read_entries(root, code, file)
        missing = [key for key in keys if str(key) not in there]
        if missing:
            files.add_entries(root / path_of(code, file), missing)
            yield f"{path_of(code, file)}: an entry each to fill in"
    words = root / f"docs/{code}/dictionary.txt"
    if not words.exists():
        write(words, "")
        yield f"docs/{code}/dictionary.txt: for words that no dictionary has"
    files.change(root / CONFIG, lambda data: add_line(data, code, name))
    yield f"{CONFIG}: {name}"
    yield "See it with `make preview`; `make translations` says what is left."


def add_line(data: CommentedMap, code: str, name: str) -> None:
    """Name a language in the settings, after the last one."""
    (plugin,) = [p["i18n"] for p in data["plugins"] if "i18n" in p]
    last = plugin["languages"][-1]
    if read_yaml(name) != name:  # as the word for no in Italian
        name = DoubleQuotedScalarString(name)
    new = CommentedMap(locale=code, name=name, build=True)
    if below := last.ca.items.pop(list(last)[-1], None):
        new.ca.items["build"] = below  # the empty line below the list
    plugin["languages"].append(new)


def refuse(root: Path, code: str, name: str) -> None:
    """Raise Refused if the language cannot be added."""
    theme = Path(find_spec("material").origin).parent / "templates/partials"
    spoken = {file.stem for file in theme.glob("languages/*.html")}
    language, _, region = code.rpartition("-")
    if not re.fullmatch(LANGUAGE, code):
        raise Refused(
            f"LANG is '{code}'; write the code of ISO 639-1 in two lower-case "
            "letters, with a script if need be, as LANG=es or LANG=zh-Hant"
        )
    if code in languages(root):
        raise Refused(f"'{code}' is a language of this site already")
    if region.isupper() and language in spoken:
        raise Refused(
            f"LANG is '{code}'; write LANG={language}: with a region the "
            "search would not know the language's word stems"
        )
    if not re.fullmatch(r"[^\W\d_][\w '’().-]{0,39}", name):
        raise Refused(
            f"NAME is '{name}'; write what the language calls itself, in "
            "letters, as NAME=Español"
        )
    if code not in spoken:
        raise Refused(f"the theme does not speak '{code}' yet")


if __name__ == "__main__":
    sys.exit(main())
