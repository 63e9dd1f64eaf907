"""The model in the page computes what `snippets` compute, from one file.

Both have the parameters that are stored; one in doubles, in the engine of
Chromium, the other in float64. What is planted in the scripts makes the two
differ.
"""

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest
import torch
from conftest import ROOT
from scripts import CLOSE, assert_found, compare, computed
from torch.nn.utils.rnn import pad_sequence

from sitebuild.pages.output_types import (
    PARAMETERS,
    read_script,
    to_script,
    to_state,
)
from snippets.capture import capture
from snippets.corpus import ENGLISH, encode
from snippets.export import half_precision, with_state
from snippets.generation import generate
from snippets.multi_head import merge_heads
from snippets.transformer import END, PAD, START, Transformer
from snippets.translation import sentence
from snippets.translator import Size, translator

THEME = (ROOT / "docs/assets/theme/main.html").read_text("utf-8")
NAMES = re.findall(r'"(\w+)"', re.search(r"for name in \[(.+?)\]", THEME)[1])
RECORDED = ROOT / PARAMETERS.path("lab-translate", "export")
LONGEST = 12
# Scores and weights of a target that is given, of the same token by token from
# the cache, and what is written.
COMPUTE = """({ name, form }, cases, longest) => {
  const state = new attention.State(attention.stored[name].tensors);
  const model = new attention.Transformer(state, form);
  return cases.map(({ source, target }) => {
    const [memory, mask, encoded] = model.encode(source);
    const [scores, maps] = model.decode(target, memory, mask);
    const caches = model.decoder.layers
      .map((layer) => new attention.LayerCache(layer, memory));
    const cached = target.map((_, t) =>
      attention.cachedScores(model, target.slice(0, t + 1), caches, mask)[0]);
    const written = [true, false].map((useCache) =>
      [...attention.generate(model, source, longest, { useCache })]
        .map(({ id }) => id));
    const back = maps.map((one) => one.back);
    const across = maps.map((one) => one.across);
    return { encoded, scores, cached, back, across, written };
  });
}"""


class Case(NamedTuple):
    """A model, how it is built, and inputs of it."""

    name: str
    script: str
    model: Transformer  # in float64
    form: dict
    inputs: list[dict]


def draw(count: int, sizes: tuple[int, int], seed: int) -> list[dict]:
    """Random sources, some with padding at the end, and random targets."""
    generator = torch.Generator().manual_seed(seed)

    def ids(size: int, longest: int) -> list[int]:
        length = torch.randint(1, longest + 1, (), generator=generator)
        drawn = torch.randint(END, size, (length,), generator=generator)
        return drawn.tolist()

    return [
        {
            "source": ids(sizes[0], LONGEST) + [PAD] * (number % 3),
            "target": [START, *ids(sizes[1], LONGEST - 1)],
        }
        for number in range(count)
    ]


def case(name: str, model: Transformer, count: int, script: str = "") -> Case:
    """A model with its stored parameters, and as many inputs."""
    script = script or to_script(name, half_precision(model), {})
    stored = with_state(model, to_state(read_script(script))).double().eval()
    layer = model.decoder.layers[0]
    form = {
        "numHeads": layer.self_attention.num_heads,
        "normFirst": layer.norm_first,
    }
    sizes = [
        table.num_embeddings
        for table in (model.source_embedding, model.target_embedding)
    ]
    return Case(name, script, stored, form, draw(count, sizes, len(name)))


def cases(counts: tuple[int, int, int]) -> list[Case]:
    """The translator as it is recorded, and two that have never trained."""
    torch.manual_seed(0)
    two = {"encoder_layers": 2, "decoder_layers": 2}
    trained = RECORDED.read_text("utf-8")
    models = (
        ("translator", translator(Size(), 0), trained),
        ("pre-norm", Transformer(9, 11, 12, 3, 20, norm_first=True, **two), ""),
        ("post-norm", Transformer(9, 11, 8, 2, 20, **two), ""),
    )
    return [
        case(name, model, count, script)
        for (name, model, script), count in zip(models, counts, strict=True)
    ]


def padded(rows: list[list[int]]) -> torch.Tensor:
    """Rows of ids as one batch."""
    return pad_sequence(list(map(torch.tensor, rows)), batch_first=True)


@torch.no_grad()
def expected(model: Transformer, inputs: list[dict]) -> Iterator[dict]:
    """What `snippets` compute of each input, all of them as one batch."""
    sources = padded([one["source"] for one in inputs])
    targets = padded([one["target"] for one in inputs])
    with capture(model) as maps:
        scores = model(sources, targets)
    encoded, back, across = (
        torch.stack([w for name, (w,) in maps.items() if re.search(part, name)])
        for part in ("encoder", "decoder.*self", "cross")
    )
    written = [
        generate(model, sources, LONGEST, use_cache=use_cache).tolist()
        for use_cache in (True, False)
    ]
    for b, one in enumerate(inputs):
        S, T = len(one["source"]), len(one["target"])
        yield {
            "encoded": encoded[:, b, :, :S, :S],
            "scores": scores[b, :T],
            "cached": scores[b, :T],
            "back": back[:, b, :, :T, :T],
            "across": across[:, b, :, :T, :S],
            "written": [until_end(way[b]) for way in written],
        }


def until_end(ids: list[int]) -> list[int]:
    """What was written without the padding of its batch."""
    return ids[: ids.index(END) + 1] if END in ids else ids


def run(function: str, one: Case, *given, change=str, more=()):
    """What a function gives of a case's model, and of what else is given."""
    model = {"name": one.name, "form": one.form}
    options = {"script": one.script, "change": change}
    return computed([*NAMES, *more], function, model, *given, **options)


def differences(tried: list[Case], change=str) -> dict[str, float]:
    """How far page and `snippets` are apart, infinitely if other words are
    written. All cases of a model are computed by one call."""
    apart: dict[str, float] = {}
    for one in tried:
        found = run(COMPUTE, one, one.inputs, LONGEST, change=change)
        wanted = expected(one.model, one.inputs)
        for pair in zip(found, wanted, strict=True):
            compare(apart, *pair)
    return apart


def test_page_and_snippets_agree_on_200_inputs(record_property):
    apart = differences(cases((120, 50, 30)))
    record_property("apart", json.dumps(apart))
    assert max(apart.values()) < CLOSE, apart


FAULTS = {  # what is planted, and what must differ
    "epsilon": ("eps = 1e-5", "eps = 1e-6", "scores"),
    "axis of softmax": (
        "scores.map(softmax)",
        "transpose(transpose(scores).map(softmax))",
        "across",
    ),
    "scale": ("Math.sqrt(q[0].length)", "Math.sqrt(q.length)", "across"),
    "causal mask": ("=> s <= t", "=> s <= t + 1", "back"),
    "mask of padding": ("source[s] !== attention.PAD", "true", "across"),
    "order of heads": (
        "heads[0].map((_, t) => heads.flatMap(",
        "heads[0].map((_, t) => heads.toReversed().flatMap(",
        "scores",
    ),
    "heads across": (
        "row.slice(h * size, (h + 1) * size)",
        "row.filter((_, k) => k % numHeads === h)",
        "across",
    ),
    "position in the cache": (
        "ids.slice(last), last)",
        "ids.slice(last), last + 1)",
        "cached",
    ),
    "keys in the cache": (
        "...(before[part]?.[h] ?? [])",
        "...(before[part]?.[h] ?? []).slice(1)",
        "cached",
    ),
    "order of pre-norm": (
        "this.normFirst ? sum :",
        "!this.normFirst ? sum :",
        "scores",
    ),
    "sines": ("i % 2 ? Math.cos", "i % 2 === 0 ? Math.cos", "scores"),
    "float16": ("exponent - 15", "exponent - 14", "scores"),
}


@pytest.mark.weekly
@pytest.mark.parametrize("name", FAULTS)
def test_what_is_planted_is_found(name):
    few = cases((6, 6, 6))
    assert_found(FAULTS[name], lambda plant: differences(few, plant))


CHANGES = """({ name, form }, source, target) => {
  const state = new attention.State(attention.stored[name].tensors);
  const model = new attention.Transformer(state, form);
  const [layer] = model.decoder.layers;
  const cross = layer.cross_attention;
  const across = (change) => {
    Object.assign(cross.change, change);
    const [, maps] = model.forward(source, target);
    return maps[0].across;
  };
  const own = cross.change.replace;
  const even = across({ replace: (weights) =>
    weights.map((row) => row.map(() => 1 / row.length)) });
  const off = across({ replace: (weights, head) =>
    head === 1 ? weights.map((row) => row.map(() => 0)) : weights });
  const unscaled = across({ replace: own, divisor: 1 });
  return { even, off, unscaled, own: across({ divisor: undefined }) };
}"""


def test_attention_can_be_changed_from_outside():
    one = cases((1, 1, 1))[1]
    source, target = [3, 4, 5, 6], [START, 7, 8]
    found = run(CHANGES, one, source, target)
    maps = {name: torch.tensor(rows).double() for name, rows in found.items()}
    (wanted,) = expected(one.model, [{"source": source, "target": target}])
    own = wanted["across"][0]
    assert maps["even"].eq(1 / 4).all() and not maps["off"][1].any()
    assert torch.allclose(maps["own"], own)
    logits = own.log() * 2  # √d_k = 2, up to a constant in each row
    assert torch.allclose(maps["unscaled"], logits.softmax(-1))


FORCE = """({ name, form }, cases) => {
  const state = new attention.State(attention.stored[name].tensors);
  const model = new attention.Transformer(state, form);
  return cases.map(({ source, place, looks }) => {
    const forced = new Map([[place, looks]]);
    return attention.translate(model, source, forced, {})
      .map(({ id, scores }) => [id, scores]);
  });
}"""


@torch.no_grad()
def forced(model: Transformer, source: list, place: int, looks: int) -> list:
    """What `snippets` write, and score, if one word looks at one place."""
    cross = model.decoder.layers[0].cross_attention
    ids = torch.tensor([[START]])
    memory, mask = model.encode(torch.tensor([source]))

    def attend(q, k, v, mask=None, **options):
        scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
        weights = scores.softmax(dim=-1)
        if place < weights.shape[-2]:
            weights[..., place, :] = torch.eye(len(source))[looks]
        return cross.out_proj(merge_heads(weights @ v))

    cross.attend, steps = attend, []
    while len(steps) < LONGEST and ids[0, -1] != END:
        scores = model.decode(ids, memory, mask)[0, -1]
        ids = torch.cat([ids, scores.argmax().view(1, 1)], dim=-1)
        steps.append((ids[0, -1].item(), scores))
    del cross.attend
    return [step for step in steps if step[0] != END]


def test_a_forced_word_writes_what_snippets_would_write():
    one = cases((1, 0, 0))[0]
    generator = torch.Generator().manual_seed(0)
    tried = []
    for _ in range(20):
        source = encode(sentence(generator)[0], ENGLISH).tolist()
        place, looks = torch.randint(5, (2,), generator=generator).tolist()
        tried.append({"source": source, "place": place, "looks": looks})
    found = run(FORCE, one, tried, more=["../form", "../translator"])
    for values, steps in zip(tried, found, strict=True):
        wanted = forced(one.model, **values)
        assert [step[0] for step in steps] == [step[0] for step in wanted]
        for (_, scores), (_, expected_scores) in zip(steps, wanted):
            computed = torch.tensor(scores, dtype=torch.float64)
            assert (computed - expected_scores).abs().max() < CLOSE


EMBED = """({ name, form }, places) => {
  const state = new attention.State(attention.stored[name].tensors);
  const model = new attention.Transformer(state, form);
  return places.map(([first, length]) => {
    const ids = Array(length).fill(1);
    try { return model.embed(model.target_embedding, ids, first).length }
    catch (error) { return String(error) }
  });
}"""


def test_the_last_position_is_that_of_snippets():
    """The default of `context_length`, from the first position or later."""
    one = case("post-norm", Transformer(9, 11, 8, 2, 20), 1)
    last = one.model.context_length
    places = [(0, last), (0, last + 1), (last - 1, 1), (last, 1)]
    found = run(EMBED, one, places)
    refused = (
        f"RangeError: {last + 1} tokens are more than contextLength {last}"
    )
    assert found == [last, refused, 1, refused]


STEPS = """({ name, form }, source) => {
  const state = new attention.State(attention.stored[name].tensors);
  const model = new attention.Transformer(state, form);
  const weights = ({ maps }) => maps.flatMap((one) => [one.back, one.across]);
  return [true, false].map((useCache) =>
    [...attention.generate(model, source, 3, { useCache })].flatMap(weights));
}"""


def test_weights_of_a_step_are_one_row_with_a_cache_and_without():
    one = case("post-norm", Transformer(9, 11, 8, 2, 20), 1)
    found = run(STEPS, one, [3, 4, 5])
    for cached, whole in zip(*found, strict=True):
        cached, whole = torch.tensor(cached), torch.tensor(whole)
        assert cached.shape[:2] == (2, 1) and cached.shape == whole.shape
        assert torch.allclose(cached, whole)
