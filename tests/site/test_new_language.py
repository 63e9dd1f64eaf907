"""The steps of CONTRIBUTING.md for a new language lead to a site in it."""

import re
import shutil
from pathlib import Path

import pytest
from conftest import ROOT, build_site, check, edit, parsed, run
from planting import both, replace, write

from sitebuild.__main__ import main

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


def copy_the_first_page(root: Path) -> None:
    (root / "docs/fr").mkdir()
    shutil.copy(root / "docs/en/index.md", root / HOME)


def translate_a_section(root: Path) -> None:
    text = (root / HOME).read_text("utf-8")
    english = re.search("(?ms)^## Who it is for.*?(?=^## )", text)[0]
    edit(root, HOME, english, SECTION)
    assert main(["done", "fr/index#for-whom"], root) == 0


QUERIES = "led: {}\nsure:\n  vecteur: [index]\ntried: {}\nunseen: {}\n"
STEPS = {  # what CONTRIBUTING.md names in each, in this order
    "`locale: fr`": replace("mkdocs.yml", PT, PT + FR),
    f"`{HOME}`": copy_the_first_page,
    "`docs/fr/words.yml`": write("docs/fr/words.yml", "home: Accueil\n"),
    "`make done UNIT=fr/index#for-whom`": translate_a_section,
    "`docs/fr/queries.yml`": both(
        write("docs/fr/queries.yml", QUERIES),
        write("docs/fr/dictionary.txt", "querizade\n"),
    ),
}


def test_contributors_are_told_these_steps():
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    recipe = re.search("(?ms)^### A language$.*?(?=^#)", text)[0]
    steps = re.split(r"(?m)^\d\. ", recipe)[1:]
    assert len(steps) == len(STEPS)
    for step, name in zip(steps, STEPS):
        assert name in step


@pytest.mark.slow
def test_the_steps_lead_to_a_site_in_the_language(chapter, capsys):
    for name, step in STEPS.items():
        step(chapter)
        assert name == "`locale: fr`" or check(chapter) == []
    main(["todo", "fr"], chapter)
    assert "fr/index#chapters is missing" in capsys.readouterr().out
    files = "tests/sitebuild/test_spelling.py", "tests/site/test_search.py"
    named = "fr and (unknown_word or should_find)"
    result = run(chapter, "pytest", "-q", *files, "-m", "", "-k", named)
    assert "3 passed" in result.stdout, result.stdout
    build_site(chapter)
    page = parsed(chapter / "site/fr")
    assert page.html["lang"] == "fr"
    assert page.select_one('.md-nav a:-soup-contains("Accueil")')
    section = page.find(id="for-whom")
    assert section.get_text().startswith("À qui s'adresse ce site")
    assert section.find_parent(lang="en") is None
    assert page.find(id="chapters").find_parent("div")["lang"] == "en"
