"""What `make mutants` plants, and that it fails on what is new."""

import ast

import mutants
import pytest
from conftest import ROOT
from mutants import Copy, judge
from mutations import python, script

MODULE = '''"""Nothing of this: 1 + 1."""

@torch.no_grad()
def f(self, x: Tensor | None = None, dropout: float = 0.5, axis=-1):
    """Nor of this: 2 < 3."""
    if x.shape[0] != len(x):
        raise ValueError(f"not {1 + 1}")
    weights = torch.softmax(x @ y, dim=-1).masked_fill(~mask, 0)
    self.register_buffer("mask", mask)
    check(x, weights)
    return weights, x
'''
PLANTED = {
    "decorator": ("@torch.no_grad()", ""),
    "comparison": ("if x.shape[0] != len(x):", "if (x.shape[0] < len(x)):"),
    "other comparison": (
        "if x.shape[0] != len(x):",
        "if (x.shape[0] > len(x)):",
    ),
    "constant": ("if x.shape[0] != len(x):", "if x.shape[1] != len(x):"),
    "default": (
        "def f(self, x: Tensor | None = None, dropout: float = 0.5, axis=-1):",
        "def f(self, x: Tensor | None = None, dropout: float = 0.55, axis=-1):",
    ),
    "axis": (
        "def f(self, x: Tensor | None = None, dropout: float = 0.5, axis=-1):",
        "def f(self, x: Tensor | None = None, dropout: float = 0.5, axis=-2):",
    ),
    "buffer": ('self.register_buffer("mask", mask)', "self.mask = mask"),
    "statement": ("check(x, weights)", "pass"),
    "order of arguments": ("check(x, weights)", "check(weights, x)"),
    "order of results": ("return weights, x", "return (x, weights)"),
}
WEIGHTS = "weights = torch.softmax(x @ y, dim=-1).masked_fill(~mask, 0)"
MASKS = {
    "keyword": WEIGHTS.replace(", dim=-1", ""),
    "axis": WEIGHTS.replace("-1", "-2"),
    "mask": WEIGHTS.replace("~mask", "(mask)"),
    "no mask": "weights = torch.softmax(x @ y, dim=-1)",
    "nan": "weights = torch.softmax(x @ y, dim=-1).nan_to_num(0)",
}


def test_what_is_planted_in_a_module():
    found = [*python("snippets/f.py", MODULE)]
    pairs = {(one.was, one.now) for one in found}
    assert {*PLANTED.values()} <= pairs
    instead = {now.replace(" ", "") for was, now in pairs if was == WEIGHTS}
    assert {now.replace(" ", "") for now in MASKS.values()} <= instead
    assert not any("Nor" in was or "raise" in was for was, _ in pairs)
    for one in found:  # each is a module that differs
        assert ast.dump(ast.parse(one.text)) != ast.dump(ast.parse(MODULE))
        assert one.scope == "f" and one.path == "snippets/f.py"


SCRIPT = """// Nothing of this: 1 + 1.
attention.scaled = (q, k, mask) => {
  const text = "1 < 2";
  const some = k.slice(1).map((row) => row / Math.sqrt(d));
  return mask && q[0] >= 2 ? some : product(q, k);
};
"""


def test_what_is_planted_in_a_script():
    found = [*script("scripts/scaled.js", SCRIPT)]
    changed = {one.now for one in found}
    line = "const some = k.slice(1).map((row) => row / Math.sqrt(d));"
    assert {
        line.replace("/", "*"),
        line.replace("Math.sqrt", ""),
        line.replace(".slice(1)", ""),
        "return mask || q[0] >= 2 ? some : product(q, k);",
        "return mask && q[0] > 2 ? some : product(q, k);",
        "return mask && q[0] >= 2 ? some : product(k, q);",
    } <= changed
    assert all("Nothing" not in one.was for one in found)
    assert all("text" not in one.was for one in found)
    assert {one.scope for one in found} == {"scaled"}


A, B = (f"snippets/scaled.py f: x => {new}" for new in "ab")
GONE = "snippets/other.py f: x => a"


@pytest.mark.parametrize(
    "living, listed, said",
    [
        ([A], [A], []),
        ([], [], []),
        ([A, B], [A], [f"no test finds {B}"]),
        ([A], [A, B], [f"lives no more: {B}"]),
        ([], [GONE], [f"lives no more: {GONE}"]),
        ([A], [A, A], [f"listed twice: {A}"]),
        ([], ["snippets/causal.py f: x => a"], []),  # it was not tried
    ],
)
def test_what_lives_anew_or_no_more_is_told(living, listed, said):
    assert judge({"snippets/scaled.py": living}, listed) == said


def test_each_that_is_accepted_exists_and_has_a_reason():
    names = {
        one.name for path in mutants.modules() for one in mutants.mutants(path)
    }
    assert {*mutants.accepted()} <= names


@pytest.mark.weekly
def test_a_mutant_is_found_by_the_tests_of_its_module(tmp_path):
    copy = Copy(tmp_path / "copy")
    path = "snippets/feed_forward.py"
    own = (ROOT / path).read_text("utf-8")
    one = mutants.mutants(path)[0]
    assert not copy.lives(one._replace(text=own.replace("relu", "tanh")))
    assert not copy.lives(one._replace(text="import torch\nwhile True: pass\n"))
    assert copy.lives(
        one._replace(text=own.replace("h =", "hidden_layer = h ="))
    )
    assert (copy.root / path).read_text("utf-8") == own
