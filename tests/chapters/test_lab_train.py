"""The lab: training finds the pattern that the task asks for, or says no."""

import pytest
import torch
from compare import close
from conftest import sample

from snippets.chapters.lab_train.exercises import best_guess
from snippets.reversal import draw, mass
from snippets.training import Reverser, Size, evaluate, train

SIZE = Size()
SHORT = SIZE._replace(steps=3)


@pytest.fixture(autouse=True)
def one_thread():
    """As in the blocks; so small tensors are faster on one."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def held_out() -> torch.Tensor:
    return draw(1000, SIZE.length, torch.Generator().manual_seed(2))


def build(seed: int = 0, **options) -> Reverser:
    torch.manual_seed(seed)
    return Reverser(SIZE, **options)


@pytest.mark.parametrize("seed", sample([0, 1, 2], 0))
def test_training_puts_the_attention_where_the_task_needs_it(seed):
    model = build(seed=seed)
    accuracy, before = evaluate(model, held_out())
    assert accuracy < 0.1
    assert before.shape == (1, SIZE.num_heads, SIZE.length, SIZE.length)
    assert (mass(before) - 1 / SIZE.length).abs().max() < 0.05
    losses = train(model, SIZE, seed=seed + 100)
    assert losses[0] > 3 and max(losses[-50:]) < 0.1
    accuracy, after = evaluate(model, held_out())
    assert accuracy >= 0.99 and mass(after).mean() >= 0.8


def test_without_positions_no_training_beats_the_best_guess():
    model = build(positions=False)
    losses = train(model, SIZE)
    accuracy, _ = evaluate(model, held_out())
    best, lowest = best_guess(SIZE.length)
    assert abs(accuracy - best) < 0.03
    assert sum(losses[-50:]) / 50 > lowest
    ids, order = held_out()[:5], torch.tensor([3, 1, 7, 0, 2, 6, 4, 5])
    close(model(ids[:, order]), model(ids)[:, order])
    model = build()
    assert not torch.allclose(model(ids[:, order]), model(ids)[:, order])


def test_training_repeats_itself_and_leaves_other_random_numbers_alone(capsys):
    first, second, state = build(), build(), torch.get_rng_state()
    assert train(first, SHORT) == train(second, SHORT)
    assert train(build(), SHORT, seed=5) != train(build(), SHORT)
    torch.set_rng_state(state)
    train(build(), SHORT)
    assert torch.equal(torch.get_rng_state(), state)
    for mine, other in zip(first.parameters(), second.parameters()):
        assert torch.equal(mine, other)
    captured = capsys.readouterr()
    assert captured.out == "" and "3/3" in captured.err  # it shows progress


def test_no_held_out_sequence_is_trained_on():
    drawn = []

    def watched(*arguments):
        drawn.append(draw(*arguments))
        return drawn[-1]

    options = {"loss_of": lambda model, _: model.read_out.bias.sum()}
    train(build(), SIZE, **options, draw=watched)
    trained = {tuple(row) for ids in drawn for row in ids.tolist()}
    assert len(trained) == SIZE.steps * SIZE.batch  # nor any of them twice
    assert not trained & {tuple(row) for row in held_out().tolist()}


def test_it_trains_where_the_model_is(device):
    model = build().to(device)
    train(model, SHORT)
    accuracy, weights = evaluate(model, held_out())
    assert weights.device.type == "cpu" and 0 <= accuracy <= 1
