"""Parameters in float16, and a model that has them instead of its own."""

import pytest
import torch
from conftest import ROOT
from torch import nn

from sitebuild.pages.output_types import PARAMETERS, read_script, to_state
from snippets.export import half_precision, part, read_state, with_state
from snippets.training import Reverser, Size


def test_what_is_learned_is_rounded_and_put_back():
    torch.manual_seed(0)
    model = Reverser(Size())
    state = half_precision(model)
    assert len(state) == len([*model.parameters()])
    assert all(weight.dtype == torch.float16 for weight in state.values())
    assert not any(weight.requires_grad for weight in state.values())
    changed = with_state(model, {k: w + 1 for k, w in state.items()})
    for name, weight in model.named_parameters():
        stored = changed.get_parameter(name)
        assert stored.dtype == torch.float32
        assert (stored - weight - 1).abs().max() < 2e-3


@pytest.mark.parametrize(
    "state", [{"other": torch.ones(1)}, {"weight": torch.ones(2, 2)}]
)
def test_parameters_of_another_model_are_refused(state):
    with pytest.raises(RuntimeError):
        with_state(nn.Linear(2, 3), state)


def test_several_models_are_stored_as_parts():
    models = {name: Reverser(Size()) for name in ("step_6", "step_60")}
    state = {}
    for name, model in models.items():
        state |= model.named_parameters(prefix=name)
    for name, model in models.items():
        own, found = dict(model.named_parameters()), part(state, name)
        assert own.keys() == found.keys() and len(state) == 2 * len(own)
        assert all(torch.equal(own[key], found[key]) for key in own)


def test_recorded_parameters_are_read_as_the_build_reads_them():
    path = PARAMETERS.path("lab-translate", "export")
    wanted = to_state(read_script((ROOT / path).read_text("utf-8")))
    found = read_state(path)
    assert found.keys() == wanted.keys() and len(found) > 0
    assert all(torch.equal(found[name], wanted[name]) for name in wanted)
