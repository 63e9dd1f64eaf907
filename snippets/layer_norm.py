"""Layer normalisation, and its shorter form."""

import torch
from torch import Tensor, nn


class LayerNorm(nn.Module):
    """(x - mean) / √(var + ε) * weight + bias over the last dimension.

    Ba et al. 2016. x (..., d_model) -> (..., d_model). The variance is the
    biased one, and ε stands under the root. float16 and bfloat16 are computed
    in float32, as PyTorch's own does.
    """

    def __init__(self, d_model: int, eps: float = 1e-5):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        x = x.to(torch.promote_types(x.dtype, torch.float32))
        centred = x - x.mean(dim=-1, keepdim=True)
        variance = centred.square().mean(dim=-1, keepdim=True)
        x = centred / torch.sqrt(variance + self.eps)
        return x.to(self.weight.dtype) * self.weight + self.bias


class RMSNorm(nn.Module):
    """x / √(mean of x² + ε) * weight over the last dimension.

    Zhang and Sennrich 2019: LayerNorm without the mean and the bias. Shapes,
    ε and small dtypes as in LayerNorm.
    """

    def __init__(self, d_model: int, eps: float = 1e-5):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(d_model))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        x = x.to(torch.promote_types(x.dtype, torch.float32))
        mean_square = x.square().mean(dim=-1, keepdim=True)
        x = x / torch.sqrt(mean_square + self.eps)
        return x.to(self.weight.dtype) * self.weight
