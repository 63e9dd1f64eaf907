"""Trained parameters, made small enough for a page to load."""

import json
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor


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


def read_state(path: str) -> dict[str, Tensor]:
    """Read the parameters that a chapter's `Export` has recorded."""
    stored = json.loads(Path(path).read_text("utf-8"))["tensors"]
    state = {}
    for name, (shape, lines) in stored.items():
        numbers = bytearray(b64decode("".join(lines)))
        weight = torch.frombuffer(numbers, dtype=torch.float16)
        state[name] = weight.view(shape).float()
    return state
