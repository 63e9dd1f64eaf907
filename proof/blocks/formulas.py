"""The formulas of a page: each is computed, with what its chapter says.

`snippets/chapters/<chapter>/formulas.py` has a function for each, named after
its number, `formula_3`, or its section, `in_<id>`, the second there
`in_<id>_2`; what stands in a line of text may have one, too, `inline_<id>`. It
returns what the letters are, in one setting or several; or a sentence that
says why nothing can be computed. Its parameters are functions and cells of the
page's steps. What is made of numbers alone needs none.
"""

import ast
import contextlib
import importlib
import inspect
import io
import re
from collections import Counter
from collections.abc import Callable, Iterator

import torch

from proof.blocks.algebra import Wrong, calculate, check
from proof.pages.code import cells, definitions
from proof.pages.formulas import to_mathml, to_tree
from proof.pages.notation import NotRead, read
from proof.pages.outline import IN_TEXT
from proof.pages.page import Formula, Page

FILE = "formulas.py"
KINDS = "formula_", "in_", "inline_"  # how the names of functions begin


def named(page: Page) -> dict[str, Formula]:
    """Return the formulas of a page by their names."""
    found: dict[str, Formula] = {}
    for passage in page.passages:
        counted = Counter()
        place = passage.heading.id.replace("-", "_")
        for formula in page.formulas:
            if formula.line not in passage:
                continue
            name = f"formula_{formula.number}"
            if not formula.number:
                kind = "in" if formula.display else "inline"
                counted[kind] += 1
                name = f"{kind}_{place}"
                if counted[kind] > 1:
                    name += f"_{counted[kind]}"
            found[name] = formula
    return found


def twins(page: Page) -> dict[str, Callable]:
    """Return the functions of a chapter that say what letters are."""
    path = page.chapter_file(FILE)
    if not page.files.exists(path):
        return {}
    module = importlib.import_module(path[:-3].replace("/", "."))
    return {
        name: value
        for name, value in vars(module).items()
        if name.startswith(KINDS)
    }


def letters(page: Page, twin: Callable) -> list[dict] | str:
    """Return what a twin says: letters in one or more settings, or why not."""
    path = page.chapter_file("steps.py")
    names = inspect.signature(twin).parameters
    given = steps(page.files.text(path), path, [*names]) if names else {}
    torch.manual_seed(0)
    said = twin(**given)
    return said if isinstance(said, str | list) else [said]


def steps(text: str, path: str, names: list[str]) -> dict[str, object]:
    """Return definitions of a chapter's steps, and what cells leave behind.

    The cells run one after the other in one space, with their own numbers.
    """
    space: dict[str, object] = {"__name__": path}
    tree = ast.parse(text)
    imports = ast.Import, ast.ImportFrom
    tree.body = [node for node in tree.body if isinstance(node, imports)]
    silent = contextlib.redirect_stdout(io.StringIO())
    with numbers(torch.float32), torch.enable_grad(), silent:
        exec(compile(tree, path, "exec"), space)
        for name in names:
            section = definitions(path, text).get(name)
            if not section or not section.text.startswith(("def ", "class ")):
                section = cells(path, text)[0].get(name.replace("_", "-"))
            if not section:
                raise Wrong(f"{path} has no cell or definition `{name}`")
            exec(compile(section.text, path, "exec"), space)
    return {
        name: space[name] if callable(space.get(name)) else space
        for name in names
    }


@contextlib.contextmanager
def numbers(dtype: torch.dtype) -> Iterator[None]:
    """Make new tensors of this type meanwhile."""
    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        yield
    finally:
        torch.set_default_dtype(before)


def worded(tex: str, original: str) -> str:
    """Return a formula with the words of the original instead of its own."""
    words = iter(re.findall(IN_TEXT, original))
    return re.sub(IN_TEXT, lambda own: next(words, own[0]), tex)


def faults(
    page: Page, original: Page, known: dict[tuple, str]
) -> Iterator[str]:
    """Yield what is wrong with the formulas of a page: path, line, reason.

    What is known of a formula already, as of another language's, is not
    computed again.
    """
    functions, theirs, mine = twins(page), named(original), named(page)
    for name, formula in mine.items():
        if formula not in page.statements and name not in functions:
            continue
        tex = worded(formula.tex, theirs.get(name, formula).tex)
        key = page.name, name, tex
        if key not in known:
            known[key] = fault(page, formula, name, tex, functions.get(name))
        if known[key]:
            yield str(page.problem(formula.line, known[key]))
    for name in sorted(functions.keys() - mine.keys()):
        path = page.chapter_file(FILE)
        yield f"{path}:1: {page.path} has no formula `{name}`; rename this"


def fault(
    page: Page, formula: Formula, name: str, tex: str, twin: Callable | None
) -> str:
    """Say what is wrong with a formula; empty if it says what is computed."""
    what = f"formula ({formula.number})" if formula.number else "this formula"
    try:
        count = compute(page, formula, tex, twin)
    except (Wrong, NotRead) as reason:
        return f"{what} is not what the code computes: {reason}"
    except Exception as error:  # of the code, of torch
        kind = type(error).__name__
        return f"{what} is not what the code computes: {kind}: {error}"
    if formula.display and not count:
        return (
            f"nothing computes {what}; let `{name}` in "
            f"{page.chapter_file(FILE)} say what its letters are, or why "
            "nothing can"
        )
    return ""


def compute(page: Page, formula: Formula, tex: str, twin: Callable | None):
    """Return how many comparisons a formula takes; raise what is wrong."""
    tree = to_tree(to_mathml(tex, formula.display))
    if twin is None:
        return calculate(read(tree))
    settings = letters(page, twin)
    if isinstance(settings, str):
        return 1
    counts = []
    for setting in settings:
        functions = {name for name, one in setting.items() if is_function(one)}
        counts.append(check(read(tree, functions), setting))
    if not all(map(sum, zip(*counts))):
        raise Wrong("a part of it is compared with nothing")
    return sum(map(sum, counts))


def is_function(value: object) -> bool:
    """Tell whether a letter is a function, or a row of them."""
    if isinstance(value, list | tuple) and value:
        value = value[0]
    return callable(value)
