"""What a decoder layer keeps while it writes, so as not to compute it again."""

import torch
from torch import Tensor, nn


class LayerCache:
    """The keys and values that a decoder layer has computed so far.

    Those of the memory, (B, H, S, d_k), stay as they are; those of the tokens,
    (B, H, t, d_k), grow by one with each token.
    """

    def __init__(self, layer: nn.Module, memory: Tensor):
        self.memory = layer.cross_attention.project_memory(memory)
        self.tokens: tuple[Tensor, ...] = ()

    def extend(self, k: Tensor, v: Tensor) -> tuple[Tensor, ...]:
        """Add those of a new token; return all, (B, H, t + 1, d_k) each."""
        if self.tokens:
            pairs = zip(self.tokens, (k, v))
            k, v = (torch.cat(pair, dim=-2) for pair in pairs)
        self.tokens = k, v
        return self.tokens
