"""A build runs again only the chapters that depend on what has changed."""

import json
import sys
from pathlib import Path

import pytest
from conftest import edit

from sitebuild.runner import machine, run_cache
from sitebuild.runner.block_tests import MEMORY, BlockTests
from sitebuild.runner.run_cache import damaged

PAGES = ("docs/en/demo.md", "docs/en/plain.md")


@pytest.fixture
def project(small, monkeypatch):
    """Two chapters that count their runs; the first imports and reads."""
    monkeypatch.syspath_prepend(str(small))
    monkeypatch.setattr(sys, "runs", {"demo": 0, "plain": 0}, raising=False)
    count = "import sys\nsys.runs['demo'] += 1\nx = 1\n"
    edit(small, "snippets/demo.py", "x = 1\n", count)
    for kind in ("snippets/{}.py", "docs/en/{}.md"):
        text = (small / kind.format("demo")).read_text()
        other = text.replace("demo", "plain")
        (small / kind.format("plain")).write_text(other)
    recordings = (small / "docs/outputs/demo").iterdir()
    for file in list(recordings):
        other = small / "docs/outputs/plain" / file.name
        other.parent.mkdir(exist_ok=True)
        other.write_text(file.read_text())
    for name in ("__init__", "helper", "unused"):
        (small / f"snippets/{name}.py").write_text("half = 0.5\n")
    (small / "docs/data.csv").write_text("1\n")
    reads = (
        "x = 1\nfrom snippets import helper\nopen('docs/data.csv').close()\n"
    )
    edit(small, "snippets/demo.py", "x = 1\n", reads)
    return small


@pytest.fixture
def build(project, pytester):
    """Run the blocks as a build does: (status, chapters that were run)."""

    def run() -> tuple[int, list[str]]:
        sys.runs |= dict.fromkeys(sys.runs, 0)
        report, memory = project / "report.json", project / MEMORY
        options = f"--blocks-report={report}", f"--blocks-memory={memory}"
        result = pytester.runpytest_inprocess(
            "docs", *options, no_reraise_ctrlc=True
        )
        ran = [name for name, count in sys.runs.items() if count]
        blocks = json.loads(report.read_text())
        for name in sys.runs if result.ret == 0 else ():
            recalled = {b["recalled"] for b in blocks[f"docs/en/{name}.md"]}
            assert recalled == {name not in ran}
        return result.ret, ran

    return run


def kept(project: Path, chapter: str) -> str:
    """The path of what is remembered of a chapter."""
    files = [*(project / MEMORY).iterdir()]
    (file,) = (file for file in files if chapter in file.read_text())
    return file.relative_to(project).as_posix()


def test_nothing_is_run_again_if_nothing_changed(build):
    assert build() == (0, ["demo", "plain"])
    assert build() == (0, [])


@pytest.mark.parametrize(
    "path, old, new, run",
    [
        ("snippets/demo.py", "x + 1", "1 + x", ["demo"]),
        ("snippets/demo.py", "# %%", "\n# %%", ["demo"]),  # its lines
        ("snippets/helper.py", "0.5", "0.25", ["demo"]),
        ("snippets/__init__.py", "0.5", "0.25", ["demo"]),
        ("snippets/unused.py", "0.5", "0.25", []),
        ("docs/data.csv", "1", "2", ["demo"]),
        ("docs/en/plain.md", "A quarter", "One quarter", []),
    ],
)
def test_what_depends_on_a_change_is_run_again(
    build, project, path, old, new, run
):
    build()
    edit(project, path, old, new)
    assert build() == (0, run)
    assert build() == (0, [])


@pytest.mark.parametrize(
    "reads",
    [
        "__import__('io').open(file='docs/data.csv').close()",
        "__import__('os').close(__import__('os').open('docs/data.csv', 0))",
        "__import__('pathlib').Path('docs/data.csv').read_text()",
        "__import__('numpy').fromfile('docs/data.csv')",
        "__import__('runpy').run_path('docs/data.csv')",
    ],
)
@pytest.mark.slow
def test_a_file_is_followed_however_it_is_read(build, project, reads):
    edit(project, "snippets/demo.py", "open('docs/data.csv').close()", reads)
    build()
    edit(project, "docs/data.csv", "1", "2")
    assert build() == (0, ["demo"])


@pytest.mark.parametrize("name", ["version", "device", "pages"])
@pytest.mark.slow
def test_another_setting_runs_all(build, project, monkeypatch, name):
    build()
    other = {
        "version": lambda package: "0.0.0",
        "device": lambda: "other",
    }
    if name in other:
        where = machine.__name__ if name == "device" else run_cache.__name__
        monkeypatch.setattr(f"{where}.{name}", other[name])
    else:
        (project / "sitebuild/pages").mkdir(parents=True)
        (project / "sitebuild/pages/new.py").write_text("")
    assert build() == (0, ["demo", "plain"])


@pytest.mark.slow
def test_what_fails_is_run_until_it_passes(build, project):
    edit(project, "snippets/plain.py", "print(x + 1)", "print(y + 1)")
    for ran in (["demo", "plain"], ["plain"]):
        assert build() == (1, ran)
    edit(project, "snippets/plain.py", "print(y + 1)", "print(x + 1)")
    assert build() == (0, ["plain"])


def test_what_has_another_recording_is_run_again(build, project):
    build()
    edit(project, "docs/outputs/plain/two.txt", "2", "3")
    assert build() == (1, ["plain"])
    edit(project, "docs/outputs/plain/two.txt", "3", "2")
    assert build() == (0, ["plain"])


def test_what_is_changed_like_its_recording_is_run_again(build, project):
    build()
    edit(project, "docs/outputs/plain/two.txt", "2", "3")
    remembered = kept(project, "plain/two.txt")
    edit(project, remembered, 'plain/two.txt": "2', 'plain/two.txt": "3')
    assert build() == (1, ["plain"])


CHAPTER = {"state": "", "files": ["a"], "outputs": [{"a": "b"}]}
WRONG = [
    {},
    *({k: v for k, v in CHAPTER.items() if k != key} for key in CHAPTER),
    *(CHAPTER | {"state": value} for value in (None, 1)),
    *(CHAPTER | {"files": value} for value in (None, 5, [None])),
    *(CHAPTER | {"outputs": value} for value in (None, 5, [5], [{"a": 5}])),
]
DAMAGED = [
    *(b"", b'{"a": {"state": "x", "fi', bytes(range(256)), b"[1]", b"5"),
    *(b"null", b"[" * 100_000),
    *(json.dumps(chapter).encode() for chapter in WRONG),
    f"{run_cache.digest('{}')}\n{json.dumps(CHAPTER)}".encode(),  # of another
]


@pytest.mark.parametrize("content", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_memory_is_told_and_not_used(tmp_path, content):
    file = tmp_path / "a.json"
    file.write_bytes(content)
    chapter, told = run_cache.read(file)
    assert chapter == {} and told.startswith(f"{file} is damaged")
    assert run_cache.damaged(tmp_path) == [told]


def test_a_memory_is_used_if_it_is_whole(tmp_path):
    file = tmp_path / "a.json"
    assert run_cache.read(file) == ({}, "")
    text = json.dumps(CHAPTER)
    file.write_text(f"{run_cache.digest(text)}\n{text}")
    assert run_cache.read(file) == (CHAPTER, "")
    assert (
        run_cache.damaged(tmp_path)
        == run_cache.damaged(tmp_path / "none")
        == []
    )


@pytest.mark.slow
def test_a_chapter_that_is_damaged_runs(build, project):
    build()
    (project / kept(project, "demo/one.txt")).write_text("{}")
    assert build() == (0, ["demo"])
    assert build() == (0, [])


def test_a_damaged_memory_is_told(project):
    (project / MEMORY).mkdir(parents=True)
    file = project / MEMORY / "a.json"
    file.write_text("5")
    sentence = f"{file} is damaged and not used: its blocks run"
    assert damaged(project / MEMORY) == [sentence]


@pytest.mark.slow
def test_ci_runs_all_blocks_each_time(project, pytester, monkeypatch):
    edit(project, "snippets/demo.py", "sys.runs['demo'] += 1", "")
    edit(project, "snippets/plain.py", "sys.runs['plain'] += 1", "")

    def remembered() -> dict[Path, bytes]:
        return {f: f.read_bytes() for f in (project / MEMORY).glob("*")}

    memory = f"--blocks-memory={project / MEMORY}"
    assert pytester.runpytest_inprocess("docs", memory).ret == 0
    for ci, recalled in (("", 4), ("true", 0)):
        monkeypatch.setenv("CI", ci)
        before = remembered()
        with BlockTests(project) as tests:
            tests.start()
            result = tests.wait()
        assert result.failures == [] and result.passed.keys() == {*PAGES}
        blocks = [b for page in PAGES for b in result.passed[page]]
        assert sum(block["recalled"] for block in blocks) == recalled
        assert not ci or remembered() == before, "nor is anything written there"
    assert len(remembered()) == 2


@pytest.mark.slow
def test_what_ran_before_an_interruption_is_not_run_again(build, project):
    interrupt = "x = 1\nraise KeyboardInterrupt\n"  # in the last chapter
    edit(project, "snippets/plain.py", "x = 1\n", interrupt)
    assert build() == (2, ["demo", "plain"])
    edit(project, "snippets/plain.py", interrupt, "x = 1\n")
    assert build() == (0, ["plain"])


def test_what_was_saved_meanwhile_is_run_again(build, project):
    saves = "import pathlib; pathlib.Path('docs/data.csv').write_text('2')\n"
    edit(project, "snippets/demo.py", "x = 1\n", f"{saves}x = 1\n")
    assert build() == (0, ["demo", "plain"])
    assert build() == (0, ["demo"])


@pytest.mark.slow
def test_what_is_of_no_use_any_more_is_forgotten(build, project):
    sizes = []
    for code in ("x + 1", "1 + x", "x + 1"):
        edit(project, "snippets/demo.py", "print(", f"print({code} - 1 - x + ")
        build()
        sizes.append(len([*(project / MEMORY).iterdir()]))
    assert sizes == [2, 2, 2]
