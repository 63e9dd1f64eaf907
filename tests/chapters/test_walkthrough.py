"""A chapter's script, run by itself, is the blocks of its page.

Each block has run in the build. From the sources follows that a script is the
same code in the same order, in which names mean the same; every week all are
run.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT, run, sample

from proof.outputs.agreement import same_text
from proof.pages.page import Page

SCRIPTS = sorted(
    path.parent.name
    for path in Path(ROOT, "snippets/chapters").glob("*/steps.py")
)
DEFINITIONS = ast.FunctionDef, ast.ClassDef
QUIET = *DEFINITIONS, ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign

Statements = list[tuple[str, ast.stmt]]  # each with the path of its file


def page_of(name: str) -> Page:
    return Page(ROOT, f"docs/en/{name.replace('_', '-')}.md")


def path_of(name: str) -> str:
    return f"snippets/chapters/{name}/steps.py"


def script(path: str, text: str = "") -> Statements:
    """What a file runs from top to bottom, or would run with this text."""
    body = ast.parse(text or (ROOT / path).read_text("utf-8")).body
    return [(path, node) for node in body]


def shown(page: Page, path: str) -> Statements:
    """What a page runs until the last block of its script."""
    found, last = [], 0
    for block in page.blocks:
        section = block.section
        text = "\n" * (section.line - 1) + section.text
        found += [(section.path, node) for node in ast.parse(text).body]
        last = len(found) if section.path == path else last
    return found[:last]


def bound(path: str, node: ast.stmt) -> Iterator[tuple[str, tuple[str, str]]]:
    """The names that a statement binds, and what each of them is there."""
    if isinstance(node, DEFINITIONS):
        yield node.name, (path, node.name)
    elif isinstance(node, ast.Import | ast.ImportFrom):
        module = getattr(node, "module", "").replace(".", "/")
        for alias in node.names:
            where = f"{module}.py" if module else ""
            yield alias.asname or alias.name, (where, alias.name)
    else:
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                yield part.id, (path, part.id)


def read(path: str, statements: Statements) -> list[tuple]:
    """The names that a script's statements read, and what they are then."""
    known, found = {}, []
    for where, node in statements:
        for part in ast.walk(node) if where == path else []:
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load):
                found.append((part.lineno, part.id, known.get(part.id)))
        known |= dict(bound(where, node))
    return found


def alike(path: str, whole: Statements, page: Statements) -> bool:
    """Whether a script does what its page does, in the same order.

    On no page are its docstring and imports. Between its blocks stand only
    definitions, imports and assignments of other files.
    """
    lines = {node.lineno for where, node in page if where == path}
    hidden = [node for _, node in whole[1:] if node.lineno not in lines]
    others = [node for where, node in page if where != path]
    return (
        read(path, whole) == read(path, page)
        and all(isinstance(node, ast.ImportFrom) for node in hidden)
        and all(isinstance(node, QUIET) for node in others)
    )


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_does_what_its_page_does(name):
    path = path_of(name)
    assert alike(path, script(path), shown(page_of(name), path))


@pytest.mark.parametrize(
    "old, new",
    [
        ("    unshuffle,\n)\n", "    unshuffle,\n); print(unshuffle)\n"),
        ("    unshuffle,\n)\n", "    unshuffle,\n); x = 0\n"),
        ("    attention_scores,\n", "    naive_softmax as attention_scores,\n"),
        ("tokens, x = SUN", "tokens, x = JOURNEY"),
    ],
)
def test_a_script_that_does_something_else_is_found(old, new):
    path = path_of("simplified_attention")
    text = (ROOT / path).read_text("utf-8")
    assert old in text
    other = script(path, text.replace(old, new, 1))
    assert not alike(path, other, shown(page_of("simplified_attention"), path))


@pytest.mark.parametrize("name", sample(SCRIPTS))
def test_a_script_prints_what_its_chapter_shows(name):
    page, path = page_of(name), path_of(name)
    # As pages that train are recorded, and without their progress bars.
    env = {"SNIPPETS_DEVICE": "cpu"} if page.trains else {}
    result = run(ROOT, path[:-3].replace("/", "."), TQDM_DISABLE="1", **env)
    assert result.returncode == 0, result.stdout
    lines = result.stdout.splitlines(keepends=True)
    for block in page.blocks:
        recorded = page.printed(block)
        if block.section.path == path and recorded:
            text = page.files.text(recorded)
            length = len(text.splitlines())
            printed, lines = "".join(lines[:length]), lines[length:]
            assert same_text(text, printed, page.tolerance(recorded)), printed
    assert lines == []
