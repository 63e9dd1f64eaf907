"""The lab: training finds the pattern that the task asks for, or says no."""

import pytest
import torch
from compare import close
from conftest import ROOT, sample
from torch import nn

from sitebuild.files import Files
from sitebuild.pages.output_types import PARAMETERS, from_json, to_state
from sitebuild.pages.snippet_code import find
from snippets import training
from snippets.capture import capture
from snippets.chapters.lab_train.exercises import best_guess
from snippets.export import part, with_state
from snippets.fast import FastAttention
from snippets.reversal import LETTERS, draw, mass, pattern
from snippets.self_attention import SelfAttentionV2
from snippets.training import (
    Reverser,
    Size,
    check_trained,
    evaluate,
    loss_of,
    size_for,
    train,
)

SIZE = size_for(torch.device("cpu"))
FAST = SIZE._replace(steps=3)


@pytest.fixture(autouse=True)
def one_thread():
    """As in the blocks; so small tensors are faster on one."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def held_out(length: int = SIZE.length) -> torch.Tensor:
    return draw(1000, length, torch.Generator().manual_seed(2))


def build(size: Size = SIZE, seed: int = 0, **options) -> Reverser:
    torch.manual_seed(seed)
    return Reverser(size, **options)


@pytest.mark.parametrize("seed", sample([0, 1, 2], 0))
def test_training_puts_the_attention_where_the_task_needs_it(seed):
    model = build(seed=seed)
    accuracy, before = evaluate(model, held_out())
    assert accuracy < 0.1
    assert (mass(before) - 1 / SIZE.length).abs().max() < 0.05
    losses = train(model, SIZE, seed=seed + 100)
    assert len(losses) == SIZE.steps
    assert losses[0] > 3 and max(losses[-50:]) < 0.1
    accuracy, after = evaluate(model, held_out())
    check_trained(accuracy, after)
    assert accuracy >= 0.99 and mass(after).mean() >= 0.8


@pytest.mark.parametrize(
    "change, share",
    [
        ({"learning_rate": 0.0, "steps": 9}, "[3-5]"),
        ({"steps": 20}, r"\d{1,2}"),
    ],
)
def test_failed_training_is_told(change, share):
    size = SIZE._replace(**change)
    model = build(size)
    train(model, size)
    said = rf"training failed: {share}\.\d% of the letters are right, fewer"
    with pytest.raises(RuntimeError, match=said):
        check_trained(*evaluate(model, held_out()))


def test_right_letters_without_the_pattern_are_not_enough():
    even = torch.full((1, 2, 8, 8), 1 / 8)
    with pytest.raises(RuntimeError, match="12.5% of the attention is where"):
        check_trained(1.0, even)
    with pytest.raises(RuntimeError, match="nan% of the letters"):
        check_trained(float("nan"), pattern(8))
    check_trained(0.99, 0.801 * pattern(8))


def test_the_bars_are_as_high_as_the_messages_say():
    with pytest.raises(RuntimeError, match="98.9% of the letters are right"):
        check_trained(0.989, pattern(8))
    with pytest.raises(RuntimeError, match="79.9% of the attention is where"):
        check_trained(1.0, 0.799 * pattern(8))


def test_without_positions_no_training_beats_the_best_guess():
    model = build(positions=False)
    losses = train(model, SIZE)
    accuracy, _ = evaluate(model, held_out())
    best, lowest = best_guess(SIZE.length)
    assert abs(accuracy - best) < 0.03
    assert sum(losses[-50:]) / 50 > lowest


def test_order_is_lost_without_positions_and_only_then():
    ids, order = held_out()[:5], torch.tensor([3, 1, 7, 0, 2, 6, 4, 5])
    model = build(positions=False)
    close(model(ids[:, order]), model(ids)[:, order])
    model = build()
    assert not torch.allclose(model(ids[:, order]), model(ids)[:, order])


def test_shapes_and_weights():
    size = SIZE._replace(num_layers=3, num_heads=4, length=6)
    model, ids = build(size), held_out(6)[:5]
    with capture(model) as maps:
        scores = model(ids)
    weights = torch.stack([w for (w,) in maps.values()])
    assert scores.shape == (5, 6, len(LETTERS))
    assert weights.shape == (3, 5, 4, 6, 6)
    accuracy, mean = evaluate(model, ids)
    close(mean, weights.mean(dim=1))
    assert not mean.requires_grad
    right = scores.argmax(-1) == ids.flip(-1)
    assert accuracy == pytest.approx(right.float().mean().item())


def test_loss_of_even_scores_is_the_logarithm_of_their_number():
    model = build()
    nn.init.zeros_(model.read_out.weight)
    nn.init.zeros_(model.read_out.bias)
    close(loss_of(model, held_out()), torch.tensor(26.0).log())


def test_options_are_those_of_the_encoder():
    model = build(FAST)
    fast = build(FAST, attention=FastAttention)
    assert isinstance(fast.encoder.layers[0].self_attention, FastAttention)
    close(fast(held_out()), model(held_out()))


def test_training_repeats_itself_and_leaves_other_random_numbers_alone():
    state = torch.get_rng_state()
    first, second = build(FAST), build(FAST)
    torch.set_rng_state(state)
    assert train(first, FAST) == train(second, FAST)
    assert train(build(FAST), FAST, seed=5) != train(build(FAST), FAST)
    torch.set_rng_state(state)
    train(build(FAST), FAST)
    for name, value in first.state_dict().items():
        assert torch.equal(value, second.state_dict()[name]), name


def test_no_held_out_sequence_is_trained_on(monkeypatch):
    drawn = []

    def watched(*arguments):
        drawn.append(draw(*arguments))
        return drawn[-1]

    monkeypatch.setattr(training, "draw", watched)
    train(build(), SIZE, loss_of=lambda model, _: model.read_out.bias.sum())
    trained = {tuple(row) for ids in drawn for row in ids.tolist()}
    assert len(trained) == SIZE.steps * SIZE.batch  # nor any of them twice
    assert not trained & {tuple(row) for row in held_out().tolist()}


def test_the_progress_is_not_printed_where_outputs_are(capsys):
    train(build(FAST), FAST)
    captured = capsys.readouterr()
    assert captured.out == "" and "3/3" in captured.err


def test_it_trains_where_the_model_is(device):
    model = build(FAST).to(device)
    train(model, FAST)
    accuracy, weights = evaluate(model, held_out())
    assert weights.device.type == "cpu" and 0 <= accuracy <= 1


class Seen(Exception):
    """A model was called."""


class Watching(SelfAttentionV2):
    """A model on a device without numbers; says where its input is."""

    def forward(self, ids: torch.Tensor, *, return_weights: bool = False):
        raise Seen(ids.device.type)


@pytest.mark.parametrize("use", [train, evaluate])
def test_sequences_go_where_the_model_is(use):
    with pytest.raises(Seen, match="meta"):
        use(Watching(1, 1).to("meta"), FAST if use is train else held_out())


def test_sizes_by_device():
    assert size_for(torch.device("cpu")) == Size(8, 16, 2, 1, 32, 600, 0.01)
    large = size_for(torch.device("cuda"))
    assert large == Size(16, 32, 2, 1, 128, 2000, 0.01)
    assert size_for(torch.device("mps")) == large
    losses = train(build(large), large._replace(steps=2))
    assert len(losses) == 2


def test_stored_steps_that_show_no_progress_are_refused():
    path = ROOT / PARAMETERS.path("lab-train", "export")
    stored = from_json(path.read_text("utf-8"))
    state, (*early, last) = to_state(stored), stored.facts["steps"]
    known = {"size": SIZE, "held_out": held_out()}
    known |= {"steps": (*early, last), "mass": mass, "evaluate": evaluate}
    known |= {"check_trained": check_trained, "with_state": with_state}
    known |= {"part": part}
    known |= {"torch": torch, "Tensor": torch.Tensor, "model": build()}
    steps = "snippets/chapters/lab_train/steps.py"
    exec(find(Files(ROOT), steps, "check").text, known)
    check = known["check"]
    check(state)

    def instead(step: int, other: int) -> dict:
        found = part(state, f"step_{other}")
        return state | {f"step_{step}.{name}": w for name, w in found.items()}

    with pytest.raises(RuntimeError, match="training failed"):
        check(instead(last, early[1]))
    for step, other in ((early[0], early[-1]), (early[2], early[1])):
        with pytest.raises(RuntimeError, match="from fog to pattern"):
            check(instead(step, other))
