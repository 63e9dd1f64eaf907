"""The position-wise network: its formula, and that positions stay apart."""

import torch
from compare import random, same_gradients, seeds, sizes
from hypothesis import given

from snippets.feed_forward import FeedForward


@given(seeds, sizes, sizes, sizes)
def test_equals_the_formula_with_gradients(seed, T, d_model, d_hidden):
    torch.manual_seed(seed)
    ours = FeedForward(d_model, d_hidden).double()
    W1, b1 = ours.hidden.weight.T, ours.hidden.bias
    W2, b2 = ours.out.weight.T, ours.out.bias

    def formula(x):
        return torch.maximum(torch.zeros(()), x @ W1 + b1) @ W2 + b2

    same_gradients(ours, formula, [random(2, T, d_model, seed=seed)])


def test_dropout_acts_on_the_hidden_layer_in_training_only():
    torch.manual_seed(0)
    layer = FeedForward(2, 1000, dropout=0.5)
    torch.nn.init.zeros_(layer.hidden.weight)
    torch.nn.init.ones_(layer.hidden.bias)
    torch.nn.init.ones_(layer.out.weight)
    torch.nn.init.zeros_(layer.out.bias)
    x = torch.zeros(1, 2)
    assert layer.eval()(x).tolist() == [[1000.0, 1000.0]]
    first, second = layer.train()(x)[0].tolist()
    assert first == second != 1000  # one hidden layer, dropped once
    assert abs(first - 1000) < 200
