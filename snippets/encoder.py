"""The Transformer encoder: layers of attention and feed-forward."""

import torch
from torch import Tensor, nn

from snippets.feed_forward import FeedForward
from snippets.layer_norm import LayerNorm, Residual
from snippets.multi_head import MultiHeadSelfAttention


class EncoderLayer(nn.Module):
    """Self-attention, then feed-forward, each in a residual connection.

    Vaswani et al. 2017, section 3.1; norm_first=True is the pre-norm form.
    x (..., T, d_model), mask (..., T, T) bool, True = may attend (for padding
    see `padding_mask`) -> (..., T, d_model); with return_weights=True also
    weights (..., H, T, T).
    """

    attention_class: type[MultiHeadSelfAttention] = MultiHeadSelfAttention
    residual_class: type[Residual] = Residual

    def __init__(
        self,
        d_model: int,
        num_heads: int,
        d_hidden: int,
        dropout: float = 0.0,
        norm_first: bool = False,
    ):
        super().__init__()
        self.attention = self.attention_class(
            d_model, d_model, num_heads, dropout, qkv_bias=True
        )
        self.feed_forward = FeedForward(d_model, d_hidden, dropout)
        self.around_attention = self.residual_class(
            d_model, dropout, norm_first
        )
        self.around_feed_forward = self.residual_class(
            d_model, dropout, norm_first
        )

    def forward(
        self,
        x: Tensor,
        mask: Tensor | None = None,
        return_weights: bool = False,
    ):
        weights = None

        def attend(y: Tensor) -> Tensor:
            nonlocal weights
            if not return_weights:
                return self.attention(y, mask)
            context, weights = self.attention(y, mask, return_weights=True)
            return context

        x = self.around_attention(x, attend)
        x = self.around_feed_forward(x, self.feed_forward)
        return (x, weights) if return_weights else x


class Encoder(nn.Module):
    """A stack of encoder layers; the pre-norm form ends with a norm.

    x (..., T, d_model), mask as in a layer -> (..., T, d_model); with
    return_weights=True also weights (layers, ..., H, T, T), or ValueError if
    there is no layer.
    """

    layer_class: type[EncoderLayer] = EncoderLayer
    norm_class: type[nn.Module] = LayerNorm

    def __init__(
        self,
        num_layers: int,
        d_model: int,
        num_heads: int,
        d_hidden: int,
        dropout: float = 0.0,
        norm_first: bool = False,
    ):
        super().__init__()
        self.layers = nn.ModuleList(
            self.layer_class(d_model, num_heads, d_hidden, dropout, norm_first)
            for _ in range(num_layers)
        )
        self.norm = self.norm_class(d_model) if norm_first else nn.Identity()

    def forward(
        self,
        x: Tensor,
        mask: Tensor | None = None,
        return_weights: bool = False,
    ):
        if return_weights and not self.layers:
            raise ValueError("0 layers have no weights to return")
        maps = []
        for layer in self.layers:
            if return_weights:
                x, weights = layer(x, mask, return_weights=True)
                maps.append(weights)
            else:
                x = layer(x, mask)
        x = self.norm(x)
        return (x, torch.stack(maps)) if return_weights else x
