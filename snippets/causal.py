"""Causal attention: no token sees the ones after it."""

import torch
from torch import Tensor, nn

from snippets.scaled import scaled_dot_product_attention


def causal_mask(
    length: int, device: torch.device | str | None = None
) -> Tensor:
    """Which positions may attend to which: up to and including themselves.

    Returns (length, length) bool, True = may attend, True on and below the
    diagonal.
    """
    return torch.ones(length, length, dtype=torch.bool, device=device).tril()


# %% causal-attention-class
def check_length(length: int, context_length: int) -> None:
    """Raise ValueError if a sequence is longer than its mask."""
    if length > context_length:
        raise ValueError(
            f"{length} tokens are more than context_length {context_length}"
        )


class CausalAttention(nn.Module):
    """One head in which position i attends to positions 0 … i.

    x (..., T, d_in) -> context (..., T, d_out); with return_weights=True
    also weights (..., T, T), as used, that is after dropout.
    Raises ValueError if T is more than context_length.
    """

    def __init__(
        self,
        d_in: int,
        d_out: int,
        context_length: int,
        dropout: float = 0.0,
        qkv_bias: bool = False,
    ):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.dropout = dropout
        mask = causal_mask(context_length)
        self.register_buffer("mask", mask, persistent=False)

    def forward(self, x: Tensor, return_weights: bool = False):
        T = x.shape[-2]
        check_length(T, len(self.mask))
        context, weights = scaled_dot_product_attention(
            self.W_query(x),  # (..., T, d_out)
            self.W_key(x),
            self.W_value(x),
            mask=self.mask[:T, :T],
            dropout_p=self.dropout if self.training else 0.0,
        )
        return (context, weights) if return_weights else context
