"""The machine that blocks run on: its kind of device, and the name of that."""

import os
import platform
from datetime import date
from pathlib import Path

import torch


def made_with(threads: int) -> dict[str, str]:
    """Return what recordings of today are made with."""
    return {
        "python": platform.python_version(),
        "torch": torch.__version__.partition("+")[0],
        "device": device(),
        "machine": processor(device()),
        "threads": str(threads),
        "date": date.today().isoformat(),
    }


def device() -> str:
    """Return what blocks compute on: SNIPPETS_DEVICE, else the best."""
    if wish := os.environ.get("SNIPPETS_DEVICE"):
        return torch.device(wish).type
    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else "cpu"


def processor(device: str) -> str:
    """Return the name of what computes, as people know it."""
    if device == "cuda":
        return torch.cuda.get_device_name()
    info = Path("/proc/cpuinfo")
    if device == "cpu" and info.exists():  # Linux tells the model there only
        for line in info.read_text("utf-8").splitlines():
            key, _, name = line.partition(": ")
            if key.strip() == "model name":
                return name
    return platform.processor() or platform.machine()
