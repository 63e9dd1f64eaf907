"""Collect the attention weights of a whole model while it runs."""

import inspect
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import torch
from torch import Tensor, nn
from torch.utils.hooks import RemovableHandle


@contextmanager
def capture(model: nn.Module) -> Iterator[dict[str, list[Tensor]]]:
    """Collect the weights of every attention module of a model.

    `with capture(model) as maps: model(x)` fills maps: from the qualified name
    of each module to its weights (..., H, T, S), one tensor for each call. The
    model returns what it always returns. What torch.compile made of it rests
    meanwhile: compiled code would not call the hooks.
    Raises ValueError with the name of a module that cannot give weights.
    """
    maps: dict[str, list[Tensor]] = {}
    with ExitStack() as hooks:
        for name, module in model.named_modules():
            if gives_weights(module, name):
                maps[name] = []
                for hook in add_hooks(module, maps[name]):
                    hooks.callback(hook.remove)
        if not maps:
            raise ValueError(f"{type(model).__name__} has no attention module")
        hooks.enter_context(torch.compiler.set_stance("force_eager"))
        yield maps


def gives_weights(module: nn.Module, name: str) -> bool:
    """Tell whether a module is attention; ValueError if it hides weights."""
    asks = "return_weights" in inspect.signature(module.forward).parameters
    hides = not getattr(module, "has_weights", True)
    if hides or isinstance(module, nn.MultiheadAttention):
        kind = type(module).__name__
        raise ValueError(f"'{name}' ({kind}) cannot give its weights")
    return asks


def add_hooks(
    module: nn.Module, weights: list[Tensor]
) -> tuple[RemovableHandle, RemovableHandle]:
    """Let a module add its weights to a list in each call.

    One hook asks it for the weights, the other hands on the context alone,
    unless the caller wants both, as another capture around this one does.
    """
    wanted: list[bool] = []

    def ask(module: nn.Module, args: tuple, kwargs: dict):
        wanted.append(kwargs.get("return_weights", False))
        return args, kwargs | {"return_weights": True}

    def keep(module: nn.Module, args: tuple, output: tuple[Tensor, Tensor]):
        weights.append(output[1])
        return output if wanted.pop() else output[0]

    return (
        module.register_forward_pre_hook(ask, with_kwargs=True),
        module.register_forward_hook(keep, prepend=True),
    )
