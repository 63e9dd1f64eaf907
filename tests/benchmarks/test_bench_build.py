"""The benchmark of the build measures what it says it measures."""

from pathlib import Path

import pytest
from planting import check

from benchmarks import build
from benchmarks.pages import WORDS, name_of, seeded, steps
from benchmarks.projects import OTHERS, write_other, write_project
from sitebuild.pages.page import read_pages
from sitebuild.pages.snippet_code import cells

pytestmark = pytest.mark.slow

CHAPTERS = 2


def test_made_up_pages_pass_every_gate(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_project(tmp_path, CHAPTERS, list(WORDS))
    assert pytest.main(["docs", "-q", "--noconftest", "--record"]) == 0
    assert check(tmp_path) == []
    assert len(read_pages(tmp_path)) == (1 + CHAPTERS) * len(WORDS)


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


def test_ways_are_measured_in_turns_and_the_median_counts(tmp_path):
    order = []
    seconds = {"a": [5, 1, 2], "b": [7, 9, 3]}

    def way(name: str):
        return lambda: (order.append(name), seconds[name].pop(0))[1]

    took = build.Bench(tmp_path).medians({n: way(n) for n in seconds}, 3)
    assert took == {"a": 2, "b": 7} and "".join(order) == "ababab"


def test_seconds_are_told_and_how_many_times_the_builds():
    rows = build.ratios({build.VERIFIED: 10.0, build.BARE: 4.0}).splitlines()
    assert rows[2:] == [
        "| verified build | 10.0 | 1.00 |",
        "| rendering alone | 4.0 | 0.40 |",
    ]


def test_the_build_is_compared_with_the_least_that_its_halves_take():
    took = {build.VERIFIED: 30.0, build.BARE: 8.0}
    took |= {build.BLOCKS: 20.0, build.LONGEST: 12.0}
    assert "chapter: 20.0 s; the build takes 1.50 times" in build.bound(took)
    took |= {build.BLOCKS: 44.0}
    assert "chapter: 30.0 s; the build takes 1.00 times" in build.bound(took)


def test_a_build_that_ran_not_every_block_is_not_measured(
    tmp_path, monkeypatch
):
    (tmp_path / "wrong.py").write_text("print('reason')\nraise SystemExit(3)")
    bench = build.Bench(tmp_path)
    with pytest.raises(SystemExit, match="(?s)reason.*failed"):
        bench.run(tmp_path, "wrong")
    said = "4 blocks on 2 pages agree: 0 ran, 4 had run before"
    monkeypatch.setattr(bench, "run", lambda *_: (1.0, said))
    assert bench.build(tmp_path) == 1.0
    with pytest.raises(SystemExit, match="does not say `ran and agree`"):
        bench.verified(tmp_path)
