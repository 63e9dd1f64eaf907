"""The Transformer decoder: it looks back, looks across, and thinks."""

import torch
from torch import Tensor, nn

from snippets.causal import with_causal
from snippets.cross_attention import CrossAttention
from snippets.feed_forward import FeedForward
from snippets.layer_norm import LayerNorm, Residual
from snippets.multi_head import MultiHeadSelfAttention


class DecoderLayer(nn.Module):
    """Causal self-attention, cross-attention, feed-forward, each residual.

    Vaswani et al. 2017, section 3.1; norm_first=True is the pre-norm form.
    x (..., T, d_model), memory (..., S, d_model); mask (..., T, T) and
    memory_mask (..., T, S) bool, True = may attend, where `mask` restricts
    further what is causal already -> (..., T, d_model); with
    return_weights=True also the weights of self-attention (..., H, T, T) and
    of cross-attention (..., H, T, S).
    """

    attention_class: type[MultiHeadSelfAttention] = MultiHeadSelfAttention
    cross_attention_class: type[CrossAttention] = CrossAttention
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
        both = d_model, num_heads, dropout
        self.attention = self.attention_class(d_model, *both, qkv_bias=True)
        self.cross_attention = self.cross_attention_class(*both)
        self.feed_forward = FeedForward(d_model, d_hidden, dropout)
        residual = d_model, dropout, norm_first
        self.around_attention = self.residual_class(*residual)
        self.around_cross_attention = self.residual_class(*residual)
        self.around_feed_forward = self.residual_class(*residual)

    def look_back(
        self,
        x: Tensor,
        mask: Tensor | None = None,
        return_weights: bool = False,
    ):
        """Attend to the tokens before, as far as the mask allows it."""
        return self.attention(x, with_causal(mask, x), return_weights)

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        return_weights: bool = False,
    ):
        maps = []

        def attend(attention, *inputs) -> Tensor:
            """Return the context; keep the weights, if they come with it."""
            if not return_weights:
                return attention(*inputs)
            context, weights = attention(*inputs, return_weights=True)
            maps.append(weights)
            return context

        x = self.around_attention(x, lambda y: attend(self.look_back, y, mask))
        x = self.around_cross_attention(
            x, lambda y: attend(self.cross_attention, y, memory, memory_mask)
        )
        x = self.around_feed_forward(x, self.feed_forward)
        return (x, *maps) if return_weights else x


class Decoder(nn.Module):
    """A stack of decoder layers; the pre-norm form ends with a norm.

    x, memory and the masks as in a layer, the same memory for each layer ->
    (..., T, d_model); with return_weights=True also the weights of
    self-attention (layers, ..., H, T, T) and of cross-attention
    (layers, ..., H, T, S).
    """

    layer_class: type[DecoderLayer] = DecoderLayer
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
        memory: Tensor,
        mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        return_weights: bool = False,
    ):
        if return_weights and not self.layers:
            raise ValueError("0 layers have no weights to return")
        back, across = [], []
        for layer in self.layers:
            if return_weights:
                x, *weights = layer(x, memory, mask, memory_mask, True)
                back.append(weights[0])
                across.append(weights[1])
            else:
                x = layer(x, memory, mask, memory_mask)
        x = self.norm(x)
        if return_weights:
            return x, torch.stack(back), torch.stack(across)
        return x
