"""How far the numbers of what is trained move from one processor to the next.

`python tests/spread.py` runs each page that trains several times, each time
with parameters that start some ten-millionths away, as two processors that
round otherwise do, and writes into spread.json how far each number that has a
tolerance was from its recording. A tolerance is no smaller, nor much larger.
"""

import json
import sys
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import torch
from torch import nn

from proof.blocks.run import Run
from proof.outputs.agreement import ANY, cells, named
from proof.outputs.kinds import TABLE, TEXT
from proof.pages.page import Fence, Page
from proof.pages.project import Project
from proof.pages.settings import ORIGINAL

ROOT = Path(__file__).parent.parent
FILE = Path(__file__).with_suffix(".json")
RUNS, NOISE = 6, 1e-7
TIMES, ROOM = 3, Decimal("0.02")  # of a spread, and beside: what is too much


def tolerant(root: Path) -> Iterator[tuple[Page, Fence]]:
    """The blocks that declare a tolerance, each once."""
    for page in Project(root).pages:
        for block in page.blocks if page.language == ORIGINAL else ():
            if block.section.tolerance not in ({}, ANY):
                yield page, block


def numbers(page: Page, block: Fence, outputs: dict[str, str]) -> list:
    """The name and the digits of all that a block's tolerance holds for."""
    name, tolerance = block.section.name, block.section.tolerance
    text = outputs.get(TEXT.path(page.name, name), "")
    table = outputs.get(TABLE.path(page.name, name), "")
    columns = [
        (c if c in tolerance else "", value) for c, value in cells(table)
    ]
    found = [*named(text, tolerance), *columns]
    return [(name, digits) for name, digits in found if name in tolerance]


def recorded(page: Page, block: Fence) -> list:
    """The same of what is recorded."""
    paths = [k.path(page.name, block.section.name) for k in (TEXT, TABLE)]
    texts = {p: page.files.text(p) for p in paths if page.files.exists(p)}
    return numbers(page, block, texts)


def moved(known: list, runs: list[list]) -> dict[str, str]:
    """How far each name's numbers were from what is recorded, at most."""
    found: dict[str, Decimal] = {}
    for run in runs:
        for (name, a), (_, b) in zip(known, run, strict=True):
            off = abs(Decimal(a) - Decimal(b))
            found[name] = max(off, found.get(name, off))
    return {name: str(off) for name, off in found.items()}


def too_large(known: list, spread: dict[str, str], tolerance: dict) -> Iterator:
    """Yield names whose tolerance is not that of what was measured."""
    for name, size in tolerance.items():
        least = Decimal(spread.get(name, "Infinity"))
        used = any(name == other for other, _ in known)
        if not used or not least <= size <= TIMES * least + ROOM:
            yield name


def disturbed(to, seed: int):
    """`Module.to` that changes each parameter by about NOISE of its value."""
    generator = torch.Generator().manual_seed(seed)

    @torch.no_grad()
    def move(module: nn.Module, *arguments) -> nn.Module:
        for p in to(module, *arguments).parameters():
            noise = torch.randn(p.shape, generator=generator)
            p.mul_(1 + NOISE * noise.to(p))
        return module

    return move


def main(root: Path = ROOT, file: Path = FILE) -> None:
    """Run and write."""
    spread, to = {}, nn.Module.to
    blocks = list(tolerant(root))
    for page in {page.name: page for page, _ in blocks}.values():
        given = []
        for seed in range(RUNS):
            nn.Module.to, run = disturbed(to, seed), Run(page.name, True)
            given.append([run.outputs_of(page, b.line)[1] for b in page.blocks])
            print(f"{page.name}: run {seed + 1} of {RUNS}", flush=True)
        for number, block in enumerate(page.blocks):
            if (page, block) in blocks:
                known = recorded(page, block)
                runs = [numbers(page, block, run[number]) for run in given]
                key = f"{page.name}/{block.section.name}"
                spread[key] = moved(known, runs)
    nn.Module.to = to
    file.write_text(json.dumps(spread, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    sys.exit(main())
