"""What holds of every module: compile, export, save and load, any device."""

import io

import pytest
import torch
from compare import close, random
from conftest import sample
from torch import nn

from snippets import fast
from snippets.causal import CausalAttention
from snippets.cross_attention import CrossAttention
from snippets.decoder import Decoder, DecoderLayer
from snippets.encoder import Encoder, EncoderLayer
from snippets.feed_forward import FeedForward
from snippets.layer_norm import LayerNorm
from snippets.multi_head import (
    HeadList,
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    MultiHeadSelfAttention,
)
from snippets.self_attention import SelfAttentionV1, SelfAttentionV2
from snippets.transformer import Transformer

MODULES = {
    "SelfAttentionV1": lambda: SelfAttentionV1(4, 4),
    "SelfAttentionV2": lambda: SelfAttentionV2(4, 4),
    "CausalAttention": lambda: CausalAttention(4, 4, 6, 0.1),
    "Wrapper": lambda: MultiHeadAttentionWrapper(4, 2, 6, 0.1, 2),
    "HeadList": lambda: HeadList(4, 2, 2),
    "MultiHeadAttention": lambda: MultiHeadAttention(4, 4, 6, 0.1, 2),
    "MultiHeadSelfAttention": lambda: MultiHeadSelfAttention(4, 4, 2, 0.1),
    "FeedForward": lambda: FeedForward(4, 8, 0.1),
    "LayerNorm": lambda: LayerNorm(4),
    "EncoderLayer": lambda: EncoderLayer(4, 2, 8, 0.1),
    "Encoder": lambda: Encoder(2, 4, 2, 8, 0.1, norm_first=True),
    "CrossAttention": lambda: CrossAttention(4, 2, 0.1),
    "DecoderLayer": lambda: DecoderLayer(4, 2, 8, 0.1),
    "Decoder": lambda: Decoder(2, 4, 2, 8, 0.1, norm_first=True),
    "Transformer": lambda: Transformer(9, 7, 4, 2, 8, 1, 2, 0.1),
    "FastSelf": lambda: fast.FastMultiHeadSelfAttention(4, 4, 2, 0.1),
    "FastCausal": lambda: fast.FastMultiHeadAttention(4, 4, 6, 0.1, 2),
    "FastLayerNorm": lambda: fast.FastLayerNorm(4),
    "FastEncoder": lambda: fast.FastEncoder(2, 4, 2, 8, 0.1),
    "FastCross": lambda: fast.FastCrossAttention(4, 2, 0.1),
    "FastDecoder": lambda: fast.FastDecoder(2, 4, 2, 8, 0.1),
    "FastTransformer": lambda: fast.FastTransformer(9, 7, 4, 2, 8, 1, 2, 0.1),
}
# They hold nearly all others.
FEW = ("SelfAttentionV1", "Wrapper", "MultiHeadAttention", "HeadList")
FEW += ("Transformer", "FastCausal", "FastDecoder")
MASKED = ("MultiHeadSelfAttention", "EncoderLayer", "Encoder", "FastEncoder")
X = random(2, 5, 4)
MASK = torch.ones(5, 5, dtype=torch.bool).tril(1)
MEMORY = random(2, 3, 4, seed=1)
IDS = torch.tensor([[3, 4, 8, 0, 0], [5, 6, 7, 2, 1]]), torch.arange(7)[None]


def make(name: str) -> nn.Module:
    """In float64, where rounding can hide nothing."""
    torch.manual_seed(0)
    return MODULES[name]().double().eval()


def inputs(name: str) -> tuple[torch.Tensor, ...]:
    if name.endswith("Transformer"):
        source, target = IDS
        return source, target.expand(2, -1)
    if "Cross" in name or "Decoder" in name:
        return X, MEMORY
    return (X, MASK) if name in MASKED else (X,)


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
