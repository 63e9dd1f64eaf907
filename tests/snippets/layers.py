"""Each layer of `snippets`: 8 wide, 4 heads, room for 6 tokens."""

from torch import Tensor, nn

from snippets.causal import CausalAttention
from snippets.cross_attention import Attention
from snippets.decoder import Decoder, DecoderLayer
from snippets.encoder import Encoder, EncoderLayer
from snippets.fast import FastAttention
from snippets.feed_forward import FeedForward
from snippets.layer_norm import LayerNorm
from snippets.multi_head import (
    HeadList,
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    MultiHeadSelfAttention,
)
from snippets.self_attention import SelfAttentionV1, SelfAttentionV2

H, SIZES = 4, (8, 4, 16)
DROP = {"dropout": 0.1}
FAST = DROP | {"attention": FastAttention}
WITHOUT_MASK = {
    "SelfAttentionV1": lambda: SelfAttentionV1(8, 8),
    "SelfAttentionV2": lambda: SelfAttentionV2(8, 8),
    "HeadList": lambda: HeadList(8, 2, H),
    "FeedForward": lambda: FeedForward(8, 16, **DROP),
    "LayerNorm": lambda: LayerNorm(8),
}
WITH_MASK = {
    "CausalAttention": lambda: CausalAttention(8, 8, 6, **DROP),
    "Wrapper": lambda: MultiHeadAttentionWrapper(8, 2, 6, H, **DROP),
    "MultiHeadAttention": lambda: MultiHeadAttention(8, 8, 6, H, **DROP),
    "MultiHeadSelfAttention": lambda: MultiHeadSelfAttention(8, 8, H, **DROP),
    "Attention": lambda: Attention(8, 8, H, **DROP),
    "FastAttention": lambda: FastAttention(8, 8, H, **DROP),
    "EncoderLayer": lambda: EncoderLayer(*SIZES, **DROP),
    "Encoder": lambda: Encoder(2, *SIZES, norm_first=True, **DROP),
    "fast Encoder": lambda: Encoder(2, *SIZES, **FAST),
    "DecoderLayer": lambda: DecoderLayer(*SIZES, **DROP),
    "Decoder": lambda: Decoder(2, *SIZES, norm_first=True, **DROP),
    "fast Decoder": lambda: Decoder(2, *SIZES, **FAST),
}


def call(layer, x: Tensor, *masks: Tensor) -> Tensor:
    """One input, or the same one as memory; a mask wherever there can be one.

    Nothing is dropped.
    """
    layer = layer.to(x.dtype).eval() if isinstance(layer, nn.Module) else layer
    if isinstance(layer, (Decoder, DecoderLayer)):
        return layer(x, x, *masks, *masks)
    return layer(x, *masks)
