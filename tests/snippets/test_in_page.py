"""The models in the page compute what `snippets` compute: in_page.test.js asks.

Both have the parameters that are stored; one in doubles, the other in float64.
"""

import json
import re
import shutil
import subprocess
from functools import partial
from pathlib import Path

import pytest
import torch
from conftest import ROOT, absent
from planting import replace

from sitebuild.pages.output_types import (
    PARAMETERS,
    from_json,
    to_json,
    to_state,
)
from sitebuild.widgets.attention_arcs import percents
from snippets.capture import capture
from snippets.multi_head import merge_heads
from snippets.scaled import scaled_dot_product_attention
from snippets.training import Reverser, Size, loss_of, train
from snippets.transformer import END, PAD, START, Transformer
from snippets.translation import check, sentence
from snippets.translator import translator

SCRIPTS, TEST = "docs/assets/scripts", "tests/snippets/in_page.test.js"
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

FAULTS = {  # of the training: where, what is right, and what is wrong
    "sign": ("tensor", "(dp[i] - sum)", "(dp[i] + sum)"),
    "axis": ("tensor", "(b.grad, a.T,", "(b.grad, a,"),
    "scale of the scores": ("layers", "Math.sqrt(d_k)", "Math.sqrt(q.columns)"),
    "scale of their gradient": ("tensor", "- sum)) / divisor", "- sum))"),
    "mean that is left out": ("layers", "- mean - normal", "- normal"),
    "gradients that add up": ("training", "dx.fill(0)", "dx"),
    "bias correction of the mean": ("training", "1 - beta1 ** t", "1"),
    "bias correction of the square": ("training", "1 - beta2 ** t", "1"),
}


def attend(layer, forced, q, k, v, mask=None, **_) -> torch.Tensor:
    """Attention with rows of its weights forced."""
    scores = q @ k.mT / q.shape[-1] ** 0.5
    if mask is not None:
        scores = scores.masked_fill(~mask, -torch.inf)
    weights = scores.softmax(-1)
    for place, row in forced:
        weights[..., place : place + 1, :] = row
    return layer.out_proj(merge_heads(weights @ v))


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
        cross.attend = partial(attend, cross, rows)
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


def of_query(k: int) -> tuple[dict, dict]:
    """What one query makes of random keys, some of which are hidden."""
    S, d_k, d_v = torch.randint(1, 6, (3,)).tolist()
    sizes = {"q": (1, d_k), "keys": (S, d_k), "values": (S, d_v)}
    parts = {
        name: 2 * torch.randn(size).double() for name, size in sizes.items()
    }
    given = {name: part.tolist() for name, part in parts.items()}
    q, keys, values = parts.values()
    mask = torch.rand(S) < (0.7 if k else 0)  # once, all are hidden
    divisor = (1, 2**0.5, 8)[k % 3]
    context, weights = scaled_dot_product_attention(
        q * d_k**0.5 / divisor, keys, values, mask
    )
    given |= {"seen": mask.tolist(), "divisor": divisor}
    return given, {"context": context, "weights": weights}


def of_reverser(state: dict, step: int) -> tuple[dict, dict]:
    """What the model makes of random letters after so many steps."""
    model, start = Reverser(Size()), f"step_{step}."
    model.load_state_dict(
        {k.removeprefix(start): v for k, v in state.items() if start in k}
    )
    ids = torch.randint(26, (8,))
    with capture(model.double()) as maps:
        scores = model(ids[None])[0]
    ((weights,),) = maps.values()
    given = {"step": f"step_{step}", "ids": ids.tolist()}
    return given, {"scores": scores, "weights": weights[0]}


@torch.enable_grad()
def of_training(k: int) -> tuple[dict, dict]:
    """What a random model computes, its gradients, and Adam's steps."""
    torch.manual_seed(k)
    steps, T = 20 if k % 7 == 0 else 1, (8, 5, 12, 3)[k % 4]
    size = Size(length=T, batch=k % 6 + 1, steps=steps)
    switches = {"positions": k % 3 > 0, "scaled": k % 5 > 0}
    model = Reverser(size, positions=switches["positions"]).double()
    if not switches["scaled"]:
        (layer,) = model.encoder.layers
        query, d_k = layer.self_attention.W_query, size.d_model / size.num_heads
        query.register_forward_hook(lambda *found: found[-1] * d_k**0.5)
    for parameter in model.parameters():
        parameter.data += torch.randn_like(parameter) / 4
    state = {name: x.tolist() for name, x in model.state_dict().items()}
    batches = torch.randint(26, (steps, size.batch, T))
    with capture(model) as maps:
        scores = model(batches[0])
    ((weights,),) = maps.values()
    loss_of(model, batches[0]).backward()
    parameters = [*model.parameters()]
    wanted = {"scores": scores.flatten(), "weights": weights.flatten()}
    wanted["gradients"] = [p.grad.flatten() for p in parameters]
    left = iter(batches)
    wanted["losses"] = train(model, size, draw=lambda *_: next(left))
    if steps > 1:
        wanted["trained"] = [p.detach().flatten() for p in parameters]
    given = {"state": state, "switches": switches, "batches": batches.tolist()}
    return given, wanted


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
    cases = {
        "transformer": [
            of_transformer(n, m, k)
            for n, m in models.items()
            for k in range(20)
        ],
        "reverser": [of_reverser(states["reverser"], step) for step in steps],
        "training": [of_training(k) for k in range(50)],
        "query": [of_query(k) for k in range(40)],
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


def agree(page: Path, *options: str) -> tuple[bool, str]:
    """Whether the scripts compute what `snippets` do, and what Node says."""
    command = ["node", "--test", *options, page / TEST]
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    return result.returncode == 0, result.stdout


def test_page_and_snippets_agree(page):
    same, said = agree(page)
    assert same, said


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_training_is_found(page, tmp_path, fault):
    broken = shutil.copytree(page, tmp_path / "page")
    file, right, wrong = FAULTS[fault]
    replace(f"{SCRIPTS}/model/{file}.js", right, wrong)(broken)
    same, said = agree(broken, "--test-name-pattern=training")
    assert not same and "AssertionError" in said


def test_the_build_rounds_weights_as_the_page_does():
    assert all(percents(shares) == whole for shares, whole in ROWS)
