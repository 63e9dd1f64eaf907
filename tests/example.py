"""A project with one chapter and edits that stop no build, and its site."""

import re
from pathlib import Path

import pytest
from conftest import build_site, copy_project, edit, once, run

CHAPTER = "docs/en/simplified-attention.md"
TWIN = "docs/pt/simplified-attention.md"
CODE = "snippets/chapters/simplified_attention/steps.py"
OUTPUTS = "docs/outputs/simplified-attention"
LOCALE = "es"  # of a language that no copy has
REPOSITORY = "https://github.com/some-one/attention"
EXAMPLE = {"REPO_URL": REPOSITORY, "TZ": "UTC"}
SPANISH = {  # of the section that is translated
    "### Step 1: scores": "### Paso 1: puntuaciones",
    "The score of two tokens is their **dot product**: multiply component by\n"
    "component, then add.": "La puntuación de dos tokens es su **producto "
    "escalar**: se multiplica\ncomponente a componente y se suma.",
    "$x^{(i)}_{d}$ is component $d$ of": "$x^{(i)}_{d}$ es la componente $d$ "
    "de",
    'For "shiny" and "Hello" this gives': 'Para "shiny" y "Hello" resulta',
    "Do both yourself before you look at the output.": "Calcula las dos antes "
    "de mirar la salida.",
    "`torch.empty` reserves memory without clearing it. That is safe here,\n"
    "    because the loop fills every place.": "`torch.empty` reserva memoria "
    "sin limpiarla. Aquí no importa: el bucle llena\n    todos los lugares.",
    "matches itself best, with 1.3569, but": "concuerda más consigo misma, con "
    "1.3569, pero",
    '"sun" comes close.': '"sun" queda cerca.',
}


def mark_translated(root: Path, unit: str) -> None:
    """Mark a section as translated from the original as it is."""
    result = run(root, "sitebuild", "done", unit)
    assert result.returncode == 0, result.stdout


def edit_example(root: Path) -> None:
    """Make the edits of the project with one chapter: they stop no build.

    The chapter is in numbered cells. Four sections of the original were edited;
    Portuguese has not followed, of Spanish one section is there.
    """
    page = "docs/{}/simplified-attention.md".format
    for code in ("en", "pt"):
        edit(root, page(code), "description:", "form: notebook\ndescription:")
    unit = "pt/simplified-attention#simplified-attention"
    mark_translated(root, unit)
    for old, new in (
        ("Compute the other two scores yourself", "Do both yourself"),
        ("(#exercise-four-weights)", "(#exercise-unshuffle)"),
        ("### Softmax of one score { #softmax-of-one }\n", ""),
        ("### Step 3", "### The step 3"),
    ):
        edit(root, page("en"), old, new)
    unit = f"{LOCALE}/simplified-attention#hello-scores"
    line = "        - locale: {0}\n          name: {1}\n"
    line += "          build: !ENV [BUILD_{0}, BUILD_TRANSLATIONS, true]\n"
    spoken = line.format("pt", "Português (Brasil)")
    edit(root, "mkdocs.yml", spoken, spoken + line.format(LOCALE, "Español"))
    (root / "docs" / LOCALE).mkdir()
    text = (root / page("en")).read_text("utf-8")
    section = re.search(r"(?ms)^### Step 1.*?(?=^##)", text)[0]
    (root / page(LOCALE)).write_text(section, "utf-8")
    for old, new in SPANISH.items():
        edit(root, page(LOCALE), old, new)
    mark_translated(root, unit)


@pytest.fixture(scope="session")
def example(tmp_path_factory, one_chapter) -> Path:
    """A project with one chapter, edits and a repository, its built site, and
    what the build told."""

    def build(folder: Path) -> None:
        folder.mkdir()
        edit_example(copy_project(folder, one_chapter))
        (folder / "told.txt").write_text(build_site(folder, **EXAMPLE), "utf-8")

    return once(tmp_path_factory, "example", build)
