"""PyTorch's own modules with the weights of ours: for tests and benchmarks."""

import torch
from torch import nn

from snippets.encoder import Encoder, EncoderLayer
from snippets.multi_head import MultiHeadSelfAttention


def copy_attention(
    ours: MultiHeadSelfAttention, twin: nn.MultiheadAttention
) -> None:
    """Copy the weights of attention with biases (qkv_bias=True)."""
    layers = ours.W_query, ours.W_key, ours.W_value
    twin.in_proj_weight.data = torch.cat([W.weight.data for W in layers])
    twin.in_proj_bias.data = torch.cat([W.bias.data for W in layers])
    twin.out_proj.load_state_dict(ours.out_proj.state_dict())


def copy_norm(ours: nn.Module, twin: nn.LayerNorm) -> None:
    """Copy gain and bias of a layer norm."""
    twin.weight.data = ours.gain.data.clone()
    twin.bias.data = ours.bias.data.clone()


def copy_layer(ours: EncoderLayer, twin: nn.TransformerEncoderLayer) -> None:
    """Copy all weights of one encoder layer."""
    copy_attention(ours.attention, twin.self_attn)
    twin.linear1.load_state_dict(ours.feed_forward.hidden.state_dict())
    twin.linear2.load_state_dict(ours.feed_forward.out.state_dict())
    copy_norm(ours.around_attention.norm, twin.norm1)
    copy_norm(ours.around_feed_forward.norm, twin.norm2)


def torch_attention(ours: MultiHeadSelfAttention) -> nn.MultiheadAttention:
    """nn.MultiheadAttention that computes what ours does."""
    weight = ours.out_proj.weight
    twin = nn.MultiheadAttention(len(weight), ours.num_heads, batch_first=True)
    copy_attention(ours, twin)
    return twin.to(weight)


def torch_layer(ours: EncoderLayer) -> nn.TransformerEncoderLayer:
    """nn.TransformerEncoderLayer that computes what ours does."""
    hidden = ours.feed_forward.hidden
    twin = nn.TransformerEncoderLayer(
        hidden.in_features,
        ours.attention.num_heads,
        hidden.out_features,
        dropout=0.0,
        norm_first=ours.around_attention.norm_first,
        batch_first=True,
    )
    copy_layer(ours, twin)
    return twin.to(hidden.weight)


def torch_encoder(ours: Encoder) -> nn.TransformerEncoder:
    """nn.TransformerEncoder that computes what ours does."""
    first = torch_layer(ours.layers[0])
    norm = None
    if not isinstance(ours.norm, nn.Identity):
        norm = nn.LayerNorm(first.linear1.in_features)
        copy_norm(ours.norm, norm)
    twin = nn.TransformerEncoder(
        first, len(ours.layers), norm, enable_nested_tensor=False
    )
    for mine, other in zip(ours.layers, twin.layers):
        copy_layer(mine, other)
    return twin.to(first.linear1.weight)
