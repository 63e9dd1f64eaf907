"""The same results without ever building the T x S matrix of weights.

The classes have the parameters of those that they extend, so a state_dict of
the one loads into the other. What they cannot do is show their weights.
"""

import torch
from torch import Tensor
from torch.nn import functional as F

from snippets.causal import check_length
from snippets.cross_attention import CrossAttention
from snippets.decoder import Decoder, DecoderLayer
from snippets.encoder import Encoder, EncoderLayer
from snippets.layer_norm import LayerNorm, Residual
from snippets.multi_head import (
    MultiHeadAttention,
    MultiHeadSelfAttention,
    merge_heads,
)
from snippets.scaled import check_sizes
from snippets.transformer import Transformer

# %% fast-class
NO_WEIGHTS = "the fast form never computes the weights: use the explicit one"


class FastMultiHeadSelfAttention(MultiHeadSelfAttention):
    """MultiHeadSelfAttention through F.scaled_dot_product_attention.

    A kernel in blocks (Dao et al. 2022): memory grows with T, not with T².
    x, mask and the result as in MultiHeadSelfAttention; return_weights=True
    raises ValueError. `is_causal` stands for the mask of causal attention.
    """

    def attend(
        self,
        q: Tensor,
        k: Tensor,
        v: Tensor,
        mask: Tensor | None = None,
        return_weights: bool = False,
        is_causal: bool = False,
    ) -> Tensor:
        if return_weights:
            raise ValueError(NO_WEIGHTS)
        if mask is not None and 2 < mask.dim() < q.dim():
            mask = mask.unsqueeze(-3)  # (..., 1, T, S): for every head
        check_sizes(q, k, v, mask)  # a float mask would be added
        context = F.scaled_dot_product_attention(
            *(q, k, v, None if mask is None else torch.atleast_2d(mask)),
            dropout_p=self.dropout if self.training else 0.0,
            is_causal=is_causal,
        )
        return self.out_proj(merge_heads(context))  # (..., T, d_out)


# %% fast-others
class FastMultiHeadAttention(FastMultiHeadSelfAttention, MultiHeadAttention):
    """MultiHeadAttention (causal) through F.scaled_dot_product_attention."""

    def forward(self, x: Tensor, mask=None, return_weights: bool = False):
        check_length(x.shape[-2], self.context_length)
        if mask is not None:
            return super().forward(x, mask, return_weights)
        qkv = self.project(x)
        return self.attend(*qkv, None, return_weights, is_causal=True)


class FastLayerNorm(LayerNorm):
    """LayerNorm in one kernel."""

    def forward(self, x: Tensor) -> Tensor:
        return F.layer_norm(x, self.gain.shape, self.gain, self.bias, self.eps)


class FastResidual(Residual):
    """Residual with the norm in one kernel."""

    norm_class = FastLayerNorm


class FastEncoderLayer(EncoderLayer):
    """EncoderLayer of fast parts; return_weights=True raises ValueError."""

    attention_class = FastMultiHeadSelfAttention
    residual_class = FastResidual


class FastEncoder(Encoder):
    """Encoder of fast layers; return_weights=True raises ValueError."""

    layer_class = FastEncoderLayer
    norm_class = FastLayerNorm


# %%
class FastCrossAttention(FastMultiHeadSelfAttention, CrossAttention):
    """CrossAttention through F.scaled_dot_product_attention."""


class FastDecoderLayer(DecoderLayer):
    """DecoderLayer of fast parts; return_weights=True raises ValueError."""

    attention_class = FastMultiHeadSelfAttention
    cross_attention_class = FastCrossAttention
    residual_class = FastResidual

    def look_back(
        self,
        x: Tensor,
        mask: Tensor | None = None,
        return_weights: bool = False,
    ) -> Tensor:
        if mask is not None:
            return super().look_back(x, mask, return_weights)
        qkv = self.attention.project(x)
        return self.attention.attend(*qkv, None, return_weights, is_causal=True)


class FastDecoder(Decoder):
    """Decoder of fast layers; return_weights=True raises ValueError."""

    layer_class = FastDecoderLayer
    norm_class = FastLayerNorm


class FastTransformer(Transformer):
    """Transformer of fast stacks; return_weights=True raises ValueError."""

    encoder_class = FastEncoder
    decoder_class = FastDecoder
