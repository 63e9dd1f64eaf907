"""Multi-head attention as models since 2017 have changed it."""

from torch import Tensor, nn

from snippets.layer_norm import RMSNorm
from snippets.multi_head import MultiHeadSelfAttention, split_heads
from snippets.positional import rotate


class RotaryAttention(MultiHeadSelfAttention):
    """Attention with RoPE: scores depend on distances, not on positions.

    Su et al. 2021. Values are not turned.
    """

    def project(self, x: Tensor) -> tuple[Tensor, ...]:
        q, k, v = super().project(x)
        return rotate(q), rotate(k), v


class GroupedAttention(MultiHeadSelfAttention):
    """Grouped-query attention: H heads share G heads of keys and values.

    Ainslie et al. 2023: the first H / G heads share the first. G = H is
    multi-head, G = 1 multi-query attention. Raises ValueError if G does not
    divide H.
    """

    def __init__(
        self, d_in: int, d_out: int, num_heads: int, groups: int, **options
    ):
        super().__init__(d_in, d_out, num_heads, **options)
        if groups < 1 or num_heads % groups:
            raise ValueError(f"{num_heads} heads cannot share {groups} keys")
        self.groups = groups
        size = d_out // num_heads * groups  # of all keys of a token
        bias = self.W_key.bias is not None
        self.W_key = nn.Linear(d_in, size, bias=bias)
        self.W_value = nn.Linear(d_in, size, bias=bias)

    def project(self, x: Tensor) -> tuple[Tensor, ...]:
        q = split_heads(self.W_query(x), self.num_heads)
        k = split_heads(self.W_key(x), self.groups)  # (..., G, T, d_k)
        v = split_heads(self.W_value(x), self.groups)
        shared_by = self.num_heads // self.groups
        k, v = (y.repeat_interleave(shared_by, dim=-3) for y in (k, v))
        return q, k, v


class LatentAttention(MultiHeadSelfAttention):
    """Multi-head latent attention: keys and values from one short vector.

    DeepSeek-V2, 2024, without its rotary part and its latent queries. A cache
    keeps only the latent vectors W_latent(x) (..., T, d_latent).
    """

    def __init__(
        self, d_in: int, d_out: int, num_heads: int, d_latent: int, **options
    ):
        super().__init__(d_in, d_out, num_heads, **options)
        bias = self.W_key.bias is not None
        self.W_latent = nn.Linear(d_in, d_latent, bias=False)
        self.W_key = nn.Linear(d_latent, d_out, bias=bias)
        self.W_value = nn.Linear(d_latent, d_out, bias=bias)

    def project(self, x: Tensor) -> tuple[Tensor, ...]:
        c = self.W_latent(x)  # all that a cache keeps
        q, k, v = self.W_query(x), self.W_key(c), self.W_value(c)
        return tuple(split_heads(y, self.num_heads) for y in (q, k, v))


class NormedAttention(MultiHeadSelfAttention):
    """Attention with QK-norm: no score can become arbitrarily large.

    Henry et al. 2020, here with RMSNorm.
    """

    def __init__(self, d_in: int, d_out: int, num_heads: int, **options):
        super().__init__(d_in, d_out, num_heads, **options)
        self.norm_query = RMSNorm(d_out // num_heads)
        self.norm_key = RMSNorm(d_out // num_heads)

    def project(self, x: Tensor) -> tuple[Tensor, ...]:
        q, k, v = super().project(x)
        q, k = self.norm_query(q), self.norm_key(k)
        return q.to(v.dtype), k.to(v.dtype), v  # for autocast
