"""The form in which a reader changes numbers, against the package's code."""

import math
import random
import re
from functools import cache
from json import dumps
from typing import NamedTuple
from urllib.parse import quote, unquote

import pytest
import torch
from axe_playwright_python.sync_playwright import Axe
from conftest import (
    ROOT,
    careful,
    new_page,
    paint,
    sample,
)
from torch import Tensor
from torch.testing import assert_close

from sitebuild.pages.page import Page
from sitebuild.pages.project import Project
from sitebuild.site.rendering import Rendered, Rendering
from sitebuild.site.verify import differences
from sitebuild.widgets import live_forms
from snippets.causal import causal_mask
from snippets.scaled import scaled_dot_product_attention
from snippets.self_attention import SelfAttentionV1, SelfAttentionV2
from snippets.sentences import JOURNEY, SUN
from snippets.simplified import simplified_attention

SIMPLE, TRAINED = "simplified-attention/", "self-attention/"
CAUSAL, HEADS = "causal-attention/", "multi-head-attention/"
NAMES = SIMPLE, TRAINED, CAUSAL, HEADS
EVERY = [f"{folder}{name}" for folder in ("", "pt/") for name in NAMES]
PATHS = sample(EVERY, SIMPLE, slow=[f"pt/{HEADS}"])
FORM = ".playground"
POINT = f"{FORM} [data-point]"
TOKENS = 8

# The exact results as the page holds them, a list of tables a name, and the
# digits that it shows of them.
READ = """(form) => {
  const all = [...form.querySelectorAll("details")].at(-1);
  all.open = true;
  all.dispatchEvent(new Event("toggle"));
  const read = (table) => [...table.tBodies[0]?.rows ?? []].map((row) =>
    [...row.querySelectorAll("td")].map((cell) =>
      [cell.dataset.value, cell.textContent]
    )
  );
  return Object.fromEntries(
    ["x", "scores", "weights", "context", "output", "map", "row"].map(
      (name) => [name, [...form.querySelectorAll(`table.${name}`)].map(read)]
    )
  );
}"""
# Open each link, and read what it gives.
OPEN_LINKS = f"""(form, links) => links.map((link) => {{
  location.replace(link);
  dispatchEvent(new HashChangeEvent("hashchange"));
  return ({READ})(form);
}})"""


UNFOLD = """() => document.querySelectorAll("article details").forEach(
  (fold) => { fold.open = true; })"""


class Size(NamedTuple):
    """Of a page's form: embeddings, heads (0: no matrices), queries, values."""

    D: int
    heads: int = 0
    d_k: int = 0
    d_v: int = 0
    mixed: int = 0  # rows and columns of what mixes the heads

    def shapes(self) -> list[tuple[int, int]]:
        """Of the matrices, in the order in which links have them."""
        head = [(self.D, self.d_k), (self.D, self.d_k), (self.D, self.d_v)]
        return head * self.heads + [(self.mixed, self.mixed)] * bool(self.mixed)


SIZES = {
    SIMPLE: Size(3),
    TRAINED: Size(3, 1, 2, 2),
    CAUSAL: Size(3, 1, 2, 2),
    HEADS: Size(2, 2, 1, 1, 2),
}


class State(NamedTuple):
    """What a reader may enter."""

    names: list[str]
    x: list[list[float]]
    hidden: list[bool]
    matrices: list[list[list[float]]]
    divisor: float
    causal: bool
    query: int = 0

    def link(self) -> str:
        """The end of an address, as course and script agreed on it."""
        tokens = [
            {"name": name, "x": x, "hidden": hidden}
            for name, x, hidden in zip(self.names, self.x, self.hidden)
        ]
        heads, mixed = divmod(len(self.matrices), 3)
        state = {
            "tokens": tokens,
            "heads": [self.matrices[3 * h : 3 * h + 3] for h in range(heads)],
            "W_out": self.matrices[-1] if mixed else None,
            "divisor": self.divisor,
            "causal": self.causal,
            "query": self.query,
        }
        return f"#playground?{quote(dumps(state))}"


def size_of(path: str) -> Size:
    return SIZES[path.removeprefix("pt/")]


def double(values: list) -> Tensor:
    return torch.tensor(values, dtype=torch.float64)


def exact(tables: list) -> list[Tensor]:
    """The exact numbers of tables that READ gives."""
    return [
        double([[float(value) for value, _ in row] for row in rows])
        for rows in tables
    ]


def computed(state: State) -> dict[str, list[Tensor]]:
    """Scores after division and mask, weights and context, by snippets."""
    x, T = double(state.x), len(state.x)
    mask = causal_mask(T) if state.causal else torch.ones(T, T).bool()
    mask = mask & ~torch.tensor(state.hidden)
    matrices = [*map(double, state.matrices)]
    heads = [matrices[k : k + 3] for k in range(0, len(matrices) - 2, 3)]
    found = {"scores": [], "weights": []}
    contexts = []
    for head in heads or [[]]:
        q, k, v = [x @ matrix for matrix in head] or [x] * 3
        scores = q @ k.T / state.divisor
        found["scores"].append(scores.masked_fill(~mask, -math.inf))
        factor = math.sqrt(q.shape[-1]) / state.divisor  # it divides by √d_k
        context, weights = scaled_dot_product_attention(q * factor, k, v, mask)
        found["weights"].append(weights)
        contexts.append(context)
    found["context"] = [torch.cat(contexts, dim=-1)]
    mixing = matrices[3 * len(heads) :]
    found["output"] = [found["context"][0] @ W for W in mixing]
    return found


def drawn(path: str, count: int = 50) -> list[State]:
    """States to try: each number of tokens, masks that leave nothing, too."""
    draw, size = random.Random(path), size_of(path)

    def numbers(rows: int, columns: int) -> list[list[float]]:
        one = [round(draw.gauss(0, 1), 4) for _ in range(rows * columns)]
        one = [draw.choice([v, v, v, 0.0, 1e-3, 3.0]) for v in one]
        return [one[i * columns : (i + 1) * columns] for i in range(rows)]

    def state(k: int) -> State:
        T = 1 + k % TOKENS
        return State(
            names=[f"w{j}" for j in range(T)],
            x=numbers(T, size.D),
            hidden=[draw.random() < 0.3 for _ in range(T)],
            matrices=[numbers(*shape) for shape in size.shapes()],
            divisor=draw.choice([0.1, 1.0, 1.4142135623730951, 20.0]),
            causal=draw.random() < 0.5,
            query=draw.randrange(T),
        )

    return [*map(state, range(count))]


def built(site, path: str) -> str:
    return (site / path / "index.html").read_text("utf-8")


def visit(page, address: str) -> None:
    """Open a page, come near its form, and wait until it is at work."""
    page.goto(address)
    page.locator(FORM).scroll_into_view_if_needed()
    page.locator(f"{FORM} .map td").first.wait_for()


@pytest.fixture(scope="module", params=PATHS)
def opened(request, browser, url):
    with careful(browser, url) as page:
        visit(page, url + request.param)
        yield request.param, page


@pytest.fixture
def path(opened) -> str:
    return opened[0]


def renewed(page):
    """A page whose form is as at the start, and has said nothing yet."""
    page.locator(f"{FORM} .buttons button").first.click()
    page.locator(f"{FORM} output").evaluate("e => e.replaceChildren()")
    return page


@pytest.fixture
def tried(opened):
    """The page at this path, its form as at the start."""
    return renewed(opened[1])


@pytest.fixture(scope="module")
def first(browser, url):
    with careful(browser, url) as page:
        visit(page, url + SIMPLE)
        yield page


@pytest.fixture
def simple(first):
    """The page that has the first form, which is as at the start."""
    return renewed(first)


def expected_at_start(name: str) -> tuple[Tensor, Tensor]:
    """Context vectors and weights as the chapter computes them."""
    torch.manual_seed(123)
    if name == SIMPLE:
        return simplified_attention(SUN.embeddings)
    if name == TRAINED:
        return SelfAttentionV1(3, 2)(JOURNEY.embeddings, return_weights=True)
    SelfAttentionV1(3, 2)  # the first numbers after the seed
    q, k, v = (W(JOURNEY.embeddings) for W in SelfAttentionV2(3, 2).children())
    return scaled_dot_product_attention(q, k, v, causal_mask(6))


def test_a_form_starts_with_what_its_page_computes(page, url):
    for name in (SIMPLE, TRAINED, CAUSAL):
        visit(page, url + name)
        shown = page.locator(FORM).evaluate(READ)
        wanted = zip(("context", "weights"), expected_at_start(name))
        for table, expected in wanted:
            (got,) = exact(shown[table])
            assert_close(got.float(), expected.detach(), rtol=0, atol=1e-4)
    visit(page, url + HEADS)  # two heads, by hand
    (output,) = exact(page.locator(FORM).evaluate(READ)["output"])
    by_hand = double([[3.3808, 1.8808], [3.6119, 1.8808]])  # as the page prints
    assert_close(output, by_hand, rtol=0, atol=6e-5)


def test_results_are_those_of_the_package(tried, path):
    states = drawn(path)
    links = [state.link() for state in states]
    shown = tried.locator(FORM).evaluate(OPEN_LINKS, links)
    for state, tables in zip(states, shown):
        for name, expected in computed(state).items():
            assert_close(exact(tables[name]), expected, rtol=1e-9, atol=1e-9)
        assert tables["map"] and len(tables["row"]) == len(tables["map"])
        for digits, name in ((4, "weights"), (4, "context"), (2, "map")):
            for value, text in sum(sum(tables[name], []), []):
                near = abs(float(text.replace("·", "0")) - float(value))
                assert near <= 0.5000001 * 10**-digits, (name, value, text)
    assert any(all(state.hidden) for state in states), "nothing was hidden"


def said(page, text: str) -> None:
    """Wait for the one sentence in which the form says what came out."""
    page.wait_for_function(
        "([form, text]) => "
        "document.querySelector(form + ' output').textContent.includes(text)",
        arg=[FORM, text],
    )


def results(page) -> dict:
    return page.locator(FORM).evaluate(READ)


VERBS = {"": ("looks most at", "Name"), "pt/": ("olha mais para", "Nome")}


@pytest.mark.parametrize("path", sample(VERBS, ""))
def test_form_is_used_by_keyboard_alone(page, url, path):
    verb, name = VERBS[path]
    visit(page, f"{url}{path}{SIMPLE}")
    said(page, f"“Hello” {verb} “shiny”: 0.3763")
    start, press = results(page), page.keyboard.press
    field = page.get_by_role("spinbutton", name="Hello 1")
    field.focus()
    press("ArrowUp")
    assert field.input_value() == "0.4"  # the next tenth
    page.get_by_role("slider", name="Hello 1", exact=True).focus()
    press("ArrowRight")
    assert float(field.input_value()) > 0.4
    page.locator(POINT).first.focus()
    press("ArrowUp")
    assert (
        page.get_by_role("spinbutton", name="Hello 2").input_value() == "0.27"
    )
    page.locator(f"{FORM} .chips :checked").focus()
    press("ArrowRight")
    said(page, f"“shiny” {verb}")
    page.locator(f"{FORM} .tokens button").focus()
    press("Enter")
    page.keyboard.type("light")  # the name of the new token has the focus
    said(page, f"“light” {verb}")
    assert page.get_by_role("textbox", name=name).input_value() == "light"
    assert page.locator(f"{FORM} .map tbody tr").count() == 4
    page.locator(f"{FORM} .editing button").focus()
    press("Space")
    said(page, f"“sun” {verb}")
    page.locator(f"{FORM} .buttons button").first.focus()
    press("Enter")
    said(page, f"“Hello” {verb} “shiny”: 0.3763")
    assert results(page) == start


def drag(page, x: float, y: float, by: tuple[int, int], touch: bool) -> None:
    """Move from a place of the window, by mouse or with a finger."""
    steps = [(x + by[0] * k / 5, y + by[1] * k / 5) for k in range(6)]
    if not touch:
        page.mouse.move(x, y)
        page.mouse.down()
        for place in steps:
            page.mouse.move(*place)
        return page.mouse.up()
    session = page.context.new_cdp_session(page)
    for k, (left, top) in enumerate(steps):
        kind = "touchMove" if k else "touchStart"
        point = {"type": kind, "touchPoints": [{"x": left, "y": top}]}
        session.send("Input.dispatchTouchEvent", point)
    end = {"type": "touchEnd", "touchPoints": []}
    session.send("Input.dispatchTouchEvent", end)


@pytest.mark.parametrize("touch", [False, True])
@pytest.mark.slow
def test_a_point_is_dragged_and_its_context_follows(browser, url, touch):
    size = {"width": 390, "height": 844}
    with new_page(browser, viewport=size, has_touch=touch) as page:
        visit(page, url + SIMPLE)
        point = page.locator(POINT).nth(2)
        point.scroll_into_view_if_needed()
        box = point.locator(".touch").bounding_box()
        assert min(box["width"], box["height"]) >= 40
        before, scrolled = results(page), page.evaluate("scrollY")
        where = "g => g.getAttribute('transform')"
        context = page.locator(f"{FORM} .points .context").nth(2)
        still = context.evaluate(where)
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        drag(page, x, y, (60, 40), touch)
        said(page, "“sun” looks most at")
        after = results(page)
        (old,), (new,) = exact(before["x"]), exact(after["x"])
        assert_close(new[:2], old[:2])
        assert new[2, 0] > old[2, 0] + 0.1 and new[2, 1] < old[2, 1] - 0.05
        assert new[2, 2] == old[2, 2]  # which the plane does not show
        assert context.evaluate(where) != still
        assert page.evaluate("scrollY") == scrolled


BAD = {
    "": "W_key 2 1: please enter a number from -1000 to 1000.",
    "pt/": "W_key 2 1: digite um número de -1000 a 1000.",
}


@pytest.mark.slow
@pytest.mark.parametrize("path", sample(BAD, "pt/"))
def test_bad_input_is_told_and_the_last_results_stay(page, url, path):
    words = BAD[path]
    visit(page, f"{url}{path}{TRAINED}")
    page.locator(f"{FORM} summary").first.click()
    start = results(page)
    entry = page.get_by_label("W_key 2 1")
    for bad in (
        *("", "1001", "-1e9", "-", "abc"),
        *("nan", "1e308", "1,000.5"),
        "0x1",
    ):
        entry.fill(bad)
        said(page, words)
        assert entry.get_attribute("aria-invalid") == "true"
        assert results(page) == start
        entry.fill("0.3239")
        said(page, "“Your”")
        assert entry.get_attribute("aria-invalid") == "false"
    assert results(page) == start


def test_a_decimal_comma_is_a_decimal_point(page, url):
    visit(page, f"{url}pt/{SIMPLE}")
    entry = page.get_by_role("spinbutton", name="Hello 1")
    for text in ("1,5", "1.5", "+1.5 ", "15e-1"):
        entry.fill(text)
        assert results(page)["x"][0][0][0] == ["1.5", "1.5000"]


@pytest.mark.slow
def test_a_token_needs_a_name(simple):
    entry = simple.get_by_role("textbox", name="Name")
    for bad in ("", "  ", "x" * 21, "a\u202eb"):
        entry.fill(bad)
        said(simple, "Name: please enter a name of 1 to 20 characters.")
        chip = simple.locator(f"{FORM} .chips span").first
        assert chip.inner_text() == "Hello"
        renewed(simple)


@pytest.mark.slow
def test_a_row_that_allows_nothing_is_told(simple):
    for k in range(len(SUN.tokens)):
        simple.locator(f"{FORM} .chips input").nth(k).check()
        simple.get_by_label("hide from all tokens").check()
    said(simple, "“sun” may look at no token")
    tables = results(simple)
    assert {value for value, _ in sum(tables["weights"][0], [])} == {"0"}
    assert {text for _, text in sum(tables["scores"][0], [])} == {"−∞"}


@pytest.mark.slow
def test_what_changed_most_is_said_once_all_is_quiet(page, url):
    visit(page, url + SIMPLE)
    said(page, "“Hello” looks most at “shiny”: 0.3763.")
    assert (
        page.locator(f"{FORM} :is(output, [role=status], [aria-live])").count()
        == 1
    )
    page.evaluate(
        """(form) => {
          globalThis.told = [];
          const output = document.querySelector(`${form} output`);
          new MutationObserver(() => told.push(output.textContent))
            .observe(output, { childList: true });
        }""",
        FORM,
    )
    entry = page.get_by_role("spinbutton", name="Hello 1")
    entry.press_sequentially("000")  # 0.34000 is what it was
    entry.fill("2")
    said(page, "changed most: ")
    (told,) = page.evaluate("told")
    before, after = map(float, re.findall(r"(0\.\d+) (?:before|now)", told))
    (weights,) = exact(results(page)["weights"])
    assert min(abs(weights.flatten() - after)) < 6e-5 and before != after


@pytest.mark.slow
def test_equal_weights_are_all_said(page, url):
    visit(page, url + HEADS)
    said(page, "Head 1: “token 1” looks most at “token 1” and “token 2”: 0.5")
    visit(page, f"{url}pt/{HEADS}")
    said(page, "olha mais para “token 1” e “token 2”: 0.5000.")


@pytest.mark.slow
def test_a_link_carries_the_state_into_the_other_language(page, url):
    visit(page, url + HEADS)
    page.get_by_role("spinbutton", name="token 1 1").fill("0,25")
    page.get_by_label("causal mask").check()
    page.locator(f"{FORM} .tokens button").click()
    page.keyboard.type("<b>, & +")
    page.get_by_label("hide from all tokens").check()
    entries = page.evaluate("history.length")
    page.locator(f"{FORM} .buttons button").nth(1).click()
    said(page, "The address of this page now holds your numbers.")
    assert page.evaluate("history.length") == entries
    shared = page.url.partition("#")[2]
    assert shared.startswith("playground?")
    sent = results(page)
    visit(page, f"{url}pt/{HEADS}#{shared}")
    said(page, "Cabeça 1: “<b>, & +” olha mais para")
    assert results(page) == sent
    assert (
        page.locator(FORM).evaluate("f => f.getBoundingClientRect().top") < 200
    )


FITTING = State(
    ["a", "b"], [[1.0, 2.0, 3.0]] * 2, [False] * 2, [], 1.0, False
).link()


ODD = [  # in a link: what stands there, what instead of it, what is said
    ("1.0, 2.0", '1.0, "2"', "x 2"),
    ("1.0, 2.0", "1.0, 1e308", "x 2"),
    ("2.0, 3.0", "2.0", "x"),
    ('"a"', '""', "name"),
    ('"b"', f'"{"b" * 21}"', "name"),
    ('"name": "b"', '"other": "b"', "tokens 2"),
    (
        "[{",
        "[" + '{"name": "c", "x": [1, 2, 3], "hidden": false}, ' * 7 + "{",
        "tokens",
    ),
    ('"heads": []', '"heads": [[1]]', "heads"),
    ('"W_out": null', '"W_out": [[1]]', "W_out"),
    ('"divisor": 1.0', '"divisor": 0', "divisor"),
    ('"causal": false', '"causal": "<script>"', "causal"),
    ('"query": 0', '"query": 2', "query"),
    ('"query": 0', '"query": 0.5', "query"),
    ('"query": 0', '"__proto__": 0', "link"),
    ("}", "", "JSON"),
    ("{", "z" * 5000, "> 4000"),
]


@pytest.mark.slow
def test_a_strangers_odd_link_is_refused_in_words(simple):
    start, fitting = results(simple), unquote(FITTING).partition("?")[2]
    for old, new, place in ODD:
        assert old in fitting
        link = f"#playground?{quote(fitting.replace(old, new, 1))}"
        renewed(simple).evaluate("link => { location.hash = link; }", link)
        told = f"The link holds something that does not fit here ({place})."
        said(simple, told)
        assert results(simple) == start, link


def test_a_name_from_a_link_is_text(simple):
    name = "<img src=x onerror=1"
    state = State([name], [[1.0, 2.0, 3.0]], [False], [], 1.0, False)
    simple.evaluate("link => { location.hash = link; }", state.link())
    said(simple, f"“{name}” looks most at “{name}”: 1.0000")
    assert simple.locator(f"{FORM} img").count() == 0


def test_every_field_has_a_name_of_its_own(tried):
    names = tried.locator(f"{FORM} [type=text]").evaluate_all(
        "inputs => inputs.map((input) => input.ariaLabel)"
    )
    assert len({*names}) == len(names)
    tried.locator(f"{FORM} .chips input").last.check()
    assert (
        tried.locator(f"{FORM} [type=text]").nth(1).get_attribute("aria-label")
        != names[1]
    )


@pytest.mark.slow
def test_on_paper_the_state_is_a_table(page, url):
    visit(page, url + TRAINED)
    page.emulate_media(media="print")
    tables = page.locator(f"{FORM} table")
    assert all(table.is_visible() for table in tables.all())
    assert tables.count() >= 8
    assert page.get_by_label("W_key 2 1").input_value() == "0.3239"
    for pressed in page.locator(f"{FORM} :is(button, [type=range])").all():
        assert not pressed.is_visible()


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.slow
def test_without_a_script_one_sentence_says_so(browser, url, path):
    with new_page(browser, java_script_enabled=False) as page:
        page.goto(url + path)
        assert page.locator(f"{FORM} noscript").is_visible()
        assert page.locator(f"{FORM} > :not(noscript)").count() == 0


def test_styles_are_loaded_where_there_is_a_form(site):
    for page in site.glob("**/index.html"):
        text = page.read_text("utf-8")
        path = f"{page.parent.relative_to(site).as_posix()}/"
        has_form = path in NAMES or path.partition("/")[2] in NAMES
        assert ("styles/playground." in text) == has_form


@pytest.mark.slow
def test_a_form_is_built_when_its_reader_comes_near(page, url):
    loaded = []
    page.on("request", lambda request: loaded.append(request.url))
    page.goto(url + SIMPLE)
    page.wait_for_load_state("networkidle")
    assert page.locator(f"{FORM} .tokens").count() == 0
    assert not any("playground-" in address for address in loaded)
    place = "f => f.getBoundingClientRect().top + scrollY"
    before = page.locator(FORM).evaluate(place)
    page.locator(FORM).scroll_into_view_if_needed()
    page.locator(f"{FORM} .map td").first.wait_for()
    assert page.locator(FORM).evaluate(place) == before
    # What it says is there from the start: nobody is interrupted.
    assert "looks most at" in page.locator(f"{FORM} output").inner_text()


@pytest.mark.slow
@pytest.mark.parametrize("path", sample(EVERY, f"pt/{HEADS}"))
def test_axe_finds_nothing_in_a_form(browser, url, path):
    with new_page(browser, viewport={"width": 320, "height": 900}) as page:
        visit(page, url + path)
        page.evaluate(UNFOLD)
        for scheme in ("light", "dark"):
            paint(page, scheme)
            found = Axe().run(page, context=FORM).response["violations"]
            assert [violation["id"] for violation in found] == []


@cache
def project() -> Project:
    return Project(ROOT)


def said_by_the_build(site, path: str, change=str) -> list[str]:
    """What the build says of a page if its HTML is changed."""
    folder, _, name = path.strip("/").rpartition("/")
    language = folder or "en"
    rendering = Rendering(project())
    rendering.own = ("http://127.0.0.1:8000/",)
    page = rendering.project.by_path[f"docs/{language}/{name}.md"]
    html = change(built(site, path))
    rendering.rendered = [Rendered(page, language, html)]
    return list(map(str, differences(rendering)))


@pytest.mark.slow
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
        ("<noscript>", "<input><noscript>"),
        ("[0.34,", "[0.35,"),
    ],
)
def test_the_build_refuses_every_other_form(site, old, new):
    def change(html: str) -> str:
        form = re.search(r'<form class="playground".*?</form>', html, re.S)[0]
        return html.replace(old, new.replace("{form}", form))

    failures = said_by_the_build(site, SIMPLE, change)
    assert any("<form> has no place on a page" in text for text in failures)


def test_the_form_has_three_matrices_whatever_else_is_printed(project):
    def start() -> dict:
        page = Page(project, "docs/en/self-attention.md")
        return live_forms.playground(Project(project), page, "en")["start"]

    before = start()
    path = "docs/outputs/self-attention/three-matrices.txt"
    for name in "AB":
        with (project / path).open("a", newline="\n") as file:
            file.write(f"W_{name} tensor([[1.0, 2.0, 3.0, 4.0]])\n")
        assert start() == before
    assert len(before["heads"]) == 1 and len(before["heads"][0]) == 3
    assert len(before["tokens"]) == len(JOURNEY.tokens)
