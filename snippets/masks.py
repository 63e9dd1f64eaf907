"""Masks are boolean and say which query may attend to which key.

True = may attend, as in `F.scaled_dot_product_attention`; two masks combine
with `&`. In `nn.MultiheadAttention` True means the opposite: it forbids.
"""

import torch
from torch import Tensor


def check_mask(mask: Tensor, scores: tuple[int, ...]) -> None:
    """Raise ValueError if a mask is not boolean or does not fit the scores."""
    no_tensor = f"{type(mask).__name__} and no tensor"
    kind = mask.dtype if isinstance(mask, Tensor) else no_tensor
    if kind != torch.bool:
        raise ValueError(f"mask is {kind}: it must be bool, True = may attend")
    sizes = zip(reversed(mask.shape), reversed(scores))
    if mask.dim() > len(scores) or any(m not in (1, n) for m, n in sizes):
        raise ValueError(
            f"mask {tuple(mask.shape)} does not fit scores {scores}"
        )


def padding_mask(lengths: Tensor, longest: int | None = None) -> Tensor:
    """Which keys are tokens and which are padding, for all heads and queries.

    lengths (B,) -> (B, 1, 1, S) bool, True = may attend; S: `longest` or max.
    """
    S = max(lengths.tolist(), default=0) if longest is None else longest
    positions = torch.arange(S, device=lengths.device)
    return (positions < lengths[:, None])[:, None, None]
