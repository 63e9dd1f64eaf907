"""Sentences as ids: vocabularies, batches, and what is held out of them."""

import pytest
import torch
from compare import close, generator
from hypothesis import given
from hypothesis import strategies as st

from snippets.corpus import (
    ENGLISH,
    PORTUGUESE,
    batch,
    decode,
    draw,
    encode,
    mass,
)
from snippets.transformer import END, PAD, START
from snippets.translation import held_out, sentence

seeds = st.integers(0, 2**32)
clauses = st.integers(1, 3)


def test_how_many_words():
    assert len(ENGLISH) == len(set(ENGLISH)) == 3 + 34
    assert len(PORTUGUESE) == len(set(PORTUGUESE)) == 3 + 35
    for vocabulary in (ENGLISH, PORTUGUESE):
        special = vocabulary[PAD], vocabulary[START], vocabulary[END]
        assert special == ("<pad>", "<start>", "<end>")


@given(seeds, clauses)
def test_what_is_held_out_is_never_drawn_for_training(seed, count):
    for for_training in (True, False):
        drawn = draw(20, generator(seed), for_training, count)
        for ids in drawn.source:
            assert held_out(decode(ids, ENGLISH)) != for_training


@given(seeds, clauses)
def test_a_batch_says_what_its_sentences_say(seed, count):
    random = generator(seed)
    sentences = [sentence(random, k) for k in range(1, count + 1)]
    drawn = batch(sentences)
    for row, (english, portuguese, places) in enumerate(sentences):
        source, target, aligned = (ids[row] for ids in drawn)
        assert decode(source, ENGLISH) == english
        assert decode(target, PORTUGUESE) == portuguese
        assert not source[len(english) :].any()
        assert target[0] == START and target[len(portuguese) + 1] == END
        assert not target[len(portuguese) + 2 :].any()
        assert aligned.tolist() == places + [-1] * (len(aligned) - len(places))
    assert drawn.target.shape[1] == drawn.places.shape[1] + 1


def test_a_batch_goes_to_a_device():
    drawn = draw(2, generator(0)).to(torch.device("meta"))
    assert {ids.device.type for ids in drawn} == {"meta"}


def test_words_of_no_vocabulary():
    with pytest.raises(ValueError, match="'gato' is not in the vocabulary"):
        encode(["the", "gato"], ENGLISH)


def test_mass_by_hand():
    drawn = batch([(["the", "cat"], ["o", "gato"], [0, 1])] * 2)
    weights = torch.tensor([[0.7, 0.3], [0.4, 0.6], [0.5, 0.5]]).expand(2, 3, 2)
    close(mass(weights, drawn.places), torch.tensor([0.7, 0.6, 0.7, 0.6]))
