"""The model of lab-train in the page computes what the lab computes, whatever
is switched off: with the lab's own functions, at every step that is stored."""

import itertools
import json
import math
from copy import deepcopy
from functools import cache
from types import SimpleNamespace

import pytest
import torch
from conftest import ROOT
from scripts import CLOSE, assert_found, compare, computed
from torch import Tensor, nn

from sitebuild.files import Files
from sitebuild.pages.output_types import PARAMETERS, read_script, to_state
from sitebuild.pages.snippet_code import find
from snippets.capture import capture
from snippets.export import part, with_state
from snippets.multi_head import MultiHeadSelfAttention, merge_heads
from snippets.reversal import LETTERS, mass, pattern
from snippets.training import Reverser, Size

NAMES = ("tensor", "state", "positional", "scaled", "layer_norm")
NAMES += ("feed_forward", "multi_head", "encoder", "reverser")
SCRIPT = (ROOT / PARAMETERS.path("lab-train", "export")).read_text("utf-8")
STORED = read_script(SCRIPT)
STEPS, T = STORED.facts["steps"], STORED.facts["length"]
COMPUTE = """(step, cases) => {
  const { tensors, facts } = attention.stored.reverser;
  const state = new attention.State(tensors).part(`step_${step}`);
  const model = new attention.Reverser(state, facts.length, facts.heads);
  return cases.map(({ ids, switches }) => {
    const [scores, weights] = model.forward(ids, switches);
    return { scores, weights, mass: weights.map(attention.mass) };
  });
}"""


class UnscaledAttention(MultiHeadSelfAttention):
    """Attention whose queries undo the division by √d_k."""

    def project(self, x: Tensor) -> tuple[Tensor, ...]:
        q, k, v = super().project(x)
        return q * math.sqrt(q.shape[-1]), k, v


@cache
def lab() -> SimpleNamespace:
    """What the lab defines to change a model, from its own text."""
    files, path = Files(ROOT), "snippets/chapters/lab_train/steps.py"
    known = {
        **{"nn": nn, "Tensor": Tensor, "torch": torch},
        **{"copy": SimpleNamespace(deepcopy=deepcopy)},
        **{"merge_heads": merge_heads, "device": "cpu"},
    }
    for name in ("with_weights", "without_head"):
        exec(find(files, path, name).text, known)
    return SimpleNamespace(**known)


def draw() -> list[dict]:
    """Random letters for all ways to set the switches."""
    generator = torch.Generator().manual_seed(0)
    return [
        {
            "ids": torch.randint(26, (T,), generator=generator).tolist(),
            "switches": {
                **{"positions": positions, "scaled": scaled},
                **{"heads": heads, "weights": weights},
            },
        }
        for positions, scaled, *heads, weights in itertools.product(
            *[(True, False)] * (2 + STORED.facts["heads"]),
            ("own", "even", "pattern"),
        )
    ]


@cache
def stored(step: int) -> dict[str, Tensor]:
    """The parameters after so many steps of training."""
    return part(to_state(STORED), f"step_{step}")


@torch.no_grad()
def expected(step: int, ids: list[int], switches: dict) -> dict:
    """What the lab's changes make of the stored model, in doubles."""
    changes = lab()
    options = {} if switches["scaled"] else {"attention": UnscaledAttention}
    made = Reverser(Size(), positions=switches["positions"], **options)
    model = with_state(made, stored(step)).double()
    for h, heard in enumerate(switches["heads"]):
        model = model if heard else changes.without_head(model, h)
    forced = {"even": torch.full((T, T), 1 / T), "pattern": pattern(T)}
    if (weights := forced.get(switches["weights"])) is not None:
        model = changes.with_weights(model, weights.double())
    with capture(model) as maps:
        scores = model(torch.tensor([ids]))
    (found,) = maps["encoder.layers.0.self_attention"][0]
    return {"scores": scores[0], "weights": found, "mass": mass(found)}


def differences(steps: list[int], change=str) -> dict[str, float]:
    """How far page and lab are apart after these steps, at most."""
    apart: dict[str, float] = {}
    cases = draw()
    for step in steps:
        given = {"script": SCRIPT, "change": change}
        found = computed(NAMES, COMPUTE, step, cases, **given)
        for case, one in zip(cases, found, strict=True):
            compare(apart, one, expected(step, **case))
    return apart


def test_page_and_lab_agree_at_all_steps_with_all_switches(record_property):
    assert LETTERS == STORED.facts["letters"] and len(STEPS) * len(draw()) > 200
    apart = differences(STEPS)
    record_property("apart", json.dumps(apart))
    assert max(apart.values()) < CLOSE, apart


FAULTS = {  # what is planted, and what must differ
    "positions stay": ("positions === false", "positions === null", "scores"),
    "division stays": (
        "scaled ? undefined : 1",
        "undefined",
        "weights",
    ),
    "columns of a head": (
        "Math.floor(k / d_k)",
        "k % layer.numHeads",
        "scores",
    ),
    "no head is off": ("=== false ? 0", "=== null ? 0", "scores"),
    "even weights": ("map(() => 1 / T)", "map(() => 1 / (T - 1))", "weights"),
    "exact pattern": ("i + j === T - 1", "i === j", "weights"),
    "mass": ("row[row.length - 1 - i]", "row[i]", "mass"),
    "read-out": (
        "this.read_out.forward(y)",
        "this.read_out.forward(x)",
        "scores",
    ),
}


@pytest.mark.weekly
@pytest.mark.parametrize("name", FAULTS)
def test_what_is_planted_is_found(name):
    assert_found(FAULTS[name], lambda plant: differences(STEPS[-1:], plant))


REFUSED = """(words) => words.map((ids) => {
  try { return (%s)(%d, [{ ids, switches: {} }]) }
  catch (error) { return String(error) }
})"""


def test_another_number_of_letters_is_refused():
    counts = 0, T - 1, T + 1
    refused = REFUSED % (COMPUTE, STEPS[-1])
    words = [[0] * count for count in counts]
    assert computed(NAMES, refused, words, script=SCRIPT) == [
        f"RangeError: {count} letters, not {T}" for count in counts
    ]
