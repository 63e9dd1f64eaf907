"""A build runs again only the chapters that depend on what has changed.

A build runs blocks in processes of their own, each of which loads PyTorch; here
pytest is asked the same in this process.
"""

import json
import sys
from types import SimpleNamespace

import pytest
from projects import edit

import sitebuild.runner.execution  # noqa: F401 (once for all sessions)
from sitebuild.pages.project import Project
from sitebuild.runner import block_tests
from sitebuild.runner.block_tests import CACHE, BlockTests

BOTH = ["demo", "plain"]
TWO, CODE = "docs/outputs/plain/two.txt", "snippets/demo.py"
KEPT = f"{CACHE}/plain.json"


@pytest.fixture
def project(small, monkeypatch):
    """Two chapters that count their runs; the first imports and reads."""
    monkeypatch.syspath_prepend(str(small))
    monkeypatch.setattr(sys, "runs", {}, raising=False)
    monkeypatch.delenv("CI", raising=False)  # it would run all blocks
    count = "import sys\nsys.runs['demo'] = 1\nx = 1\n"
    edit(small, CODE, "x = 1\n", count)
    paths = ("snippets/{}.py", "docs/en/{}.md", "docs/outputs/{}/one.txt")
    for path in (*paths, "docs/outputs/{}/two.txt"):
        text = (small / path.format("demo")).read_text()
        other = small / path.format("plain")
        other.parent.mkdir(exist_ok=True)
        other.write_text(text.replace("demo", "plain"))
    for name in ("__init__", "helper", "unused"):
        (small / f"snippets/{name}.py").write_text("half = 0.5\n")
    (small / "docs/data.csv").write_text("1\n")
    reads = "from snippets import helper\nopen('docs/data.csv').close()\n"
    edit(small, CODE, "x = 1\n", f"{reads}x = 1\n")
    return small


@pytest.fixture
def build(project, pytester):
    """Run the blocks as a build does: (faults, chapters that were run)."""

    class InThisProcess(BlockTests):
        def output(self, options: list[str], *_) -> str:
            alone = "--noconftest", "-pno:playwright"
            found = pytester.runpytest_inprocess(
                *alone, *options, no_reraise_ctrlc=True
            )
            self.process = SimpleNamespace(returncode=int(found.ret))
            return found.stdout.str()

    def run() -> tuple[int, list[str]]:
        sys.runs.clear()
        failures = InThisProcess(Project(project)).run()
        return len(failures), [*sys.runs]

    return run


@pytest.mark.parametrize(
    "path, old, new, run",
    [
        (CODE, "x + 1", "1 + x", BOTH),
        (CODE, "# %%", "\n# %%", BOTH),  # its lines
        ("snippets/helper.py", "0.5", "0.25", BOTH),
        ("snippets/chapters/demo/steps.py", "0.5", "0.25", ["demo"]),
        ("docs/data.csv", "1", "2", ["demo"]),
        ("docs/en/plain.md", "A quarter", "One quarter", []),
        ("sitebuild/runner/execution.py", "1", "2", BOTH),
        ("sitebuild/pages/figures.py", "1", "2", BOTH),
        ("sitebuild/site/build.py", "1", "2", []),
    ],
)
def test_what_depends_on_a_change_is_run_again(
    build, project, path, old, new, run
):
    if not (project / path).exists():
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        (project / path).write_text("x = 0.5  # 1\n")
    assert build() == (0, BOTH) and build() == (0, [])
    edit(project, path, old, new)
    assert build() == (0, run)


def test_an_edited_recording_fails_cached_or_not(build, project):
    for _ in range(2):
        edit(project, TWO, "2", "3")
        assert build() == (1, ["plain"] if (project / KEPT).exists() else BOTH)
        edit(project, TWO, "3", "2")
        build()


def test_an_edited_data_file_fails(build, project):
    """The block prints what it reads: another text than is recorded."""
    reads = "x = int(__import__('numpy').loadtxt('docs/data.csv'))\n"
    edit(project, CODE, "x = 1\n", reads)
    assert build() == (0, BOTH) and build() == (0, [])
    edit(project, "docs/data.csv", "1", "2")
    assert build() == (1, ["demo"]) and build() == (1, ["demo"])
    edit(project, "docs/data.csv", "2", "1")
    assert build() == (0, [])


def test_another_version_runs_all(build, monkeypatch):
    build()
    monkeypatch.setattr(block_tests, "version", lambda package: "0.0.0")
    assert build() == (0, BOTH)


@pytest.mark.parametrize("raises", ["1 / 0", "raise KeyboardInterrupt"])
def test_what_fails_is_run_until_it_passes(build, project, raises):
    edit(project, "snippets/plain.py", "print(x + 1)", raises)
    assert build() == (1, BOTH) and build() == (1, ["plain"])
    edit(project, "snippets/plain.py", raises, "print(x + 1)")
    assert build() == (0, BOTH)


def test_what_was_saved_meanwhile_is_run_again(build, project):
    saves = "import pathlib; pathlib.Path('docs/data.csv').write_text('2')\n"
    edit(project, CODE, "x = 1\n", f"{saves}x = 1\n")
    assert build() == (1, BOTH) and build() == (1, ["demo"])


def test_a_page_whose_blocks_did_not_run_fails_the_build(project, monkeypatch):
    tests = BlockTests(Project(project))
    tests.process = SimpleNamespace(returncode=0)
    monkeypatch.setattr(tests, "output", lambda options: "no tests ran")
    said = "the blocks of this page are shown but did not run as they are"
    for page, failure in zip(BOTH, tests.run(), strict=True):
        assert failure.startswith(f"docs/en/{page}.md:5: {said}")


@pytest.mark.parametrize(
    "damage",
    [
        lambda kept: b"",
        lambda kept: json.dumps(kept | {"opened": [None]}).encode(),
        lambda kept: json.dumps({"key": kept["key"]}).encode(),
    ],
)
def test_a_damaged_file_of_the_cache_is_not_used(build, project, damage):
    build()
    file = project / KEPT
    file.write_bytes(damage(json.loads(file.read_text())))
    assert build() == (0, ["plain"]) and build() == (0, [])


def test_ci_runs_all_blocks_each_time(build, monkeypatch):
    assert build() == (0, BOTH) and build() == (0, [])
    monkeypatch.setenv("CI", "true")
    assert build() == (0, BOTH) and build() == (0, BOTH)
