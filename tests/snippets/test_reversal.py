"""The task: letters, sequences drawn at random, and where to look for them."""

import pytest
import torch
from compare import close, generator
from hypothesis import given
from hypothesis import strategies as st

from snippets.reversal import LETTERS, decode, draw, encode, mass, pattern

words = st.text(LETTERS, min_size=3, max_size=3)
lengths = st.integers(1, len(LETTERS))


@given(st.lists(words, min_size=1))
def test_words_come_back_from_their_ids(words):
    ids = encode(words)
    assert ids.shape == (len(words), 3)
    assert decode(ids) == words


@given(st.integers(0, 99), lengths)
def test_no_letter_comes_twice(seed, length):
    ids = draw(5, length, generator(seed))
    assert ids.shape == (5, length)
    assert all(len(set(word)) == length for word in decode(ids))


def test_the_same_seed_draws_the_same_and_nothing_else_is_drawn():
    before = torch.get_rng_state()
    assert torch.equal(draw(4, 8, generator(1)), draw(4, 8, generator(1)))
    assert not torch.equal(draw(4, 8, generator(1)), draw(4, 8, generator(2)))
    assert torch.equal(torch.get_rng_state(), before)


def test_more_letters_than_there_are():
    with pytest.raises(ValueError, match="length 27: only 26 letters"):
        draw(1, 27, generator(0))


@given(lengths)
def test_the_pattern_reverses(length):
    word = LETTERS[:length]
    one_hot = torch.nn.functional.one_hot(encode([word])[0]).float()
    assert decode((pattern(length) @ one_hot).argmax(-1)[None]) == [word[::-1]]


@given(lengths)
def test_mass_of_the_pattern_and_of_even_weights(length):
    even = torch.full((2, 3, length, length), 1 / length)
    close(mass(pattern(length)), torch.tensor(1.0))
    close(mass(even), torch.full((2, 3), 1 / length))


def test_mass_is_computed_where_the_weights_are():
    weights = torch.zeros(2, 8, 8, device="meta")
    assert mass(weights).device.type == "meta"


def test_mass_by_hand():
    weights = torch.tensor([[0.5, 0.2, 0.3], [0.1, 0.6, 0.3], [0.0, 0.2, 0.8]])
    close(mass(weights), torch.tensor(0.3))  # (0.3 + 0.6 + 0) / 3
