"""What the letters of this page's formulas stand for, by the code."""

import torch


def formula_1():
    n, counted = 3, torch.arange(24).view(2, 3, 4)
    i = (1, 2, 3)
    return dict(n=n, i=i, stride=counted.stride(), place=counted[i])


def formula_2():
    a, d_k = torch.randn(2, 3, 4, 5), 5
    return dict(a=a, d_k=d_k, s=a @ a.transpose(2, 3))
