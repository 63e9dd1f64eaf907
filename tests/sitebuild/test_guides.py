"""README.md and CONTRIBUTING.md name what is there, and stay short."""

import re

import pytest
from conftest import ROOT

GUIDES = {
    name: (ROOT / name).read_text("utf-8")
    for name in ("README.md", "CONTRIBUTING.md", "docs/en/contributing.md")
}
NAMED = r"`((?:docs|snippets|sitebuild|tests)/[\w/.-]+)`"
MADE_UP = r"/(?:rope|fr)\b|_rope"  # the chapter and the language of recipes
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")


@pytest.mark.parametrize("name", GUIDES)
def test_files_that_are_named_exist(name):
    paths = re.findall(NAMED, GUIDES[name])
    real = [path for path in paths if not re.search(MADE_UP, path)]
    assert real and [p for p in real if not (ROOT / p).exists()] == []


@pytest.mark.parametrize("name", GUIDES)
def test_commands_that_are_named_exist(name):
    code = "".join(re.findall(r"(?s)```.*?```|`[^`]*`", GUIDES[name]))
    targets = {*re.findall(r"(?m)^([a-z]+):", MAKEFILE)}
    commands = {*re.findall(r"\bmake\s([a-z]+)", code)}
    assert commands and commands <= targets


def test_a_first_visit_takes_minutes():
    assert len(GUIDES["README.md"].splitlines()) <= 150
    assert len(re.findall(r"(?m)^[a-z]+:.*  ## ", MAKEFILE)) <= 18


def test_each_recipe_has_ten_lines_or_fewer():
    parts = re.split("(?m)^###? (.*)\n", GUIDES["CONTRIBUTING.md"])[1:]
    recipes = {
        title: re.match(r"(?s)\n((?:\d\.|   ).*?\n)(?:\n|\Z)", text)
        for title, text in zip(parts[::2], parts[1::2])
        if re.match(r"\n1\. ", text)
    }
    assert len(recipes) == 5
    for steps in recipes.values():
        assert len(steps[1].splitlines()) <= 10, steps[1]
