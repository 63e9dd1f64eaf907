"""The package as a reader meets it: in order, small, within the page."""

import ast
import re
from pathlib import Path

import pytest
from conftest import ROOT

# The reading order: each module may import only those before it.
ORDER = (
    "device",
    "sentences",
    "simplified",
    "positional",
    "scaled",
    "self_attention",
    "causal",
    "multi_head",
    "feed_forward",
    "layer_norm",
    "encoder",
    "copy_weights",
    "fast",
    "heatmap",
    "curves",
    "strip",
    "measure",
    "reversal",
    "training",
)
FILES = {path.stem: path for path in Path(ROOT, "snippets").glob("*.py")}


def test_reading_order_names_every_module():
    assert sorted(ORDER) == sorted(FILES.keys() - {"__init__"})


@pytest.mark.parametrize("name", ORDER)
def test_module_imports_only_earlier_ones(name):
    text = FILES[name].read_text("utf-8")
    imported = re.findall(r"^from snippets\.(\w+) import", text, re.M)
    earlier = ORDER[: ORDER.index(name)]
    assert set(imported) <= set(earlier)


@pytest.mark.parametrize("name", ORDER)
def test_module_fits_a_page(name):
    lines = FILES[name].read_text("utf-8").splitlines()
    assert len(lines) <= 170
    assert max(map(len, lines)) <= 80
    for node in ast.walk(ast.parse("\n".join(lines))):
        if isinstance(node, ast.FunctionDef):
            doc = ast.get_docstring(node, clean=False) or ""
            length = node.end_lineno - node.lineno - doc.count("\n")
            assert length <= 25, f"{node.name} has {length} lines"


@pytest.mark.parametrize("name", ORDER)
def test_public_things_say_what_they_are(name):
    tree = ast.parse(FILES[name].read_text("utf-8"))
    assert ast.get_docstring(tree)
    kinds = ast.FunctionDef | ast.ClassDef
    for node in tree.body:
        if isinstance(node, kinds) and not node.name.startswith("_"):
            assert ast.get_docstring(node), node.name
