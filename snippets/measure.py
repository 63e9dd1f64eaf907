"""How long a function takes and how much memory it needs, on any device."""

# %% imports
import weakref
from collections.abc import Callable

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves
from torch.utils.benchmark import Timer


# %% seconds
def wait_for(device: torch.device) -> None:
    """Return when the device has done all that it was told."""
    if device.type != "cpu":
        torch.accelerator.synchronize(device)


def seconds(call: Callable, device: torch.device) -> float:
    """Median time of a call, of as many as fit into 0.2 seconds."""
    timer = Timer(
        "call(); wait_for(device)",
        globals={"call": call, "wait_for": wait_for, "device": device},
        num_threads=torch.get_num_threads(),
    )
    return timer.blocked_autorange().median


# %%
def memories(values) -> list[torch.UntypedStorage]:
    """Where the tensors among these values keep their numbers."""
    tensors = [v for v in tree_leaves(values) if isinstance(v, torch.Tensor)]
    return [tensor.untyped_storage() for tensor in tensors]


class Living(TorchDispatchMode):
    """Adds up the bytes of PyTorch's results while they live."""

    now = peak = 0

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        result = function(*args, **(kwargs or {}))
        known = {m.data_ptr() for m in memories((args, kwargs))}
        for memory in memories(result):
            if memory.data_ptr() not in known:  # (1)!
                known.add(memory.data_ptr())
                self.add(memory.nbytes())
                weakref.finalize(memory, self.add, -memory.nbytes())  # (2)!
        return result

    def add(self, size: int) -> None:
        self.now += size
        self.peak = max(self.peak, self.now)


def peak_bytes(call: Callable, device: torch.device) -> int:
    """The most that a call holds at once, less what was there."""
    call()
    if device.type != "cuda":
        with Living() as living:
            call()
        return living.peak
    torch.cuda.reset_peak_memory_stats(device)
    before = torch.cuda.memory_allocated(device)
    call()
    return torch.cuda.max_memory_allocated(device) - before
