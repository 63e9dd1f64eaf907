"""What is left on the wrong device is found without a GPU.

Tests with the fixture `device` run on a second one that every machine has
(`tests/far.py`); here something is left behind, and each of these must fail.
"""

import importlib
import sys
from collections.abc import Iterator

import pytest
import torch
from conftest import ROOT, edit
from far import FAR, TwoDevices

pytestmark = pytest.mark.weekly  # other tests use all of it, unplanted
FAULTS = {  # module, what stands there, what is planted
    "ids in train": ("training", "model, ids.to(device)", "model, ids"),
    "ids in evaluate": (
        "training",
        "    ids = ids.to(next(model.parameters()).device)\n",
        "",
    ),
    "positions": ("positional", "[first:].to(x)", "[first:]"),
    "pattern": ("reversal", "pattern(T).to(weights)", "pattern(T)"),
    "causal mask": ("causal", "(T, x.device)", "(T)"),
    "positions of padding": (
        "multi_head",
        "(S, device=lengths.device)",
        "(S)",
    ),
    "data of the translator": (
        "translator",
        "    data = data.to(next(models[0].parameters()).device)\n",
        "",
    ),
    "token that was drawn": ("generation", ".to(p.device)", ""),
}


def everything() -> None:
    """Use all that trains, writes and draws on the second device."""
    training = importlib.import_module("snippets.training")
    reversal = importlib.import_module("snippets.reversal")
    multi_head = importlib.import_module("snippets.multi_head")
    corpus = importlib.import_module("snippets.corpus")
    translator = importlib.import_module("snippets.translator")
    generation = importlib.import_module("snippets.generation")
    size = training.Size(steps=2, batch=4)
    model = training.Reverser(size).to(FAR)
    training.train(model, size)
    training.evaluate(model, torch.arange(8)[None])
    reversal.mass(torch.rand(2, 8, 8, device=FAR))
    for form in ("MultiHeadAttention", "MultiHeadAttentionWrapper"):
        causal = getattr(multi_head, form)(4, 4, 6, 0.0, 2).to(FAR)
        causal(torch.rand(6, 4, device=FAR))
    multi_head.padding_mask(torch.tensor([1, 3]).to(FAR))
    data = corpus.draw(4, torch.Generator().manual_seed(0))
    size = translator.Size(steps=2, batch=2)
    models = [translator.translator(size, seed).to(FAR) for seed in (0, 1)]
    translator.train(models, data, size)
    translator.evaluate(models[0], data)
    generation.generate(models[0], data.source.to(FAR), 6, temperature=1.0)
    draw = importlib.import_module("snippets.heatmap").heatmap
    draw(torch.rand(1, 1, device=FAR), ["q"])
    share = importlib.import_module("snippets.histogram").shares_between
    share(torch.rand(3, device=FAR), [0, 1])


@pytest.fixture
def snippets(tmp_path, monkeypatch) -> Iterator:
    """A copy of the modules, which is loaded instead of them."""
    for path in (ROOT / "snippets").glob("*.py"):
        (tmp_path / "snippets").mkdir(exist_ok=True)
        (tmp_path / "snippets" / path.name).write_bytes(path.read_bytes())
    known = {n: m for n, m in sys.modules.items() if n.startswith("snippets")}
    for name in known:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.syspath_prepend(tmp_path)
    with TwoDevices(monkeypatch):
        yield tmp_path
    for name in [n for n in sys.modules if n.startswith("snippets")]:
        del sys.modules[name]


def test_all_that_computes_can_be_elsewhere(snippets):
    everything()


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_left_behind_is_found(snippets, name):
    module, old, new = FAULTS[name]
    edit(snippets, f"snippets/{module}.py", old, new)
    with pytest.raises(RuntimeError, match="tensors are on two devices"):
        everything()


@pytest.mark.parametrize(
    "module", ["training", "translator", "heatmap", "histogram"]
)
def test_float64_on_a_device_without_it_is_found(snippets, module):
    edit(snippets, f"snippets/{module}.py", ".cpu().double()", ".double()")
    with pytest.raises(TypeError, match="has no torch.float64"):
        everything()
