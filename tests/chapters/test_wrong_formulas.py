"""A formula that is wrong in both languages at once is found.

That none is wrong now, the blocks' tests and each build say.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest
import torch
from conftest import ROOT

from proof.blocks import formulas
from proof.pages.formulas import FormulaError
from proof.pages.page import Formula, Page

LANGUAGES = "en", "pt"
PLANTED = {
    "root": (
        "self-attention",
        r"{\sqrt{d_k}} \right) V",
        r"{d_k} \right) V",
    ),
    "transposition": ("ten-minutes", r"Q K^{\top}", "Q K"),
    "wrong side of W": ("self-attention", "x^{(i)} W_q", "W_q x^{(i)}"),
    "exponent": ("positional-encoding", "10000^{2i/D}", "10000^{i/D}"),
    "base": ("positional-encoding", "10000^{2i/D}", "1000^{2i/D}"),
    "power of ten": (
        "positional-encoding",
        "21.5443",
        r"21.5443 \cdot 10^{-4}",
    ),
    "minus before cos": ("positional-encoding", r"\cos\left", r"-\cos\left"),
    "sine and cosine": ("positional-encoding", r"&= \sin\l", r"&= \cos\l"),
    "negative weight": ("simplified-attention", "ij} > 0", "ij} < 0"),
    "index": ("simplified-attention", "x^{(j)}", "x^{(i)}"),
    "sign": ("simplified-attention", "+ 0.0748 +", "- 0.0748 +"),
    "sum that ends early": (
        "causal-attention",
        r"\sum_{j=1}^{i}",
        r"\sum_{j=1}^{i-1}",
    ),
    "case": ("causal-attention", r"j \le i", r"j \ge i"),
    "probability": ("causal-attention", "} 1 - p", "} p"),
    "operations": ("going-fast", "4 \\, T^{2} D", "4 \\, T^{3} D"),
    "numbers kept": ("going-fast", "H \\, T^{2}", "H \\, T"),
    "bytes": ("measure-it", "T^{2}", "T"),
    "parameters": ("multi-head-attention", "2 d_k + d_v", "d_k + d_v"),
    "shape": ("multi-head-attention", r"H d_v \times D", r"D \times H d_v"),
    "mean": ("encoder", r"\frac{1}{D}", ""),
    "epsilon outside the root": (
        "encoder",
        r"\sqrt{\sigma^{2} + \varepsilon}",
        r"\sqrt{\sigma^{2}} + \varepsilon",
    ),
    "pre-norm": (
        "encoder",
        r"\bigl(x + \operatorname{Sub",
        r"\bigl(\operatorname{Sub",
    ),
    "derivative": ("self-attention", r"-\alpha_j \,", r"\alpha_j \,"),
    "order of a product": ("why-attention", "A X", "X A"),
    "cached operations": ("generation", "(t + S)", "(t - S)"),
    "temperature": ("generation", r"s_{n} / \tau", r"s_{n} \tau"),
    "anti-diagonal": ("lab-train", "T - 1 - i", "T - i"),
    "direction": ("lab-train", r"\ln p", r"p"),
    "operations on the cheat sheet": ("cheat-sheet", "4 T^{2} D", "4 T^{3} D"),
    "root on the cheat sheet": ("cheat-sheet", r"/ \sqrt{d_k}", "/ d_k"),
    "in a line of text": ("why-attention", r"\ge 0", r"< 0"),
    "dots": ("tensor-notes", "stride}_n", "stride}_1"),
}


@cache
def page_of(language: str, name: str) -> Page:
    return Page(ROOT, f"docs/{language}/{name}.md")


@cache
def letters(page: str, name: str) -> object:
    """What the letters of a formula are, computed once."""
    original = page_of("en", page)
    return LETTERS(original, formulas.twins(original)[name])


LETTERS = formulas.letters


def said(page: Page, name: str, tex: str) -> str:
    """What is said of a formula with this LaTeX."""
    formula = formulas.named(page)[name]
    twin = formulas.twins(page_of("en", page.name)).get(name)
    original = formulas.named(page_of("en", page.name))[name]
    tex = formulas.worded(tex, original.tex)
    with formulas.numbers(torch.float64):
        return formulas.fault(page, formula, name, tex, twin)


def asked(page: Page) -> list[tuple[str, Formula]]:
    """The formulas that are displayed, and others that have letters."""
    twins = formulas.twins(page_of("en", page.name))
    named = formulas.named(page).items()
    return [(key, f) for key, f in named if f.display or key in twins]


@pytest.mark.parametrize("fault", PLANTED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_formula_is_found(language, fault):
    name, old, new = PLANTED[fault]
    page = page_of(language, name)
    key, tex = next((k, f.tex) for k, f in asked(page) if old in f.tex)
    assert said(page, key, tex) == ""
    assert "is not what the code computes" in said(
        page, key, tex.replace(old, new, 1)
    )


GROUP = r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}"
TURNED = {
    r"\sum": r"\prod",
    r"\prod": r"\sum",
    r"\sin": r"\cos",
    r"\cos": r"\sin",
    r"\max": r"\min",
    r"\min": r"\max",
    r"\ln": r"\sin",
    r"\le": ">",
    r"\ge": "<",
    r"\ne": "=",
    r"\cdot": "+",
    r"\times": "+",
    r"\operatorname{softmax}": "",
    **{">": "<", "<": ">", "+": "-", "-": "+", "/": r"\cdot "},
}
# What is replaced, by what; the names of commands are left.
RULES = {
    "root dropped": (r"\\sqrt" + GROUP, r"{\1}"),
    "transposition dropped": (r"\^\{?\\top\}?", ""),
    "fraction turned": (r"\\d?frac" + GROUP + GROUP, r"\\frac{\2}{\1}"),
    "end of a sum": (r"(?<=\}\^\{)([A-Za-z](?:_k)?)(?=\})", r"\1-1"),
    "power dropped": (r"\^\{?(?:\d|p)\}?", ""),
    "whole number": (r"(?<![\d.])\d+(?![\d.])", lambda m: str(int(m[0]) + 1)),
    "sign or function": (
        r"\\operatorname\{softmax\}|\\[a-z]+|[-+/<>]",
        lambda m: TURNED.get(m[0], m[0]),
    ),
}
INDEX = r"\^\{\([a-z]\)\}|_\{[a-z]{2,4}\}|_[a-z](?![a-z{])|_\{[a-z]\}"


def mutants(tex: str) -> Iterator[tuple[str, str]]:
    """Yield a formula with each of its signs changed: the rule, the LaTeX."""
    names = r"\\(?:text|operatorname|begin|end|mathbb)\{[^{}]*\}|\\[A-Za-z]+"
    hidden = {k for m in re.finditer(names, tex) for k in range(*m.span())}
    for rule, (pattern, new) in RULES.items():
        for match in re.finditer(pattern, tex):
            changed = new(match) if callable(new) else match.expand(new)
            if match[0][0] == "\\" or match.start() not in hidden:
                if changed != match[0]:
                    yield rule, put(tex, match.span(), changed)
    places = [
        m.start() + k
        for m in re.finditer(INDEX, tex)
        for k, sign in enumerate(m[0])
        if sign.isalpha()
    ]
    capitals = [
        m.start() for m in re.finditer("[A-Z]", tex) if m.start() not in hidden
    ]
    for rule, where in (("index", places), ("letter", capitals)):
        for k in where:
            for other in sorted({tex[j] for j in where} - {tex[k]})[:2]:
                yield rule, put(tex, (k, k + 1), other)


def put(text: str, span: tuple[int, int], new: str) -> str:
    return text[: span[0]] + new + text[span[1] :]


ALWAYS_FOUND = {
    "root dropped",
    "transposition dropped",
    "fraction turned",
    "end of a sum",
}


@pytest.mark.weekly
def test_nearly_every_changed_sign_is_found(monkeypatch):
    """Others say the same (times 0, e to the 1) or something true, too."""
    monkeypatch.setattr(
        formulas,
        "letters",
        lambda page, twin: letters(page.name, names[page.name, twin]),
    )
    names, made, found, missed = {}, Counter(), Counter(), []
    for path in sorted(ROOT.glob("docs/en/*.md")):
        page = page_of("en", path.stem)
        for name, twin in formulas.twins(page).items():
            names.setdefault((page.name, twin), name)
        for name, formula in asked(page):
            for rule, tex in {*mutants(formula.tex)}:
                try:
                    wrong = said(page, name, tex)
                except FormulaError:
                    continue
                made[rule] += 1
                found[rule] += bool(wrong)
                if not wrong:
                    missed.append((rule, page.name, name, tex))
    print(*sorted(missed), sep="\n")
    print({rule: f"{found[rule]} of {made[rule]}" for rule in made})
    assert all(found[rule] == made[rule] > 9 for rule in ALWAYS_FOUND)
    assert sum(found.values()) > 0.97 * sum(made.values()) > 1000
