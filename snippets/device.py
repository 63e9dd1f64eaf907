"""Where tensors live: a GPU if there is one, else the CPU."""

# %% available-devices
import os

import torch


def available_devices() -> list[str]:
    """Kinds of device present, the best first; the CPU is always there."""
    present = {
        "cuda": torch.cuda.is_available(),
        "mps": torch.backends.mps.is_available(),
        "cpu": True,
    }
    return [kind for kind, there in present.items() if there]


# %%
def pick_device(name: str | None = None) -> torch.device:
    """The device to compute on.

    Taken from `name`, else from the environment variable SNIPPETS_DEVICE,
    else the best one present (cuda, mps, cpu). Raises ValueError if the wish
    is no device, or none that is present.
    """
    wish = name or os.environ.get("SNIPPETS_DEVICE") or available_devices()[0]
    try:
        device = torch.device(wish)
    except RuntimeError:
        device = None
    present = available_devices()
    if device is None or device.type not in present:
        raise ValueError(f"no device '{wish}' here, only {', '.join(present)}")
    if device.type == "cuda" and (device.index or 0) >= (
        torch.cuda.device_count()
    ):
        count = torch.cuda.device_count()
        raise ValueError(f"no device '{wish}' here, only {count} of that kind")
    return device
