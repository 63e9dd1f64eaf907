"""A layer with copied weights computes the same, and keeps its own copies."""

import pytest
import torch
from compare import close, random
from torch import nn

from snippets.copy_weights import copy_layer
from snippets.encoder import EncoderLayer


@pytest.fixture(params=[torch.float32, torch.float64], ids=str)
def dtype(request) -> torch.dtype:
    return request.param


@pytest.fixture(params=[False, True], ids=["post-norm", "pre-norm"])
def pair(request, dtype) -> tuple[EncoderLayer, nn.TransformerEncoderLayer]:
    """Ours and PyTorch's; no two weights of ours are alike."""
    torch.manual_seed(0)
    ours = EncoderLayer(6, 2, 10, norm_first=request.param).to(dtype)
    theirs = nn.TransformerEncoderLayer(
        *(6, 2, 10),
        dropout=0.0,
        batch_first=True,
        norm_first=request.param,
        dtype=dtype,
    )
    with torch.no_grad():
        for parameter in ours.parameters():
            parameter.normal_()
        copy_layer(ours, theirs)
    return ours, theirs


def test_copied_layer_computes_the_same(pair, dtype):
    ours, theirs = pair
    x = random(2, 5, 6).to(dtype)
    close(theirs(x), ours(x))


def test_copies_share_no_memory(pair, dtype):
    ours, theirs = pair
    x = random(2, 5, 6).to(dtype)
    before = theirs(x).detach()
    with torch.no_grad():
        for parameter in ours.parameters():
            parameter.zero_()
    assert torch.equal(theirs(x), before)
