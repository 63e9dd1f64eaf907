"""Causal attention: no token sees the ones after it."""

import torch
from torch import Tensor, nn

from snippets.masks import check_mask
from snippets.scaled import scaled_dot_product_attention


def causal_mask(length: int, device: torch.device | None = None) -> Tensor:
    """Which positions may attend to which: up to and including themselves.

    Returns (length, length) bool, True = may attend, True on and below the
    diagonal.
    """
    return torch.ones(length, length, dtype=torch.bool, device=device).tril()


def window_mask(length: int, window: int) -> Tensor:
    """Sliding window: position i may attend to i - window + 1 … i.

    Beltagy et al. 2020. Returns (length, length) bool, True = may attend.
    """
    return causal_mask(length).triu(1 - window)


# %% causal-attention-class
def check_length(length: int, context_length: int) -> None:
    """Raise ValueError if a sequence is longer than a model allows."""
    if length > context_length:
        raise ValueError(
            f"{length} tokens are more than context_length {context_length}"
        )


def with_causal(mask: Tensor | None, x: Tensor) -> Tensor:
    """Combine a mask, if there is one, with the causal mask of x (..., T, D).

    Boolean masks, True = may attend: the result is True where both are.
    Raises ValueError if the mask is not boolean or does not fit T.
    """
    T = x.shape[-2]
    causal = causal_mask(T, x.device)
    if mask is None:
        return causal
    check_mask(mask, (*getattr(mask, "shape", ())[:-2], T, T))
    return causal & mask


class CausalAttention(nn.Module):
    """One head in which position i attends to positions 0 … i.

    x (..., T, d_in), mask bool, True = may attend, which restricts further
    what is causal already, for example padding (..., 1, T)
    -> context (..., T, d_out); with return_weights=True also weights
    (..., T, T), as used, that is after dropout.
    Raises ValueError if T is more than context_length or the mask is no mask.
    """

    def __init__(
        self,
        d_in: int,
        d_out: int,
        context_length: int,
        *,
        dropout: float = 0.0,
        qkv_bias: bool = False,
    ):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.dropout = nn.Dropout(dropout)
        self.context_length = context_length

    def forward(
        self,
        x: Tensor,
        mask: Tensor | None = None,
        *,
        return_weights: bool = False,
    ) -> Tensor | tuple[Tensor, Tensor]:
        check_length(x.shape[-2], self.context_length)
        context, weights = scaled_dot_product_attention(
            self.W_query(x),  # (..., T, d_out)
            self.W_key(x),
            self.W_value(x),
            mask=with_causal(mask, x),
            dropout_p=self.dropout.p if self.training else 0.0,
        )
        return (context, weights) if return_weights else context
