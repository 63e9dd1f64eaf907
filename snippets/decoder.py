"""The Transformer decoder: it looks back, looks across, and thinks."""

from collections.abc import Sequence
from functools import partial

from torch import Tensor, nn

from snippets.cross_attention import Attention, LayerCache
from snippets.feed_forward import FeedForward
from snippets.layer_norm import LayerNorm


class DecoderLayer(nn.Module):
    """Causal self-attention, cross-attention, feed-forward, each residual.

    Post-norm, as in Vaswani et al. 2017, section 3.1; norm_first=True is the
    pre-norm form. x (..., T, d_model), memory (..., S, d_model); mask and
    memory_mask bool, True = may attend, broadcast to (..., H, T, T) and
    (..., H, T, S), where `mask` restricts further what is causal already
    -> (..., T, d_model). With a cache, x is one new token.
    """

    def __init__(
        self,
        d_model: int,
        num_heads: int,
        d_hidden: int,
        *,
        dropout: float = 0.0,
        norm_first: bool = False,
        attention: type[Attention] = Attention,
    ):
        super().__init__()
        sizes = d_model, d_model, num_heads
        new = partial(attention, *sizes, dropout=dropout, qkv_bias=True)
        self.self_attention, self.cross_attention = new(), new()
        self.feed_forward = FeedForward(d_model, d_hidden, dropout=dropout)
        self.norm1 = LayerNorm(d_model)
        self.norm2 = LayerNorm(d_model)
        self.norm3 = LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        cache: LayerCache | None = None,
    ) -> Tensor:
        drop = self.dropout
        back = {"mask": mask, "is_causal": True, "cache": cache}
        across = {"mask": memory_mask, "memory": memory, "cache": cache}
        if self.norm_first:
            x = x + drop(self.self_attention(self.norm1(x), **back))
            x = x + drop(self.cross_attention(self.norm2(x), **across))
            return x + drop(self.feed_forward(self.norm3(x)))
        x = self.norm1(x + drop(self.self_attention(x, **back)))
        x = self.norm2(x + drop(self.cross_attention(x, **across)))
        return self.norm3(x + drop(self.feed_forward(x)))


class Decoder(nn.Module):
    """A stack of decoder layers; the pre-norm form ends with a norm.

    x, memory, masks and options as in a layer, the same memory for each layer
    -> (..., T, d_model).
    """

    def __init__(
        self,
        num_layers: int,
        d_model: int,
        num_heads: int,
        d_hidden: int,
        *,
        norm_first: bool = False,
        **options,
    ):
        super().__init__()
        sizes = d_model, num_heads, d_hidden
        self.layers = nn.ModuleList(
            DecoderLayer(*sizes, norm_first=norm_first, **options)
            for _ in range(num_layers)
        )
        self.norm = LayerNorm(d_model) if norm_first else nn.Identity()

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        caches: Sequence[LayerCache | None] | None = None,
    ) -> Tensor:
        caches = caches or [None] * len(self.layers)
        for layer, cache in zip(self.layers, caches):
            x = layer(x, memory, mask, memory_mask, cache)
        return self.norm(x)
