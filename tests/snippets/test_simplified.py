"""Simplified attention: by hand, by property and against PyTorch."""

import pytest
import torch
from compare import close
from hypothesis import given
from hypothesis import strategies as st
from torch.testing import assert_close

from snippets.positional import sinusoidal_encoding
from snippets.sentences import JOURNEY, MECHANISM, SUN
from snippets.simplified import (
    attention_scores,
    attention_scores_loop,
    attention_weights,
    naive_softmax,
    simplified_attention,
)

# What the source guides print, to the places that they print. Where a guide
# is wrong, the right value stands here and the wrong one beside it.
SUN_SCORES = [0.7842, 1.3569, 1.2487]
SUN_EXPONENTIALS = [2.1907, 3.8841, 3.4858]  # a guide: 2.1902, 3.8839
SUN_TOTAL = 9.5606  # a guide: 9.5599
SUN_WEIGHTS = [0.2291, 0.4063, 0.3646]  # a guide: 0.4064, 0.3645
SUN_CONTEXT = [0.3990, 0.3854, 0.8610]
SUN_CONTEXT_OF_A_GUIDE = [0.3992, 0.3858, 0.8610]
JOURNEY_SCORES = [0.9544, 1.4950, 1.4754, 0.8434, 0.7070, 1.0865]
JOURNEY_SHARES = [0.1455, 0.2278, 0.2249, 0.1285, 0.1077, 0.1656]
JOURNEY_WEIGHTS = [0.1385, 0.2379, 0.2333, 0.1240, 0.1082, 0.1581]
JOURNEY_CONTEXTS = [
    [0.4421, 0.5931, 0.5790],
    [0.4419, 0.6515, 0.5683],
    [0.4431, 0.6496, 0.5671],
    [0.4304, 0.6298, 0.5510],
    [0.4671, 0.5910, 0.5266],
    [0.4177, 0.6503, 0.5645],
]
MECHANISM_SCORES = [
    [6.0334, 5.4477, 4.7140, 4.9825, 4.0555],
    [5.4477, 6.3150, 5.6911, 5.1074, 3.2900],
    [4.7140, 5.6911, 7.2858, 6.6659, 3.7172],
    [4.9825, 5.1074, 6.6659, 8.0217, 5.1145],
    [4.0555, 3.2900, 3.7172, 5.1145, 4.4839],
]
MECHANISM_WEIGHTS = [
    [0.4325, 0.2408, 0.1156, 0.1512, 0.0598],
    [0.1824, 0.4341, 0.2326, 0.1298, 0.0211],
    [0.0414, 0.1100, 0.5418, 0.2915, 0.0153],
    [0.0338, 0.0383, 0.1822, 0.7070, 0.0386],
    [0.1516, 0.0705, 0.1081, 0.4371, 0.2327],
]
MECHANISM_CONTEXTS = [
    [0.4969, 0.7521, 0.6448, 1.4542, 0.5668, 1.3252],
    [0.8145, 0.6362, 0.6052, 1.4879, 0.3682, 1.3858],
    [0.8516, -0.0091, 0.4480, 1.6620, 0.4033, 1.6351],
    [0.5378, -0.2659, 0.7174, 1.5309, 0.7181, 1.8102],
    [0.2635, 0.0893, 0.7225, 1.4187, 0.6513, 1.6058],
]


def printed(actual: torch.Tensor, expected: list) -> None:
    """Assert equality to the four places that the guides print."""
    assert_close(actual, torch.tensor(expected), rtol=0, atol=6e-5)


def test_sun_example_is_right():
    scores = attention_scores(SUN.embeddings)[1]
    printed(scores, SUN_SCORES)
    printed(torch.exp(scores), SUN_EXPONENTIALS)
    printed(torch.exp(scores).sum(), SUN_TOTAL)
    context, weights = simplified_attention(SUN.embeddings)
    printed(weights[1], SUN_WEIGHTS)
    printed(context[1], SUN_CONTEXT)


def test_context_printed_in_a_guide_is_wrong():
    context = simplified_attention(SUN.embeddings)[0][1]
    error = (context - torch.tensor(SUN_CONTEXT_OF_A_GUIDE)).abs()
    assert_close(error.max().item(), 3.8e-4, rtol=0, atol=2e-5)
    assert error[2] < 6e-5  # only the third component was right


def test_journey_example_for_one_query():
    scores = attention_scores(JOURNEY.embeddings)[1]
    printed(scores, JOURNEY_SCORES)
    printed(scores / scores.sum(), JOURNEY_SHARES)
    printed(naive_softmax(scores), JOURNEY_WEIGHTS)


def test_journey_example_for_all_queries():
    context, weights = simplified_attention(JOURNEY.embeddings)
    printed(weights[1], JOURNEY_WEIGHTS)
    printed(context, JOURNEY_CONTEXTS)


def test_mechanism_example_with_positions():
    x = MECHANISM.embeddings + sinusoidal_encoding(5, 6)
    context, weights = simplified_attention(x)
    printed(attention_scores(x), MECHANISM_SCORES)
    printed(weights, MECHANISM_WEIGHTS)
    printed(context, MECHANISM_CONTEXTS)


def test_softmax_is_flatter_than_division_in_four_rows_of_six():
    scores = attention_scores(JOURNEY.embeddings)
    softmax, shares = attention_weights(scores), scores / scores.sum(-1, True)

    def ratio(rows):
        return rows.amax(dim=-1) / rows.amin(dim=-1)

    assert (ratio(softmax) < ratio(shares)).sum() == 4


def test_longest_token_attracts_rows_that_cosine_does_not():
    x = JOURNEY.embeddings
    unit = x / x.norm(dim=-1, keepdim=True)
    assert attention_scores(x).argmax(-1).tolist() == [0, 1, 1, 1, 2, 1]
    assert attention_scores(unit).argmax(-1).tolist() == [0, 1, 2, 3, 4, 5]


def tensors(*shape: int) -> st.SearchStrategy[torch.Tensor]:
    """float64 tensors of a shape, not too large for a naive exponential."""
    seeds = st.integers(0, 2**32 - 1)
    scales = st.sampled_from([0.1, 1.0, 5.0])

    def make(seed: int, scale: float) -> torch.Tensor:
        generator = torch.Generator().manual_seed(seed)
        return scale * torch.randn(
            *shape, generator=generator, dtype=torch.float64
        )

    return st.builds(make, seeds, scales)


sequences = st.tuples(st.integers(1, 7), st.integers(1, 5)).flatmap(
    lambda shape: tensors(*shape)
)


@given(sequences)
def test_loop_equals_matrix_product(x):
    close(attention_scores_loop(x), attention_scores(x))


@given(sequences)
def test_rows_of_weights_are_positive_and_sum_to_one(x):
    weights = simplified_attention(x)[1]
    assert (weights >= 0).all()
    close(weights.sum(dim=-1), torch.ones(len(x), dtype=x.dtype))


@given(sequences)
def test_weights_equal_torch_softmax(x):
    scores = attention_scores(x)
    expected = torch.softmax(scores, dim=-1)
    close(attention_weights(scores), expected)


@given(tensors(4, 5), st.floats(-50, 50))
def test_adding_a_constant_to_a_row_changes_nothing(scores, constant):
    shifted = attention_weights(scores + constant)
    close(shifted, attention_weights(scores))


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
    generator = torch.Generator().manual_seed(1)
    x = torch.randn(*batch, 4, 3, generator=generator)
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
    scores = torch.tensor([100.0, 0.0])  # exp(88.73) is inf in float32
    assert torch.isinf(torch.exp(torch.tensor(88.73)))
    assert torch.isfinite(torch.exp(torch.tensor(88.72)))
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
