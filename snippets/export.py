"""Trained parameters, made small enough for a page to load."""

import json
from base64 import b64decode
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn


@dataclass
class Export:
    """A trained model for the script of a page, and what it must be able to do.

    It is stored in float16: two bytes a parameter. `check` gets the parameters
    that are stored, of this or of an earlier training, and raises an error if
    they are not good enough. `facts` are what else the script must know, such
    as a vocabulary.
    """

    name: str
    state: dict[str, Tensor]
    check: Callable[[dict[str, Tensor]], None]
    facts: dict

    def _ipython_display_(self) -> None:
        """Show nothing in a notebook: it is for a page."""


def half_precision(model: nn.Module) -> dict[str, Tensor]:
    """Round what a model has learned to float16, by the names of its state."""
    named = model.named_parameters()
    return {name: weight.detach().half() for name, weight in named}


def read_state(path: str) -> dict[str, Tensor]:
    """Read the parameters that a chapter's `Export` has recorded."""
    stored = json.loads(Path(path).read_text("utf-8"))["tensors"]
    state = {}
    for name, (shape, lines) in stored.items():
        numbers = bytearray(b64decode("".join(lines)))
        weight = torch.frombuffer(numbers, dtype=torch.float16)
        state[name] = weight.view(shape).float()
    return state


def part(state: dict[str, Tensor], name: str) -> dict[str, Tensor]:
    """Return what is stored of one part, by the names that it has there."""
    start = f"{name}."
    names = [key for key in state if key.startswith(start)]
    return {key.removeprefix(start): state[key] for key in names}


def with_state(model: nn.Module, state: dict[str, Tensor]) -> nn.Module:
    """Copy a model with other parameters; what it did not learn, it keeps.

    Raises RuntimeError if a name or a shape is not the model's.
    """
    changed = deepcopy(model)
    changed.load_state_dict(model.state_dict() | state)
    return changed
