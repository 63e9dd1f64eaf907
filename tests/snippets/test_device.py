"""Choosing a device, and the second device that every machine has for tests."""

import pytest
import torch
from far import FAR, TwoDevices

from snippets.device import available_devices, pick_device
from snippets.positional import sinusoidal_encoding


@pytest.fixture
def pretend(monkeypatch):
    """Make a machine with an accelerator of a kind, or without any."""
    monkeypatch.delenv("SNIPPETS_DEVICE", raising=False)

    def set_up(kind: str = "") -> None:
        found = torch.device(kind) if kind else None
        monkeypatch.setattr(
            torch.accelerator,
            "current_accelerator",
            lambda check_available: found,
        )

    return set_up


@pytest.mark.parametrize("kind", ["", "cuda", "mps", "xpu"])
def test_the_accelerator_is_the_default(pretend, kind):
    pretend(kind)
    assert pick_device() == torch.device(kind or "cpu")
    assert available_devices() == ([kind, "cpu"] if kind else ["cpu"])


def test_argument_beats_environment_beats_default(pretend, monkeypatch):
    pretend("cuda")
    monkeypatch.setenv("SNIPPETS_DEVICE", "cuda:1")
    assert pick_device() == torch.device("cuda", 1)
    assert pick_device("cpu") == torch.device("cpu")


@pytest.mark.parametrize(
    "kind, wish, message",
    [
        ("", "cuda", "no device 'cuda' here, only cpu"),
        ("", "gpu", "no device 'gpu' here, only cpu"),
        ("", "meta", "no device 'meta' here, only cpu"),
        ("cuda", "mps", "no device 'mps' here, only cuda, cpu"),
    ],
)
@pytest.mark.parametrize("by", ["argument", "environment"])
def test_a_wish_that_cannot_be_met(
    pretend, monkeypatch, kind, wish, message, by
):
    pretend(kind)
    monkeypatch.setenv("SNIPPETS_DEVICE", wish)
    with pytest.raises(ValueError, match=message):
        pick_device(wish if by == "argument" else None)


def test_what_is_picked_can_be_computed_on(real_device):
    picked = pick_device(real_device.type)
    assert (torch.ones(2, device=picked) * 2).sum().item() == 4


def test_a_default_device_without_float64_still_gets_positions(monkeypatch):
    with TwoDevices(monkeypatch), FAR:
        table = sinusoidal_encoding(5, 6)
    assert table.device == FAR
    assert torch.equal(table.near, sinusoidal_encoding(5, 6))
