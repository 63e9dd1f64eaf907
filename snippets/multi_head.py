"""Multi-head attention: several heads side by side."""

import torch
from torch import Tensor, nn

from snippets.causal import CausalAttention, check_length, with_causal
from snippets.masks import check_mask
from snippets.scaled import scaled_dot_product_attention
from snippets.self_attention import SelfAttentionV2


class MultiHeadAttentionWrapper(nn.Module):
    """Causal heads one after another, each with weights of its own.

    x (..., T, d_in), mask as in MultiHeadAttention -> context (..., T,
    H * d_out): d_out is the size of one head. With return_weights=True also
    weights (..., H, T, T). Options are those of CausalAttention.
    """

    def __init__(
        self,
        d_in: int,
        d_out: int,
        context_length: int,
        num_heads: int,
        **options,
    ):
        super().__init__()
        self.heads = nn.ModuleList(
            CausalAttention(d_in, d_out, context_length, **options)
            for _ in range(num_heads)
        )

    def forward(
        self,
        x: Tensor,
        mask: Tensor | None = None,
        *,
        return_weights: bool = False,
    ) -> Tensor | tuple[Tensor, Tensor]:
        H, T = len(self.heads), x.shape[-2]
        masks = [None] * H
        if mask is not None:
            check_mask(mask, (*x.shape[:-2], H, T, T))
            mask = torch.atleast_2d(mask)
            masks = mask.expand(*mask.shape[:-3], H, -1, -1).unbind(-3)
        pairs = [
            head(x, m, return_weights=True)
            for head, m in zip(self.heads, masks)
        ]
        context = torch.cat([c for c, _ in pairs], dim=-1)  # side by side
        weights = torch.stack([w for _, w in pairs], dim=-3)
        return (context, weights) if return_weights else context


class HeadList(nn.Module):
    """Heads in a list, without a mask, then a projection if it is wanted.

    x (..., T, d_in) -> (..., T, d_in), where d_out is the size of one head;
    with projection=False the heads side by side, (..., T, H * d_out).
    """

    def __init__(
        self, d_in: int, d_out: int, num_heads: int, *, projection: bool = True
    ):
        super().__init__()
        self.heads = nn.ModuleList(
            SelfAttentionV2(d_in, d_out) for _ in range(num_heads)
        )
        self.out_proj = (
            nn.Linear(num_heads * d_out, d_in) if projection else nn.Identity()
        )

    def forward(self, x: Tensor) -> Tensor:
        concat = torch.cat([head(x) for head in self.heads], dim=-1)
        return self.out_proj(concat)


# %% split-heads
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    """(..., T, H * d_k) -> (..., H, T, d_k)."""
    return x.unflatten(-1, (num_heads, -1)).transpose(-3, -2)


def merge_heads(x: Tensor) -> Tensor:
    """(..., H, T, d_v) -> (..., T, H * d_v)."""
    return x.transpose(-3, -2).flatten(-2)


# %%
class MultiHeadSelfAttention(nn.Module):
    """All heads at once, each of size d_out / H (Vaswani et al., 3.2.2).

    x (..., T, d_in), mask bool, True = may attend, broadcasts to
    (..., H, T, T) -> context (..., T, d_out); with return_weights=True also
    weights (..., H, T, T). Raises ValueError if H does not divide d_out.
    """

    def __init__(
        self,
        d_in: int,
        d_out: int,
        num_heads: int,
        *,
        dropout: float = 0.0,
        qkv_bias: bool = False,
    ):
        super().__init__()
        if num_heads < 1 or d_out % num_heads:
            raise ValueError(
                f"d_out {d_out} cannot be split into {num_heads} heads"
            )
        self.num_heads = num_heads
        self.dropout = nn.Dropout(dropout)
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)

    def project(self, x: Tensor) -> tuple[Tensor, ...]:
        """x (..., T, d_in) -> queries, keys, values, each (..., H, T, d_k)."""
        layers = self.W_query, self.W_key, self.W_value
        return tuple(split_heads(W(x), self.num_heads) for W in layers)

    def forward(
        self,
        x: Tensor,
        mask: Tensor | None = None,
        *,
        return_weights: bool = False,
    ) -> Tensor | tuple[Tensor, Tensor]:
        options = {"mask": mask, "return_weights": return_weights}
        return self.attend(*self.project(x), **options)

    def attend(
        self,
        q: Tensor,
        k: Tensor,
        v: Tensor,
        mask: Tensor | None = None,
        *,
        is_causal: bool = False,
        return_weights: bool = False,
    ) -> Tensor | tuple[Tensor, Tensor]:
        """Go on from q (..., H, T, d_k), k and v (..., H, S, d_k)."""
        mask = with_causal(mask, q) if is_causal else mask
        dropout = self.dropout.p if self.training else 0.0
        context, weights = scaled_dot_product_attention(q, k, v, mask, dropout)
        context = self.out_proj(merge_heads(context))  # (..., T, d_out)
        return (context, weights) if return_weights else context


class MultiHeadAttention(MultiHeadSelfAttention):
    """All heads at once, causal: the parallel form of the wrapper.

    x, mask, options and the result as in MultiHeadSelfAttention; the mask
    restricts further what is causal already. Raises ValueError if num_heads
    does not divide d_out or T is more than context_length.
    """

    def __init__(
        self,
        d_in: int,
        d_out: int,
        context_length: int,
        num_heads: int,
        **options,
    ):
        super().__init__(d_in, d_out, num_heads, **options)
        self.context_length = context_length

    def attend(self, q: Tensor, k: Tensor, v: Tensor, **options):
        check_length(q.shape[-2], self.context_length)
        return super().attend(q, k, v, is_causal=True, **options)
