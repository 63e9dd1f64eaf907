"""Simplified attention: by hand, by property and against PyTorch."""

import re

import pytest
import torch
from compare import close, random, seeds
from hypothesis import given
from hypothesis import strategies as st

from snippets.positional import sinusoidal_encoding
from snippets.sentences import JOURNEY, MECHANISM
from snippets.simplified import (
    attention_scores,
    attention_scores_loop,
    attention_weights,
    naive_softmax,
    simplified_attention,
)


def test_longest_token_attracts_rows_that_cosine_does_not():
    x = JOURNEY.embeddings
    unit = x / x.norm(dim=-1, keepdim=True)
    assert attention_scores(x).argmax(-1).tolist() == [0, 1, 1, 1, 2, 1]
    assert attention_scores(unit).argmax(-1).tolist() == [0, 1, 2, 3, 4, 5]


def tensors(*shape: int) -> st.SearchStrategy[torch.Tensor]:
    """float64 tensors of a shape, not too large for a naive exponential."""
    scales = st.sampled_from([0.1, 1.0, 5.0])
    return st.builds(
        lambda k, seed: k * random(*shape, seed=seed), scales, seeds
    )


sequences = st.tuples(st.integers(1, 7), st.integers(1, 5)).flatmap(
    lambda shape: tensors(*shape)
)


@given(sequences)
def test_loop_equals_matrix_product(x):
    close(attention_scores_loop(x), attention_scores(x))


@given(tensors(4, 5), st.floats(-50, 50))
def test_weights_equal_torch_softmax_whatever_is_added_to_a_row(scores, added):
    expected = torch.softmax(scores, dim=-1)
    close(attention_weights(scores + added), expected)


@given(sequences)
def test_context_is_the_average_over_tokens(x):
    context, weights = simplified_attention(x)
    for i in range(len(x)):
        expected = sum(weights[i, j] * x[j] for j in range(len(x)))
        close(context[i], expected)


@given(sequences, st.randoms(use_true_random=False))
def test_permuting_tokens_permutes_the_output(x, random):
    order = list(range(len(x)))
    random.shuffle(order)
    context, weights = simplified_attention(x)
    permuted_context, permuted_weights = simplified_attention(x[order])
    close(permuted_context, context[order])
    close(permuted_weights, weights[order][:, order])


def test_positions_break_the_permutation():
    x = MECHANISM.embeddings
    positions, order = sinusoidal_encoding(*x.shape), [1, 0, 2, 3, 4]
    context = simplified_attention(x + positions)[0]
    permuted = simplified_attention(x[order] + positions)[0]
    assert (permuted - context[order]).abs().max() > 0.1


@pytest.mark.parametrize("batch", [(), (2,), (2, 3)])
def test_any_leading_batch_shape(batch):
    x = random(*batch, 4, 3)
    context, weights = simplified_attention(x)
    assert context.shape == (*batch, 4, 3)
    assert weights.shape == (*batch, 4, 4)
    flat = [simplified_attention(one)[0] for one in x.reshape(-1, 4, 3)]
    close(context.reshape(-1, 4, 3), torch.stack(flat))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_dtype_follows_the_input(dtype):
    context, weights = simplified_attention(JOURNEY.embeddings.to(dtype))
    assert context.dtype == weights.dtype == dtype
    assert attention_scores_loop(JOURNEY.embeddings.to(dtype)).dtype == dtype


def test_naive_softmax_overflows_where_the_stable_one_does_not():
    scores = torch.tensor([100.0, 0.0])
    bound = float(
        re.search(r"scores above ([\d.]+):", naive_softmax.__doc__)[1]
    )
    assert torch.exp(torch.tensor([bound, bound + 0.01])).isinf().any()
    assert torch.exp(torch.tensor(bound)).isfinite()
    assert naive_softmax(scores).isnan().tolist() == [True, False]
    close(attention_weights(scores), torch.tensor([1.0, 0.0]))


def test_each_row_is_made_stable_by_itself():
    scores = torch.tensor([[0.0, 0.0], [1000.0, 1000.0]])
    close(attention_weights(scores), torch.full((2, 2), 0.5))


def test_gradients_equal_those_of_torch():
    x = JOURNEY.embeddings.double().requires_grad_()
    simplified_attention(x)[0].square().sum().backward()
    ours, x.grad = x.grad, None
    torch.nn.functional.scaled_dot_product_attention(
        x, x, x, scale=1.0
    ).square().sum().backward()
    close(ours, x.grad)
