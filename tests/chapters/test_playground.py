"""The form in which a reader changes numbers, against the package's code."""

import gzip
import math
import random
import re
from functools import cache

import pytest
import torch
from bs4 import BeautifulSoup
from conftest import ROOT, careful, check, contrast, edit, new_page, sample
from planting import CHAPTER, TWIN
from torch import Tensor
from torch.testing import assert_close

from course import playground
from proof.pages.page import Page
from proof.pages.project import Project
from proof.site.edition import Edition
from proof.site.rendering import Rendered, Rendering
from proof.site.verify import differences
from proof.translate.mend import fixed
from snippets.causal import causal_mask
from snippets.scaled import scaled_dot_product_attention
from snippets.self_attention import SelfAttentionV1
from snippets.sentences import JOURNEY, SUN
from snippets.simplified import simplified_attention

SIMPLE, TRAINED = "simplified-attention/", "self-attention/"
EVERY = [
    f"{folder}{name}" for folder in ("", "pt/") for name in (SIMPLE, TRAINED)
]
PATHS = sample(EVERY, SIMPLE, f"pt/{TRAINED}")
T = D = 3  # tokens, components of an embedding
D_K = 2
FORM = ".playground"
EVERYTHING = torch.ones(T, T, dtype=torch.bool)

# The exact results as the page holds them: scores, weights, context.
READ = """(form) => ["scores", "weights", "context"].map((name) =>
  [...form.querySelectorAll(`.${name} tbody tr`)].map((row) =>
    [...row.querySelectorAll("td")].map((cell) => cell.dataset.value)
  )
)"""
# Enter each case, tell the page, and read its results.
ENTER = f"""(form, cases) => cases.map((entered) => {{
  const inputs = [...form.querySelectorAll("[type=number]")];
  const hide = [...form.querySelectorAll(".x [type=checkbox]")];
  inputs.forEach((input, k) => {{ input.value = entered.numbers[k]; }});
  hide.forEach((box, k) => {{ box.checked = entered.hidden[k]; }});
  form.elements.causal.checked = entered.causal;
  form.elements.divisor[entered.divisor].checked = true;
  inputs[0].dispatchEvent(new Event("input", {{ bubbles: true }}));
  return ({READ})(form);
}})"""

RESTART = """(form) => {
  form.reset();
  for (const fold of form.querySelectorAll("details")) fold.open = false;
}"""


def double(values: list) -> Tensor:
    return torch.tensor(values, dtype=torch.float64)


def exact(tables: list[list[list[str]]]) -> list[Tensor]:
    """What READ gives, as numbers."""
    return [double([[*map(float, row)] for row in rows]) for rows in tables]


def computed(
    x: Tensor, matrices: list[Tensor], divisor: float, mask: Tensor
) -> list[Tensor]:
    """Scores after division and mask, weights and context, by snippets."""
    q, k, v = [x @ matrix for matrix in matrices] or [x] * 3
    scores = (q @ k.T / divisor).masked_fill(~mask, -math.inf)
    factor = math.sqrt(q.shape[-1]) / divisor  # it divides by the root itself
    context, weights = scaled_dot_product_attention(q * factor, k, v, mask)
    return [scores, weights, context]


def trained(path: str) -> bool:
    return path.endswith(TRAINED)


def built(site, path: str) -> str:
    return (site / path / "index.html").read_text("utf-8")


def results(page) -> list[str]:
    """What a reader sees in the tables of results."""
    return page.locator(f"{FORM} > div td").all_inner_texts()


@pytest.fixture(scope="module", params=PATHS)
def opened(request, browser, url):
    with careful(browser, url) as page:
        page.goto(url + request.param)
        yield request.param, page


@pytest.fixture
def path(opened) -> str:
    return opened[0]


@pytest.fixture
def tried(opened):
    """The page at this path, its form as at the start."""
    opened[1].locator(FORM).evaluate(RESTART)
    return opened[1]


def test_form_starts_with_what_the_package_computes(opened):
    path, page = opened
    entered = page.locator(f"{FORM} [type=number]").evaluate_all(
        "inputs => inputs.map((input) => input.valueAsNumber)"
    )
    numbers = torch.tensor(entered)
    scores, weights, context = exact(page.locator(FORM).evaluate(READ))
    x = (JOURNEY if trained(path) else SUN).embeddings[:T]
    assert_close(numbers[: T * D].view(T, D), x)
    if trained(path):
        torch.manual_seed(123)
        layer = SelfAttentionV1(D, D_K)
        matrices = torch.stack([*layer.parameters()])
        shown = numbers[T * D :].view(3, D, D_K)
        assert_close(shown, matrices, rtol=0, atol=6e-5)  # as printed
        expected = layer(x, return_weights=True)
    else:
        assert len(numbers) == T * D
        expected = simplified_attention(x)
    got = context.float(), weights.float()
    assert_close(got, tuple(expected), rtol=0, atol=1e-4)


def cases(path: str, count: int = 60) -> list[dict]:
    """What a reader may enter, extremes too."""
    draw = random.Random(path)

    def one() -> float:
        usual = round(draw.gauss(0, 1), 4)
        return draw.choice([usual, usual, usual, 0, 0.001, 1000, -1000])

    size = T * D + 3 * D * D_K * trained(path)
    return [
        {
            "numbers": [one() for _ in range(size)],
            "divisor": draw.randrange(3),
            "causal": draw.random() < 0.5,
            "hidden": [draw.random() < 0.3 for _ in range(T)],
        }
        for _ in range(count)
    ]


def test_results_are_those_of_the_package(tried, path):
    given = cases(path)
    divisors = 0.1, 1, math.sqrt(D_K if trained(path) else D)
    nothing = 0
    for case, tables in zip(given, tried.locator(FORM).evaluate(ENTER, given)):
        numbers = double(case["numbers"])
        mask = causal_mask(T) if case["causal"] else EVERYTHING
        mask = mask & ~torch.tensor(case["hidden"])
        expected = computed(
            numbers[: T * D].view(T, D),
            [*numbers[T * D :].view(-1, D, D_K)],
            divisors[case["divisor"]],
            mask,
        )
        assert_close(exact(tables), expected, rtol=1e-5, atol=1e-5)
        nothing += not mask.any(dim=-1).all()
    assert nothing, "no case had a row that allows nothing"


def test_what_is_shown_is_a_number_that_fits(tried, path):
    small, large = r"\d{1,2}\.\d{4}", r"\d{3}\.\d\d|\d{4}\.\d|\d{5}"
    written = re.compile(rf"-?({small}|{large}|\d\.\de\+\d+)|-∞")
    for case in cases(path, 12):
        tried.locator(FORM).evaluate(ENTER, [case])
        wrong = [t for t in results(tried) if t and not written.fullmatch(t)]
        assert not wrong


def said(page, text: str) -> None:
    """Wait for the one sentence in which the form says what came out."""
    page.wait_for_function(
        "([form, text]) => "
        "document.querySelector(form + ' output').textContent.startsWith(text)",
        arg=[FORM, text],
    )


@pytest.mark.parametrize(
    "path, verb", [("", "looks most at"), ("pt/", "olha mais para")]
)
def test_form_is_used_by_keyboard_alone(page, url, path, verb):
    page.goto(f"{url}{path}{SIMPLE}")
    said(page, f"“Hello” {verb} “shiny”: 0.3763")
    start, press = results(page), page.keyboard.press
    first = page.locator(f"{FORM} input").first
    first.focus()
    press("ArrowUp")
    assert first.input_value() == "0.4"  # the next tenth
    assert results(page) != start
    for _ in range(T * (D + 1)):  # a box follows each row of numbers
        press("Tab")
    press("ArrowLeft")
    assert page.locator(f"{FORM} [name=divisor]").first.is_checked()
    press("Tab")
    press("Space")  # the causal mask
    said(page, f"“Hello” {verb} “Hello”: 1.0000")
    press("Tab")
    press("Enter")  # back to the start
    said(page, f"“Hello” {verb} “shiny”: 0.3763")
    assert results(page) == start


@pytest.mark.parametrize(
    "path, words",
    [
        ("", "W_key 2 1: please enter a number from -1000 to 1000."),
        ("pt/", "W_key 2 1: digite um número de -1000 a 1000."),
    ],
)
def test_bad_input_is_told_and_the_last_results_stay(page, url, path, words):
    page.goto(f"{url}{path}{TRAINED}")
    page.locator(f"{FORM} summary").click()
    start = results(page)
    entry = page.get_by_label("W_key 2 1")
    for bad in ("", "1001", "-1e9", "-"):
        entry.fill("")
        page.keyboard.insert_text(bad)
        said(page, words)
        assert entry.get_attribute("aria-invalid") == "true"
        assert results(page) == start
        entry.fill("0.3239")
        said(page, "“Your”")
        assert entry.get_attribute("aria-invalid") == "false"
        assert results(page) == start


def test_a_row_that_allows_nothing_is_told(page, url):
    page.goto(url + SIMPLE)
    for token in SUN.tokens:
        page.get_by_label(f"{token} hide").check()
    said(page, "“sun” may look at no token")
    assert set(results(page)) - {""} == {"-∞", "0.0000"}


def test_every_field_has_a_name_of_its_own(tried):
    names = tried.locator(f"{FORM} td input").evaluate_all(
        "inputs => inputs.map((input) => input.ariaLabel)"
    )
    assert len({*names}) == len(names) >= T * (D + 1)
    for kind in ("radio", "checkbox"):
        buttons = tried.locator(f"{FORM} div").first.get_by_role(kind)
        assert all(b.evaluate("b => b.labels.length") for b in buttons.all())


@pytest.mark.parametrize("path", PATHS)
def test_without_a_script_one_sentence_says_so(browser, url, path):
    with new_page(browser, java_script_enabled=False) as page:
        page.goto(url + path)
        assert page.locator(f"{FORM} noscript").is_visible()
        for part in page.locator(f"{FORM} > :not(noscript)").all():
            assert not part.is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_weights_are_read_on_their_colour(browser, url, scheme):
    with new_page(browser, color_scheme=scheme) as page:
        page.goto(url + SIMPLE)
        page.get_by_label("causal mask").check()  # the first weight is 1
        colours = page.locator(f"{FORM} .weights tbody td").first.evaluate(
            """(cell) => {
              const canvas = document.createElement("canvas").getContext("2d");
              const paint = (colour) => {
                canvas.fillStyle = colour;
                canvas.fillRect(0, 0, 1, 1);
                return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
              };
              const { backgroundColor, color } = getComputedStyle(cell);
              return [
                getComputedStyle(document.body).backgroundColor,
                backgroundColor,
                color,
              ].map(paint);
            }"""
        )
    body, ground, text = colours
    assert body != ground
    assert contrast(ground, text) >= 4.5


@pytest.mark.parametrize("path", EVERY)
def test_form_is_light_and_nothing_on_it_acts(site, path):
    html = built(site, path)
    section = re.search(r'<h2 id="playground".*?(?=<h2)', html, re.S)[0]
    sizes = [
        len(gzip.compress(text.encode(), mtime=0))
        for text in (html, html.replace(section, ""))
    ]
    assert sizes[0] - sizes[1] < 1500
    form = BeautifulSoup(section, "html.parser").form
    for tag in form.find_all(True):
        assert not [k for k in tag.attrs if k == "style" or k.startswith("on")]


def test_script_is_small_and_loaded_where_there_is_a_form(site):
    (file,) = site.glob("assets/scripts/playground.*.js")
    assert file.stat().st_size <= 10_000
    script = file.relative_to(site).as_posix()
    using = {
        f"{page.parent.relative_to(site).as_posix()}/"
        for page in site.glob("**/index.html")
        if f'{script}"' in page.read_text("utf-8")
    }
    assert using == {*EVERY}


@cache
def edition() -> Edition:
    return Edition(Project(ROOT))


def said_by_the_build(site, path: str, change=str) -> list[str]:
    """What the build says of a page if its HTML is changed."""
    folder, _, name = path.strip("/").rpartition("/")
    language = folder or "en"
    rendering = Rendering(edition())
    rendering.own = ("http://127.0.0.1:8000/",)
    page = rendering.edition.pages[f"docs/{language}/{name}.md"]
    html = change(built(site, path))
    rendering.rendered = [Rendered(page, language, html, site)]
    return list(map(str, differences(rendering)))


@pytest.mark.parametrize("path", PATHS)
def test_the_build_lets_the_generated_form_through(site, path):
    assert said_by_the_build(site, path) == []


@pytest.mark.parametrize(
    "old, new",
    [
        ("</article>", "<form></form></article>"),
        ("</article>", '<form class="playground"></form></article>'),
        ("</article>", "{form}</article>"),  # the one that was made, again
        ('<form class="p', '<form action="/x" class="p'),
        ("<fieldset disabled>", "<fieldset disabled><input>"),
        ('value="0.34"', 'value="0.35"'),
    ],
)
def test_the_build_refuses_every_other_form(site, old, new):
    def change(html: str) -> str:
        form = re.search(r'<form class="playground".*?</form>', html, re.S)[0]
        return html.replace(old, new.replace("{form}", form))

    failures = said_by_the_build(site, SIMPLE, change)
    assert any("<form> has no place on a page" in text for text in failures)


def test_form_has_a_place_in_every_language_or_in_none(chapter):
    edit(chapter, TWIN, f"{playground.COMMENT}\n\n", "")
    (problem,) = check(chapter)
    assert (
        f"place is `nothing` here and `{playground.COMMENT}`" in problem.message
    )
    pages = [Page(chapter, path) for path in (TWIN, CHAPTER)]
    (chapter / TWIN).write_text(fixed(*pages), "utf-8")
    assert check(chapter) == []


def test_the_form_has_three_matrices_whatever_else_is_printed(project):
    def form() -> str:
        page = Page(project, "docs/en/self-attention.md")
        return playground.form.fill(Edition(Project(project)), page, "en")

    before = form()
    path = "docs/outputs/self-attention/three-matrices.txt"
    for name in "AB":
        with (project / path).open("a") as file:
            file.write(f"W_{name} tensor([[1.0, 2.0, 3.0, 4.0]])\n")
        assert form() == before
    assert before.count('<table class="matrix">') == 3
