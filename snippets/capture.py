"""Collect the attention weights of a whole model while it runs."""

import inspect
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

import torch
from torch import Tensor, nn


@contextmanager
def capture(model: nn.Module) -> Iterator[dict[str, list[Tensor]]]:
    """Collect the weights of every attention module of a model.

    `with capture(model) as maps: model(x)` fills maps: from the qualified name
    of each module to its weights (..., H, T, S), one tensor for each call. The
    model returns what it always returns. What torch.compile made of it rests
    meanwhile: compiled code would not call what is put in place of `forward`.
    Raises ValueError with the name of a module that cannot give weights.
    """
    maps: dict[str, list[Tensor]] = {}
    with ExitStack() as stack:
        for name, module in model.named_modules():
            if gives_weights(module, name):
                watched = watch(module.forward, maps.setdefault(name, []))
                stack.enter_context(patch.object(module, "forward", watched))
        if not maps:
            raise ValueError(f"{type(model).__name__} has no attention module")
        stack.enter_context(torch.compiler.set_stance("force_eager"))
        yield maps


def gives_weights(module: nn.Module, name: str) -> bool:
    """Tell whether a module is attention; ValueError if it hides weights."""
    asks = "return_weights" in inspect.signature(module.forward).parameters
    hides = not getattr(module, "has_weights", True)
    if hides or isinstance(module, nn.MultiheadAttention):
        kind = type(module).__name__
        raise ValueError(f"'{name}' ({kind}) cannot give its weights")
    return asks


def watch(forward: Callable, weights: list[Tensor]) -> Callable:
    """Return a `forward` that also adds the weights of each call to a list."""

    def call(*inputs, return_weights: bool = False, **options):
        context, found = forward(*inputs, return_weights=True, **options)
        weights.append(found)
        return (context, found) if return_weights else context

    return call
