"""A layer with copied weights computes the same, and keeps its own copies."""

from collections.abc import Callable
from functools import partial

import pytest
import torch
from compare import close, random
from torch import nn

from snippets.causal import causal_mask
from snippets.copy_weights import copy_decoder_layer, copy_layer
from snippets.decoder import DecoderLayer
from snippets.encoder import EncoderLayer


@pytest.fixture(params=[torch.float32, torch.float64], ids=str)
def dtype(request) -> torch.dtype:
    return request.param


@pytest.fixture(params=[False, True], ids=["post-norm", "pre-norm"])
def norm_first(request) -> bool:
    return request.param


KINDS = {
    EncoderLayer: (nn.TransformerEncoderLayer, copy_layer),
    DecoderLayer: (nn.TransformerDecoderLayer, copy_decoder_layer),
}


@pytest.fixture(params=KINDS, ids=lambda kind: kind.__name__)
def pair(request, norm_first, dtype) -> tuple[nn.Module, Callable]:
    """Ours, and PyTorch's as a function; no two weights of ours are alike."""
    torch.manual_seed(0)
    ours = request.param(6, 2, 10, norm_first=norm_first).to(dtype)
    kind, copy = KINDS[request.param]
    theirs = kind(
        *(6, 2, 10),
        dropout=0.0,
        batch_first=True,
        norm_first=norm_first,
        dtype=dtype,
    )
    with torch.no_grad():
        for parameter in ours.parameters():
            parameter.normal_()
        copy(ours, theirs)
    if kind is nn.TransformerEncoderLayer:
        return ours, theirs
    return ours, partial(theirs, tgt_mask=~causal_mask(5))


def inputs(ours: nn.Module, dtype: torch.dtype) -> list[torch.Tensor]:
    """What a layer gets: x, and a decoder's the memory, too."""
    x, memory = random(2, 5, 6), random(2, 3, 6, seed=1)
    both = [x.to(dtype), memory.to(dtype)]
    return both if isinstance(ours, DecoderLayer) else both[:1]


def test_copied_layer_computes_the_same(pair, dtype):
    ours, theirs = pair
    given = inputs(ours, dtype)
    close(theirs(*given), ours(*given))


def test_copies_share_no_memory(pair, dtype):
    ours, theirs = pair
    given = inputs(ours, dtype)
    before = theirs(*given).detach()
    with torch.no_grad():
        for parameter in ours.parameters():
            parameter.zero_()
    assert torch.equal(theirs(*given), before)
