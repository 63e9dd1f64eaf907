"""The numbered formulas of this page, each asserted with its code."""

import math

import torch
from torch.nn import functional as F
from torch.testing import assert_close

from snippets.chapters.learning.exercises import descend
from snippets.formula import formula


@formula(r"\ell = -\frac{1}{3} \sum_{i=1}^{3} \ln p_{i}")
def formula_1():
    scores, right = torch.randn(3, 3), torch.tensor([1, 2, 0])
    p = torch.softmax(scores, dim=-1)[range(3), right]
    loss = -sum(math.log(p[i]) for i in range(3)) / 3
    assert_close(F.cross_entropy(scores, right), torch.tensor(loss))


@formula(r"\varphi \leftarrow \varphi - \eta \, \frac{d \ell}{d \varphi}")
def formula_2():
    phi, eta = torch.randn((), requires_grad=True), 0.1
    optimizer = torch.optim.SGD([phi], lr=eta)
    before = phi.item()
    (-phi.cos()).backward()  # its slope is the sine
    optimizer.step()
    stepped = before - eta * math.sin(before)
    assert_close(phi.item(), stepped, atol=1e-6, rtol=0)
    assert_close(descend(math.sin, before, eta, 1), stepped)
