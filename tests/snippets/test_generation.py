"""Writing token by token: with a cache and without, greedy and drawn."""

import math
from itertools import product

import pytest
import torch
from compare import TOLERANCE, close, generator, random, seeds
from hypothesis import given, settings
from hypothesis import strategies as st
from models import Composed, D, torch_norm
from torch.nn import functional as F

from snippets.cross_attention import Attention
from snippets.fast import FastAttention
from snippets.generation import (
    continue_text,
    generate,
    next_token_probabilities,
)
from snippets.language_model import LanguageModel
from snippets.positional import with_positions
from snippets.transformer import END, PAD, START, Transformer

few = settings(max_examples=8)  # each writes a whole batch
SOURCE = torch.tensor([[3, 4, 5, 6], [8, 7, PAD, PAD], [5, 5, 5, PAD]])


def model(seed: int = 0, **options) -> Transformer:
    """An untrained one, with scores far apart."""
    options = {"decoder_layers": 2} | options
    ours = Transformer(9, 9, 8, 2, 16, **options)
    ours = ours.double().eval()
    for number, p in enumerate(ours.parameters()):
        p.data = random(*p.shape, seed=seed + number)
    return ours


@pytest.mark.parametrize("attention", [Attention, FastAttention])
@pytest.mark.parametrize("norm_first", [False, True])
@few
@given(seeds)
def test_cached_steps_equal_uncached_ones(attention, norm_first, seed):
    ours = model(seed, norm_first=norm_first, attention=attention)
    for temperature in (0.0, 1.0):
        cached, anew = (
            generate(
                ours,
                SOURCE,
                6,
                use_cache,
                temperature=temperature,
                generator=generator(seed),
            )
            for use_cache in (True, False)
        )
        assert torch.equal(cached, anew)


def test_a_cache_computes_the_keys_of_each_token_once():
    ours, counts = model(), []
    layer = ours.decoder.layers[0]
    for W in (layer.cross_attention.W_key, layer.self_attention.W_key):
        W.register_forward_hook(lambda _, x, y: counts.append(y.shape[1]))
    written = generate(ours, SOURCE, 6)
    assert counts == [SOURCE.shape[1]] + [1] * written.shape[1]


@few
@given(seeds)
def test_greedy_is_the_best_token_of_each_step(seed):
    ours, before = model(seed), torch.get_rng_state()
    for source in SOURCE.split(1):
        ids = [START]
        while len(ids) <= 6 and ids[-1] != END:
            scores = ours(source, torch.tensor([ids]))
            ids.append(scores[0, -1].argmax().item())
        assert generate(ours, source, 6)[0].tolist() == ids[1:]
    assert torch.equal(torch.get_rng_state(), before)  # nothing is drawn


@few
@given(seeds)
def test_a_batch_equals_its_sentences_one_by_one(seed):
    ours = model(seed)
    together = generate(ours, SOURCE, 6)
    for row, source in zip(together, SOURCE):
        alone = generate(ours, source[None][:, source != PAD], 6)[0]
        assert torch.equal(row[: len(alone)], alone)
        assert (row[len(alone) :] == PAD).all()


@few
@given(seeds)
def test_a_text_goes_on_with_the_best_token_of_each_step(seed):
    ours = LanguageModel(9, 8, num_layers=2, num_heads=2).double()
    for number, p in enumerate(ours.parameters()):
        p.data = random(*p.shape, seed=seed + number)
    ids = torch.randint(9, (3, 4), generator=generator(seed))
    expected = ids
    for _ in range(5):
        best = ours(expected)[:, -1:].argmax(dim=-1)
        expected = torch.cat([expected, best], dim=-1)
    for use_cache in (True, False):
        written = continue_text(ours, ids, 5, use_cache=use_cache)
        assert torch.equal(written, expected)
    assert torch.equal(continue_text(ours, ids, 0), ids)
    for wrong in (ids[0], ids[:, :0]):
        with pytest.raises(ValueError, match="must be"):
            continue_text(ours, wrong, 5)


@few
@given(seeds)
def test_a_language_model_equals_pytorchs_modules(seed):
    ours = LanguageModel(9, D, num_layers=2, num_heads=2).double()
    ids = torch.randint(9, (3, 4), generator=generator(seed))
    x = with_positions(ours.embedding(ids))
    for norm, attention in zip(ours.norms, ours.attention):
        x = x + Composed(attention)(torch_norm(norm)(x), is_causal=True)
    close(ours(ids), ours.read_out(torch_norm(ours.norm)(x)))


def scripted(sentences: list[list[int]]) -> Transformer:
    """A model that writes these, whatever it reads."""
    ours = model()
    scores = torch.eye(9)[torch.tensor(sentences)]
    ours.decode = lambda ids, *_: scores[:, : ids.shape[-1]]
    return ours


def test_nothing_is_written_after_the_end():
    """One that has ended waits for the others, and all stop with the last."""
    ours = scripted([[5, END, 4, 3], [6, 7, END, 5], [END, 8, 8, 8]])
    written = generate(ours, SOURCE, 4, use_cache=False)
    assert written.tolist() == [[5, END, PAD], [6, 7, END], [END, PAD, PAD]]
    written = generate(ours, SOURCE, 2, use_cache=False)
    assert written.tolist() == [[5, END], [6, 7], [END, PAD]]
    with pytest.raises(ValueError, match="33 tokens are more than"):
        generate(ours, SOURCE, 33, use_cache=False)  # though it would end


@given(seeds, st.floats(0.01, 10))
def test_temperature_and_top_k(seed, temperature):
    scores = random(3, 7, seed=seed)
    close(next_token_probabilities(scores), scores.softmax(dim=-1))
    p = next_token_probabilities(scores, temperature)
    close(p, torch.softmax(scores / temperature, dim=-1))
    for k in range(1, 8):
        best = scores.topk(k).indices
        among = torch.zeros_like(p).scatter(-1, best, p.gather(-1, best))
        expected = among / among.sum(-1, keepdim=True)
        close(next_token_probabilities(scores, temperature, k), expected)
    greedy = next_token_probabilities(scores, 0)
    assert torch.equal(greedy, F.one_hot(scores.argmax(-1), 7).double())


@pytest.mark.parametrize("temperature", [0, 1e-300, 1e-7, 1e-3, 1, 1e30])
def test_probabilities_at_any_temperature(temperature):
    for dtype, top_k in product(TOLERANCE, (None, 1, 2)):
        rows = [-500, 700, 699, -torch.inf], [-500, -600, -700, -torch.inf]
        scores = torch.tensor(rows).to(dtype)
        p = next_token_probabilities(scores, temperature, top_k)
        assert p.isfinite().all() and (p[:, 3] == 0).all()
        assert p.sum(dim=-1).tolist() == pytest.approx([1, 1], abs=0.01)


def test_of_equal_scores_the_first_ones_are_kept():
    scores = torch.tensor([1.0, 2.0, 2.0, 2.0])
    assert next_token_probabilities(scores, 0).tolist() == [0, 1, 0, 0]
    p = next_token_probabilities(scores, 1, 2)
    assert p.tolist() == [0, 0.5, 0.5, 0]
    p = next_token_probabilities(torch.zeros(20), 1, 2)
    assert p.tolist() == [0.5] * 2 + [0] * 18


def test_what_is_drawn_has_these_probabilities():
    ours = model()
    source = SOURCE[:1].expand(20_000, -1)
    options = {"temperature": 2.0, "generator": generator(0), "top_k": 4}
    drawn = generate(ours, source, 1, **options)
    scores = ours(SOURCE[:1], torch.tensor([[START]]))[0, -1]
    p = next_token_probabilities(scores, 2.0, 4)
    share = torch.bincount(drawn[:, 0], minlength=9) / len(drawn)
    assert (share - p).abs().max() < 0.02 and ((share > 0) == (p > 0)).all()


@pytest.mark.parametrize(
    "source, length, wish, message",
    [
        (SOURCE, 4, {"temperature": -1.0}, "-1.0 must be finite and >= 0"),
        (SOURCE, 4, {"temperature": math.nan}, "nan must be finite and >= 0"),
        (SOURCE, 4, {"temperature": math.inf}, "inf must be finite and >= 0"),
        (SOURCE, 4, {"top_k": 0}, "top_k 0 must be in 1"),
        (SOURCE, 4, {"top_k": 10}, "top_k 10 must be in 1 ... 9"),
        (SOURCE, 7, {}, "7 tokens are more than context_length 6"),
        (SOURCE[0], 4, {}, r"ids \(4,\) must be \(B, S\): add \[None\]"),
    ],
)
def test_wishes_that_cannot_be_met(source, length, wish, message):
    with pytest.raises(ValueError, match=message):
        generate(model(context_length=6), source, length, **wish)


def test_nothing_to_read_or_to_write():
    """No sentence, none with a word, no token, no layer."""
    bare = model(encoder_layers=0, decoder_layers=0)
    for ours in (model(), bare):
        assert generate(ours, SOURCE[:0], 6).shape == (0, 0)
        assert generate(ours, SOURCE, 0).shape == (3, 0)
        for source in (SOURCE[:, :0], torch.full((3, 2), PAD)):
            cached, anew = (generate(ours, source, 3, c) for c in (1, 0))
            assert torch.equal(cached, anew) and len(cached) == 3


def test_writes_on_every_device(device):
    ours = model().float()
    expected = generate(ours, SOURCE, 6)
    written = generate(ours.to(device), SOURCE.to(device), 6)
    assert written.device.type == device.type
    assert torch.equal(written.cpu(), expected)
    options = {"temperature": 1.0, "generator": generator(0)}
    drawn = generate(ours, SOURCE.to(device), 6, **options)
    assert drawn.device.type == device.type
