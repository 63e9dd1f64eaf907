"""Where tensors live: a GPU if there is one, else the CPU."""

# %% available-devices
import os

import torch


def available_devices() -> list[str]:
    """Kinds of device present, the best first; the CPU is always there."""
    best = torch.accelerator.current_accelerator(check_available=True)
    return [best.type, "cpu"] if best else ["cpu"]


# %%
def pick_device(name: str | None = None) -> torch.device:
    """The device to compute on.

    Taken from `name`, else from the environment variable SNIPPETS_DEVICE,
    else PyTorch's accelerator if there is one, else the CPU. Raises ValueError
    if no device of that kind is present.
    """
    present = available_devices()
    wish = name or os.environ.get("SNIPPETS_DEVICE") or present[0]
    if wish.partition(":")[0] not in present:
        raise ValueError(f"no device '{wish}' here, only {', '.join(present)}")
    return torch.device(wish)
