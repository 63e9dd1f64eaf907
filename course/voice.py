"""How the pages speak: turns of phrase that tire a reader are kept few.

`course/voice.yml` has for each language patterns of them, how often each may
stand on all pages together, and what to write instead.
"""

import re
from collections.abc import Iterator

from proof.checks import check
from proof.files import read_data
from proof.pages.project import Project
from proof.problem import Problem

FILE = "course/voice.yml"


@check(finds="turn of phrase that stands too often")
def voice(project: Project) -> Iterator[Problem]:
    """No turn of phrase is on more places of a language's pages than it may."""
    for language, turns in read_data(project.root, FILE).items():
        pages = [p for p in project.written if p.language == language]
        for turn in turns:
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
