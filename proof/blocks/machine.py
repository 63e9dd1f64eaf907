"""The machine that blocks run on: its kind of device, and the name of that."""

import os
import platform
import re
from pathlib import Path

import torch


def device() -> str:
    """What blocks compute on: the wish of SNIPPETS_DEVICE, else the best."""
    if wish := os.environ.get("SNIPPETS_DEVICE"):
        return torch.device(wish).type
    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else "cpu"


def processor(device: str) -> str:
    """The name of what computes, as people know it."""
    if device == "cuda":
        return torch.cuda.get_device_name()
    name = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if device == "cpu" and info.exists():  # Linux tells the model there only
        text = info.read_text("utf-8")
        name = re.findall(r"^model name\s*: (.+)$", text, re.M)[:1] or [name]
        return name[0]
    return name
