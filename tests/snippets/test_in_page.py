"""The models in the page compute what `snippets` compute: in_page.test.js asks.

Both have the parameters that are stored; one in doubles, the other in float64.
"""

import json
import re
import shutil
import subprocess
from functools import partial
from itertools import product

import pytest
import torch
from conftest import ROOT, absent

from sitebuild.pages.output_types import (
    PARAMETERS,
    from_json,
    to_json,
    to_state,
)
from sitebuild.widgets.attention_arcs import percents
from snippets.capture import capture
from snippets.multi_head import merge_heads
from snippets.reversal import mass, pattern
from snippets.training import Reverser, Size
from snippets.transformer import END, PAD, START, Transformer
from snippets.translation import check, sentence
from snippets.translator import translator

SCRIPTS, TEST = "docs/assets/scripts", "tests/snippets/in_page.test.js"
BOTH = True, False
WAYS = {"own": None, "even": torch.full((8, 8), 1 / 8), "pattern": pattern(8)}
ROWS = [  # weights, and the same as whole percents that sum to 100
    ([1], [100]),
    ([0.9994, 0.0003, 0.0003], [100, 0, 0]),
    ([0.29, 0.71], [29, 71]),
    ([1 / 3, 1 / 3, 1 / 3], [34, 33, 33]),
    ([0.125, 0.125, 0.25, 0.5], [13, 12, 25, 50]),  # a tie: the first
    ([0.005, 0.995], [1, 99]),
    ([1 / 7] * 7, [15, 15, 14, 14, 14, 14, 14]),
    ([1e-300, 1 - 1e-16], [0, 100]),
    ([0.0, 0.0], [0, 0]),  # nothing is looked at
    ([], []),
]


def attend(
    layer, forced, divisor, off, q, k, v, mask=None, **_
) -> torch.Tensor:
    """Attention with rows of its weights forced, and without some heads."""
    scores = q @ k.mT / (divisor or q.shape[-1] ** 0.5)
    if mask is not None:
        scores = scores.masked_fill(~mask, -torch.inf)
    layer.used = scores.softmax(-1)
    for place, row in forced:
        layer.used[..., place : place + 1, :] = row
    context = layer.used @ v
    context[:, off] = 0
    return layer.out_proj(merge_heads(context))


def of_transformer(name: str, model: Transformer, k: int) -> tuple[dict, dict]:
    """What a model makes of random words; in each second case one is forced."""
    S, T = torch.randint(2, 12, (2,)).tolist()
    source = torch.randint(END + 1, 9, (S,)).tolist() + [PAD] * (k % 3)
    target = [START, *torch.randint(END, 9, (T,)).tolist()]
    layer, forced = model.decoder.layers[-1], [[k % 5, k % S]] * (k % 2)
    with capture(model) as maps:
        wanted = {"scores": model(*map(torch.tensor, ([source], [target])))[0]}
    for key, at in (
        ("encoded", "^enc"),
        ("back", "^dec.*self"),
        ("across", "cro"),
    ):
        found = [w[0] for where, (w,) in maps.items() if re.search(at, where)]
        wanted[key] = torch.stack(found)
    rows = [(t, torch.eye(len(source)).double()[s]) for t, s in forced]
    every = [layer.cross_attention for layer in model.decoder.layers]
    for cross in every:
        cross.attend = partial(attend, cross, rows, None, [])
    encoded, ids = model.encode(torch.tensor([source])), [START]
    words, cut = torch.tensor([source]), [k % S, k % 3 % S]
    allowed = (words != PAD)[:, None, None].repeat(1, 1, len(source), 1)
    allowed[..., *cut] = False
    read = model.embed(model.source_embedding, words)
    wanted["cut"] = model.encoder(read, allowed)[0]
    while len(ids) <= 12 and ids[-1] != END:
        scores = model.decode(torch.tensor([ids]), *encoded)
        ids.append(END + int(scores[0, -1, END:].argmax()))
    for cross in every:
        del cross.attend
    wanted["written"] = torch.tensor(ids[1:])
    heads = layer.self_attention.num_heads
    given = {"name": name, "numHeads": heads, "forced": forced}
    return given | {"source": source, "target": target, "cut": cut}, wanted


def of_reverser(
    state: dict, step: int, way: str, *switches
) -> tuple[dict, dict]:
    """What the model makes of random letters after so many steps."""
    positions, scaled, *heads = switches
    model = Reverser(Size(), positions=positions)
    start = f"step_{step}."
    model.load_state_dict(
        {k.removeprefix(start): v for k, v in state.items() if start in k}
    )
    model.double()
    layer, ids = model.encoder.layers[0].self_attention, torch.randint(26, (8,))
    rows = [] if WAYS[way] is None else [*enumerate(WAYS[way].double())]
    off = [h for h, heard in enumerate(heads) if not heard]
    layer.attend = partial(attend, layer, rows, None if scaled else 1, off)
    wanted = {"scores": model(ids[None])[0], "weights": layer.used[0]}
    names = {"positions": positions, "scaled": scaled, "heads": heads}
    given = {"step": f"step_{step}", "ids": ids.tolist()}
    given["switches"] = names | {"weights": way}
    return given, wanted | {"mass": mass(layer.used[0])}


def grammar() -> list[tuple[dict, dict]]:
    """Sentences, drawn and then spoilt, and whether the grammar has them."""
    cases, generator = [], torch.Generator().manual_seed(0)
    for k in range(20):
        words, _, _ = sentence(generator)
        spoilt = [*words[: k % 5], *words[k % 5 + 1 :]]
        for one in (words, spoilt):
            try:
                check(one)
            except ValueError:
                cases.append(({"words": one}, {"isSentence": 0}))
            else:
                cases.append(({"words": one}, {"isSentence": 1}))
    return cases


@pytest.fixture(scope="module")
@torch.no_grad()
def page(tmp_path_factory):
    """A folder with the scripts, their test, and what `snippets` compute."""
    if shutil.which("node") is None:
        absent("node", "nodejs")
    torch.manual_seed(0)
    recorded = [
        PARAMETERS.path(f"lab-{n}", "export") for n in ("train", "translate")
    ]
    letters, words = ((ROOT / path).read_text("utf-8") for path in recorded)
    two = {"encoder_layers": 2, "decoder_layers": 2}
    models = {
        "translator": translator(seed=0),
        "larger": Transformer(9, 11, 12, 3, 20, norm_first=True, **two),
    }
    texts = {n: to_json(n, m.state_dict(), {}) for n, m in models.items()}
    texts |= {"translator": words, "reverser": letters}
    states = {name: to_state(from_json(text)) for name, text in texts.items()}
    for name, model in models.items():
        model.load_state_dict(states[name])
        model.double().eval()
    steps = from_json(letters)["facts"]["steps"]
    switches = product(steps, WAYS, BOTH, BOTH, BOTH, BOTH)
    cases = {
        "transformer": [
            of_transformer(n, m, k)
            for n, m in models.items()
            for k in range(20)
        ],
        "reverser": [of_reverser(states["reverser"], *one) for one in switches],
        "grammar": grammar(),
        "percents": [
            ({"shares": row}, {"whole": whole}) for row, whole in ROWS
        ],
    }
    stored = {name: json.loads(text) for name, text in texts.items()}
    values = {"stored": stored, "cases": cases}
    folder = tmp_path_factory.mktemp("page")
    shutil.copytree(ROOT / SCRIPTS, folder / SCRIPTS)
    (folder / TEST).parent.mkdir(parents=True)
    shutil.copy(ROOT / TEST, folder / TEST)
    text = json.dumps(values, default=torch.Tensor.tolist)
    (folder / TEST).with_name("values.json").write_text(text, "utf-8")
    (folder / "package.json").write_text('{"type": "module"}', "utf-8")
    return folder


def test_page_and_snippets_agree(page):
    command = ["node", "--test", page / TEST]
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    assert result.returncode == 0, result.stdout


def test_the_build_rounds_weights_as_the_page_does():
    assert all(percents(shares) == whole for shares, whole in ROWS)
