"""The form in which a reader changes numbers, against the package's code."""

import math
import random
from json import dumps
from typing import NamedTuple

import pytest
import torch
from browser import UNFOLD, words
from conftest import sample
from playwright.sync_api import Locator, Page, expect
from torch import Tensor
from torch.testing import assert_close

from snippets.causal import causal_mask
from snippets.scaled import scaled_dot_product_attention

SIMPLE, TRAINED = "simplified-attention/", "self-attention/"
CAUSAL, HEADS = "causal-attention/", "multi-head-attention/"
SHAPES = {  # numbers of a token, and the matrices of each head
    SIMPLE: (3, []),
    TRAINED: (3, [(3, 2)] * 3),
    CAUSAL: (3, [(3, 2)] * 3),
    HEADS: (2, [(2, 1)] * 6 + [(2, 2)]),  # two heads, and what mixes them
}


def visit(page: Page, address: str) -> Locator:
    """Open a page and come near its form, which is filled in then."""
    page.goto(address)
    form = page.locator("form.playground")
    page.locator("details:has(form.playground)").evaluate_all(UNFOLD)
    form.scroll_into_view_if_needed()
    form.locator(".heatmap td").first.wait_for()
    return form


def said(form: Locator, text: str) -> None:
    """Wait for the one sentence in which the form says what came out."""
    expect(form.locator("output")).to_contain_text(text)


def shown(form: Locator, name: str) -> list[Tensor]:
    """The numbers of all tables of a name, as a reader sees them."""
    tables = form.locator(f"table.{name} tbody").evaluate_all(TEXTS)
    return [
        torch.tensor(
            [
                [
                    float(text.replace("−", "-").replace("∞", "inf"))
                    for text in row
                ]
                for row in table
            ],
            dtype=torch.float64,
        )
        for table in tables
    ]


TEXTS = """tables => tables.map(({ rows }) => [...rows].map((row) =>
  [...row.querySelectorAll("td")].map((cell) => cell.textContent)))"""


@pytest.mark.slow
@pytest.mark.parametrize("language", sample(["en", "pt"], "pt"))
def test_the_form_is_used_by_keyboard_alone(page, url, language):
    most = words(language)["looks-most"].format
    form = visit(page, f"{url}{'pt/' if language == 'pt' else ''}{SIMPLE}")
    start = most(query="Hello", keys="“shiny”", weight="0.3763")
    said(form, start)
    press = page.keyboard.press
    first = form.get_by_role("spinbutton", name="Hello 1")
    first.focus()
    press("ArrowUp")
    expect(first).to_have_value("0.4")  # the next tenth
    form.get_by_role("slider", name="Hello 1", exact=True).focus()
    press("ArrowRight")
    assert float(first.input_value()) > 0.4
    form.locator(".chips :checked").focus()
    press("ArrowRight")
    said(
        form, most(query="shiny", keys="", weight="").split("”")[1].strip(" :.")
    )
    form.locator(".tokens button").focus()
    press("Enter")
    page.keyboard.type("light")  # the name of the new token has the focus
    said(form, "“light”")
    expect(form.locator(".heatmap tbody tr")).to_have_count(4)
    form.get_by_role("button", name=words(language)["remove"]).focus()
    press("Space")
    expect(form.locator(".heatmap tbody tr")).to_have_count(3)
    form.get_by_role("button", name=words(language)["reset"]).focus()
    press("Enter")
    said(form, start)
    assert form.locator("output, [role=status], [aria-live]").count() == 1


class State(NamedTuple):
    """What a reader may enter."""

    names: list[str]
    x: list[list[float]]
    hidden: list[bool]
    matrices: list[list[list[float]]]
    divisor: float
    causal: bool

    def start(self) -> str:
        """What a form says that it starts with."""
        tokens = [
            {"name": name, "x": x, "hidden": hidden}
            for name, x, hidden in zip(self.names, self.x, self.hidden)
        ]
        heads, mixed = divmod(len(self.matrices), 3)
        start = {
            "tokens": tokens,
            "heads": [self.matrices[3 * h : 3 * h + 3] for h in range(heads)],
            "W_out": self.matrices[-1] if mixed else None,
            "divisor": self.divisor,
            "causal": self.causal,
            "query": 0,
        }
        return dumps(start)


def drawn(path: str, T: int) -> State:
    """Random numbers of a page's form with T tokens, some of them hidden."""
    draw, (D, shapes) = random.Random(f"{path}{T}"), SHAPES[path]

    def numbers(rows: int, columns: int) -> list[list[float]]:
        one = [round(draw.gauss(0, 1), 4) for _ in range(rows * columns)]
        return [one[i * columns : (i + 1) * columns] for i in range(rows)]

    return State(
        [f"w{j}" for j in range(T)],
        numbers(T, D),
        [draw.random() < 0.3 for _ in range(T)],
        [numbers(*shape) for shape in shapes],
        draw.choice([0.1, 1.0, 1.4142, 20.0]),
        T % 2 == 0,
    )


def computed(state: State) -> dict[str, list[Tensor]]:
    """Weights and context vectors, by the package."""
    double = torch.float64
    x, T = torch.tensor(state.x, dtype=double), len(state.x)
    mask = causal_mask(T) if state.causal else torch.ones(T, T).bool()
    mask = mask & ~torch.tensor(state.hidden)
    matrices = [torch.tensor(rows, dtype=double) for rows in state.matrices]
    mixing = matrices[6:]
    found = {"weights": [], "context": [], "output": []}
    for k in range(0, len(matrices) - len(mixing), 3) if matrices else [0]:
        q, k, v = [x @ matrix for matrix in matrices[k : k + 3]] or [x] * 3
        factor = math.sqrt(q.shape[-1]) / state.divisor  # it divides by √d_k
        context, weights = scaled_dot_product_attention(q * factor, k, v, mask)
        found["weights"].append(weights)
        found["context"].append(context)
    found["context"] = [torch.cat(found["context"], dim=-1)]
    found["output"] = [found["context"][0] @ W for W in mixing]
    return found


# The form as the page brings it, started with other numbers.
START = """async (form, start) => {
  const text = await (await fetch(location)).text();
  const page = new DOMParser().parseFromString(text, "text/html");
  const made = page.querySelector("form.playground");
  form.replaceWith(made);
  const file = new URL("../assets/scripts/playground.js", location);
  const find = (selector) => made.querySelector(selector);
  const [output, said] = [find("output"), JSON.parse(made.dataset.words)];
  const parts = { form: made, fields: made.elements, find, output, said };
  (await import(file)).start(parts, JSON.parse(start));
}"""


@pytest.mark.slow
@pytest.mark.parametrize("path", SHAPES)
def test_the_numbers_are_those_of_the_package(page, url, path):
    form = visit(page, url + path)
    for T in range(1, 9):
        state = drawn(path, T)
        form.evaluate(START, state.start())
        for name, expected in computed(state).items():
            assert_close(shown(form, name), expected, rtol=0, atol=5.1e-5)


@pytest.mark.slow
@pytest.mark.parametrize("language", sample(["en", "pt"], "en"))
def test_bad_input_is_told_and_the_last_results_stay(page, url, language):
    form = visit(page, f"{url}{'pt/' if language == 'pt' else ''}{SIMPLE}")
    form.locator("summary").last.click()
    start = shown(form, "weights")
    entry = form.get_by_role("spinbutton", name="Hello 1")
    told = words(language)["not-a-number"].split("{least}")[0]
    for bad in ("", "1001", "-", "abc", "nan", "1e308", "1,000.5", "0x1"):
        entry.fill(bad)
        said(form, told.format(place="Hello 1"))
        expect(entry).to_have_attribute("aria-invalid", "true")
        assert_close(shown(form, "weights"), start)
        entry.fill("0,34")  # a decimal comma is a decimal point
        expect(entry).to_have_attribute("aria-invalid", "false")
    assert_close(shown(form, "weights"), start)


@pytest.mark.slow
def test_a_name_is_text(page, url):
    form, name = visit(page, url + SIMPLE), "<img src=x onerror=1"
    form.get_by_label(words("en")["token-name"]).fill(name)
    said(form, f"“{name}” looks most at")
    expect(form.locator(".chips .chip").first).to_have_text(name)
    assert form.locator("img").count() == 0
