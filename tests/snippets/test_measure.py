"""The clock waits, warms up and takes the median; the scales weigh right."""

import pytest
import torch

from snippets import measure
from snippets.cross_attention import Attention
from snippets.fast import FastAttention
from snippets.measure import Living, peak_bytes, seconds, wait_for

CPU = torch.device("cpu")
KB = 1000  # numbers; of four bytes


class Clock:
    """Stands still but for what a call adds."""

    def __init__(self, *steps: float):
        self.now, self.steps, self.order = 0.0, list(steps), []

    def call(self) -> None:
        self.order.append("call")
        self.now += self.steps.pop(0)

    def perf_counter(self) -> float:
        self.order.append("look")
        return self.now


def test_the_median_without_the_first_call(monkeypatch):
    clock = Clock(100, 3, 1, 50, 2, 4)
    monkeypatch.setattr(measure, "time", clock)
    assert seconds(clock.call, CPU) == 3
    assert clock.steps == []


def test_the_device_has_finished_whenever_the_clock_is_looked_at(monkeypatch):
    clock = Clock(*[1] * 6)
    monkeypatch.setattr(measure, "time", clock)
    monkeypatch.setattr(measure, "wait_for", lambda _: clock.order.append("w"))
    seconds(clock.call, CPU)
    assert clock.order == ["call", *["w", "look", "call", "w", "look"] * 5]


@pytest.mark.parametrize("name", ["cuda:1", "mps", "cpu"])
def test_each_device_but_the_cpu_is_waited_for(monkeypatch, name):
    waited, device = [], torch.device(name)
    monkeypatch.setattr(torch.accelerator, "synchronize", waited.append)
    wait_for(device)
    assert waited == ([] if name == "cpu" else [device])


def zeros() -> torch.Tensor:
    return torch.zeros(KB)


def chain():
    one = zeros()
    two = one + 1
    del one
    return two * 2


def views():
    one = zeros()
    return one.view(10, 100).T[3:], one.detach()


def in_place():
    return zeros().add_(1).relu_()


def two_results():
    return torch.ones(KB).view(10, -1).max(dim=1)  # 10 values, 10 indices


def kept_by_autograd():
    x = torch.ones(KB, requires_grad=True)
    return (x.exp() * 2).sum()  # the exponential is kept for its gradient


@pytest.mark.parametrize(
    "call, numbers",
    [
        (zeros, KB),
        (lambda: None, 0),
        (chain, 2 * KB),  # two at once, never three
        (views, KB),
        (in_place, KB),
        (two_results, KB + 10 + 20),
        (kept_by_autograd, 3 * KB + 1),
        (lambda: [zeros() for _ in range(3)], 3 * KB),
        (lambda: [zeros().sum() for _ in range(3)], KB + 3),
    ],
)
def test_known_allocations(call, numbers):
    assert peak_bytes(call, CPU) == 4 * numbers


def test_what_was_there_before_does_not_count():
    before = zeros()
    assert peak_bytes(lambda: before.add_(1), CPU) == 0
    assert peak_bytes(lambda: before.view(-1), CPU) == 0
    assert peak_bytes(lambda: before + 1, CPU) == 4 * KB


def test_all_is_given_back():
    with Living() as living:
        result = chain()
        assert living.now == 4 * KB
        del result
        assert (living.now, living.peak) == (0, 8 * KB)


def caller(kind: type, T: int):
    form, x = kind(64, 64, num_heads=2), torch.randn(1, T, 64)

    def call() -> torch.Tensor:
        with torch.inference_mode():
            return form(x)

    return call


FORMS = {Attention: 4, FastAttention: 2}


@pytest.mark.parametrize("kind, times", FORMS.items())
def test_what_twice_the_length_does_to_memory(kind, times):
    half, whole = (peak_bytes(caller(kind, T), CPU) for T in (1024, 2048))
    assert round(whole / half) == times


def test_a_gpu_says_itself_what_it_held(monkeypatch):
    held = [7, 5]  # before, and at most; the first call is to warm up
    monkeypatch.setattr(torch.cuda, "memory_allocated", lambda d: held[0])
    monkeypatch.setattr(torch.cuda, "max_memory_allocated", lambda d: held[1])
    monkeypatch.setattr(
        torch.cuda, "reset_peak_memory_stats", lambda d: held.append("reset")
    )

    def call() -> None:
        held[1] = 19 if "reset" in held else 99

    assert peak_bytes(call, torch.device("cuda")) == 12


def test_on_the_device_at_hand(real_device):
    def call() -> torch.Tensor:
        return torch.zeros(256, 1024, device=real_device) + 1

    assert peak_bytes(call, real_device) == 2**21
    assert seconds(call, real_device) > 0


def test_what_only_a_first_call_keeps_does_not_count():
    kept = []

    def call() -> None:
        kept.append(torch.zeros(KB)) if not kept else None

    assert peak_bytes(call, CPU) == 0


def test_a_result_weighs_what_its_type_does():
    def call() -> torch.Tensor:
        return torch.zeros(KB, dtype=torch.float64)

    assert peak_bytes(call, CPU) == 8 * KB
