"""The scripts that choose the next token: the same numbers as `snippets`."""

import torch
from compare import random
from scripts import CLOSE, computed

from snippets.generation import next_token_probabilities

NAMES = "tensor", "generation"
WAYS = [
    (temperature, top_k)
    for temperature in (0, 0.5, 1, 2)
    for top_k in (None, 1, 3, 7)
]
SHARES = """(scores, ways) => ways.map(([temperature, topK]) =>
  attention.nextTokenProbabilities(scores, temperature, topK))"""


def test_shares_of_the_next_token_are_those_of_snippets():
    scores = random(7)
    scores[5] = scores[2] = scores.max() + 1  # the first of two is the best
    found = computed(NAMES, SHARES, scores.tolist(), WAYS)
    for way, shares in zip(WAYS, found, strict=True):
        wanted = next_token_probabilities(scores, *way)
        apart = torch.tensor(shares, dtype=torch.float64) - wanted
        assert apart.abs().max() < CLOSE, way
    default = computed(
        NAMES, "attention.nextTokenProbabilities", scores.tolist()
    )
    assert default == found[WAYS.index((1, None))]


REFUSED = """(scores, ways) => ways.map((way) => {
  try { return attention.nextTokenProbabilities(scores, ...way) }
  catch (error) { return String(error) }
})"""


def test_other_temperatures_and_numbers_are_refused():
    ways = [(-0.1, None), (1, 0), (1, 8), (1, 1), (1, 7)]
    *refused, least, most = computed(NAMES, REFUSED, [0.0] * 7, ways)
    assert refused == [
        "RangeError: temperature -0.1 must not be negative",
        "RangeError: topK 0 must be in 1 ... 7",
        "RangeError: topK 8 must be in 1 ... 7",
    ]
    assert sum(least) == least[0] == 1 and set(most) == {1 / 7}


DRAW = """(scores, draws) => draws.map((draw) =>
  attention.choose(scores, 1, null, () => draw))"""


def test_a_token_is_drawn_in_its_share():
    scores = torch.linspace(-1, 1, 7).double()[[3, 1, 5, 6, 0, 2, 4]]
    ends = next_token_probabilities(scores).cumsum(0)
    draws = torch.linspace(0, 0.999, 101, dtype=torch.float64)
    found = computed(NAMES, DRAW, scores.tolist(), draws.tolist())
    assert found == torch.searchsorted(ends, draws, right=True).tolist()
    beyond = computed(NAMES, DRAW, scores.tolist(), [1.1])
    assert beyond == [scores.argmax()]


def mulberry32(seed: int) -> float:
    """The first number of a seed, in whole numbers of 32 bits."""
    word = 2**32 - 1
    state = (seed + 0x6D2B79F5) & word
    bits = (state ^ state >> 15) * (1 | state) & word
    bits ^= (bits + ((bits ^ bits >> 7) * (61 | bits) & word)) & word
    return (bits ^ bits >> 14) / 2**32


def test_seeds_give_the_numbers_of_their_generator():
    seeds = [0, 1, 7, 2**31 - 1, 123456789]
    first = "(seeds) => seeds.map((seed) => attention.generator(seed)())"
    found = computed(NAMES, first, seeds)
    assert found == [mulberry32(seed) for seed in seeds]
