"""Training small translators: that they learn, and what is refused."""

from functools import partial

import pytest
import torch
from compare import close
from conftest import DEVICES, sample

from snippets import training
from snippets.corpus import Batch, draw
from snippets.transformer import END
from snippets.translator import SIZE, evaluate, loss_of, translator

train = partial(training.train, loss_of=loss_of, draw=draw)


def sentences(count: int = 20, **options) -> Batch:
    return draw(count, 1, torch.Generator().manual_seed(0), **options)


def test_padding_is_no_word_to_learn():
    data = sentences()
    scores = torch.randn(20, data.target.shape[1] - 1, 38)
    loss = loss_of(lambda source, target: scores, data)
    target = data.target[:, 1:]
    chosen = scores.log_softmax(-1).gather(-1, target[..., None])[..., 0]
    close(loss, -chosen[target != 0].mean())
    assert (target == 0).any()


@pytest.mark.parametrize(
    "device", sample(DEVICES, "cpu", "cuda", "mps", slow=["far"]), indirect=True
)
def test_one_short_training_learns_and_is_the_same_again(device):
    size, runs = SIZE._replace(steps=60), []
    for _ in range(2):
        model = translator(seed=1).to(device)
        runs.append(torch.tensor(train(model, size)))
    close(*runs)
    assert runs[0][-1] < 0.7 * runs[0][0]
    found = evaluate(model, sentences(for_training=False))
    assert 0 <= found.exact <= 1 and found.weights.shape[0] == 20
    assert ((0 <= found.mass) & (found.mass <= 1)).all()
    assert len(found.mass) == (sentences(for_training=False).places >= 0).sum()


def test_a_model_that_writes_too_little_is_wrong():
    model, data = translator(seed=1), sentences()
    model.read_out.weight.data.zero_()
    model.read_out.bias.data = torch.eye(38)[END]  # END at once
    assert evaluate(model, data).exact == 0
