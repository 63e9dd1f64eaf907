"""The same results without ever building the T x S matrix of weights."""

import torch
from torch import Tensor
from torch.nn import functional as F

from snippets.causal import with_causal
from snippets.cross_attention import Attention
from snippets.multi_head import merge_heads
from snippets.scaled import check_sizes


class FastAttention(Attention):
    """Attention through F.scaled_dot_product_attention.

    A kernel in blocks (Dao et al. 2022): memory grows with T, not with T².
    Arguments, result and parameters are those of Attention, so a state_dict
    of the one loads into the other; return_weights=True raises ValueError.
    """

    has_weights = False

    def attend(
        self,
        q: Tensor,
        k: Tensor,
        v: Tensor,
        mask: Tensor | None = None,
        *,
        is_causal: bool = False,
        return_weights: bool = False,
    ) -> Tensor:
        if return_weights:
            raise ValueError("no weights here: use the explicit form")
        if is_causal and (mask is not None or q.shape[-2] != k.shape[-2]):
            mask, is_causal = with_causal(mask, q), False
        check_sizes(q, k, v, mask)  # a float mask would be added
        context = F.scaled_dot_product_attention(
            *(q, k, v, None if mask is None else torch.atleast_2d(mask)),
            dropout_p=self.dropout.p if self.training else 0.0,
            is_causal=is_causal,
        )
        return self.out_proj(merge_heads(context))  # (..., T, d_out)
