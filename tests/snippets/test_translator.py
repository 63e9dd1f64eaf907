"""Training small translators: that they learn, and what is refused."""

from functools import partial

import pytest
import torch
from compare import close
from torch.nn import functional as F

from snippets import training
from snippets.corpus import ENGLISH, PORTUGUESE, Batch, draw, mass
from snippets.device import available_devices
from snippets.generation import generate
from snippets.transformer import END, PAD, START, Transformer
from snippets.translator import SIZE, evaluate, loss_of, translator

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


@pytest.mark.parametrize("device", available_devices())
def test_one_short_training_learns(device):
    model = translator(seed=1).to(device)
    losses = train(model, SIZE._replace(steps=60))
    assert losses[-1] < 0.7 * losses[0]
    found = evaluate(model, sentences(for_training=False))
    assert 0 <= found.exact <= 1 and found.weights.shape[0] == 20
    assert ((0 <= found.mass) & (found.mass <= 1)).all()
    assert len(found.mass) == (sentences(for_training=False).places >= 0).sum()


def test_a_training_is_the_same_again_on_every_device(device):
    runs = []
    for _ in range(2):
        model = translator(seed=1).to(device)
        losses = train(model, SIZE._replace(steps=5))
        found = evaluate(model, sentences(for_training=False))
        runs.append([torch.tensor(losses), found.weights.cpu()])
    for one, again in zip(*runs):
        close(one, again)


def test_a_model_that_writes_too_little_is_wrong():
    model, data = translator(seed=1), sentences()
    model.read_out.weight.data.zero_()
    model.read_out.bias.data = torch.eye(38)[END]  # END at once
    assert evaluate(model, data).exact == 0


def test_a_translator_is_pre_norm_and_as_large_as_its_size():
    assert SIZE == training.Size(1, 32, 1, 1, 32, 500, 0.003)  # as recorded
    layer = translator(seed=1).encoder.layers[0]
    assert layer.norm_first and layer.self_attention.num_heads == 1
    assert layer.feed_forward.hidden.weight.shape == (128, 32)


def test_an_evaluation_counts_whole_sentences_and_ignores_dropout():
    torch.manual_seed(1)
    sizes, data = (len(ENGLISH), len(PORTUGUESE), 32, 2, 128), sentences(4)
    model = Transformer(*sizes, decoder_layers=2, dropout=0.5)
    T, S = data.target.shape[1] - 1, data.source.shape[1]
    written = generate(model.eval(), data.source, T)
    target = F.pad(written, (1, T - written.shape[1]), value=PAD)
    target[:, 0], target[2:, T] = START, START  # two have a wrong word
    found = evaluate(model.train(), data._replace(target=target))
    assert found.exact == 0.5 and found.weights.shape == (4, T, S)
    close(found.weights.sum(dim=-1), torch.ones(4, T))
    assert (found.weights[:, 0, 1:] > 0).any(), "the first word looks at all"
    close(found.mass, mass(found.weights, data.places))
