"""Blocks are tests: collected wherever they stand, run once, compared."""

import json
import os
import re
import sys
from pathlib import Path

import pytest
from conftest import ROOT, run
from planting import check
from projects import edit, speak

import sitebuild.runner.execution  # noqa: F401 (once for all sessions)
from sitebuild.pages.page import Page

EN, PT, CODE = "docs/en/demo.md", "docs/pt/demo.md", "snippets/demo.py"
FOLDER = "docs/outputs/demo"
ONE, TWO, MADE = f"{FOLDER}/one.txt", f"{FOLDER}/two.txt", "docs/recorded.json"
FENCE = '```python\n--8<-- "snippets/{}.py:{}"\n```\n'
MEASURED = "# measured: your numbers will differ"


@pytest.fixture
def blocks(pytester, small):
    """Call it with options: runs the small project's blocks in this process.

    Returns the exit status and what is said.
    """

    def run_blocks(*options: str) -> tuple[int, str]:
        # A session inside this one; Playwright's plugin allows one alone.
        alone = "--no-header", "-pno:playwright"
        found = pytester.runpytest_inprocess("docs", *alone, *options)
        return int(found.ret), found.stdout.str()

    return run_blocks


def add_page(root: Path, name: str, code: str, *names: str) -> None:
    """A page that shows parts of a module of its own; no recordings."""
    (root / f"snippets/{name}.py").write_text(code)
    fences = "\n".join(FENCE.format(name, part) for part in names)
    text = f"# {name} {{ #{name} }}\n\n{fences}"
    (root / f"docs/en/{name}.md").write_text(text)


def add_blocks(root: Path, name: str, *blocks: str) -> None:
    """A page with one block for each piece of code."""
    code = "".join(f"# %% b{k}\n{text}\n\n" for k, text in enumerate(blocks))
    add_page(root, name, code, *(f"b{k}" for k in range(len(blocks))))


def read(root: Path, path: str) -> str:
    return (root / path).read_text("utf-8")


NAMES = '''"""A module."""

from functools import cache

SIZE = 3  # of a side


# A comment above is not shown.
@cache
def area() -> float:
    """Its area."""

    def square():
        return SIZE**2

    return square()
    # One inside is.


class Box(list):
    pass


# %% cell-one
one = 1
if one:
    two = one + 1

# %%
one = 3
# %% area
area = 5
'''
SHOWN = {
    "SIZE": "SIZE = 3  # of a side\n",
    "Box": "class Box(list):\n    pass\n",
    "cell-one": "one = 1\nif one:\n    two = one + 1\n",
    "area": "area = 5\n",  # the cell, not the function
}
FUNCTION = NAMES[NAMES.index("@cache") : NAMES.index("    # One inside")]


def test_code_is_shown_by_the_name_of_a_cell_or_a_definition(small, blocks):
    add_page(small, "names", NAMES, *SHOWN)
    cached = "from functools import cache\nSIZE = 3\n"
    add_page(small, "more", f"# %% a\n{cached}\n# %%\n{FUNCTION}", "a", "area")
    assert "8 passed" in blocks()[1]
    names, more = (Page(small, f"docs/en/{n}.md") for n in ("names", "more"))
    assert [b.section.text for b in names.blocks] == [*SHOWN.values()]
    assert more.blocks[1].section.text == FUNCTION


@pytest.mark.parametrize("name", ["two", "square", "cache", "Area", "a-b"])
def test_what_has_no_name_of_its_own_is_not_shown(small, name):
    add_page(small, "names", NAMES, name)
    (told,) = check(small)
    assert f"neither a cell nor a definition '{name}'" in told.message


FAILING = {  # blocks of a page, the first that fails, what the report says
    "raises": (
        ["a = 1", "a = 2\nb = a / 0", "c = a"],
        1,
        "docs/en/raises.md:7: block 'b1' (snippets/raises.py:5) raised",
        "snippets/raises.py:6: ZeroDivisionError: division by zero",
        'File "snippets/raises.py", line 6',
        "docs/en/raises.md:11: block 'b2' (snippets/raises.py:9) was not "
        "run, because docs/en/raises.md:7",
    ),
    # pytest-markdown-docs calls a runner again after a TypeError
    "typeerror": (
        ["n = 0", "n += 1\nif n == 1: raise TypeError('once')"],
        1,
        "snippets/typeerror.py:6: TypeError: once",
    ),
    # what a script may rely on
    "script": (
        [
            "from __future__ import annotations\n"
            "import pickle\nfrom dataclasses import dataclass\n"
            "@dataclass\nclass A:\n    x: int",
            "assert pickle.loads(pickle.dumps(A(1))) == A(1)",
            "if __name__ == '__main__':\n    1 / 0",
        ],
        2,
        "snippets/script.py:14: ZeroDivisionError",
    ),
    "syntax": (["x = = 2"], 0, "snippets/syntax.py:2: SyntaxError: invalid"),
    "none": (["import snippets.gone"], 0, "ModuleNotFoundError: "),
    "warns": (
        ["import warnings\nwarnings.warn('old', DeprecationWarning)"],
        0,
        "snippets/warns.py:3: DeprecationWarning: old",
    ),
    "skips": (["import pytest\npytest.skip('later')"], 0, "Skipped: later"),
    "exits": (["raise SystemExit(0)"], 0, "exits.py:2: SystemExit: 0"),
    # what no page could show
    "openfigure": (
        ["import matplotlib.pyplot as plt\nplt.plot([1, 2]);"],
        0,
        "a list, is not shown on a page; print it or give it a name",
    ),
    "figureleft": (
        ["import matplotlib.pyplot as plt\nfigure = plt.figure()"],
        0,
        "OutputError: a figure is open",
    ),
    "stderr": (
        ["import sys\nx = print('loaded', file=sys.stderr)"],
        0,
        "OutputError: `loaded` is written to stderr",
    ),
    "tabs": (["print('a\\t')"], 0, "OutputError: a tab or carriage return"),
}
PASSING = {
    "namespace": ["a = 1", "assert a == 1\na += 1", "assert a == 2"],
    "settings": [
        "import torch\nfirst = torch.rand(2)\n"
        "torch.set_printoptions(precision=1)\n"
        "torch.set_default_dtype(torch.float64)\n"
        "torch.set_grad_enabled(False)\n"
        "from snippets.sentences import SUN\nx = SUN.embeddings.zero_()",
        "assert str(torch.tensor(0.75)) == 'tensor(0.8)'\n"
        "assert not torch.is_grad_enabled()\n"
        "assert SUN.embeddings.sum() == 0\n"
        "assert torch.get_num_threads() == 1\n"
        "torch.manual_seed(0); torch.set_default_dtype(torch.float32)\n"
        "assert torch.equal(first, torch.rand(2))",
    ],
    "settings_of_another_page": [
        "import torch\nassert 'a' not in globals()\n"
        "assert str(torch.tensor(0.25)) == 'tensor(0.2500)'\n"
        "assert torch.tensor(0.5).dtype == torch.float32\n"
        "assert torch.is_grad_enabled()\n"
        "from snippets.sentences import SUN\n"
        "assert SUN.embeddings.sum() > 0",
    ],
}
CASES = FAILING | {name: (blocks, 99) for name, blocks in PASSING.items()}


@pytest.fixture(scope="module")
def cases(tmp_path_factory) -> tuple[dict[str, str], str]:
    """All CASES run in one session: outcome of each block, and the report."""
    root = tmp_path_factory.mktemp("cases")
    for path in ("docs/en/x", "snippets/x"):
        (root / path).parent.mkdir(parents=True)
    pyproject = (ROOT / "pyproject.toml").read_text("utf-8")
    (root / "pyproject.toml").write_text(pyproject, "utf-8")
    for name, (blocks, *_) in CASES.items():
        add_blocks(root, name, *blocks)
    said = run(root, "pytest", "docs", "-v", PYTHONPATH=str(ROOT)).stdout
    found = re.findall(r"docs/en/(\w+)\.md::\[CodeFence#(\d+)\]\S* (\w+)", said)
    return {f"{n}{int(k) - 1}": outcome for n, k, outcome in found}, said


@pytest.mark.parametrize("name", CASES)
def test_a_block_fails_or_passes_and_the_report_says_why(cases, name):
    outcomes, said = cases
    blocks, failing, *messages = CASES[name]
    for k in range(len(blocks)):
        expected = "FAILED" if k >= failing else "PASSED"
        assert outcomes[f"{name}{k}"] == expected
    for message in messages:
        assert message in said


@pytest.mark.parametrize(
    "opening",
    ["!!! note", "??? note", "1.  A", "!!! a\n\n    !!! b"],
)
def test_a_block_raises_wherever_it_stands(small, blocks, opening):
    edit(small, EN, "!!! note", opening)
    edit(small, CODE, "print(x + 1)", "raise TypeError('planted')")
    assert f"{CODE}:6: TypeError: planted" in blocks()[1]


def test_a_block_chosen_alone_still_has_what_comes_before(small, blocks):
    assert "1 passed, 1 deselected" in blocks("-k", "line:11")[1]


def test_a_page_with_a_fault_is_an_error(small, blocks):
    edit(small, EN, "```python\n", "```python\nprint(1)\n")
    status, said = blocks()
    assert status == 2 and f"{EN}:5: Python is typed into the page" in said


def test_a_changed_missing_or_new_output_fails(small, blocks):
    edit(small, CODE, "0.25", "0.251")
    status, said = blocks()
    assert status == 1
    assert f"{EN}:5: block 'one' ({CODE}:2)\n{ONE} is not what" in said
    assert "if the new output is right, run `make record`" in said
    assert "-1 0.25\n+1 0.251" in said
    (small / ONE).unlink()
    edit(small, CODE, "print(x + 1)", "x += 1")
    status, said = blocks()
    assert status == 1
    assert f"{ONE} is missing; run `make record`" in said
    assert f"{TWO} is stale, the block gives no such output; run `make" in said


@pytest.fixture
def counted(small):
    """A page in two languages whose first block counts its runs."""
    speak(small, "en", "pt")
    (small / PT).write_text(read(small, EN).replace("A quarter", "Um quarto"))
    count = "import sys\nx = sys.__dict__['n'] = getattr(sys, 'n', 0) + 1\n"
    edit(small, CODE, "x = 1\n", count)
    yield small
    sys.__dict__.pop("n", None)


def test_languages_share_a_run_and_each_reports_its_fault(counted, blocks):
    assert "4 passed" in blocks()[1] and sys.n == 1
    edit(counted, CODE, "print(x, 0.25)", "print(x, 1 / 0)")
    status, said = blocks()
    assert "4 failed" in said
    for path in (EN, PT):
        assert f"{path}:5: block 'one' ({CODE}:2) raised" in said
        assert f"because {path}:5: block 'one'" in said


def test_a_section_that_differs_runs_as_readers_see_it(counted, blocks):
    """They see the English code; the block of the same name is not run."""
    edit(counted, PT, ":two", ":one")
    assert "4 passed" in blocks()[1]


# Recording


def test_record_writes_and_says_what_changed(small, blocks):
    edit(small, CODE, "0.25", "0.75")
    (small / FOLDER / "old.txt").write_text("gone\n")
    (small / TWO).unlink()
    status, said = blocks("--record")
    assert status == 0
    assert f"changed  {ONE}\n" in said and "-1 0.25\n+1 0.75" in said
    assert f"new      {TWO}\n" in said
    assert f"removed  {FOLDER}/old.txt\n" in said
    texts = {f.name: f.read_text() for f in (small / FOLDER).iterdir()}
    assert texts == {"one.txt": "1 0.75\n", "two.txt": "2\n"}
    assert "2026-01-31" not in read(small, MADE)
    assert "no recording has changed" in blocks("--record")[1]


def test_record_writes_nothing_of_a_page_with_a_block_that_fails(small, blocks):
    edit(small, CODE, "0.25", "0.75")
    edit(small, CODE, "print(x + 1)", "print(y)")
    status, said = blocks("--record")
    assert status == 1 and "no recording has changed" in said
    assert read(small, ONE) == "1 0.25\n" and (small / TWO).exists()


def test_record_writes_all_of_a_page_though_one_block_is_chosen(small, blocks):
    edit(small, CODE, "0.25", "0.75")
    edit(small, CODE, "x + 1", "x + 2")
    assert blocks("--record", "-k", "line:5")[0] == 0
    assert read(small, ONE) == "1 0.75\n" and read(small, TWO) == "3\n"


def test_a_translation_with_fewer_blocks_records_nothing(small, blocks):
    (small / PT).parent.mkdir()
    text = read(small, EN)
    (small / PT).write_text(text[: text.rindex("```python")])
    edit(small, CODE, "0.25", "0.75")
    blocks("--record", "--ignore=docs/en")
    assert read(small, ONE) == "1 0.25\n" and (small / TWO).exists()


def test_record_of_one_page_leaves_what_others_recorded(small, blocks):
    add_blocks(small, "other", "print(1)")
    (small / "docs/outputs/other").mkdir()
    (small / "docs/outputs/other/gone.txt").write_text("2\n")
    edit(small, CODE, "0.25", "0.75")
    assert (
        f"changed  {ONE}" in blocks("--record", "--ignore=docs/en/other.md")[1]
    )
    assert read(small, ONE) == "1 0.75\n"
    assert read(small, "docs/outputs/other/gone.txt") == "2\n"
    made = json.loads(read(small, MADE))
    said = blocks("--record", "--ignore=docs/en/demo.md")[1]
    assert "removed  docs/outputs/other/gone.txt" in said
    both = json.loads(read(small, MADE))
    assert list(both) == ["demo", "other"] and both["demo"] == made["demo"]


# What trains or measures


def declare(root: Path, line: str) -> None:
    """Give the first block a last line."""
    edit(root, CODE, "\n\n# %% two", f"\n{line}\n\n# %% two")


@pytest.mark.parametrize("recorded, status", [("0.30", 0), ("0.31", 1)])
def test_a_block_may_declare_a_tolerance(small, blocks, recorded, status):
    edit(small, ONE, "0.25", recorded)
    assert blocks()[0] == 1
    declare(small, "# tolerance: 0.05")
    assert blocks()[0] == status
    blocks("--record")
    kept = "0.25" if status else recorded
    assert read(small, ONE) == f"1 {kept}\n"


def test_a_page_that_trains_runs_on_the_cpu_and_may_show_its_progress(
    small, blocks, monkeypatch
):
    monkeypatch.setenv("SNIPPETS_DEVICE", "abacus")
    asked = "import os, sys\nx = 1\nprint(os.environ['SNIPPETS_DEVICE'])\n"
    edit(small, CODE, "x = 1\n", asked)
    assert "+abacus" in blocks()[1]
    edit(small, CODE, "x = 1\n", "x = 1\nprint('98%', file=sys.stderr)\n")
    assert "`98%` is written to stderr" in blocks()[1]
    declare(small, "# tolerance: 0.05")
    said = blocks()[1]
    assert "+cpu" in said and "98%" not in said
    assert os.environ["SNIPPETS_DEVICE"] == "abacus"


def test_what_is_measured_is_kept_with_its_machine_and_day(small, blocks):
    """It is written anew with its form, or if another block changed."""
    declare(small, MEASURED)
    edit(small, EN, "A quarter is 0.25", "A quarter is less")
    blocks("--record")
    made = json.loads(read(small, MADE))
    made["demo"] |= {"machine": "Abacus", "threads": "2", "date": "2026-01-31"}
    (small / MADE).write_text(json.dumps(made))
    edit(small, CODE, "print(x, 0.25)", "print(7, 81.75)")
    assert blocks()[0] == 0, "its numbers are free"
    blocks("--record")
    assert read(small, ONE) == "1 0.25\n" and "Abacus" in read(small, MADE)
    edit(small, CODE, "print(7, 81.75)", "print(7, 81.75, 'ms')")
    assert "+7 81.75 ms" in blocks()[1], "its form is not"
    blocks("--record")
    assert read(small, ONE) == "7 81.75 ms\n"
    assert "Abacus" not in read(small, MADE)


TRAINED = """import torch
from types import SimpleNamespace

def check(state):
    if state['w'].sum() < 2:
        raise RuntimeError('it has learned too little')

SimpleNamespace(name='small', state={'w': torch.ones(3)},
                facts={'words': ['é']}, check=check)"""


def test_recorded_parameters_are_tried_and_renewed(small, blocks):
    add_blocks(small, "net", TRAINED)
    assert blocks("--record")[0] == 0 and blocks()[0] == 0
    file = small / "docs/outputs/net/b0.json"
    good = file.read_text("utf-8")
    ones, zeros = "ADwAPAA8", "AAAAAAAA"  # three numbers of 16 bits
    another = good.replace(ones, "ADwAOAA8")  # of another run, good enough
    assert json.loads(good)["tensors"]["w"][0] == [3]
    assert good != another and "é" in good
    file.write_text(another, "utf-8")
    assert blocks("--record")[0] == 0 and file.read_text("utf-8") == another
    file.write_text(good.replace(ones, zeros), "utf-8")
    for _ in range(2):  # nor is a refusal remembered
        status, said = blocks(f"--blocks-cache={small}/memory")
        assert status == 1 and "RuntimeError: it has learned too" in said
        assert "net/b0.json is not good enough; run `make record`" in said
    assert blocks("--record")[0] == 0 and file.read_text("utf-8") == good
    file.write_text(good.replace("[\n3\n]", "[\n1,\n3\n]"), "utf-8")
    assert "is not what the block gives now" in blocks()[1]
