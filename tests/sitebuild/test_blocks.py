"""Blocks as tests: collected wherever they stand, run once, compared."""

import os
import re
import sys
from pathlib import Path

import pytest
from conftest import ROOT, edit, run, speak

from sitebuild.files import read_data
from sitebuild.pages.project import RECORDED


@pytest.fixture
def blocks(pytester):
    """Call it with options: runs the small project's blocks, in-process."""

    def run_blocks(*options: str) -> pytest.RunResult:
        return pytester.runpytest_inprocess("docs", "--no-header", *options)

    return run_blocks


def report(result: pytest.RunResult) -> str:
    return result.stdout.str()


def add_page(root: Path, name: str, *blocks: str) -> None:
    """A page of its own with one block per piece of code; no recordings."""
    code, text = "", f"# {name} {{ #{name} }}\n"
    for k, block in enumerate(blocks):
        code += f"# %% b{k}\n{block}\n\n"
        text += f'\n```python\n--8<-- "snippets/{name}.py:b{k}"\n```\n'
    (root / "snippets" / f"{name}.py").write_text(code)
    (root / "docs/en" / f"{name}.md").write_text(text)


def fails(blocks: list[str], *says: str, first: int = 0) -> tuple:
    """Blocks of a page, which fails is the first, what the report must say."""
    return blocks, first, says


FAILING = {
    "raises": fails(
        ["a = 1", "a = 2\nb = a / 0", "c = a"],
        "docs/en/raises.md:7: block 'b1' (snippets/raises.py:5) raised",
        "snippets/raises.py:6: ZeroDivisionError: division by zero",
        'File "snippets/raises.py", line 6',
        "docs/en/raises.md:11: block 'b2' (snippets/raises.py:9) was not "
        "run, because docs/en/raises.md:7",
        first=1,
    ),
    # pytest-markdown-docs calls a runner again after a TypeError
    "typeerror": fails(
        ["n = 0", "n += 1\nif n == 1: raise TypeError('once')"],
        "snippets/typeerror.py:6: TypeError: once",
        first=1,
    ),
    # what a script may rely on
    "script": fails(
        [
            "from __future__ import annotations\n"
            "import pickle\nfrom dataclasses import dataclass\n"
            "@dataclass\nclass A:\n    x: int",
            "assert pickle.loads(pickle.dumps(A(1))) == A(1)",
            "if __name__ == '__main__':\n    1 / 0",
        ],
        "snippets/script.py:14: ZeroDivisionError",
        first=2,
    ),
    "openfigure": fails(
        ["import matplotlib.pyplot as plt\nplt.plot([1, 2]);"],
        "a list, is not shown",
    ),
    "figureleft": fails(
        ["import matplotlib.pyplot as plt\nfigure = plt.figure()"],
        "snippets/figureleft.py",
        "OutputError: a figure is open",
    ),
    "syntax": fails(
        ["x = = 2"], "snippets/syntax.py:2: SyntaxError: invalid syntax"
    ),
    "none": fails(["import snippets.gone"], "ModuleNotFoundError: "),
    "warns": fails(
        ["import warnings\nwarnings.warn('old', DeprecationWarning)"],
        "snippets/warns.py:3: DeprecationWarning: old",
    ),
    "deprecated": fails(
        ["import torch\nx = torch.ones(2, 3, 4).T"],
        "The use of `x.T` on tensors",
    ),
    "skips": fails(["import pytest\npytest.skip('later')"], "Skipped: later"),
    "exits": fails(
        ["raise SystemExit(0)"], "snippets/exits.py:2: SystemExit: 0"
    ),
    "stderr": fails(
        ["import sys\nx = print('loaded', file=sys.stderr)"],
        "OutputError: `loaded` is written to stderr",
    ),
    "tabs": fails(
        ["print('a\\t')"], "OutputError: a tab or carriage return is printed"
    ),
    "methods": fails(
        ["class A:\n    def f(self):\n        return undefined", "A().f()"],
        "snippets/methods.py:7: NameError",
        'File "snippets/methods.py", line 4, in f',
        first=1,
    ),
}
PASSING = {
    "namespace": ["a = 1", "assert a == 1\na += 1", "assert a == 2"],
    "fresh": ["assert 'a' not in globals()"],
    "settings": [
        "import torch\nfirst = torch.rand(2)\n"
        "torch.set_printoptions(precision=1)\n"
        "torch.set_default_dtype(torch.float64)\n"
        "torch.set_grad_enabled(False)\n"
        "from snippets.sentences import SUN\nx = SUN.embeddings.zero_()",
        "assert str(torch.tensor(0.75)) == 'tensor(0.8)'\n"
        "assert torch.tensor(0.5).dtype == torch.float64\n"
        "assert not torch.is_grad_enabled()\n"
        "from snippets.sentences import SUN\n"
        "assert SUN.embeddings.sum() == 0\n"
        "assert torch.get_num_threads() == 1\n"
        "second = torch.rand(2)\n"
        "torch.manual_seed(0); torch.set_default_dtype(torch.float32)\n"
        "assert torch.equal(first, torch.rand(2))\n"
        "assert not torch.equal(first, second)",
    ],
    "settings_of_another_page": [
        "import torch\n"
        "assert str(torch.tensor(0.25)) == 'tensor(0.2500)'\n"
        "assert torch.tensor(0.5).dtype == torch.float32\n"
        "assert torch.is_grad_enabled()\n"
        "from snippets.sentences import SUN\n"
        "assert SUN.embeddings.sum() > 0",
    ],
}
CASES = FAILING | {n: (codes, 99, []) for n, codes in PASSING.items()}


@pytest.fixture(scope="module")
def cases(tmp_path_factory) -> tuple[dict[str, str], str]:
    """All CASES run in one session: outcome of each block, and the report."""
    root = tmp_path_factory.mktemp("cases")
    (root / "docs/en").mkdir(parents=True)
    (root / "snippets").mkdir()
    pyproject = (ROOT / "pyproject.toml").read_text("utf-8")
    (root / "pyproject.toml").write_text(pyproject, "utf-8")
    for name, (blocks, _, _) in CASES.items():
        add_page(root, name, *blocks)
    result = run(root, "pytest", "docs", "-v", PYTHONPATH=str(ROOT))
    found = re.findall(
        r"docs/en/(\w+)\.md::\[CodeFence#(\d+)\]\S* (\w+)", result.stdout
    )
    outcomes = {f"{n}{int(k) - 1}": outcome for n, k, outcome in found}
    return outcomes, result.stdout


@pytest.mark.parametrize("name", CASES)
def test_case(cases, name):
    outcomes, output = cases
    codes, failing, messages = CASES[name]
    for k in range(len(codes)):
        expected = "FAILED" if k >= failing else "PASSED"
        assert outcomes[f"{name}{k}"] == expected
    for message in messages:
        assert message in output


def test_a_block_chosen_alone_still_has_what_comes_before(small, blocks):
    result = blocks("-k", "line:11")
    assert "1 passed, 1 deselected" in report(result), report(result)


def test_changed_output_fails(small, blocks):
    edit(small, "snippets/demo.py", "0.25", "0.251")
    result = blocks()
    assert result.ret == 1
    assert "docs/en/demo.md:5: block 'one' (snippets/demo.py:2)" in (
        report(result)
    )
    assert "-1 0.25\n+1 0.251" in report(result)
    assert "run `make record`" in report(result)


def test_an_output_that_is_new_or_gone_fails(small, blocks):
    edit(small, "snippets/demo.py", "print(x + 1)", "x += 1")
    (small / "docs/outputs/demo/one.txt").unlink()
    text = report(blocks())
    missing = "docs/outputs/demo/one.txt is missing; run `make record`"
    stale = (
        "two.txt is stale, the block gives no such output; run `make record`"
    )
    assert (
        f"docs/en/demo.md:5: block 'one' (snippets/demo.py:2)\n{missing}"
        in text
    )
    assert f"docs/outputs/demo/{stale}" in text


@pytest.mark.parametrize(
    "opening", ["!!! note", "??? note", '=== "A"', "1.  A"]
)
def test_a_block_raises_wherever_it_stands(small, blocks, opening):
    edit(small, "docs/en/demo.md", "!!! note", opening)
    edit(
        small, "snippets/demo.py", "print(x + 1)", "raise TypeError('planted')"
    )
    assert "snippets/demo.py:6: TypeError: planted" in report(blocks())


def tolerant(small: Path) -> None:
    """Let the small project's first block declare a tolerance."""
    end = "\n\n# %% two"
    edit(small, "snippets/demo.py", end, f"\n# tolerance: 0.05{end}")


@pytest.mark.parametrize("recorded, status", [("0.30", 0), ("0.31", 1)])
def test_output_within_the_tolerance_passes(small, blocks, recorded, status):
    edit(small, "docs/outputs/demo/one.txt", "0.25", recorded)
    assert blocks().ret == 1
    tolerant(small)
    assert blocks().ret == status
    blocks("--record")
    kept = recorded if status == 0 else "0.25"
    assert (small / "docs/outputs/demo/one.txt").read_text() == f"1 {kept}\n"


def test_blocks_of_a_page_that_trains_run_on_the_cpu(
    small, blocks, monkeypatch
):
    monkeypatch.setenv("SNIPPETS_DEVICE", "abacus")
    asked = "import os\nprint(os.environ['SNIPPETS_DEVICE'])\nx = 1\n"
    edit(small, "snippets/demo.py", "x = 1\n", asked)
    assert "+abacus" in report(blocks())
    tolerant(small)
    assert "+cpu" in report(blocks())
    assert os.environ["SNIPPETS_DEVICE"] == "abacus"


def test_progress_bars_are_not_in_the_report(small, blocks):
    tolerant(small)
    bar = "import sys\nprint('100%', file=sys.stderr)\nx = 1\n"
    edit(small, "snippets/demo.py", "x = 1\n", bar)
    result = blocks("-s")
    assert result.ret == 0, report(result)
    assert "100%" not in report(result).replace("[100%]", "")
    assert "100%" not in result.stderr.str()


def test_a_page_with_a_fault_is_an_error(small, blocks):
    edit(small, "docs/en/demo.md", "```python\n", "```python\nprint(1)\n")
    result = blocks()
    assert result.ret == 2
    assert "docs/en/demo.md:5: Python is typed into the page" in report(result)


def test_two_blocks_with_one_name_are_not_run(small, blocks):
    page = small / "docs/en/demo.md"
    page.write_text(page.read_text("utf-8").replace(":two", ":one"), "utf-8")
    result = blocks("--record")
    assert result.ret != 0 and "passed" not in report(result)
    assert "a block 'one' stands in line 5 already" in report(result)


def test_record_writes_and_says_what_changed(small, blocks):
    edit(small, "snippets/demo.py", "0.25", "0.75")
    edit(small, "docs/en/demo.md", "0.25", "0.75")
    (small / "docs/outputs/demo/old.txt").write_text("gone\n")
    (small / "docs/outputs/demo/two.txt").unlink()
    result = blocks("--record")
    assert result.ret == 0, report(result)
    assert "changed  docs/outputs/demo/one.txt" in report(result)
    assert "-1 0.25\n+1 0.75" in report(result)
    assert "new      docs/outputs/demo/two.txt" in report(result)
    assert "removed  docs/outputs/demo/old.txt" in report(result)
    folder = small / "docs/outputs/demo"
    texts = {file.name: file.read_text() for file in folder.iterdir()}
    assert texts == {"one.txt": "1 0.75\n", "two.txt": "2\n"}
    again = blocks("--record")
    assert "all recordings were up to date" in report(again)


def test_record_writes_nothing_if_a_block_fails(small, blocks):
    edit(small, "snippets/demo.py", "0.25", "0.75")
    edit(small, "snippets/demo.py", "print(x + 1)", "print(y)")
    result = blocks("--record")
    assert result.ret == 1
    assert "nothing was recorded" in report(result)
    recorded = small / "docs/outputs/demo/one.txt"
    assert recorded.read_text() == "1 0.25\n"


@pytest.mark.parametrize("part", [["-k", "line:5"], ["--collect-only"]])
def test_record_of_a_part_writes_and_removes_nothing(small, blocks, part):
    edit(small, "snippets/demo.py", "0.25", "0.75")
    result = blocks("--record", *part)
    assert "nothing was recorded: not every block ran" in report(result)
    folder = small / "docs/outputs/demo"
    assert (folder / "one.txt").read_text() == "1 0.25\n"
    assert (folder / "two.txt").exists()


def test_record_of_one_page_leaves_what_others_recorded(small, blocks):
    add_page(small, "other", "print(1)")
    (small / "docs/outputs/other").mkdir()
    (small / "docs/outputs/other/gone.txt").write_text("2\n")
    edit(small, "snippets/demo.py", "0.25", "0.75")
    result = blocks("--record", "--ignore=docs/en/other.md")
    assert "changed  docs/outputs/demo/one.txt" in report(result)
    folder = small / "docs/outputs"
    assert (folder / "demo/one.txt").read_text() == "1 0.75\n"
    assert (folder / "other/gone.txt").read_text() == "2\n"
    made = read_data(small, RECORDED)
    assert list(made) == ["demo"]
    result = blocks("--record", "--ignore=docs/en/demo.md")
    assert "removed  docs/outputs/other/gone.txt" in report(result)
    assert list(read_data(small, RECORDED)) == ["demo", "other"]
    assert read_data(small, RECORDED)["demo"] == made["demo"]


@pytest.fixture
def counted(small):
    """A page in two languages whose first block counts its runs."""
    speak(small, "en", "pt")
    page = (small / "docs/en/demo.md").read_text()
    page = page.replace("A quarter is", "Um quarto é")
    (small / "docs/pt/demo.md").write_text(page)
    count = "import sys\nx = sys.__dict__['n'] = getattr(sys, 'n', 0) + 1\n"
    edit(small, "snippets/demo.py", "x = 1\n", count)
    yield small
    sys.__dict__.pop("n", None)


def test_what_two_languages_show_alike_runs_once(counted, blocks):
    blocks().assert_outcomes(passed=4)
    assert sys.n == 1


def test_its_fault_is_reported_for_each_of_them(counted, blocks):
    edit(counted, "snippets/demo.py", "print(x, 0.25)", "print(x, 1 / 0)")
    result = blocks()
    result.assert_outcomes(failed=4)
    for language in ("en", "pt"):
        first = f"docs/{language}/demo.md:5: block 'one'"
        assert f"{first} (snippets/demo.py:2) raised" in report(result)
        assert f"because {first}" in report(result)
