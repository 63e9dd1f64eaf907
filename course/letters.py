"""What letters mean in formulas: one thing each, which the cheat sheet says.

`course/letters.yml` has the page that introduces a letter, `course/roles.yml`
those in the colour of a role. Small Latin letters are not asked for: too many
are needed for a moment.
"""

import re
from collections.abc import Iterator
from string import ascii_uppercase

from course.chapters import part
from proof.checks import check
from proof.files import read_data
from proof.pages.page import Formula
from proof.pages.project import Project
from proof.pages.settings import reading_order
from proof.problem import Problem
from proof.schema import KEY, TEXT, Form, Like

FILE = "course/letters.yml"
ROLES = "course/roles.yml"
SIGN = Like(r"[A-Z]|\\[A-Za-z]+", r"\alpha")
FORM = Form(FILE, {SIGN: KEY})
COLOURED = {"term!": KEY, "signs!": [TEXT], "names!": [TEXT]}
BESIDE = {"signs": {TEXT: [TEXT]}, "names": {TEXT: [TEXT]}}
OF_ROLES = Form(ROLES, {"beside": BESIDE, "other": [TEXT], KEY: COLOURED})
SHEET, SECTION = "cheat-sheet", "letters"
# Words, names of sets, and of matrices, as in W^O.
WORDS = r"\\(?:text|operatorname|mathrm|mathbb|tag|begin|end)\*?\{[^{}]*\}"
NAMES = r"\^\{?[A-Z]\}?"
GREEK = """
    alpha beta gamma delta varepsilon theta lambda mu sigma tau omega
    Delta Lambda Omega Pi Sigma
""".split()


def letters(formula: Formula) -> set[str]:
    """Return the Greek letters and the Latin capitals of a formula."""
    tex = re.sub(f"{WORDS}|{NAMES}", " ", formula.tex)
    return set(filter(is_letter, re.findall(SIGN.pattern, tex)))


def is_letter(sign: str) -> bool:
    """Tell whether a sign is a letter that has to be explained."""
    if sign.startswith("\\"):
        return sign[1:] in GREEK
    return len(sign) == 1 and sign in ascii_uppercase


@check(finds="letter that the cheat sheet does not explain")
def explained(project: Project) -> Iterator[Problem]:
    """A letter that two pages use has its line on the cheat sheet."""
    if SHEET not in project.originals:
        return
    sheet = project.originals[SHEET]
    whole, _ = part(sheet, SECTION)
    inside = [f for f in sheet.formulas if whole and f.line in whole]
    known = set().union(*map(letters, inside))
    first: dict[str, str] = {}
    for name in reading_order(project.root):
        page = project.originals.get(name)
        for formula in page.formulas if page and page != sheet else ():
            for letter in sorted(letters(formula) - known):
                if first.setdefault(letter, name) != name:
                    yield page.problem(
                        formula.line,
                        f"`{letter}` is also in formulas of {first[letter]}; "
                        f"say what it means in {sheet.path}#{SECTION}, or take "
                        "another letter",
                    )


@check(finds="letter before its page")
def introduced(project: Project) -> Iterator[Problem]:
    """No page uses a letter that a later one introduces."""
    order = reading_order(project.root)
    for letter, page in read_data(project.root, FILE).items():
        for name in order[: order.index(page)] if page in order else ():
            if name in project.originals and name != "ten-minutes":
                for formula in project.originals[name].formulas:
                    if letter in letters(formula):
                        yield project.originals[name].problem(
                            formula.line,
                            f"`{letter}` is introduced on {page}, later than "
                            "here; take another letter, or none",
                        )


@check(finds="letter with a colour that may mean something else")
def coloured(project: Project) -> Iterator[Problem]:
    """A letter that has the colour of a role everywhere means one thing."""
    known = read_data(project.root, FILE)
    roles = read_data(project.root, ROLES)
    others = roles.get("beside", {}).get("signs", {})
    for role, entry in roles.items():
        for sign in entry["signs"] if "term" in entry else ():
            if is_letter(sign) and sign not in {*known, *others}:
                yield project.entry_problem(
                    ROLES,
                    role,
                    f"`{sign}` has the colour of a role on every page; say in "
                    f"{FILE} which page introduces it, or beside what it has "
                    "that role",
                )
