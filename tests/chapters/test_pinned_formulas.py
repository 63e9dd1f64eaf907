"""Each numbered formula is pinned to a function, and the function holds."""

import importlib
import inspect
import math
import re
from collections.abc import Callable, Iterator
from types import ModuleType

import pytest
import torch
from conftest import ROOT, this_project

from sitebuild.pages.page import Page
from sitebuild.pages.site_config import ORIGINAL
from sitebuild.pages.snippet_code import definitions
from sitebuild.problem import Problem

# The numbered formulas that have no function, and why not.
UNPINNED = {
    ("tokens-and-embeddings", "1"): "it names steps and computes nothing",
}


def path_of(page: str, file: str) -> str:
    """The path of a file of a page's chapter."""
    return this_project().originals[page].chapter_file(f"{file}.py")


def module(page: str) -> ModuleType:
    """The functions of a page's numbered formulas."""
    name = path_of(page, "formulas").removesuffix(".py").replace("/", ".")
    return importlib.import_module(name)


def pins(page: str) -> dict[str, Callable]:
    """The functions below `@formula`, by the numbers of their formulas."""
    if not (ROOT / path_of(page, "formulas")).is_file():
        return {}
    return {
        name.removeprefix("formula_"): value
        for name, value in vars(module(page)).items()
        if hasattr(value, "latex")
    }


def written(tex: str, language: str) -> str:
    """A formula's LaTeX; of a translation without the words of `\\text`."""
    if language != ORIGINAL:
        tex = re.sub(r"\\text\{[^{}]*\}", r"\\text{}", tex)
    return " ".join(tex.split())


def faults(page: Page) -> Iterator[Problem]:
    """Yield where a page's formulas and its functions differ."""
    path, pinned = path_of(page.name, "formulas"), pins(page.name)
    numbered = [f for f in page.formulas if f.number]
    for line, tex, _, number in numbered:
        function = pinned.pop(number, None)
        if (page.name, number) in UNPINNED:
            continue
        if function is None:
            yield page.problem(
                line,
                f"no function asserts formula ({number}); write "
                f'`formula_{number}` below `@formula(r"…")` in {path}, or say '
                "in UNPINNED of this test why none can",
            )
        elif written(function.latex, page.language) != written(
            tex, page.language
        ):
            yield page.problem(
                line,
                f"formula ({number}) is not what `formula_{number}` in {path} "
                "asserts; correct it, or change the function and its LaTeX",
            )
    for number, function in pinned.items():
        yield Problem(
            path,
            function.__code__.co_firstlineno,
            f"{page.path} has no formula ({number}); rename or remove "
            f"`formula_{number}`",
        )


def test_each_numbered_formula_is_pinned_in_every_language():
    pages = this_project().pages
    assert [str(fault) for page in pages for fault in faults(page)] == []
    there = {(page.name, f.number) for page in pages for f in page.formulas}
    pinned = {
        (page.name, number) for page in pages for number in pins(page.name)
    }
    assert UNPINNED.keys() <= there - pinned


CHANGED = {
    "root": ("self-attention", r"{\sqrt{d_k}} \right) V", r"{d_k} \right) V"),
    "transposition": ("ten-minutes", r"Q K^{\top}", "Q K"),
    "sign": ("encoder", r"\frac{x_{d} - \mu}", r"\frac{x_{d} + \mu}"),
    "case": ("causal-attention", r"j \le i", "j < i"),
    "order": ("why-attention", "Z = A X", "Z = X A"),
    "operations": ("generation", "(t + S)", "(t - S)"),
}


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize("change", CHANGED)
def test_a_changed_formula_is_found(language, change):
    name, old, new = CHANGED[change]
    page = Page(ROOT, f"docs/{language}/{name}.md")
    numbered = [f for f in page.formulas if f.number]
    line, tex, *_ = next(f for f in numbered if old in f.tex)
    text = page.text.replace(tex, tex.replace(old, new, 1))
    (fault,) = faults(Page(ROOT, page.path, text))
    assert fault[:2] == (page.path, line)
    assert "asserts; correct it, or change the function" in fault.message


def test_a_formula_without_function_and_a_function_without_formula_are_found():
    path = "docs/en/generation.md"
    text = (ROOT / path).read_text("utf-8").replace(r"\tag{4}", r"\tag{5}")
    lost, orphan = map(str, faults(Page(ROOT, path, text)))
    assert re.match(rf"{path}:\d+: no function asserts formula \(5\)", lost)
    says = rf"{path} has no formula \(4\); rename or remove `formula_4`"
    where = "snippets/chapters/generation/formulas.py"
    assert re.fullmatch(rf"{where}:[1-9]\d+: {says}", orphan)


@pytest.fixture(autouse=True)
def double_precision():
    """The same random numbers each time, far more exact than is asserted."""
    torch.manual_seed(0)
    torch.set_default_dtype(torch.float64)
    yield
    torch.set_default_dtype(torch.float32)


def run(page: str, function: Callable) -> None:
    """Run a function with the definitions of the page's steps it asks for."""
    path = path_of(page, "steps")
    found = definitions(path, (ROOT / path).read_text("utf-8"))
    names = [*inspect.signature(function).parameters]
    known = {"math": math, "torch": torch, "Tensor": torch.Tensor}
    known["Callable"] = Callable
    for name in names:
        exec(found[name].text, known)
    function(*(known[name] for name in names))


@pytest.mark.parametrize(
    ("page", "number"),
    [(name, n) for name in this_project().originals for n in pins(name)],
)
def test_the_code_does_what_a_numbered_formula_says(page, number):
    function = pins(page)[number]
    run(page, function)
    assert "assert" in inspect.getsource(function), "it asserts nothing"


WRONG = {
    "root": ("self-attention", 7, "d_k**0.5", "d_k"),
    "transposition": ("positional-encoding", 1, "Π.T @ Π", "Π @ Π"),
    "sum that ends early": ("self-attention", 4, "range(T))", "range(T - 1))"),
    "case": ("causal-attention", 2, "j <= i", "j < i"),
    "probability": ("causal-attention", 4, "/ (1 - p)", "/ p"),
    "power": ("going-fast", 5, "4 * T**2", "4 * T**3"),
    "epsilon": ("encoder", 5, "(variance + ε).sqrt()", "variance.sqrt() + ε"),
    "sine and cosine": ("positional-encoding", 2, "angle.sin", "angle.cos"),
    "sign of a derivative": ("self-attention", 9, "else -α", "else α"),
    "order of a product": ("why-attention", 2, "W_x @ torch", "W_x.T @ torch"),
    "temperature": ("generation", 2, "(s[n] / τ)", "(s[n] * τ)"),
    "anti-diagonal": ("lab-train", 1, "T - 1 - i", "T - 2 - i"),
}


@pytest.mark.parametrize("change", WRONG)
def test_a_function_that_asserts_something_wrong_fails(change):
    page, number, old, new = WRONG[change]
    source = inspect.getsource(pins(page)[str(number)])
    pin, _, code = source.partition("\ndef ")
    assert old in code
    known = {**vars(module(page))}
    exec(f"{pin}\ndef {code.replace(old, new, 1)}", known)
    with pytest.raises(AssertionError):
        run(page, known[f"formula_{number}"])
