"""The steps of CONTRIBUTING.md for a new language lead to a site in it."""

import re
import shutil
from pathlib import Path

import pytest
from conftest import ROOT, build_site, edit, parsed, run
from example import mark_translated

HOME = "docs/fr/index.md"
PT = """\
        - locale: pt
          name: Português (Brasil)
          build: !ENV [BUILD_pt, BUILD_TRANSLATIONS, true]
"""
FR = PT.replace("Português (Brasil)", "Français").replace("pt", "fr")
SECTION = """## À qui s'adresse ce site { #for-whom }

Vous connaissez un peu Python et vous savez ce qu'est un vecteur. Tout le reste,
chaque *querizade* comprise, est expliqué ici.

"""
QUERIES = "led: {}\nsure:\n  vecteur: [index]\ntried: {}\nunseen: {}\n"


def copy_the_first_page(root: Path) -> None:
    (root / "docs/fr").mkdir()
    shutil.copy(root / "docs/en/index.md", root / HOME)


def translate_a_section(root: Path) -> None:
    text = (root / HOME).read_text("utf-8")
    english = re.search("(?ms)^## Who it is for.*?(?=^## )", text)[0]
    edit(root, HOME, english, SECTION)
    mark_translated(root, "fr/index#for-whom")


def write_its_words(root: Path) -> None:
    (root / "docs/fr/words.yml").write_text("home: Accueil\n", "utf-8")


def list_queries_and_spellings(root: Path) -> None:
    (root / "docs/fr/queries.yml").write_text(QUERIES, "utf-8")
    (root / "docs/fr/dictionary.txt").write_text("querizade\n", "utf-8")


STEPS = {  # what CONTRIBUTING.md names in each, in this order
    "`locale: fr`": lambda root: edit(root, "mkdocs.yml", PT, PT + FR),
    f"`{HOME}`": copy_the_first_page,
    "`docs/fr/words.yml`": write_its_words,
    "`make done UNIT=fr/index#for-whom`": translate_a_section,
    "`docs/fr/queries.yml`": list_queries_and_spellings,
}


@pytest.mark.slow
def test_the_steps_lead_to_a_site_in_the_language(chapter):
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    recipe = re.search("(?ms)^### A language$.*?(?=^#)", text)[0]
    told = re.split(r"(?m)^\d\. ", recipe)[1:]
    for (name, step), words in zip(STEPS.items(), told, strict=True):
        assert name in words
        step(chapter)
    assert run(chapter, "sitebuild", "check").returncode == 0
    todo = run(chapter, "sitebuild", "todo", "fr").stdout
    assert "fr/index#chapters is missing" in todo
    files = "tests/sitebuild/test_spelling.py", "tests/site/test_search.py"
    named = "unknown_word or fr and should_find"
    result = run(chapter, "pytest", "-q", *files, "-m", "", "-k", named)
    assert "2 passed" in result.stdout, result.stdout
    build_site(chapter)
    page = parsed(chapter / "site/fr")
    assert page.html["lang"] == "fr"
    assert page.select_one('.md-nav a:-soup-contains("Accueil")')
    section = page.find(id="for-whom")
    assert section.get_text().startswith("À qui s'adresse ce site")
    assert section.find_parent(lang="en") is None
    assert page.find(id="chapters").find_parent("div")["lang"] == "en"
