"""The clock waits for the device; the scales weigh right."""

import pytest
import torch

from snippets import measure
from snippets.measure import peak_bytes, seconds, wait_for

CPU = torch.device("cpu")
KB = 1000  # numbers; of four bytes


def test_each_call_is_waited_for_and_not_only_one_is_made(monkeypatch):
    order = []
    monkeypatch.setattr(measure, "wait_for", lambda _: order.append("wait"))
    assert 0 < seconds(lambda: order.append("call"), CPU) < 0.1
    assert order == ["call", "wait"] * (len(order) // 2) and len(order) > 20


@pytest.mark.parametrize("name", ["cuda:1", "mps", "cpu"])
def test_each_device_but_the_cpu_is_waited_for(monkeypatch, name):
    waited, device = [], torch.device(name)
    monkeypatch.setattr(torch.accelerator, "synchronize", waited.append)
    wait_for(device)
    assert waited == ([] if name == "cpu" else [device])


def zeros(dtype: torch.dtype = torch.float32) -> torch.Tensor:
    return torch.zeros(KB, dtype=dtype)


def chain():
    one = zeros()
    two = one + 1
    del one
    return two * 2


def kept_by_autograd():
    x = torch.ones(KB, requires_grad=True)
    return (x.exp() * 2).sum()  # the exponential is kept for its gradient


BEFORE, ONCE = zeros(), []


@pytest.mark.parametrize(
    "call, numbers",
    [
        (lambda: zeros(torch.float64), 2 * KB),
        (chain, 2 * KB),  # two at once, never three
        (lambda: (zeros().view(10, 100).T[3:], zeros().detach()), 2 * KB),
        (lambda: torch.ones(KB).view(10, -1).max(dim=1), KB + 10 + 20),
        (kept_by_autograd, 3 * KB + 1),
        (lambda: [zeros().sum() for _ in range(3)], KB + 3),
        (lambda: BEFORE.add_(1).view(-1), 0),
        (lambda: BEFORE + 1, KB),
        (lambda: ONCE or ONCE.append(zeros()), 0),  # the first call keeps it
    ],
)
def test_known_allocations(call, numbers):
    assert peak_bytes(call, CPU) == 4 * numbers


def test_a_gpu_says_itself_what_it_held(monkeypatch):
    held = [7, 5]  # before, and at most; the first call is to warm up
    answers = {
        "memory_allocated": lambda device: held[0],
        "max_memory_allocated": lambda device: held[1],
        "reset_peak_memory_stats": lambda device: held.append("reset"),
    }
    for name, function in answers.items():
        monkeypatch.setattr(torch.cuda, name, function)

    def call() -> None:
        held[1] = 19 if "reset" in held else 99

    assert peak_bytes(call, torch.device("cuda")) == 12


def test_on_the_device_at_hand(real_device):
    def call() -> torch.Tensor:
        return torch.zeros(256, 1024, device=real_device) + 1

    assert peak_bytes(call, real_device) == 2**21
    assert seconds(call, real_device) > 0
