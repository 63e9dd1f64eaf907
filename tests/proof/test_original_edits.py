"""Nobody who edits the original is stopped by a language they cannot read."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import check, copy_project, edit
from planting import CHAPTER, CODE, TWIN, append, block, both, insert, replace

from proof.pages.page import Page
from proof.pages.project import Project
from proof.pages.states import page_states
from proof.translate import commands

pytestmark = pytest.mark.slow


def everywhere(old: str, new: str) -> Callable[[Path], None]:
    """Replace a text in all that is written in the original's language."""

    def plant(root: Path) -> None:
        for file in root.glob("docs/en/*.*"):
            text = file.read_text("utf-8")
            file.write_text(text.replace(old, new), "utf-8")

    return plant


def move_up(root: Path) -> None:
    """Put a section above the one before it."""
    text = (root / CHAPTER).read_text("utf-8")
    pattern = r"(### Softmax of one score.*?)(### Softmax without.*?)(?=## Ex)"
    moved = re.sub(pattern, r"\2\1", text, flags=re.S)
    assert moved != text
    (root / CHAPTER).write_text(moved, "utf-8")


def call_fix(root: Path) -> None:
    """As the guide asks of who edits the original."""
    assert commands.main(["fix"], root) == 0


OVERFLOW = "### Softmax without the subtraction { #naive-overflow }\n\n"
WORDS = "\n# %% new\nnew = 1\n"
EDITS = {  # and what becomes of the sections that are not current
    "paragraph": (
        replace(CHAPTER, "the other two scores yourself", "both yourself"),
        {"hello-scores": "outdated"},
    ),
    "number dropped": (
        replace(CHAPTER, "itself best, with 1.3569, but", "itself best, but"),
        {"hello-scores": "outdated, in English"},
    ),
    "block added": (
        both(
            append(CODE, WORDS),
            insert(CHAPTER, "## By hand", block("new") + "\n"),
        ),
        {"context-vector": "unfit, in English"},
    ),
    "link changed": (
        replace(CHAPTER, "(#exercise-four-weights)", "(#exercise-unshuffle)"),
        {"hello-shiny-sun": "unfit, in English"},
    ),
    "section with another id": (
        both(
            everywhere("#why-softmax", "#why-exponents"),
        ),
        {
            "why-exponents": "missing, in English",
            "why-softmax": "orphaned, in English",
        },
    ),
    "section moved": (move_up, {}),
    "section merged into the one above": (
        both(
            replace(CHAPTER, OVERFLOW, ""),
            everywhere("#naive-overflow", "#softmax-of-one"),
            call_fix,
        ),
        {
            "softmax-of-one": "outdated, in English",
            "naive-overflow": "orphaned, in English",
        },
    ),
    "number given": (
        replace(CHAPTER, "Compute the", "At 1.3569, compute the"),
        {"hello-scores": "outdated, in English"},
    ),
}


@pytest.fixture(scope="module")
def mended(tmp_path_factory, one_chapter) -> Path:
    """A chapter whose translation is marked with its original's skeleton."""
    root = copy_project(tmp_path_factory.mktemp("mended"), one_chapter)
    assert commands.main(["fix"], root) == 0
    return root


@pytest.fixture
def fixed(tmp_path, mended) -> Path:
    """A copy of it, to edit."""
    return copy_project(tmp_path, mended)


def found(root: Path) -> dict[str, str]:
    """What is not current of the translation, and what readers see of it."""
    pair = Page(root, CHAPTER), Page(root, TWIN)
    states = page_states(*pair)
    return {
        state.id: state.status + ("" if state.shown else ", in English")
        for state in states
        if state.status != "current"
    }


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_of_the_original_is_no_problem(fixed, name):
    plant, expected = EDITS[name]
    plant(fixed)
    assert [str(problem) for problem in check(fixed)] == []
    assert found(fixed) == expected
    pages = Project(fixed).by_path
    original, shown = pages[CHAPTER], pages[TWIN]
    ids = [[h.id for h in page.headings] for page in (original, shown)]
    assert ids[0] == ids[1]
    blocks = [[b.section for b in page.blocks] for page in (original, shown)]
    assert blocks[0] == blocks[1]


def test_all_edits_together_and_a_fault_in_what_is_current(fixed):
    for name in ("paragraph", "block added", "link changed", "section moved"):
        EDITS[name][0](fixed)
    assert check(fixed) == []
    edit(fixed, TWIN, r"$T \neq D$", r"$T = D$")
    (problem,) = check(fixed)
    assert problem.path == TWIN and "formula is `T = D` here" in problem.message
