"""A build runs again only the chapters that depend on what has changed."""

import json
import sys
from pathlib import Path

import pytest
import torch
from conftest import edit

from sitebuild.pages.page import Page
from sitebuild.pages.project import Project
from sitebuild.runner import block_tests, execution
from sitebuild.runner.block_tests import CACHE, BlockTests, RunCache

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
        cache = RunCache(project, folder)
        pages = Project(project).pages
        left = [page.path for page in pages if not cache.knows(page)]
        status = 0
        if left:
            option = f"--blocks-cache={folder}"
            status = pytester.runpytest_inprocess(
                *left, option, no_reraise_ctrlc=True
            ).ret
        ran = [name for name, count in sys.runs.items() if count]
        assert left == [f"docs/en/{name}.md" for name in ran]
        return status, ran

    folder = project / CACHE
    return run


def test_nothing_is_run_again_if_nothing_changed(build):
    assert build() == (0, ["demo", "plain"])
    assert build() == (0, [])


BOTH = ["demo", "plain"]


@pytest.mark.parametrize(
    "path, old, new, run",
    [
        ("snippets/demo.py", "x + 1", "1 + x", BOTH),
        ("snippets/demo.py", "# %%", "\n# %%", BOTH),  # its lines
        ("snippets/helper.py", "0.5", "0.25", BOTH),
        ("snippets/unused.py", "0.5", "0.25", BOTH),
        ("snippets/chapters/demo/steps.py", "0.5", "0.25", ["demo"]),
        ("docs/data.csv", "1", "2", ["demo"]),
        ("docs/outputs/plain/two.txt", "2", "2 ", ["plain"]),
        ("docs/en/plain.md", "A quarter", "One quarter", []),
        ("sitebuild/runner/execution.py", "1", "2", BOTH),
        ("sitebuild/pages/figures.py", "1", "2", BOTH),
        ("sitebuild/site/build.py", "1", "2", []),
        ("sitebuild/widgets/stepper.py", "1", "2", []),
    ],
)
def test_what_depends_on_a_change_is_run_again(
    build, project, path, old, new, run
):
    if not (project / path).exists():
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        (project / path).write_text("x = 0.5  # 1\n")
    build()
    edit(project, path, old, new)
    status, ran = build()
    assert ran == run and (status == 0 or "outputs" in path)


def test_an_edited_data_file_fails_the_build(build, project):
    """The block prints what it reads: another text than is recorded."""
    reads = "x = int(__import__('numpy').loadtxt('docs/data.csv'))\n"
    edit(project, "snippets/demo.py", "x = 1\n", reads)
    assert build() == (0, BOTH) and build() == (0, [])
    edit(project, "docs/data.csv", "1", "2")
    assert build() == (1, ["demo"])
    assert build() == (1, ["demo"])
    edit(project, "docs/data.csv", "2", "1")
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


@pytest.mark.parametrize(
    "where, name, other",
    [
        (block_tests, "version", lambda package: "0.0.0"),
        (execution, "device", lambda: "other"),
        (torch.backends.cpu, "get_cpu_capability", lambda: "OTHER"),
    ],
)
def test_another_setting_runs_all(
    build, project, monkeypatch, where, name, other
):
    build()
    monkeypatch.setattr(where, name, other)
    assert build() == (0, BOTH)


@pytest.mark.slow
def test_what_fails_is_run_until_it_passes(build, project):
    edit(project, "snippets/plain.py", "print(x + 1)", "print(y + 1)")
    for ran in (["demo", "plain"], ["plain"]):
        assert build() == (1, ran)
    edit(project, "snippets/plain.py", "print(y + 1)", "print(x + 1)")
    assert build() == (0, BOTH)


def test_what_has_another_recording_is_run_again(build, project):
    build()
    edit(project, "docs/outputs/plain/two.txt", "2", "3")
    assert build() == (1, ["plain"])
    edit(project, "docs/outputs/plain/two.txt", "3", "2")
    assert build() == (0, [])


WHOLE = {"key": "", "opened": []}
DAMAGED = [
    *(b"", b'{"key": {"state": "x", "fi', bytes(range(256)), b"[1]", b"5"),
    *(b"null", b"{}"),
    *(
        json.dumps({k: v for k, v in WHOLE.items() if k != key}).encode()
        for key in WHOLE
    ),
    *(
        json.dumps(WHOLE | {"opened": value}).encode()
        for value in (None, 5, [None])
    ),
]


@pytest.mark.parametrize("content", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_file_is_not_used(small, content):
    page = Page(small, "docs/en/demo.md")
    cache = RunCache(small, small)
    cache.file(page).write_bytes(content)
    assert not cache.knows(page)
    whole = WHOLE | {"key": cache.key(page, [])}
    cache.file(page).write_text(json.dumps(whole))
    assert cache.knows(page)
    cache.file(page).write_text(json.dumps(WHOLE))
    assert not cache.knows(page)


@pytest.mark.slow
def test_a_chapter_that_is_damaged_runs(build, project):
    build()
    (project / CACHE / "demo.json").write_text("{}")
    assert build() == (0, ["demo"])
    assert build() == (0, [])


@pytest.mark.slow
def test_ci_runs_all_blocks_each_time(project, pytester, monkeypatch):
    edit(project, "snippets/demo.py", "sys.runs['demo'] += 1", "")
    edit(project, "snippets/plain.py", "sys.runs['plain'] += 1", "")

    def remembered() -> dict[Path, bytes]:
        return {f: f.read_bytes() for f in (project / CACHE).glob("*")}

    memory = f"--blocks-cache={project / CACHE}"
    assert pytester.runpytest_inprocess("docs", memory).ret == 0
    for ci, known in (("", {*PAGES}), ("true", set())):
        monkeypatch.setenv("CI", ci)
        before = remembered()
        result = BlockTests(Project(project)).run()
        assert result == ([], {*PAGES}, known)
        assert not ci or remembered() == before, "nor is anything written there"
    assert len(remembered()) == 2


@pytest.mark.slow
def test_what_ran_before_an_interruption_is_not_run_again(build, project):
    interrupt = "x = 1\nraise KeyboardInterrupt\n"  # in the last chapter
    edit(project, "snippets/plain.py", "x = 1\n", interrupt)
    assert build() == (2, ["demo", "plain"])
    assert build() == (2, ["plain"])


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
        sizes.append(len([*(project / CACHE).iterdir()]))
    assert sizes == [2, 2, 2]
