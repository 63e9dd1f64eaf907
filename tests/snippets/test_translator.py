"""Training small translators: that they learn, and what is refused."""

from functools import partial

import pytest
import torch
from compare import close
from conftest import DEVICES, sample
from torch.nn import functional as F

from snippets import training
from snippets.corpus import Batch, draw, mass
from snippets.generation import generate
from snippets.training import Size
from snippets.transformer import END, PAD, START
from snippets.translator import (
    Evaluation,
    check_trained,
    evaluate,
    loss_of,
    size_for,
    translator,
)

SIZE = size_for(torch.device("cpu"))
train = partial(training.train, loss_of=loss_of, draw=draw)


def sentences(count: int = 20, **options) -> Batch:
    return draw(count, 1, torch.Generator().manual_seed(0), **options)


def test_padding_is_no_word_to_learn():
    data, given = sentences(), []
    scores = torch.randn(20, data.target.shape[1] - 1, 38)
    loss = loss_of(lambda *inputs: given.extend(inputs) or scores, data)
    target = data.target[:, 1:]
    chosen = scores.log_softmax(-1).gather(-1, target[..., None])[..., 0]
    close(loss, -chosen[target != 0].mean())
    assert (target == 0).any()
    assert torch.equal(given[0], data.source)
    assert torch.equal(given[1], data.target[:, :-1])


@pytest.mark.parametrize(
    "device", sample(DEVICES, "cpu", "cuda", "mps", slow=["far"]), indirect=True
)
def test_one_short_training_learns_and_is_the_same_again(device):
    size, runs = SIZE._replace(steps=60), []
    for _ in range(2):
        model = translator(size, seed=1).to(device)
        runs.append(torch.tensor(train(model, size)))
    close(*runs)
    assert runs[0][-1] < 0.7 * runs[0][0]
    found = evaluate(model, sentences(for_training=False))
    assert 0 <= found.exact <= 1 and found.weights.shape[0] == 20
    assert ((0 <= found.mass) & (found.mass <= 1)).all()
    assert len(found.mass) == (sentences(for_training=False).places >= 0).sum()


def test_learning_rate_0_fails_the_check():
    size = SIZE._replace(steps=2, learning_rate=0.0)
    model = translator(size, seed=1)
    train(model, size)
    found = evaluate(model, sentences(for_training=False))
    with pytest.raises(RuntimeError, match="0.0% of the sentences are trans"):
        check_trained([found])


def test_a_model_that_writes_too_little_is_wrong():
    model, data = translator(SIZE, seed=1), sentences()
    model.read_out.weight.data.zero_()
    model.read_out.bias.data = torch.eye(38)[END]  # END at once
    assert evaluate(model, data).exact == 0


def found(exact: float, mass: float) -> Evaluation:
    return Evaluation(exact, torch.full((3,), mass), torch.zeros(1, 3, 3))


def test_what_is_demanded_of_all_and_of_the_median():
    check_trained([found(0.99, 0.61), found(1, 0.81), found(1, 0.9)])
    for bad, message in [
        ([found(0.98, 0.9), found(1, 0.9)], "98.0% of the sentences"),
        (
            [found(1, 0.59), found(1, 0.9), found(1, 0.9)],
            "59.0% of .* in one model, less than 60%",
        ),
        ([found(1, 0.79)] * 3, "79.0% of .* in the median, less than 80%"),
        ([found(float("nan"), 0.9)], "nan% of the"),
        ([found(1, float("nan"))], "nan% of .* in one"),
    ]:
        with pytest.raises(RuntimeError, match=message):
            check_trained(bad)


def test_seconds_on_a_cpu_and_more_where_it_is_faster():
    assert SIZE == Size(1, 32, 1, 1, 32, 500, 0.003)
    assert size_for(torch.device("cuda")) == Size(2, 64, 1, 1, 64, 2000, 0.001)


def test_an_evaluation_counts_whole_sentences_and_ignores_dropout():
    size = SIZE._replace(num_heads=2, num_layers=2)
    model, data = translator(size, seed=1, dropout=0.5), sentences(4)
    assert model.decoder.layers[1].feed_forward.hidden.out_features == 128
    assert len(model.encoder.layers) == len(model.decoder.layers) == 2
    assert model.encoder.layers[0].norm_first
    T, S = data.target.shape[1] - 1, data.source.shape[1]
    written = generate(model.eval(), data.source, T)
    target = F.pad(written, (1, T - written.shape[1]), value=PAD)
    target[:, 0], target[2:, T] = START, START  # two have a wrong word
    found = evaluate(model.train(), data._replace(target=target))
    assert found.exact == 0.5 and found.weights.shape == (4, T, S)
    close(found.weights.sum(dim=-1), torch.ones(4, T))
    assert (found.weights[:, 0, 1:] > 0).any(), "the first word looks at all"
    close(found.mass, mass(found.weights, data.places))
