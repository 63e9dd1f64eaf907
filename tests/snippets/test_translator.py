"""Training small translators: side by side as alone, and what is refused."""

import pytest
import torch
from compare import close
from conftest import DEVICES, sample

from snippets.corpus import draw
from snippets.generation import generate
from snippets.translator import (
    Evaluation,
    Size,
    check_trained,
    evaluate,
    loss_of,
    rate,
    size_for,
    train,
    translator,
    write,
)

SIZE = Size(d_model=8, batch=4, steps=6)


def sentences(count: int = 20, **options):
    generator = torch.Generator().manual_seed(0)
    return draw(count, generator, **options)


def test_a_model_learns_the_same_alone_and_beside_others():
    data = sentences()
    together = [translator(SIZE, seed).double() for seed in range(3)]
    losses = train(together, data, SIZE, seed=5)
    for number, beside in enumerate(together):
        alone = translator(SIZE, number).double()
        before = [p.detach().clone() for p in alone.parameters()]
        close(losses[:, number], train([alone], data, SIZE, 5 + number)[:, 0])
        pairs = zip(alone.parameters(), beside.parameters(), before)
        for mine, other, first in pairs:
            close(mine, other)
            assert not torch.equal(mine, first)


def test_padding_is_no_word_to_learn():
    data = sentences()
    scores = torch.randn(20, data.target.shape[1] - 1, 38)
    loss = loss_of(lambda source, target: scores, data.source, data.target)
    target = data.target[:, 1:]
    chosen = scores.log_softmax(-1).gather(-1, target[..., None])[..., 0]
    close(loss, -chosen[target != 0].mean())
    assert (target == 0).any()


def test_the_rate_rises_and_falls():
    rates = torch.tensor([rate(step / 100, 0.2) for step in range(101)])
    assert rates[0] == rates[100] == 0 and rates.argmax() == 20
    assert (rates[:21].diff() > 0).all() and (rates[20:].diff() < 0).all()


@pytest.mark.parametrize(
    "device", sample(DEVICES, "cpu", "cuda", "mps", slow=["far"]), indirect=True
)
def test_one_short_training_learns_and_is_the_same_again(device):
    size = Size(steps=40)
    data, runs = sentences(200), []
    for _ in range(2):
        model = translator(size, seed=1).to(device)
        runs.append(train([model], data, size))
    close(*runs)
    assert runs[0][-1] < 0.7 * runs[0][0]
    found = evaluate(model, sentences(for_training=False))
    assert 0 <= found.exact <= 1 and found.weights.shape[0] == 20
    assert ((0 <= found.mass) & (found.mass <= 1)).all()
    assert len(found.mass) == (sentences(for_training=False).places >= 0).sum()


def test_writing_is_greedy_with_a_cache_and_without():
    data = sentences(200)
    model = translator(Size(steps=60), seed=1)
    for steps in (0, 60):
        if steps:
            train([model], data, Size(steps=steps))
        written = write(model, data.source, 12)
        assert written.shape == (200, 12)
        other = generate(model, data.source, 12)
        assert torch.equal(written[:, : other.shape[1]], other)
        assert (written[:, other.shape[1] :] == 0).all()


def test_learning_rate_0_fails_the_check():
    size = Size(steps=2, learning_rate=0.0)
    model = translator(size, seed=1)
    train([model], sentences(), size)
    found = evaluate(model, sentences(for_training=False))
    with pytest.raises(RuntimeError, match="0.0% of the sentences, fewer"):
        check_trained([found])


def found(exact: float, mass: float) -> Evaluation:
    return Evaluation(exact, torch.full((3,), mass), torch.zeros(1, 3, 3))


def test_what_is_demanded_of_all_and_of_the_median():
    check_trained([found(0.99, 0.61), found(1, 0.86), found(1, 0.9)])
    for bad, message in [
        ([found(0.98, 0.9), found(1, 0.9)], "98.0% of the sentences"),
        ([found(1, 0.59), found(1, 0.9), found(1, 0.9)], "is 59.0% in one"),
        ([found(1, 0.84)] * 3, "84.0% in the median"),
        ([found(float("nan"), 0.9)], "nan% of the"),
        ([found(1, float("nan"))], "nan% in one"),
    ]:
        with pytest.raises(RuntimeError, match=message):
            check_trained(bad)


def test_seconds_on_a_cpu_and_more_where_it_is_faster():
    small, large = size_for(torch.device("cpu")), size_for(torch.device("cuda"))
    assert small == Size() and large.d_model > small.d_model
    assert large.clauses > small.clauses
