"""Cross-attention: one sequence asks, another one answers."""

import torch
from torch import Tensor, nn

from snippets.multi_head import MultiHeadSelfAttention, split_heads


class LayerCache:
    """The keys and values that a decoder layer has computed so far.

    Those of the memory, (B, H, S, d_k), if there is one, stay as they are;
    those of the tokens, (B, H, t, d_k), grow by one with each token.
    """

    def __init__(
        self, layer: nn.Module | None = None, memory: Tensor | None = None
    ):
        if layer is not None:
            self.memory = layer.cross_attention.project_memory(memory)
        self.tokens: tuple[Tensor, ...] = ()

    def extend(self, k: Tensor, v: Tensor) -> tuple[Tensor, ...]:
        """Add those of new tokens; return all, (B, H, t, d_k) each."""
        if self.tokens:
            pairs = zip(self.tokens, (k, v))
            k, v = (torch.cat(pair, dim=-2) for pair in pairs)
        self.tokens = k, v
        return self.tokens


class Attention(MultiHeadSelfAttention):
    """Multi-head attention of x to itself, or to a memory if there is one.

    "Encoder-decoder attention" in Vaswani et al. 2017, section 3.2.3: queries
    from x, keys and values from the memory. x (..., T, d_in), memory
    (..., S, d_in), mask (..., T, S) bool, True = may attend; is_causal=True
    restricts further what x may attend to in itself -> context
    (..., T, d_out); with return_weights=True also weights (..., H, T, S).
    With a cache, x is one new token: keys and values of others come from it.
    Into an empty cache go those of all the tokens in x.
    """

    def forward(
        self,
        x: Tensor,
        mask: Tensor | None = None,
        memory: Tensor | None = None,
        *,
        is_causal: bool = False,
        cache: LayerCache | None = None,
        return_weights: bool = False,
    ) -> Tensor | tuple[Tensor, Tensor]:
        q = self.project_queries(x)
        if memory is None:
            k, v = self.project_memory(x)
            k, v = cache.extend(k, v) if cache else (k, v)
        else:
            k, v = cache.memory if cache else self.project_memory(memory)
        options = {"is_causal": is_causal, "return_weights": return_weights}
        return self.attend(q, k, v, mask, **options)

    def project_queries(self, x: Tensor) -> Tensor:
        """x (..., T, d_in) -> queries (..., H, T, d_k)."""
        return split_heads(self.W_query(x), self.num_heads)

    def project_memory(self, memory: Tensor) -> tuple[Tensor, Tensor]:
        """memory (..., S, d_in) -> keys, values, each (..., H, S, d_k)."""
        k, v = self.W_key(memory), self.W_value(memory)
        return split_heads(k, self.num_heads), split_heads(v, self.num_heads)
