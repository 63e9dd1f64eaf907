"""The weights of our encoder and decoder in PyTorch's own."""

import torch
from torch import nn


# %% copy-layer
@torch.no_grad()
def copy_attention(ours: nn.Module, theirs: nn.MultiheadAttention) -> None:
    """Copy the weights of queries, keys, values and output."""
    qkv = [ours.W_query, ours.W_key, ours.W_value]
    theirs.in_proj_weight.copy_(torch.cat([W.weight for W in qkv]))
    theirs.in_proj_bias.copy_(torch.cat([W.bias for W in qkv]))
    theirs.out_proj.load_state_dict(ours.out_proj.state_dict())


def copy_layer(ours: nn.Module, theirs: nn.Module) -> None:
    """Copy all weights of an encoder layer or of a decoder layer."""
    copy_attention(ours.self_attention, theirs.self_attn)
    pairs = [
        (ours.feed_forward.hidden, theirs.linear1),
        (ours.feed_forward.out, theirs.linear2),
        (ours.norm1, theirs.norm1),
        (ours.norm2, theirs.norm2),
    ]
    if isinstance(theirs, nn.TransformerDecoderLayer):
        copy_attention(ours.cross_attention, theirs.multihead_attn)
        pairs.append((ours.norm3, theirs.norm3))
    for mine, other in pairs:
        other.load_state_dict(mine.state_dict())
