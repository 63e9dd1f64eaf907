"""What pages say in words and pictures: claims that a test can make false."""

import re
from collections import defaultdict

import pytest
import torch
from bs4 import BeautifulSoup
from conftest import ROOT

LANGUAGES = [path.parent.name for path in ROOT.glob("docs/*/index.md")]
CITED = re.compile(r"\[([^\[\]]*\b(?:19|20)\d\d\b[^\[\]]*)\]\((http[^)\s]+)")
DRAWN = ROOT / "docs/assets/diagrams/ten-minutes/compare-and-mix.svg"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_citation_with_a_year_names_one_paper(language):
    papers = defaultdict(set)
    for page in ROOT.glob(f"docs/{language}/*.md"):
        for words, address in CITED.findall(page.read_text("utf-8")):
            papers[" ".join(words.split())].add(address)
    assert papers
    assert not {words: of for words, of in papers.items() if len(of) > 1}


def test_only_the_silent_mistake_hides_a_key_by_a_large_number():
    """Elsewhere it is minus infinity, which no score can reach."""
    files = ROOT.glob("snippets/**/*.py")
    found = [
        path for path in files if re.search("-1e[0-9]", path.read_text("utf-8"))
    ]
    assert found == [ROOT / "snippets/chapters/silent_mistakes/steps.py"]


def test_drawn_weights_are_the_softmax_of_the_drawn_products():
    labels = {}
    soup = BeautifulSoup(DRAWN.read_text("utf-8"), "html.parser")
    for text in soup.find_all("text"):
        parts = sorted(text.find_all("tspan"), key=lambda p: float(p["x"]))
        name, _, number = "".join(p.text for p in parts).partition("=")
        if number:
            labels[name] = float(number.replace("−", "-"))
    products = torch.tensor([labels[f"q⋅k{j}"] for j in (1, 2, 3)])
    weights = torch.tensor([labels[f"α{j}"] for j in (1, 2, 3)])
    expected = torch.softmax(products, dim=0)
    torch.testing.assert_close(weights, expected, atol=0.005, rtol=0)
    torch.testing.assert_close(weights.sum(), torch.tensor(1.0))
