"""Choosing a device: argument, environment, best present, clear refusal."""

import pytest
import torch
from far import FAR, TwoDevices

from snippets.device import available_devices, pick_device


@pytest.fixture(autouse=True)
def no_wish(monkeypatch):
    monkeypatch.delenv("SNIPPETS_DEVICE", raising=False)


def pretend(monkeypatch, kind: str = "", count: int = 1) -> None:
    """A machine with so many accelerators of a kind, or without any."""
    found = torch.device(kind) if kind else None
    names = {
        "current_accelerator": lambda check_available=False: found,
        "device_count": lambda: count if kind else 0,
    }
    for name, function in names.items():
        monkeypatch.setattr(torch.accelerator, name, function)


@pytest.mark.parametrize("kind", ["", "cuda", "mps", "xpu"])
def test_the_accelerator_is_the_default(monkeypatch, kind):
    pretend(monkeypatch, kind)
    best = kind or "cpu"
    assert pick_device() == torch.device(best)
    assert available_devices()[0] == best
    assert available_devices()[-1] == "cpu"


def test_argument_beats_environment_beats_default(monkeypatch):
    pretend(monkeypatch, "cuda", count=2)
    monkeypatch.setenv("SNIPPETS_DEVICE", "cuda:1")
    assert pick_device() == torch.device("cuda:1")
    assert pick_device("cpu") == torch.device("cpu")


def test_an_index_is_kept(monkeypatch):
    pretend(monkeypatch, "cuda", count=2)
    assert pick_device("cuda:1") == torch.device("cuda", 1)


@pytest.mark.parametrize(
    "wish, message",
    [
        ("cuda", "no device 'cuda' here, only cpu"),
        ("mps", "no device 'mps' here, only cpu"),
        ("gpu", "no device 'gpu' here, only cpu"),
        ("meta", "no device 'meta' here, only cpu"),
    ],
)
@pytest.mark.parametrize("by_environment", [False, True])
def test_a_wish_that_cannot_be_met(monkeypatch, wish, message, by_environment):
    pretend(monkeypatch)
    with pytest.raises(ValueError, match=message):
        if by_environment:
            monkeypatch.setenv("SNIPPETS_DEVICE", wish)
            pick_device()
        else:
            pick_device(wish)


def test_refusal_names_all_that_is_present(monkeypatch):
    pretend(monkeypatch, "cuda")
    with pytest.raises(
        ValueError, match="no device 'mps' here, only cuda, cpu"
    ):
        pick_device("mps")


def test_an_index_that_is_not_there(monkeypatch):
    pretend(monkeypatch, "cuda")
    with pytest.raises(ValueError, match="no device 'cuda:1' here, only 1 of"):
        pick_device("cuda:1")


def test_what_is_picked_can_be_computed_on(real_device):
    picked = pick_device(real_device.type)
    assert (torch.ones(2, device=picked) * 2).sum().item() == 4


@pytest.mark.parametrize(
    "make",
    [
        lambda: torch.ones(2, device=FAR) + torch.ones(2),
        lambda: torch.ones(2, device=FAR).double(),
        lambda: torch.ones(2, dtype=torch.float64).to(FAR),
        lambda: torch.ones(2, dtype=torch.float64, device=FAR),
        lambda: torch.ones(2, device=FAR).mean(dtype=torch.float64),
    ],
)
def test_the_device_of_the_tests_refuses_what_real_ones_do(monkeypatch, make):
    """Tensors on two devices and, as Apple's GPUs, float64."""
    refused = pytest.raises(
        (RuntimeError, TypeError), match="two devices|has no torch.float64"
    )
    with TwoDevices(monkeypatch), refused:
        make()
