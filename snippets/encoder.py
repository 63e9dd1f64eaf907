"""The Transformer encoder: layers of attention and feed-forward."""

from torch import Tensor, nn

from snippets.feed_forward import FeedForward
from snippets.layer_norm import LayerNorm
from snippets.multi_head import MultiHeadSelfAttention


class EncoderLayer(nn.Module):
    """Self-attention, then feed-forward, each in a residual connection.

    Post-norm, as in Vaswani et al. 2017, section 3.1; norm_first=True is the
    pre-norm form, see Xiong et al. 2020. Dropout acts on what each sublayer
    adds. x (..., T, d_model), mask bool, True = may attend, broadcasts to
    (..., H, T, T) -> (..., T, d_model).
    """

    def __init__(
        self,
        d_model: int,
        num_heads: int,
        d_hidden: int,
        *,
        dropout: float = 0.0,
        norm_first: bool = False,
        attention: type[MultiHeadSelfAttention] = MultiHeadSelfAttention,
    ):
        super().__init__()
        self.self_attention = attention(
            d_model, d_model, num_heads, dropout=dropout, qkv_bias=True
        )
        self.feed_forward = FeedForward(d_model, d_hidden, dropout=dropout)
        self.norm1 = LayerNorm(d_model)
        self.norm2 = LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        drop = self.dropout
        if self.norm_first:
            x = x + drop(self.self_attention(self.norm1(x), mask))
            return x + drop(self.feed_forward(self.norm2(x)))
        x = self.norm1(x + drop(self.self_attention(x, mask)))
        return self.norm2(x + drop(self.feed_forward(x)))


class Encoder(nn.Module):
    """A stack of encoder layers; the pre-norm form ends with a norm.

    x (..., T, d_model), mask and options as in a layer -> (..., T, d_model).
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
            EncoderLayer(*sizes, norm_first=norm_first, **options)
            for _ in range(num_layers)
        )
        self.norm = LayerNorm(d_model) if norm_first else nn.Identity()

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        for layer in self.layers:
            x = layer(x, mask)
        return self.norm(x)
