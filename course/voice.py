"""How the pages speak: turns of phrase that tire a reader are kept few.

`course/voice.yml` has for each language patterns of them, how often each may
stand on all pages together, and what to write instead.
"""

import re
from collections.abc import Iterator

from proof.checks import check
from proof.files import read_data
from proof.pages.project import Project
from proof.pages.settings import LANGUAGE
from proof.problem import Problem
from proof.schema import COUNT, TEXT, Form, Like

FILE = "course/voice.yml"
TABLES = ("cheat-sheet", "pytorch")  # mostly cells, which are no sentences


def is_pattern(text: str) -> bool:
    """Tell whether a text can be looked for."""
    try:
        return bool(re.compile(text))
    except re.error:
        return False


TURN = {
    "pattern!": Like("(?s:.+)", r"\bhand over\b", also=is_pattern),
    "most!": COUNT,
    "instead!": TEXT,
}
FORM = Form(FILE, {Like(LANGUAGE, "en"): [TURN]})


@check(finds="turn of phrase that stands too often")
def voice(project: Project) -> Iterator[Problem]:
    """No turn of phrase is on more places of a language's pages than it may."""
    for language, turns in read_data(project.root, FILE).items():
        spoken = [p for p in project.written if p.language == language]
        for turn in turns:
            tables = TABLES if turn["pattern"] == ";" else ()
            pages = [page for page in spoken if page.name not in tables]
            pattern = re.compile(turn["pattern"].replace(" ", r"\s+"))
            found = [
                (page, line, said)
                for page in pages
                for line, said in page.find(pattern)
            ]
            for page, line, said in found[turn["most"] :]:
                yield page.problem(
                    line,
                    f"“{said}”: this stands {len(found)} times on the pages, "
                    f"{turn['most']} at most; {turn['instead']}",
                )


@check(finds="paragraph with two semicolons")
def semicolons(project: Project) -> Iterator[Problem]:
    """A paragraph has one semicolon at most: two make it hard to hear."""
    for page in project.written:
        for element in page.elements if page.name not in TABLES else ():
            words = [s.text for s in element.spans if s.kind == "words"]
            if element.kind == "text" and "".join(words).count(";") > 1:
                yield page.problem(
                    element.line,
                    "this paragraph has more than one semicolon; make "
                    "sentences of it",
                )
