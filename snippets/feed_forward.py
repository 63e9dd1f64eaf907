"""The position-wise feed-forward network, and its form with a gate."""

from torch import Tensor, nn
from torch.nn import functional as F


class FeedForward(nn.Module):
    """max(0, x W_1 + b_1) W_2 + b_2 (Vaswani et al. 2017, eq. 2).

    x (..., d_model) -> (..., d_model), each position by itself. Dropout, if
    any, acts on the hidden layer: PyTorch's habit, the paper has none there.
    """

    def __init__(self, d_model: int, d_hidden: int, *, dropout: float = 0.0):
        super().__init__()
        self.hidden = nn.Linear(d_model, d_hidden)
        self.out = nn.Linear(d_hidden, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        h = F.relu(self.hidden(x))  # (..., d_hidden)
        return self.out(self.dropout(h))


class SwiGLU(FeedForward):
    """(silu(x W_g + b_g) ⊙ (x W_1 + b_1)) W_2 + b_2: a gate for each number.

    Shazeer 2020, who leaves out biases. Shapes and options as in FeedForward.
    """

    def __init__(self, d_model: int, d_hidden: int, **options):
        super().__init__(d_model, d_hidden, **options)
        self.gate = nn.Linear(d_model, d_hidden)

    def forward(self, x: Tensor) -> Tensor:
        h = F.silu(self.gate(x)) * self.hidden(x)  # (..., d_hidden)
        return self.out(self.dropout(h))
