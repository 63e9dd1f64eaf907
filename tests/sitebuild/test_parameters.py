"""Trained parameters are data that holds nothing else, and those that are
recorded must be good enough for the block that exports them."""

import pytest
import torch
from test_blocks import add_page, blocks, report  # noqa: F401

from sitebuild.pages.output_types import (
    PARAMETERS,
    from_json,
    to_json,
    to_state,
)

STATE = {"a.weight": torch.arange(6.0).view(2, 3) / 8, "b": torch.ones(40)}
TEXT = to_json("small", STATE, {"words": ["é", "b"], "next": {"a": None}})
BLOCK = """import torch
from types import SimpleNamespace

def check(state):
    if state['w'].sum() < 2:
        raise RuntimeError('it has learned too little')

SimpleNamespace(name='small', state={{'w': torch.ones({size})}},
                facts={{}}, check=check)"""


def test_what_is_written_is_read_back():
    stored = from_json(TEXT)
    state = to_state(stored)
    assert state.keys() == STATE.keys()
    assert all(torch.equal(state[name], STATE[name]) for name in STATE)
    assert stored.name == "small"
    assert stored.facts == {"words": ["é", "b"], "next": {"a": None}}
    assert max(map(len, TEXT.splitlines())) < 100


@pytest.mark.parametrize(
    "old, new",
    [
        ("{", "alert(1);{"),
        ('"name": "small",', ""),
        ('"facts"', '"more": 1, "facts"'),
        ('"AAAA', '"AA-A'),
        ("2,\n3\n", "2,\n4\n"),
    ],
)
def test_anything_else_is_refused(old, new):
    assert old in TEXT
    with pytest.raises(ValueError):
        from_json(TEXT.replace(old, new, 1))


def test_two_trainings_are_the_same_two_architectures_are_not():
    def same(state: dict, facts: dict) -> bool:
        other = to_json("small", state, facts)
        return PARAMETERS.same(TEXT, other, None)

    facts = from_json(TEXT).facts
    more = {name: tensor + 1 for name, tensor in STATE.items()}
    assert same(more, facts) and not same(more, {})
    assert not same(STATE | {"c": torch.ones(1)}, facts)
    assert not same(STATE | {"b": torch.ones(1, 40)}, facts)
    assert not same(dict(reversed(STATE.items())), facts)


def test_recorded_parameters_are_tried_and_renewed(small, blocks):  # noqa: F811
    add_page(small, "net", BLOCK.format(size=3))
    assert blocks("--record").ret == 0
    file = small / "docs/outputs/net/b0.json"
    good = file.read_text("utf-8")
    assert blocks().ret == 0
    file.write_text(to_json("small", {"w": torch.zeros(3)}, {}), "utf-8")
    told = report(blocks())
    assert (
        "docs/outputs/net/b0.json is not good enough; run `make record`" in told
    )
    assert "RuntimeError: it has learned too little" in told
    another = to_json("small", {"w": torch.tensor([1.0, 0.5, 1.0])}, {})
    file.write_text(another, "utf-8")  # of another run, and good enough
    assert blocks("--record").ret == 0 and file.read_text("utf-8") == another
    file.write_text(to_json("small", {"w": torch.zeros(3)}, {}), "utf-8")
    assert blocks("--record").ret == 0 and file.read_text("utf-8") == good
    file.write_text(to_json("small", {"w": torch.ones(4)}, {}), "utf-8")
    assert "is not what the block gives now" in report(blocks())


def test_what_was_refused_is_not_remembered(small, blocks):  # noqa: F811
    add_page(small, "net", BLOCK.format(size=3))
    assert blocks("--record").ret == 0
    file = small / "docs/outputs/net/b0.json"
    file.write_text(to_json("small", {"w": torch.zeros(3)}, {}), "utf-8")
    for _ in range(2):
        assert blocks(f"--blocks-cache={small}/memory").ret == 1
