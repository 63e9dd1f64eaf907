"""What the letters of this chapter's formulas stand for, by the code."""

import torch
from torch.nn import functional as F

from snippets.chapters.tokens_and_embeddings.exercises import one_hot
from snippets.sentences import look_up

N, D, T = 6, 3, 4


def looked_up():
    """Random ids, a table, and the rows that are looked up."""
    n, E = torch.randint(N, (T,)), torch.randn(N, D)
    return dict(n=n, E=E, x=look_up(n, E), N=N, D=D, T=T)


def formula_1():
    # The first line says what becomes of what: there is nothing to compute.
    return looked_up()


def formula_2():
    def o(n):
        return one_hot(torch.tensor([n]), N)[0]

    return dict(looked_up(), o=o, first={"E": 0})


def in_by_hand(small_table):
    return dict(E=small_table["E"], first=0)


def formula_3():
    a, b = torch.randn(D), torch.randn(D)
    return dict(a=a, b=b, cos=lambda a, b: F.cosine_similarity(a, b, dim=0))


def formula_4():
    given = looked_up()
    return dict(given, X=given["x"])
