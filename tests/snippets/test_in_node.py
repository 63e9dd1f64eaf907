"""The scripts of the model in Node: the same numbers as `snippets`, in no time.

What `test_in_page.py` asks of a browser with 200 inputs, with a few; and what
is drawn, for any numbers between 0 and 1.
"""

import json
import shutil
import subprocess

import pytest
import test_in_page as page
import test_reverser_in_page as lab
import torch
from compare import random
from conftest import absent

from snippets.generation import next_token_probabilities
from snippets.transformer import Transformer


def computed(names, function: str, *given, script: str = ""):
    """What a function of a script returns."""
    if shutil.which("node") is None:
        absent("node", "nodejs")
    files = [page.SCRIPTS / f"{name}.js" for name in names]
    texts = [file.read_text("utf-8") for file in files]
    arguments = ", ".join(map(json.dumps, given))
    call = f"process.stdout.write(JSON.stringify(({function})({arguments})))"
    program = "\n".join([*texts, script, call])
    command = ["node", "--input-type=commonjs", "-"]
    result = subprocess.run(
        command, input=program, capture_output=True, text=True, check=True
    )
    return json.loads(result.stdout)


@pytest.mark.weekly  # a browser is asked more
def test_page_and_snippets_agree():
    apart: dict[str, float] = {}
    for one in page.cases((4, 4, 4)):
        given = {"name": one.name, "form": one.form, "longest": page.LONGEST}
        given["cases"] = one.inputs
        found = computed(page.NAMES, page.COMPUTE, given, script=one.script)
        wanted = page.expected(one.model, one.inputs)
        for pair in zip(found, wanted, strict=True):
            page.compare(apart, *pair)
    assert max(apart.values()) < page.CLOSE, apart


@pytest.mark.weekly
def test_page_and_lab_agree():
    apart: dict[str, float] = {}
    step, cases = lab.STEPS[-1], lab.draw()
    given = {"step": step, "cases": cases}
    found = computed(lab.NAMES, lab.COMPUTE, given, script=lab.SCRIPT)
    for case, one in zip(cases, found, strict=True):
        page.compare(apart, one, lab.expected(step, **case))
    assert max(apart.values()) < page.CLOSE, apart


WAYS = [
    (temperature, top_k)
    for temperature in (0, 0.5, 1, 2)
    for top_k in (None, 1, 3, 7)
]
SHARES = """(scores, ways) => ways.map(([temperature, topK]) =>
  attention.nextTokenProbabilities(scores, temperature, topK))"""


def test_shares_of_the_next_token_are_those_of_snippets():
    scores = random(7)
    scores[5] = scores[2] = scores.max() + 1  # the first of two is the best
    found = computed(page.NAMES, SHARES, scores.tolist(), WAYS)
    for way, shares in zip(WAYS, found, strict=True):
        wanted = next_token_probabilities(scores, *way)
        apart = torch.tensor(shares, dtype=torch.float64) - wanted
        assert apart.abs().max() < page.CLOSE, way
    default = computed(
        page.NAMES, "attention.nextTokenProbabilities", scores.tolist()
    )
    assert default == found[WAYS.index((1, None))]


REFUSED = """(scores, ways) => ways.map((way) => {
  try { return attention.nextTokenProbabilities(scores, ...way) }
  catch (error) { return String(error) }
})"""


def test_other_temperatures_and_numbers_are_refused():
    ways = [(-0.1, None), (1, 0), (1, 8), (1, 1), (1, 7)]
    *refused, least, most = computed(page.NAMES, REFUSED, [0.0] * 7, ways)
    assert refused == [
        "RangeError: temperature -0.1 must not be negative",
        "RangeError: topK 0 must be in 1 ... 7",
        "RangeError: topK 8 must be in 1 ... 7",
    ]
    assert sum(least) == least[0] == 1 and set(most) == {1 / 7}


LENGTHS = """(length) => [length, length + 1].map((one) => {
  try { return String(attention.checkLength(one, length)) }
  catch (error) { return String(error) }
})"""


def test_as_many_tokens_as_positions_and_no_more():
    said = "RangeError: 7 tokens are more than contextLength 6"
    assert computed(page.NAMES, LENGTHS, 6) == ["undefined", said]


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
    one = page.case("post-norm", Transformer(9, 11, 8, 2, 20), 1)
    last = len(one.model.positions)
    places = [(0, last), (0, last + 1), (last - 1, 1), (last, 1)]
    given = {"name": one.name, "form": one.form}
    found = computed(page.NAMES, EMBED, given, places, script=one.script)
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
    one = page.case("post-norm", Transformer(9, 11, 8, 2, 20), 1)
    given = {"name": one.name, "form": one.form}
    found = computed(page.NAMES, STEPS, given, [3, 4, 5], script=one.script)
    for cached, whole in zip(*found, strict=True):
        cached, whole = torch.tensor(cached), torch.tensor(whole)
        assert cached.shape[:2] == (2, 1) and cached.shape == whole.shape
        assert torch.allclose(cached, whole)


DRAW = """(scores, draws) => draws.map((draw) =>
  attention.choose(scores, 1, null, () => draw))"""


def test_a_token_is_drawn_in_its_share():
    scores = torch.linspace(-1, 1, 7).double()[[3, 1, 5, 6, 0, 2, 4]]
    ends = next_token_probabilities(scores).cumsum(0)
    draws = torch.linspace(0, 0.999, 101, dtype=torch.float64)
    found = computed(page.NAMES, DRAW, scores.tolist(), draws.tolist())
    assert found == torch.searchsorted(ends, draws, right=True).tolist()
    beyond = computed(page.NAMES, DRAW, scores.tolist(), [1.1])
    assert beyond == [scores.argmax()]


def mulberry32(seed: int) -> float:
    """The first number of a seed, in whole numbers of 32 bits."""
    word = 2**32 - 1
    state = (seed + 0x6D2B79F5) & word
    bits = (state ^ state >> 15) * (1 | state) & word
    bits ^= (bits + ((bits ^ bits >> 7) * (61 | bits) & word)) & word
    return (bits ^ bits >> 14) / 2**32


def test_seeds_give_the_numbers_of_their_generator():
    seeds = [0, 1, 7, 2**31 - 1, 123456789]
    first = "(seeds) => seeds.map((seed) => attention.generator(seed)())"
    found = computed(page.NAMES, first, seeds)
    assert found == [mulberry32(seed) for seed in seeds]
