"""Layer normalisation, and the residual connection around a sublayer."""

from collections.abc import Callable

import torch
from torch import Tensor, nn
from torch.nn import functional as F


class LayerNorm(nn.Module):
    """(x - mean) / √(var + ε) * gain + bias over the last dimension.

    Ba et al. 2016. x (..., d_model) -> (..., d_model). The variance is the
    biased one, and ε stands under the root. float16 and bfloat16 are computed
    in float32, as PyTorch's own does.
    """

    def __init__(self, d_model: int, eps: float = 1e-5):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        x = x.to(torch.promote_types(x.dtype, torch.float32))
        centred = x - x.mean(dim=-1, keepdim=True)
        variance = centred.square().mean(dim=-1, keepdim=True)
        x = centred / torch.sqrt(variance + self.eps)
        return x.to(self.gain.dtype) * self.gain + self.bias


class Residual(nn.Module):
    """A residual connection and a normalisation around a sublayer.

    Post-norm: norm(x + sublayer(x)), as in Vaswani et al. 2017. Pre-norm
    (norm_first=True): x + sublayer(norm(x)), see Xiong et al. 2020. Dropout
    acts on the sublayer's output. Shapes: x and the output (..., d_model).
    """

    norm_class: type[nn.Module] = LayerNorm

    def __init__(
        self, d_model: int, dropout: float = 0.0, norm_first: bool = False
    ):
        super().__init__()
        self.norm = self.norm_class(d_model)
        self.dropout = dropout
        self.norm_first = norm_first

    def forward(self, x: Tensor, sublayer: Callable[[Tensor], Tensor]):
        y = sublayer(self.norm(x) if self.norm_first else x)
        y = x + F.dropout(y, self.dropout, self.training)
        return y if self.norm_first else self.norm(y)
