"""The weights of our encoder and decoder in PyTorch's own."""

import torch
from torch import nn

from snippets.decoder import DecoderLayer
from snippets.encoder import EncoderLayer
from snippets.multi_head import MultiHeadSelfAttention


@torch.no_grad()
def copy_layer(ours: EncoderLayer, theirs: nn.TransformerEncoderLayer) -> None:
    """Copy all weights of one encoder layer."""
    a, f = ours.self_attention, ours.feed_forward
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
        (ours.norm1, theirs.norm1),
        (ours.norm2, theirs.norm2),
    ]
    for mine, other in norms:
        other.load_state_dict(mine.state_dict())


# %% copy-decoder-layer
@torch.no_grad()
def copy_attention(
    ours: MultiHeadSelfAttention, theirs: nn.MultiheadAttention
) -> None:
    """Copy the weights of queries, keys, values and output."""
    qkv = [ours.W_query, ours.W_key, ours.W_value]
    theirs.in_proj_weight.copy_(torch.cat([W.weight for W in qkv]))
    theirs.in_proj_bias.copy_(torch.cat([W.bias for W in qkv]))
    theirs.out_proj.load_state_dict(ours.out_proj.state_dict())


@torch.no_grad()
def copy_decoder_layer(
    ours: DecoderLayer, theirs: nn.TransformerDecoderLayer
) -> None:
    """Copy all weights of one decoder layer."""
    copy_attention(ours.self_attention, theirs.self_attn)
    copy_attention(ours.cross_attention, theirs.multihead_attn)
    hidden, out = ours.feed_forward.hidden, ours.feed_forward.out
    theirs.linear1.load_state_dict(hidden.state_dict())
    theirs.linear2.load_state_dict(out.state_dict())
    norms = [
        (ours.norm1, theirs.norm1),
        (ours.norm2, theirs.norm2),
        (ours.norm3, theirs.norm3),
    ]
    for mine, other in norms:
        other.load_state_dict(mine.state_dict())
