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
    if the wish is no device, or none that is present.
    """
    wish = name or os.environ.get("SNIPPETS_DEVICE") or available_devices()[0]
    try:
        device = torch.device(wish)
    except RuntimeError:
        device = None
    present = available_devices()
    if device is None or device.type not in present:
        raise ValueError(f"no device '{wish}' here, only {', '.join(present)}")
    count = 1 if device.type == "cpu" else torch.accelerator.device_count()
    if (device.index or 0) >= count:
        raise ValueError(f"no device '{wish}' here, only {count} of that kind")
    return device
