"""From score to mixture: what can be moved, what it aims at, what is shown."""

import pytest
import torch
from browser import words
from conftest import sample
from playwright.sync_api import Locator, Page, expect
from torch import Tensor
from torch.testing import assert_close

from snippets.scaled import scaled_dot_product_attention

SIMPLE, TRAINED = "simplified-attention/", "self-attention/"


def visit(page: Page, address: str) -> Locator:
    """Open a page and come near its picture, which then comes alive."""
    page.clock.install()
    page.goto(address)
    page.locator("figure:has(+ .mixture)").scroll_into_view_if_needed()
    page.locator(".mixing tbody tr").first.wait_for()
    return page.locator("form.mixture")


def press(form: Locator, point: int, **keys: int) -> None:
    """Move a point by arrow keys: `Left=2` presses one twice."""
    form.locator(f'[data-point="{point}"]').focus()
    for key, times in keys.items():
        for _ in range(times):
            form.page.keyboard.press(f"Arrow{key}")


def pick(form: Locator, name: str, value: int) -> None:
    """Pick an aim or a divisor by keyboard."""
    form.locator(f'[name={name}][value="{value}"]').focus()
    form.page.keyboard.press("Space")


def numbers(texts: list[str]) -> Tensor:
    plain = (text.replace("−", "-").replace("∞", "inf") for text in texts)
    return torch.tensor([float(text) for text in plain]).double()


def points(form: Locator) -> Tensor:
    """Where the points are, as they say."""
    said = form.locator("[role=slider][data-point]").evaluate_all(
        "points => points.map((point) => point.ariaValueText)"
    )
    return torch.stack([numbers(both.split(", ")) for both in said])


def told(form: Locator) -> Locator:
    """What is said half a second after the last change."""
    form.page.clock.run_for(500)
    return form.locator("output")


AIMS = {  # the keys that reach each: by point, divisor and hidden keys
    SIMPLE: [
        lambda form: press(form, 1, Left=9, Down=13),
        lambda form: press(form, 1, Left=5, Down=11),
        lambda form: [hide(form, key) for key in ("Hello", "shiny")],
        lambda form: press(form, 1, Right=20),
    ],
    TRAINED: [
        lambda form: press(form, 3, Down=10, Left=3),
        lambda form: press(form, 3, Down=9, Right=5),
        lambda form: [
            pick(form, "divisor", 1),
            press(form, 3, Right=21, Down=25),
            press(form, 2, Right=7, Down=11),
            press(form, 0, Left=16),
        ],
        lambda form: press(form, 3, Left=30),
    ],
}


def hide(form: Locator, key: str) -> None:
    form.get_by_role("checkbox", name=f"“{key}”").focus()
    form.page.keyboard.press("Space")


@pytest.mark.slow
@pytest.mark.parametrize(
    "address",
    sample([*AIMS, *(f"pt/{path}" for path in AIMS)], f"pt/{SIMPLE}", TRAINED),
)
def test_each_aim_is_reached_by_keyboard_and_says_so(page, url, address):
    form, aims = visit(page, url + address), page.locator(".aims .chip")
    said = words("pt" if address.startswith("pt/") else "en")
    for k, reach in enumerate(AIMS[address.removeprefix("pt/")]):
        form.get_by_role("button", name=said["reset"]).press("Enter")
        pick(form, "aim", k)
        expect(aims.nth(k)).not_to_have_class("chip reached")
        reach(form)
        expect(aims.nth(k)).to_have_class("chip reached")
        done = aims.nth(k).get_attribute("data-done")
        expect(told(form)).to_contain_text(done)
    assert done == said["mixture-done-3"]  # why z does not leave the triangle


@pytest.mark.slow
@pytest.mark.parametrize("path", AIMS)
def test_its_numbers_are_those_of_the_package(page, url, path):
    form = visit(page, url + path)
    values = torch.tensor(VALUES).double() if path == TRAINED else None
    for divisor in (1, 2, 64):
        pick(form, "divisor", divisor)
        press(form, 0, Left=3, Up=divisor % 5)
        press(form, 1, Down=4)
        press(form, 2, Right=2, Up=1)
        press(form, len(points(form)) - 1, Left=divisor % 7, Up=2)
        place = points(form)
        keys, query = place[:3], place[3:] if path == TRAINED else place[1:2]
        context, weights = scaled_dot_product_attention(
            query * (2 / divisor) ** 0.5,
            keys,
            keys if values is None else values,
        )
        cells = form.locator("tbody td").all_text_contents()
        shown = numbers(cells).reshape(3, 3).T
        scores = (query @ keys.T / divisor**0.5)[0]
        expected = torch.stack([scores, scores.exp(), weights[0]])
        assert_close(shown, expected, rtol=0, atol=5.1e-3)
        last = ", ".join(f"{part:.2f}" for part in context[0].tolist())
        z = f"z = ({last.replace('-', '−')})"
        expect(told(form)).to_contain_text(z)


VALUES = [[-0.866, 0.5], [-0.002, -1.0034], [0.868, 0.5034]]


@pytest.mark.slow
@pytest.mark.browser_context_args(has_touch=True)
def test_a_query_is_dragged_and_neither_its_key_nor_its_value(page, url):
    form = visit(page, url + TRAINED)
    before, values = points(form), form.locator(".as-value circle")
    at = [value.get_attribute("cx") for value in values.all()]
    box = form.locator('[data-point="3"] .touch').bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)
    for step in range(6):
        kind = "touchMove" if step else "touchStart"
        event = {"type": kind, "touchPoints": [{"x": x, "y": y + 8 * step}]}
        session.send("Input.dispatchTouchEvent", event)
    end = {"type": "touchEnd", "touchPoints": []}
    session.send("Input.dispatchTouchEvent", end)
    after = points(form)
    assert after[3, 1] < before[3, 1] - 0.2
    assert_close(after[:3], before[:3])
    assert at == [value.get_attribute("cx") for value in values.all()]


@pytest.mark.slow
@pytest.mark.browser_context_args(reduced_motion="reduce")
def test_it_steps_where_motion_is_not_wanted(page, url):
    form, said = visit(page, url + TRAINED), words("en")
    play = form.get_by_role("button", name=said["mixture-play"])
    for stage in ("score", "exponential", "weight", "mixture-sum"):
        play.press("Enter")
        expect(form.locator("b")).to_have_text(said[stage])
    shown = form.locator(".mixing .z")
    expect(shown).to_have_attribute("opacity", "1")


@pytest.mark.slow
def test_on_paper_there_is_a_still_of_each_stage(page, url):
    visit(page, url + TRAINED)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    stills = page.locator("figure > .strip > .mixing")
    expect(stills.locator("visible=true")).to_have_count(4)
    filled = [
        len("".join(s.locator("td").all_text_contents())) for s in stills.all()
    ]
    assert filled[0] < filled[1] < filled[2] == filled[3]
    expect(page.locator("form.mixture")).to_be_hidden()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(stills).to_have_count(0)


@pytest.mark.slow
@pytest.mark.browser_context_args(java_script_enabled=False)
def test_without_a_script_the_still_is_there(page, url):
    page.goto(url + TRAINED)
    still = page.locator("figure:has(+ .mixture) [role=img]")
    expect(still).to_be_visible()
    expect(page.locator("form.mixture")).to_be_hidden()
