"""A second device for machines that have one: PyTorch finds numbers there, but
a computation with tensors of both devices fails, as on a GPU.

A tensor that is far away holds one of the CPU, and says that it is on `meta`.
As on a GPU, only indices and single numbers may be on the CPU. As on Apple's,
there is no float64.
"""

import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves, tree_map

FAR = torch.device("meta")
MIXING = ("_to_copy", "copy_", "index", "index_put_")


class FarTensor(Tensor):
    """Numbers that are far away."""

    @staticmethod
    def __new__(cls, near: Tensor):
        if near.dtype in (torch.float64, torch.complex128):
            raise TypeError(f"this device has no {near.dtype}, as MPS has none")
        form = {"strides": near.stride(), "dtype": near.dtype, "device": FAR}
        offset = near.storage_offset()
        new = Tensor._make_wrapper_subclass(
            cls, near.shape, storage_offset=offset, **form
        )
        new.near = near
        return new

    def tolist(self) -> list:
        return self.near.tolist()

    @classmethod
    def __torch_dispatch__(cls, function, types, args=(), kwargs=None):
        return compute(function, args, kwargs or {})


class TwoDevices(TorchDispatchMode):
    """While it lasts there are a CPU and `FAR`, which has no fused Adam."""

    def __init__(self, monkeypatch):
        super().__init__()
        own = torch.optim.Adam

        def adam(parameters, lr: float, fused: bool = False):
            return own(parameters, lr)

        monkeypatch.setattr(torch.optim, "Adam", adam)

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        return compute(function, args, kwargs or {})


def compute(function, args: tuple, kwargs: dict):
    """Compute on the CPU, and leave the result where the inputs are.

    Raises RuntimeError if they are not all on one device.
    """
    leaves = tree_leaves((args, kwargs))
    given = [one for one in leaves if isinstance(one, Tensor)]
    name = function.overloadpacket.__name__
    is_far = any(isinstance(one, FarTensor) for one in given)
    here = [one for one in given if not isinstance(one, FarTensor)]
    if is_far and name not in MIXING and any(one.dim() for one in here):
        raise RuntimeError(f"{name}: tensors are on two devices")
    if (asked := kwargs.get("device")) is not None:
        is_far = torch.device(asked) == FAR
        kwargs = kwargs | {"device": "cpu"}
    near = tree_map(
        lambda one: one.near if isinstance(one, FarTensor) else one,
        (args, kwargs),
    )
    result = function(*near[0], **near[1])
    if function._schema.name.endswith("_"):  # the result is what it changed
        return args[0]
    return tree_map(
        lambda one: (
            FarTensor(one) if is_far and isinstance(one, Tensor) else one
        ),
        result,
    )
