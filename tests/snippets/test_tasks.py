"""What models learn from: positions, letters, sentences, stored parameters."""

import math

import pytest
import torch
from compare import TOLERANCE as DTYPES
from compare import close, generator
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

from sitebuild.pages.output_types import to_json
from snippets import corpus, reversal
from snippets.export import read_state
from snippets.positional import (
    sinusoidal_encoding,
    sinusoidal_encoding_loop,
    with_positions,
)
from snippets.reversal import LETTERS
from snippets.sentences import CAPITAL, JOURNEY, MECHANISM, SUN
from snippets.transformer import END, START
from snippets.translation import held_out, sentence

seeds = st.integers(0, 2**32)
lengths = st.integers(1, len(LETTERS))


def by_the_formula(length: int, d_model: int, base: float) -> torch.Tensor:
    """Vaswani et al. 2017, section 3.5, one entry at a time."""

    def entry(pos: int, column: int) -> float:
        angle = pos / base ** (2 * (column // 2) / d_model)
        return (math.cos if column % 2 else math.sin)(angle)

    rows = [[entry(p, c) for c in range(d_model)] for p in range(length)]
    return torch.tensor(rows)


@pytest.mark.parametrize("base", [[], [100.0]])  # 10,000 by default
@pytest.mark.parametrize("d_model", [1, 2, 5, 64])
def test_positions_are_those_of_the_formula(d_model, base):
    for length in (1, 50):
        expected = by_the_formula(length, d_model, *(base or [10000.0]))
        for form in (sinusoidal_encoding, sinusoidal_encoding_loop):
            close(form(length, d_model, *base), expected)
    x = torch.ones(2, 3, d_model).double()
    exact = sinusoidal_encoding(7, d_model, dtype=x.dtype)[4:]
    close(exact.float(), by_the_formula(7, d_model, 10000.0)[4:])
    assert torch.equal(with_positions(x, 4)[1], 1 + exact)


def test_far_positions_are_as_exact_as_near_ones():
    far = sinusoidal_encoding(100_001, 6)[-1]
    assert far.dtype == torch.float32
    close(far, by_the_formula(100_001, 6, 10000.0)[-1])


@pytest.mark.parametrize("usual", [torch.bfloat16, torch.float64])
def test_positions_take_the_dtype_of_x_and_not_the_usual_one(usual):
    expected = sinusoidal_encoding(50, 6, dtype=torch.float64)
    before = torch.get_default_dtype()
    try:
        torch.set_default_dtype(usual)
        added = {d: with_positions(torch.zeros(50, 6, dtype=d)) for d in DTYPES}
        assert sinusoidal_encoding(50, 6).dtype == usual
    finally:
        torch.set_default_dtype(before)
    for dtype, table in added.items():
        assert torch.equal(table, expected.to(dtype))


@pytest.mark.parametrize("wrong", [(5, 0), (-1, 6), (5, 6, 0.0), (5, 6, -1.0)])
def test_tables_that_there_are_not_are_refused(wrong):
    assert sinusoidal_encoding(0, 6).shape == (0, 6)
    with pytest.raises(ValueError, match="no table of"):
        sinusoidal_encoding(*wrong)


@given(seeds, lengths)
def test_letters_are_drawn_written_and_read(seed, length):
    before = torch.get_rng_state()
    ids = reversal.draw(5, length, generator(seed))
    words = reversal.decode(ids)
    assert all(len(set(word)) == len(word) == length for word in words)
    assert torch.equal(reversal.encode(words), ids)
    assert torch.equal(reversal.draw(5, length, generator(seed)), ids)
    assert torch.equal(torch.get_rng_state(), before)
    assert reversal.encode([""]).dtype == torch.long
    turned = reversal.pattern(length) @ nn.functional.one_hot(ids).float()
    assert reversal.decode(turned.argmax(-1)) == [w[::-1] for w in words]


@given(lengths)
def test_mass_of_the_pattern_and_of_even_weights(length):
    even = torch.full((2, 3, length, length), 1 / length)
    close(reversal.mass(reversal.pattern(length)), torch.tensor(1.0))
    close(reversal.mass(even), torch.full((2, 3), 1 / length))


def test_mass_by_hand():
    weights = torch.tensor([[0.5, 0.2, 0.3], [0.1, 0.6, 0.3], [0.0, 0.2, 0.8]])
    close(reversal.mass(weights), torch.tensor(0.3))  # (0.3 + 0.6 + 0) / 3
    words = [(["the", "cat"], ["o", "gato"], [0, 1])] * 2
    weights = torch.tensor([[0.7, 0.3], [0.4, 0.6], [0.5, 0.5]]).expand(2, 3, 2)
    mass = corpus.mass(weights, corpus.batch(words).places)
    close(mass, torch.tensor([0.7, 0.6, 0.7, 0.6]))


@given(seeds, st.integers(1, 3))
def test_a_batch_says_what_its_sentences_say(seed, count):
    source = generator(seed)
    sentences = [sentence(source, k) for k in range(1, count + 1)]
    drawn = corpus.batch(sentences)
    for row, (english, portuguese, places) in enumerate(sentences):
        source, target, aligned = (ids[row] for ids in drawn)
        assert corpus.decode(source, corpus.ENGLISH) == english
        assert corpus.decode(target, corpus.PORTUGUESE) == portuguese
        assert not source[len(english) :].any()
        assert target[0] == START and target[len(portuguese) + 1] == END
        assert not target[len(portuguese) + 2 :].any()
        assert aligned.tolist() == places + [-1] * (len(aligned) - len(places))
    assert drawn.target.shape[1] == drawn.places.shape[1] + 1
    assert corpus.encode([], corpus.ENGLISH).dtype == torch.long
    for for_training in (True, False):
        for ids in corpus.draw(20, count, generator(seed), for_training).source:
            words = corpus.decode(ids, corpus.ENGLISH)
            assert held_out(words) != for_training
    usual = corpus.draw(20, 1, generator(seed)).source
    assert torch.equal(usual, corpus.draw(20, 1, generator(seed), True).source)


def test_everything_goes_to_the_device_of_what_is_given():
    drawn = corpus.draw(2, 1, generator(0)).to(torch.device("meta"))
    assert {ids.device.type for ids in drawn} == {"meta"}
    weights = torch.zeros(2, 8, 8, device="meta")
    assert reversal.mass(weights).device.type == "meta"


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: reversal.draw(1, 27, generator(0)), "27: only 26 letters"),
        (lambda: reversal.draw(1, -1, generator(0)), "-1: only 26 letters"),
        (lambda: reversal.mass(torch.zeros(0, 0)), r"are not \(..., T, T\)"),
        (lambda: reversal.mass(torch.zeros(1, 8)), r"are not \(..., T, T\)"),
        (lambda: corpus.batch([]), "at least one sentence"),
        (lambda: corpus.encode(["gato"], corpus.ENGLISH), "'gato' is not in"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(
    "toy, text, total",
    [
        (SUN, "Hello shiny sun", 4.71),
        (JOURNEY, "Your journey starts with one step", 9.26),
        (MECHANISM, "Write your first Attention mechanism", 13.208),
    ],
)
def test_the_sentences_are_those_of_the_guides(toy, text, total):
    assert " ".join(toy.tokens) == text and len(toy.embeddings) == len(toy[0])
    assert toy.embeddings.dtype == torch.float32
    assert toy.embeddings.sum().item() == pytest.approx(total)
    assert "".join(CAPITAL.tokens) == "What is the capital of France?"
    assert CAPITAL.ids == (3923, 374, 279, 6864, 315, 9822, 30)


def test_stored_parameters_are_read_as_they_were_written(tmp_path):
    state = {"W": torch.arange(60.0).view(20, 3) / 8, "b": torch.tensor(0.5)}
    (tmp_path / "export.json").write_text(to_json("net", state, {}), "utf-8")
    torch.testing.assert_close(read_state(tmp_path / "export.json"), state)
