"""What the letters of this chapter's formulas stand for, by the code."""

import torch

from snippets.chapters.lab_train.exercises import best_guess, rotation_pattern
from snippets.reversal import mass, pattern
from snippets.training import loss_of

T = 6


def formula_1():
    x = torch.randn(T)
    return dict(x=x, y=pattern(T) @ x, T=T, i=range(T), first=0)


def formula_2():
    return dict(A=pattern(T), T=T, first=0)


def formula_3():
    α = torch.softmax(torch.randn(T, T), dim=-1)
    return dict(mass=mass(α), α=α, T=T, first=0)


def formula_4():
    θ, ω = torch.randn(()), torch.randn(())
    return dict(θ=θ, ω=ω, i=range(T))


def formula_5():
    ids, scores = torch.randint(9, (1, T)), torch.randn(1, T, 9)
    loss = loss_of(lambda ids: scores, ids)
    rows = torch.softmax(scores[0], dim=-1)
    p = [row.__getitem__ for row in rows]
    y = ids[0].flip(-1)
    return dict(loss=loss, p=p, y=y, T=T, first=0)


def formula_6():
    accuracy, loss = best_guess(T)
    return dict(loss=loss, accuracy=accuracy, T=T)


def inline_exercise_rotation_pattern_3():
    x, k = torch.randn(T), 2
    return dict(x=x, y=rotation_pattern(T, k) @ x, k=k, T=T, first=0)
