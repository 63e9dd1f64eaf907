"""Self-attention with trainable queries, keys and values."""

import torch
from torch import Tensor, nn

from snippets.scaled import scaled_dot_product_attention


class SelfAttentionV1(nn.Module):
    """One head, its weights as plain parameters drawn from N(0, 1).

    x (..., T, d_in) -> context (..., T, d_out); with return_weights=True
    also weights (..., T, T).
    """

    def __init__(self, d_in: int, d_out: int):
        super().__init__()
        self.W_query = nn.Parameter(torch.randn(d_in, d_out))
        self.W_key = nn.Parameter(torch.randn(d_in, d_out))
        self.W_value = nn.Parameter(torch.randn(d_in, d_out))

    def forward(
        self, x: Tensor, *, return_weights: bool = False
    ) -> Tensor | tuple[Tensor, Tensor]:
        context, weights = scaled_dot_product_attention(
            x @ self.W_query,  # (..., T, d_out)
            x @ self.W_key,
            x @ self.W_value,
        )
        return (context, weights) if return_weights else context


class SelfAttentionV2(nn.Module):
    """One head, its weights in `nn.Linear` layers (stored transposed).

    x (..., T, d_in) -> context (..., T, d_out); with return_weights=True
    also weights (..., T, T).
    """

    def __init__(self, d_in: int, d_out: int, *, qkv_bias: bool = False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)

    def forward(
        self, x: Tensor, *, return_weights: bool = False
    ) -> Tensor | tuple[Tensor, Tensor]:
        context, weights = scaled_dot_product_attention(
            self.W_query(x),  # (..., T, d_out)
            self.W_key(x),
            self.W_value(x),
        )
        return (context, weights) if return_weights else context
