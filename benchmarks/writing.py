"""How fast a model writes with a cache of keys and values, and without.

`python -m benchmarks.writing` counts the multiplications and additions of both
ways, measures them in one run, and prints medians and ratios for every device
present.
"""

import argparse
from collections.abc import Callable
from functools import partial

import torch
from torch.utils.flop_counter import FlopCounterMode

from benchmarks.attention import D_MODEL, HEADS
from snippets.device import available_devices
from snippets.generation import generate
from snippets.measure import seconds as median_seconds
from snippets.transformer import END, Transformer

D_HIDDEN, LAYERS = 2048, 2
LENGTHS = (16, 64, 128)
SOURCE, VOCABULARY = 32, 1000  # tokens that are read, words that are known
WAYS = {"cached": True, "anew": False}


def ways(device: torch.device, length: int) -> dict[str, Callable]:
    """Both ways to write one sentence of so many tokens, the same weights."""
    torch.manual_seed(0)
    model = Transformer(
        *(VOCABULARY, VOCABULARY, D_MODEL, HEADS, D_HIDDEN),
        encoder_layers=LAYERS,
        decoder_layers=LAYERS,
        context_length=max(length, SOURCE),
    )
    model.read_out.bias.data[END] = -torch.inf  # it is not to stop before
    model = model.to(device).eval()
    source = torch.arange(3, SOURCE + 3, device=device)[None]
    return {
        way: partial(generate, model, source, length, use_cache=use_cache)
        for way, use_cache in WAYS.items()
    }


def operations(run: Callable) -> int:
    """Multiplications and additions in products of matrices."""
    with FlopCounterMode(display=False) as counter:
        run()
    return counter.get_total_flops()


def row(name: str, length: int, seconds: float) -> str:
    """A device, a length, then milliseconds and MFLOP: cached, anew, ratio."""
    runs = ways(torch.device(name), length).values()
    ms = [
        1e3 * median_seconds(run, torch.device(name), seconds) for run in runs
    ]
    mflop = [operations(run) / 1e6 for run in runs]
    cells = (f"{a:10.1f} {b:10.1f} {b / a:6.2f}" for a, b in (ms, mflop))
    return f"{name:4} {length:5} {' '.join(cells)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="per way")
    options = parser.parse_args()
    print(
        f"{LAYERS} layers on each side, d_model {D_MODEL}, {HEADS} heads, "
        f"hidden {D_HIDDEN}; {SOURCE} tokens are read, T written\n"
        f"{'':4} {'T':>5} {'cached ms':>10} {'anew ms':>10} {'ratio':>6} "
        f"{'MFLOP':>10} {'MFLOP':>10} {'ratio':>6}"
    )
    for name in available_devices():
        for length in LENGTHS:
            print(row(name, length, options.seconds), flush=True)


if __name__ == "__main__":
    main()
