"""PyTorch's own modules with the weights of ours: for tests and benchmarks."""

import torch
from torch import nn

from snippets.decoder import Decoder, DecoderLayer
from snippets.encoder import Encoder, EncoderLayer
from snippets.multi_head import MultiHeadSelfAttention
from snippets.transformer import Transformer


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


def copy_layer(
    ours: EncoderLayer | DecoderLayer,
    twin: nn.TransformerEncoderLayer | nn.TransformerDecoderLayer,
) -> None:
    """Copy all weights of one layer."""
    copy_attention(ours.attention, twin.self_attn)
    twin.linear1.load_state_dict(ours.feed_forward.hidden.state_dict())
    twin.linear2.load_state_dict(ours.feed_forward.out.state_dict())
    norms = [ours.around_attention.norm, ours.around_feed_forward.norm]
    if isinstance(ours, DecoderLayer):
        copy_attention(ours.cross_attention, twin.multihead_attn)
        norms.insert(1, ours.around_cross_attention.norm)
    for number, norm in enumerate(norms, start=1):
        copy_norm(norm, getattr(twin, f"norm{number}"))


def torch_attention(ours: MultiHeadSelfAttention) -> nn.MultiheadAttention:
    """nn.MultiheadAttention that computes what ours does."""
    weight = ours.out_proj.weight
    twin = nn.MultiheadAttention(len(weight), ours.num_heads, batch_first=True)
    copy_attention(ours, twin.to(weight))
    return twin


def torch_layer(
    ours: EncoderLayer | DecoderLayer,
) -> nn.TransformerEncoderLayer | nn.TransformerDecoderLayer:
    """nn.TransformerEncoderLayer, or …DecoderLayer, that computes as ours."""
    hidden = ours.feed_forward.hidden
    decodes = isinstance(ours, DecoderLayer)
    kind = nn.TransformerDecoderLayer if decodes else nn.TransformerEncoderLayer
    twin = kind(
        hidden.in_features,
        ours.attention.num_heads,
        hidden.out_features,
        dropout=0.0,
        norm_first=ours.around_attention.norm_first,
        batch_first=True,
    )
    copy_layer(ours, twin.to(hidden.weight))
    return twin


def torch_stack(
    ours: Encoder | Decoder,
) -> nn.TransformerEncoder | nn.TransformerDecoder:
    """nn.TransformerEncoder, or …Decoder, that computes what ours does."""
    first = torch_layer(ours.layers[0])
    norm = None
    if not isinstance(ours.norm, nn.Identity):
        norm = nn.LayerNorm(first.linear1.in_features)
        copy_norm(ours.norm, norm.to(first.linear1.weight))
    stack = first, len(ours.layers), norm
    if isinstance(ours, Decoder):
        twin = nn.TransformerDecoder(*stack)
    else:
        twin = nn.TransformerEncoder(*stack, enable_nested_tensor=False)
    for mine, other in zip(ours.layers, twin.layers):
        copy_layer(mine, other)
    return twin


def torch_transformer(ours: Transformer) -> nn.Transformer:
    """nn.Transformer that computes, of vectors, what our two stacks do.

    Its own stacks would end with a norm in the post-norm form too.
    """
    nothing = nn.Identity()  # it would draw the weights of others anew
    attention = ours.decoder.layers[0].attention
    twin = nn.Transformer(
        attention.out_proj.in_features,
        attention.num_heads,
        custom_encoder=nothing,
        custom_decoder=nothing,
        batch_first=True,
    )
    twin.encoder = torch_stack(ours.encoder)
    twin.decoder = torch_stack(ours.decoder)
    return twin
