"""What the letters of this chapter's formulas stand for, by the code."""

import torch

from snippets.corpus import mass


def formula_1():
    T = 4
    α = torch.softmax(torch.randn(T, 5), dim=-1)
    a = torch.randint(5, (T,))
    return {
        "mass": mass(α[None], a[None]).mean(),
        "T": T,
        "α": α,
        "a": a,
        "first": 0,
    }
