"""A project with one chapter and edits that stop no build, and its site."""

import re
import shutil
from pathlib import Path

import pytest
from conftest import ROOT, build_site, once
from planting import CHAPTER, TWIN, leave
from projects import copy_project, edit

from sitebuild.__main__ import main

REPOSITORY = "https://github.com/some-one/attention"
ADDRESS = "https://example.org/course/"
EXAMPLE = {"REPO_URL": REPOSITORY, "SITE_URL": ADDRESS, "TZ": "UTC"}
LOCALE = "fr"  # of a language that the project does not have
HOME = f"docs/{LOCALE}/index.md"
PT = """\
        - locale: pt
          name: Português (Brasil)
          build: !ENV [BUILD_pt, BUILD_TRANSLATIONS, true]
"""
FR = PT.replace("Português (Brasil)", "Français").replace("pt", LOCALE)
SECTION = """## À qui s'adresse ce site { #for-whom }

Vous connaissez un peu Python et vous savez ce qu'est un vecteur. Tout le reste,
chaque *querizade* comprise, est expliqué ici.

"""
QUERIES = "led: {}\nsure:\n  vecteur: [index]\ntried: {}\nunseen: {}\n"


def mark_translated(root: Path, unit: str) -> None:
    """Mark a section as translated from the original as it is."""
    assert main(["done", unit], root) == 0


def copy_the_first_page(root: Path) -> None:
    (root / HOME).parent.mkdir()
    shutil.copy(root / "docs/en/index.md", root / HOME)


def translate_a_section(root: Path) -> None:
    text = (root / HOME).read_text("utf-8")
    english = re.search("(?ms)^## Who it is for.*?(?=^## )", text)[0]
    edit(root, HOME, english, SECTION)
    mark_translated(root, f"{LOCALE}/index#for-whom")


def write_its_words(root: Path) -> None:
    (root / f"docs/{LOCALE}/words.yml").write_text("home: Accueil\n", "utf-8")


def list_queries_and_spellings(root: Path) -> None:
    folder = root / "docs" / LOCALE
    (folder / "queries.yml").write_text(QUERIES, "utf-8")
    (folder / "dictionary.txt").write_text("querizade\n", "utf-8")


STEPS = {  # what CONTRIBUTING.md names in each, in this order
    "`locale: fr`": lambda root: edit(root, "mkdocs.yml", PT, PT + FR),
    f"`{HOME}`": copy_the_first_page,
    "`docs/fr/words.yml`": write_its_words,
    "`make done UNIT=fr/index#for-whom`": translate_a_section,
    "`docs/fr/queries.yml`": list_queries_and_spellings,
}


def edit_example(root: Path) -> None:
    """Make the edits of the project with one chapter: they stop no build.

    The chapter is in numbered cells. Four sections of the original were edited,
    and Portuguese has not followed. French was begun as CONTRIBUTING.md says.
    Editors and systems have left their files in each folder.
    """
    for path in (CHAPTER, TWIN):
        edit(root, path, "description:", "form: notebook\ndescription:")
    mark_translated(root, "pt/simplified-attention#simplified-attention")
    for old, new in (
        ("Compute the other two scores yourself", "Do both yourself"),
        ("(#exercise-four-weights)", "(#exercise-unshuffle)"),
        ("### Softmax of one score { #softmax-of-one }\n", ""),
        ("### Step 3", "### The step 3"),
    ):
        edit(root, CHAPTER, old, new)
    for step in STEPS.values():
        step(root)
    shutil.copy(ROOT / ".gitignore", root)
    leave(root)


@pytest.fixture(scope="session")
def example(tmp_path_factory, one_chapter) -> Path:
    """A project with one chapter, edits and a repository, its built site, and
    what the build told."""

    def build(folder: Path) -> None:
        folder.mkdir()
        edit_example(copy_project(folder, one_chapter))
        (folder / "told.txt").write_text(build_site(folder, **EXAMPLE), "utf-8")

    return once(tmp_path_factory, "example", build)
