"""Cross-attention: one sequence asks, another one answers."""

from torch import Tensor

from snippets.cache import LayerCache
from snippets.multi_head import MultiHeadSelfAttention, split_heads


class Attention(MultiHeadSelfAttention):
    """Multi-head attention of x to itself, or to a memory if there is one.

    "Encoder-decoder attention" in Vaswani et al. 2017, section 3.2.3: queries
    from x, keys and values from the memory. x (..., T, d_in), memory
    (..., S, d_in), mask (..., T, S) bool, True = may attend; is_causal=True
    restricts further what x may attend to in itself -> context
    (..., T, d_out); with return_weights=True also weights (..., H, T, S).
    With a cache, x is one new token: keys and values of others come from it.
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
