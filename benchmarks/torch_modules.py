"""PyTorch's own modules with the weights of ours: for tests and benchmarks."""

from torch import nn

from snippets.copy_weights import copy_attention, copy_layer
from snippets.decoder import Decoder, DecoderLayer
from snippets.encoder import Encoder, EncoderLayer
from snippets.multi_head import MultiHeadSelfAttention
from snippets.transformer import Transformer


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
        ours.self_attention.num_heads,
        hidden.out_features,
        dropout=0.0,
        norm_first=ours.norm_first,
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
        norm = nn.LayerNorm(first.linear1.in_features).to(first.linear1.weight)
        norm.load_state_dict(ours.norm.state_dict())
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
    attention = ours.decoder.layers[0].self_attention
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
