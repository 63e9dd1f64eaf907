"""The benchmark of the build measures what it says it measures."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from conftest import ROOT, check, run

from benchmarks import build, runs, tables
from benchmarks.pages import CHAPTER, WORDS, name_of, seeded, steps
from benchmarks.projects import OTHERS, write_bare, write_other, write_project
from proof.pages.code import cells
from proof.pages.page import read_pages

CHAPTERS = 2
NUMBERS = range(1, CHAPTERS + 1)


@pytest.fixture
def made_up(tmp_path, monkeypatch):
    """Call it with a number of languages: a project, its blocks recorded."""
    monkeypatch.chdir(tmp_path)

    def make(languages: int) -> tuple[Path, runs.Count]:
        write_project(tmp_path, CHAPTERS, list(WORDS)[:languages])
        count = runs.Count()
        command = ["docs", "-q", "--noconftest", "--record"]
        assert pytest.main(command, plugins=[count]) == 0
        return tmp_path, count

    return make


@pytest.mark.parametrize("languages", [1, len(WORDS)])
def test_made_up_pages_pass_every_gate_and_each_block_runs_once(
    made_up, languages
):
    root, count = made_up(languages)
    assert check(root) == []
    pages = read_pages(root)
    assert len(pages) == (1 + CHAPTERS) * languages
    assert count.executed == CHAPTERS * len(steps()) == 24
    assert count.shown == sum(len(page.blocks) for page in pages)
    assert count.shown == languages * count.executed


def test_made_up_pages_pass_the_real_build(made_up):
    root, _ = made_up(2)
    result = run(root, "mkdocs", "build")
    assert result.returncode == 0, result.stdout
    assert "48 blocks on 6 pages ran and agree" in result.stdout
    for language in ("", "pt/"):
        html = (root / f"site/{language}{name_of(2)}/index.html").read_text()
        assert 'class="figure"' in html and "step 15" in html


def test_every_way_executes_the_same_code(tmp_path):
    write_project(tmp_path / "ours", CHAPTERS, ["en", "pt"])
    code = Path("snippets/chapters/chapter_01/steps.py")
    text = (tmp_path / "ours" / code).read_text("utf-8")
    codes = [cell.text for cell in cells(code.as_posix(), text)[0].values()]
    assert codes == [seeded(1, step.text) for step in steps()]
    for way in OTHERS:
        write_other(tmp_path / way, way, CHAPTERS, ["en", "pt"])
        for language in ("en", "pt"):
            folder = tmp_path / way / "docs" / language
            assert len(list(folder.iterdir())) == 1 + CHAPTERS
            text = (folder / f"{name_of(1)}.md").read_text("utf-8")
            fences = text.split("```python")[1:]
            shown = [f.partition("\n")[2].split("```")[0] for f in fences]
            assert len(shown) == len(codes)
            for mine, theirs in zip(codes, shown):
                figure = mine.splitlines()[-1].startswith("heatmap(")
                assert theirs == mine or (figure and "savefig(" in theirs)


def test_chapters_have_random_numbers_of_their_own():
    text = (ROOT / CHAPTER).read_text("utf-8")
    assert len({seeded(n, text) for n in NUMBERS} | {text}) == CHAPTERS + 1


def test_bare_rendering_has_all_but_our_plugin(tmp_path):
    write_project(tmp_path, 1, ["en", "pt"])
    full = (tmp_path / "mkdocs.yml").read_text("utf-8").splitlines()
    bare = (tmp_path / write_bare(tmp_path)).read_text("utf-8").splitlines()
    assert [line.strip() for line in full if line not in bare] == [
        "custom_dir: docs/assets/theme",
        "- proof  # proof/site/plugin.py, after all others",
    ]


def test_plain_blocks_share_a_chapters_names_and_save_its_figures(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    threads = torch.get_num_threads()
    (tmp_path / "blocks.json").write_text(
        '[["x = 1\\nprint(x)", "class Figure:\\n'
        "    def savefig(self, file, format):\\n"
        "        open(format, 'w').close()\\n"
        'assert x\\nFigure()"], ["assert \'x\' not in globals()"]]'
    )
    runs.plain(Path("blocks.json"))
    torch.set_num_threads(threads)
    assert (tmp_path / "svg").exists()
    assert capsys.readouterr().out == ""


def test_ways_are_measured_in_turns_and_the_median_counts(tmp_path):
    order = []

    def way(name: str, *seconds: float):
        left = list(seconds)

        def measure() -> float:
            order.append(name)
            return left.pop(0)

        return measure

    ways = {"a": way("a", 5, 1, 2), "b": way("b", 7, 9, 3)}
    took = build.Bench(tmp_path).medians(ways, 3)
    assert took == {"a": 2, "b": 7} and "".join(order) == "ababab"


SITE = {
    tables.VERIFIED: 26.0,
    tables.BARE: 10.0,
    tables.BLOCKS: 20.0,
}
OTHER = {
    tables.VERIFIED: 10.0,
    "mkdocs-jupyter": 119.0,
    "markdown-exec": 10.0,
}


def test_ratios_are_of_the_verified_build():
    assert tables.ratios(SITE).splitlines()[2:] == [
        "| verified build | 26.0 | 1.00 |",
        "| rendering alone | 10.0 | 0.38 |",
        "| blocks alone, of one language | 20.0 | 0.77 |",
    ]


@pytest.mark.parametrize(
    "took, change, kept",
    [
        (SITE, {}, [True]),
        (SITE, {tables.VERIFIED: 26.1}, [False]),
        (SITE, {tables.BARE: 30.0}, [True]),
        (OTHER, {}, [False, True]),
        (OTHER, {"mkdocs-jupyter": 120.0}, [True, True]),
        (OTHER, {"markdown-exec": 9.9}, [False, False]),
    ],
)
def test_promises_are_judged_by_what_was_measured(took, change, kept):
    said = tables.promises(took | change)
    assert [line.startswith("* kept") for line in said] == kept
    assert [line.startswith("* **not kept**") for line in said] == [
        not one for one in kept
    ]


def test_promise_says_what_was_measured():
    assert tables.promises(SITE | {tables.VERIFIED: 39.0}) == [
        "* **not kept**: at most 1.3 times the longer of the two halves; it is "
        "1.95"
    ]


def test_curves_have_a_line_for_each_size():
    point = tables.Point(8, 4, 384, 96, 7.25, 5.0, 1.5)
    head, _, line = tables.curves([point]).splitlines()
    assert line == "| 4 × 8 | 384 | 96 | 7.2 | 5.0 | 1.5 |"
    assert head.count("|") == line.count("|")


def test_what_is_missing_is_said_in_a_sentence(monkeypatch):
    monkeypatch.setattr(
        build, "find_spec", lambda name: name != "markdown_exec"
    )
    with pytest.raises(SystemExit, match="^no markdown_exec here: run `make"):
        build.main([])


def test_a_command_that_fails_ends_the_benchmark_with_its_output(tmp_path):
    (tmp_path / "wrong.py").write_text("print('reason')\nraise SystemExit(3)")
    bench = build.Bench(tmp_path)
    with pytest.raises(SystemExit, match="(?s)reason.*failed"):
        bench.run(tmp_path, "wrong")


def test_a_build_that_ran_not_every_block_is_not_measured(
    tmp_path, monkeypatch
):
    said = "4 blocks on 2 pages agree: 0 ran, 4 had run before"
    bench = build.Bench(tmp_path)
    monkeypatch.setattr(bench, "run", lambda *_: (1.0, said))
    assert bench.build(tmp_path) == 1.0
    with pytest.raises(SystemExit, match="does not say `ran and agree`"):
        bench.verified(tmp_path)


def test_an_interruption_leaves_nothing_behind(unix, tmp_path):
    """Neither files nor the processes that a command has started."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    (tmp_path / "slow.py").write_text(
        "import subprocess, sys, tempfile\n"
        "tempfile.mkdtemp()\n"
        "wait = 'import time; print(1, flush=True); time.sleep(60); print(2)'\n"
        "command = [sys.executable, '-c', wait]\n"
        "subprocess.run(command, stdout=open('said', 'w'))\n"
    )
    os.mkfifo(tmp_path / "said")
    script = (
        "import signal, sys\n"
        "from pathlib import Path\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from benchmarks import build\n"
        "build.missing = build.header = lambda *_: None\n"
        "build.measured = lambda bench, *_: bench.run(\n"
        "    Path(sys.argv[1]), 'slow')\n"
        "build.main(['--only', 'site'])\n"
    )
    with (
        subprocess.Popen(
            [sys.executable, "-c", script, str(tmp_path)],
            cwd=ROOT,
            env={"TMPDIR": str(temporary), "PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process,
        (tmp_path / "said").open() as said,
    ):
        assert said.readline() == "1\n"
        assert list(temporary.glob("bench-*/tmp*"))
        process.send_signal(signal.SIGINT)
        assert process.wait() != 0
        assert said.read() == ""  # who still ran would have more to say
    assert list(temporary.iterdir()) == []
