"""Comparing two ways of computing the same thing, gradients included."""

from collections.abc import Callable, Iterable

import torch
from hypothesis import strategies as st
from torch import Tensor, nn
from torch.testing import assert_close

# How far two computations may be apart, as a share of the largest number in
# the result, or of 1: rounding errors grow with what is added up, not with what
# is left of it. The worst that was measured in float32 is 3.3e-6, in float64
# 5.1e-15 (with ATEN_CPU_CAPABILITY, OMP_NUM_THREADS and MKL_CBWR in all pairs,
# on Intel); float32 has thirty times that for other processors. That the
# mathematics is the same float64 says, where a real error has nowhere to hide.
TOLERANCE = {
    torch.float64: 1e-10,
    torch.float32: 1e-4,
    torch.float16: 1e-2,
    torch.bfloat16: 5e-2,
}


def close(actual: Tensor, expected: Tensor, what: str = "") -> None:
    """Assert equality to the tolerance of their dtype."""
    largest = max([1.0, *expected[expected.isfinite()].abs().tolist()])
    atol = TOLERANCE[actual.dtype] * largest
    assert_close(
        actual, expected, rtol=0, atol=atol, msg=lambda m: f"{what}: {m}"
    )


def generator(seed: int) -> torch.Generator:
    """A source of random numbers that are the same everywhere."""
    return torch.Generator().manual_seed(seed)


def random(*shape: int, seed: int = 0, dtype=torch.float64) -> Tensor:
    """Normal numbers that are the same everywhere, made on the CPU."""
    return torch.randn(shape, generator=generator(seed), dtype=dtype)


def random_mask(*shape: int, seed: int = 0) -> Tensor:
    """A boolean mask in which every row allows something."""
    mask = random(*shape, seed=seed) > 0
    mask[..., 0] |= ~mask.any(dim=-1)
    return mask


def scramble(module: nn.Module, seed: int) -> None:
    """All parameters different, so that none is compared with its like.

    The seed is that of what is drawn afterwards, too.
    """
    torch.manual_seed(seed)
    for number, p in enumerate(module.parameters()):
        drawn = random(*p.shape, seed=seed + number)
        p.data = (0.5 * drawn).to(p.dtype)


def same_gradients(
    ours: Callable[..., Tensor],
    theirs: Callable[..., Tensor],
    inputs: Iterable[Tensor],
) -> None:
    """Assert equal outputs, and equal gradients of a random projection.

    Gradients are compared for the inputs that are no ids; both functions leave
    those of their parameters for others to compare.
    """
    results = []
    for function in (ours, theirs):
        leaves = [x.detach().clone() for x in inputs]
        reals = [x.requires_grad_() for x in leaves if x.is_floating_point()]
        output = function(*leaves)
        direction = random(*output.shape, seed=99).to(output)
        (output * direction).sum().backward()
        results.append((output, [leaf.grad for leaf in reals]))
    (output, gradients), (expected, expected_gradients) = results
    close(output, expected, "output")
    for k, pair in enumerate(zip(gradients, expected_gradients)):
        close(*pair, f"gradient of input {k}")


seeds = st.integers(0, 2**31)
sizes = st.integers(1, 5)
