"""A chapter is started with one command: green at once, unwritten, or not."""

import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest
from conftest import check, edit, run

from course import start, unwritten
from proof.pages.project import Project
from proof.site.edition import Edition
from proof.translate.commands import todo


@pytest.fixture(autouse=True)
def forked(monkeypatch) -> None:
    """What is started is a fork, which has loaded the libraries."""

    def fork(command: list[str], cwd: Path, **_):
        return run(cwd, *command[2:])

    pipes = {"PIPE": subprocess.PIPE, "STDOUT": subprocess.STDOUT}
    other = SimpleNamespace(run=fork, **pipes)
    monkeypatch.setattr(start, "subprocess", other)


def contents(root: Path) -> dict[Path, bytes]:
    """All files of a project, less what Python compiled."""
    return {
        file: file.read_bytes()
        for file in root.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }


@pytest.mark.slow
def test_a_started_chapter_is_whole_and_its_unwritten_parts_are_named(chapter):
    before = contents(chapter)
    known = [p.name for p in Project(chapter).written]
    start.start(chapter, "rotary-rope")
    assert check(chapter) == []
    assert not [line for line in todo(chapter, []) if "rotary-rope" in line]
    changed = {f for f in before if f.read_bytes() != before[f]}
    assert {file.name for file in changed} == {"mkdocs.yml", "recorded.json"}
    pages = [p for p in Project(chapter).written if p.name not in known]
    parts = "\n".join(map(str, unwritten.parts(Project(chapter))))
    for language, page in zip(("en", "pt"), pages):
        assert page.path == f"docs/{language}/rotary-rope.md"
        for id in ("rotary-rope", "mistakes", "exercise-total", "remember"):
            assert f"{page.path}:" in parts and f"`{id}` is to be" in parts
    assert "docs/en/index.md:1: no link leads to rotary-rope.md yet" in parts
    assert "Erros comuns" in pages[1].text
    script = run(chapter, "snippets.chapters.rotary_rope.steps")
    recorded = [
        (chapter / f"docs/outputs/rotary-rope/{name}.txt").read_text()
        for name in ("first-look", "run-total")
    ]
    assert script.stdout == "".join(recorded)
    with pytest.raises(start.Refused, match="is rotary_rope already|there is"):
        start.start(chapter, "rotary-rope")


def test_a_chapter_whose_code_fails_leaves_nothing(chapter, monkeypatch):
    example = chapter / "example"
    shutil.copytree(start.EXAMPLE, example)
    monkeypatch.setattr(start, "EXAMPLE", example)
    edit(example, "steps.py", "check_total(total)", "check_total(total + 1)")
    before = contents(chapter)
    with pytest.raises(start.Refused, match="11 is not the sum"):
        start.start(chapter, "rope")
    assert contents(chapter) == before


@pytest.mark.parametrize(
    "name, says",
    [
        ("", "write lower-case letters"),
        ("Rope", "write lower-case letters"),
        ("../rope", "write lower-case letters"),
        ("rope-", "write lower-case letters"),
        ("simplified-attention", "there is snippets/chapters/simplified_att"),
        ("index", "there is docs/en/index.md already"),
    ],
)
def test_a_name_that_no_chapter_can_have_is_refused(chapter, name, says):
    before = contents(chapter)
    with pytest.raises(start.Refused, match=says):
        start.start(chapter, name)
    assert contents(chapter) == before


def test_readers_are_told_in_their_language(chapter):
    edit(
        chapter,
        "docs/en/index.md",
        "\n## ",
        f"\n{unwritten.COMMENT}\n\n## ",
    )
    project = Project(chapter)
    edition = Edition(project)
    page = project.by_path["docs/en/index.md"]
    said = [unwritten.notice.fill(edition, page, c) for c in ("en", "pt")]
    assert "This part is still to be written." in said[0]
    assert "Esta parte ainda não foi escrita." in said[1]
