"""Each numbered formula is pinned to a function, and the function holds."""

import importlib
import inspect
import math
import re
from collections.abc import Callable

import pytest
import torch
from conftest import ROOT, in_turn, this_project

from sitebuild.pages.mathml import split_tag
from sitebuild.pages.page import Page
from sitebuild.pages.site_config import ORIGINAL
from sitebuild.pages.snippet_code import definitions

# It names steps and computes nothing.
WITHOUT = {("tokens-and-embeddings", "1")}


def functions(page: str) -> dict[str, Callable]:
    """The functions below `@formula`, by the numbers of their formulas."""
    path = this_project().originals[page].chapter_file("formulas.py")
    if not (ROOT / path).is_file():
        return {}
    module = importlib.import_module(path[:-3].replace("/", "."))
    found = {k.removeprefix("formula_"): v for k, v in vars(module).items()}
    return {k: v for k, v in found.items() if hasattr(v, "latex")}


def written(tex: str, page: Page) -> str:
    """A formula's LaTeX; of a translation without the words of `\\text`."""
    if page.language != ORIGINAL:
        tex = re.sub(r"\\text\{[^{}]*\}", r"\\text{}", tex)
    return " ".join(tex.split())


def on_page(page: Page) -> dict[str, str]:
    """The numbered formulas of a page that compute something."""
    return {
        number: written(tex, page)
        for tex, number in (split_tag(f.text) for f in page.formulas)
        if number and (page.name, number) not in WITHOUT
    }


def in_code(page: Page) -> dict[str, str]:
    """What the functions of a page say that they assert."""
    return {k: written(f.latex, page) for k, f in functions(page.name).items()}


def test_formulas_of_every_language_are_those_that_functions_assert():
    """Else correct the page, or `formula_N` of its chapter's formulas.py."""
    assert {page.path: on_page(page) for page in this_project().pages} == {
        page.path: in_code(page) for page in this_project().pages
    }


@pytest.fixture(autouse=True)
def double_precision():
    """The same random numbers each time, far more exact than is asserted."""
    torch.manual_seed(0)
    torch.set_default_dtype(torch.float64)
    yield
    torch.set_default_dtype(torch.float32)


def run(page: str, function: Callable) -> None:
    """Run a function with the definitions of the page's steps it asks for."""
    path = this_project().originals[page].chapter_file("steps.py")
    found = definitions(path, (ROOT / path).read_text("utf-8"))
    known = {"math": math, "torch": torch, "Tensor": torch.Tensor}
    known["Callable"] = Callable
    names = [*inspect.signature(function).parameters]
    for name in names:
        exec(found[name].text, known)
    function(*(known[name] for name in names))


def numbered() -> list[tuple[str, str]]:
    """Each function's page, and the number of its formula."""
    return [(p, n) for p in this_project().originals for n in functions(p)]


@in_turn("page, number", numbered)
def test_the_code_does_what_a_numbered_formula_says(page, number):
    run(page, functions(page)[number])
    assert "assert" in inspect.getsource(functions(page)[number])


@pytest.mark.parametrize(
    "page, number, old, new",
    [
        ("self-attention", 7, "d_k**0.5", "d_k"),
        ("causal-attention", 2, "j <= i", "j < i"),
        ("encoder", 5, "(variance + ε).sqrt()", "variance.sqrt() + ε"),
        ("positional-encoding", 2, "angle.sin", "angle.cos"),
        ("generation", 2, "(s[n] / τ)", "(s[n] * τ)"),
        ("lab-train", 1, "T - 1 - i", "T - 2 - i"),
    ],
)
def test_a_function_that_asserts_something_wrong_fails(page, number, old, new):
    function = functions(page)[str(number)]
    pin, _, code = inspect.getsource(function).partition("\ndef ")
    assert old in code
    known = {**function.__globals__}
    exec(f"{pin}\ndef {code.replace(old, new, 1)}", known)
    with pytest.raises(AssertionError):
        run(page, known[f"formula_{number}"])
