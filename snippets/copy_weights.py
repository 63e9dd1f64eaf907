"""The weights of our encoder in PyTorch's own."""

import torch
from torch import nn

from snippets.encoder import EncoderLayer


def copy_layer(ours: EncoderLayer, theirs: nn.TransformerEncoderLayer) -> None:
    """Copy all weights of one encoder layer; gradients must be off."""
    a, f = ours.attention, ours.feed_forward
    qkv = [a.W_query, a.W_key, a.W_value]
    theirs.self_attn.in_proj_weight.copy_(torch.cat([W.weight for W in qkv]))
    theirs.self_attn.in_proj_bias.copy_(torch.cat([W.bias for W in qkv]))
    pairs = [
        (a.out_proj, theirs.self_attn.out_proj),
        (f.hidden, theirs.linear1),
        (f.out, theirs.linear2),
    ]
    for mine, other in pairs:
        other.load_state_dict(mine.state_dict())
    norms = [
        (ours.around_attention.norm, theirs.norm1),
        (ours.around_feed_forward.norm, theirs.norm2),
    ]
    for mine, other in norms:
        other.weight.copy_(mine.gain)
        other.bias.copy_(mine.bias)
