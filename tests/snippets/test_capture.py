"""The weights of a whole model, and that it computes as without a watcher."""

import pytest
import torch
from compare import close, random
from torch import nn

from snippets.capture import capture
from snippets.cross_attention import Attention
from snippets.encoder import Encoder
from snippets.fast import FastAttention
from snippets.multi_head import MultiHeadAttentionWrapper
from snippets.self_attention import SelfAttentionV2
from snippets.transformer import PAD, Transformer

SIZES = 4, 2, 8  # H = 2
X = random(3, 5, 4).float()
SOURCE, TARGET = torch.arange(1, 7).repeat(3, 1), torch.ones(3, 5).long()
SOURCE[1, 4:] = PAD
SHAPES = {
    "encoder.layers.0.self_attention": (3, 2, 6, 6),
    "decoder.layers.0.self_attention": (3, 2, 5, 5),
    "decoder.layers.0.cross_attention": (3, 2, 5, 6),
}


def watched(model: nn.Module) -> list[nn.Module]:
    return [m for m in model.modules() if "forward" in vars(m)]


@pytest.mark.parametrize("norm_first", [False, True])
def test_each_attention_gives_its_weights(norm_first):
    torch.manual_seed(0)
    model = Transformer(9, 7, *SIZES, norm_first=norm_first)
    expected = model(SOURCE, TARGET)
    with capture(model) as maps:
        for _ in range(2):
            assert torch.equal(model(SOURCE, TARGET), expected)
    assert not watched(model)
    model(SOURCE, TARGET)  # nobody listens any more
    assert {name: w[0].shape for name, w in maps.items()} == SHAPES
    for weights, again in maps.values():
        assert torch.equal(weights, again)
        close(weights.sum(-1), torch.ones(weights.shape[:-1]))
    encoder, causal, cross = (weights for weights, _ in maps.values())
    assert (causal.triu(1) == 0).all()
    for weights in (encoder, cross):
        assert (weights[1, ..., 4:] == 0).all() and (weights[0] > 0).all()


def compiled_forward(model: nn.Module) -> nn.Module:
    model.forward = torch.compile(model.forward, backend="eager")
    return model


def compiled_in_place(model: nn.Module) -> nn.Module:
    model.compile(backend="eager")
    return model


@pytest.mark.parametrize(
    "compiled",
    [
        lambda model: torch.compile(model, backend="eager"),
        compiled_in_place,
        compiled_forward,
    ],
)
def test_a_compiled_model_gives_its_weights_and_stays_compiled(compiled):
    torch.manual_seed(0)
    model = Encoder(2, *SIZES)
    with capture(model) as expected:
        model(X)
    fast = compiled(model)
    torch._dynamo.reset()
    output = fast(X)  # compiled before anybody listens
    with capture(fast) as maps:
        close(fast(X), output)
    for (weights,), (own,) in zip(maps.values(), expected.values()):
        assert torch.equal(weights, own)
    with torch.compiler.set_stance("fail_on_recompile"):
        close(fast(X), output)


def test_nothing_is_watched_after_an_error():
    model = Encoder(2, *SIZES)
    with pytest.raises(RuntimeError), capture(model) as maps:
        model(X), model(X[..., :3])
    assert not watched(model)
    assert [len(calls) for calls in maps.values()] == [1, 1]


def test_two_captures_of_a_model_get_the_same():
    model = Encoder(2, *SIZES)
    expected = model(X)
    with capture(model) as outer, capture(model) as inner:
        assert torch.equal(model(X), expected)
    assert outer.keys() == inner.keys()
    for name, (weights,) in outer.items():
        assert torch.equal(weights, inner[name][0])


@pytest.mark.parametrize(
    "module, names",
    [
        (Attention(4, 4, 2), [""]),
        (SelfAttentionV2(4, 4), [""]),
        (MultiHeadAttentionWrapper(4, 2, 5, 2), ["", "heads.0", "heads.1"]),
    ],
)
def test_who_asks_for_weights_gets_them_too(module, names):
    with capture(module) as maps:
        context, weights = module(X, return_weights=True)
        assert torch.equal(module(X), context)
    assert [*maps] == names
    assert torch.equal(maps[""][0], weights)


@pytest.mark.parametrize(
    "module, message",
    [
        (
            Encoder(1, *SIZES, attention=FastAttention),
            r"'layers.0.self_attention' \(FastAttention\) cannot give",
        ),
        (
            nn.Sequential(
                Attention(4, 4, 2), nn.TransformerEncoderLayer(*SIZES)
            ),
            r"'1.self_attn' \(MultiheadAttention\) cannot give its weights",
        ),
        (nn.Linear(4, 4), "Linear has no attention module"),
    ],
)
def test_a_module_without_weights_is_refused(module, message):
    with pytest.raises(ValueError, match=message), capture(module):
        pass
    assert not watched(module)
