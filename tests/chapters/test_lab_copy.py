"""The lab of the model that copies: its texts, and a cut that cuts."""

import copy
from functools import partial

import pytest
import torch
from conftest import ROOT
from torch import Tensor, nn

from sitebuild.pages.snippet_code import definitions
from snippets.capture import capture
from snippets.language_model import LanguageModel
from snippets.reversal import draw

STEPS = "snippets/chapters/lab_copy/steps.py"


def defined(*names: str, **others) -> dict:
    """Functions of the page; their names lead to them."""
    found = definitions(STEPS, (ROOT / STEPS).read_text("utf-8"))
    known = {"torch": torch, "Tensor": Tensor, "nn": nn, "draw": draw}
    known |= {"copy": copy, "partial": partial, "capture": capture, **others}
    for name in names:
        exec(found[name].text, known)
    return known


def test_texts_repeat_a_part_of_varying_length_and_place():
    page = defined("draw_repeats", "after_copy")
    ids = page["draw_repeats"](500, 24, torch.Generator().manual_seed(0))
    cells = page["after_copy"](ids)
    lengths, starts = set(), set()
    for text, wanted in zip(ids.tolist(), cells):
        n = len({*text})
        again = text[n:]
        start = text.index(again[0])
        assert len({*text[:n]}) == n and start + len(again) <= n
        assert again == text[start : start + len(again)]
        lengths.add(len(again))
        starts.add(start)
        rows = [[i, start + i - n + 1] for i in range(n, 24)]
        assert wanted.nonzero().tolist() == rows
    assert lengths == {*range(4, 13)} and len(starts) > 12


def test_a_cut_that_cuts_nothing_stops_the_build():
    ids = torch.randint(26, (2, 8), generator=torch.Generator().manual_seed(0))
    needs = {"device": torch.device("cpu"), "test": ids}
    page = defined("one_back", "look", "cut", **needs)
    arguments = LanguageModel(27, 16, num_layers=2), 0, page["one_back"](8)
    page["cut"](*arguments)
    code = definitions(STEPS, (ROOT / STEPS).read_text("utf-8"))["cut"].text
    exec(code.replace("attention.forward =", "planted ="), page)
    with pytest.raises(AssertionError, match="the cut cuts nothing"):
        page["cut"](*arguments)
