"""Cross-attention: one sequence asks, another one answers."""

from torch import Tensor

from snippets.multi_head import MultiHeadSelfAttention, split_heads


class CrossAttention(MultiHeadSelfAttention):
    """Multi-head attention with queries from x, keys and values from memory.

    "Encoder-decoder attention" in Vaswani et al. 2017, section 3.2.3; its
    parameters are those of MultiHeadSelfAttention, and its mask, with S keys
    for T. x (..., T, d_model), memory (..., S, d_model), mask (..., T, S) bool,
    True = may attend -> context (..., T, d_model); with return_weights=True
    also weights (..., H, T, S). Raises ValueError if H does not divide d_model.
    """

    def __init__(self, d_model: int, num_heads: int, dropout: float = 0.0):
        super().__init__(d_model, d_model, num_heads, dropout, qkv_bias=True)

    def project_queries(self, x: Tensor) -> Tensor:
        """x (..., T, d_model) -> queries (..., H, T, d_k)."""
        return split_heads(self.W_query(x), self.num_heads)

    def project_memory(self, memory: Tensor) -> tuple[Tensor, Tensor]:
        """memory (..., S, d_model) -> keys, values, each (..., H, S, d_k)."""
        k, v = self.W_key(memory), self.W_value(memory)
        return split_heads(k, self.num_heads), split_heads(v, self.num_heads)

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        mask: Tensor | None = None,
        return_weights: bool = False,
    ):
        q, (k, v) = self.project_queries(x), self.project_memory(memory)
        return self.attend(q, k, v, mask, return_weights)
