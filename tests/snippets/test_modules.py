"""What holds of every module: compile, export, save and load, any device."""

import io

import pytest
import torch
from compare import close, random
from conftest import sample
from layers import DROP, FAST, WITH_MASK, WITHOUT_MASK
from torch import nn

from snippets.transformer import Transformer

SIZES = {"d_model": 8, "num_heads": 4, "d_hidden": 16, "decoder_layers": 2}
MODULES = WITHOUT_MASK | WITH_MASK
MODULES |= {
    "Transformer": lambda: Transformer(9, 7, **SIZES, **DROP),
    "fast Transformer": lambda: Transformer(9, 7, **SIZES, **FAST),
}
# They hold nearly all others.
FEW = ("SelfAttentionV1", "Wrapper", "MultiHeadAttention", "HeadList")
FEW += ("Transformer", "FastAttention", "fast Decoder")
X = random(2, 5, 8)
MASK = torch.ones(5, 5, dtype=torch.bool).tril(1)
MEMORY = random(2, 3, 8, seed=1)
IDS = torch.tensor([[3, 4, 8, 0, 0], [5, 6, 7, 2, 1]]), torch.arange(7)[None]


def make(name: str) -> nn.Module:
    """In float64, where rounding can hide nothing."""
    torch.manual_seed(0)
    return MODULES[name]().double().eval()


def inputs(name: str) -> tuple[torch.Tensor, ...]:
    if "Transformer" in name:
        source, target = IDS
        return source, target.expand(2, -1)
    if "Decoder" in name:
        return X, MEMORY, MASK
    if name in ("Attention", "FastAttention"):
        return X, MASK[:, :3], MEMORY
    return (X, MASK) if name in WITH_MASK else (X,)


@pytest.mark.slow
@pytest.mark.parametrize("name", sample(MODULES, *FEW))
def test_compiles_without_a_break(name):
    module = make(name)
    compiled = torch.compile(module, backend="aot_eager", fullgraph=True)
    close(compiled(*inputs(name)), module(*inputs(name)))


@pytest.mark.parametrize("name", sample(MODULES, *FEW))
def test_exports(name):
    module = make(name)
    exported = torch.export.export(module, inputs(name)).module()
    close(exported(*inputs(name)), module(*inputs(name)))


@pytest.mark.parametrize("name", MODULES)
def test_state_dict_round_trip(name):
    module, file = make(name), io.BytesIO()
    torch.save(module.state_dict(), file)
    file.seek(0)
    torch.manual_seed(1)
    other = MODULES[name]().double().eval()
    other.load_state_dict(torch.load(file, weights_only=True))
    assert torch.equal(other(*inputs(name)), module(*inputs(name)))


@pytest.mark.parametrize("name", MODULES)
def test_runs_on_every_device(name, device):
    module = make(name).float()  # mps has no float64
    arguments = [
        one.float() if one.is_floating_point() else one for one in inputs(name)
    ]
    expected = module(*arguments)
    moved = module.to(device)(*(a.to(device) for a in arguments))
    assert moved.device.type == device.type
    close(moved.cpu(), expected)


@pytest.mark.parametrize("name", MODULES)
def test_every_parameter_gets_a_gradient(name):
    module = make(name)
    output = module(*inputs(name))
    (output * random(*output.shape, seed=5)).sum().backward()
    for key, parameter in module.named_parameters():
        size = parameter.grad.abs().max()
        if key.endswith("W_key.bias"):  # adds the same to a row of scores
            assert size < 1e-5, key
        else:
            assert size > 1e-4, key
