"""A picture is gone through in steps: by pointer, keyboard and screen reader.

Without a script, on paper and with less motion it is one of the pages of
test_every_page.py.
"""

import pytest
from conftest import parsed
from playwright.sync_api import expect

FEW = "simplified-attention/", "pt/multi-head-attention/"


def sentences(site, address: str) -> list[str]:
    """What the list of a page's stepper says, as the file has it."""
    items = parsed(site / address).select(".stepper > ol > li")
    return [" ".join(item.get_text().split()) for item in items]


@pytest.mark.parametrize("address", FEW)
def test_steps_by_pointer_and_by_keyboard(page, url, site, address):
    steps = sentences(site, address)
    assert len(steps) > 1
    page.goto(url + address)
    stepper = page.locator(".stepper")
    buttons = stepper.locator(".controls button")
    expect(buttons).to_have_count(2)
    back, forward = buttons.first, buttons.last
    said = stepper.get_by_role("status")
    whole = said.inner_text()
    page.keyboard.press("ArrowRight")  # not the stepper's yet
    expect(said).to_have_text(whole)
    for step in steps:
        forward.click()
        expect(said).to_contain_text(step)
        for part in ("svg.figure", "pre", "math"):
            assert stepper.locator(f"{part} .now").count(), (step, part)
    expect(forward).to_have_attribute("aria-disabled", "true")
    for key in ("ArrowRight", "Alt+ArrowUp", "Shift+ArrowLeft"):
        forward.press(key)  # no further, and the browser's, not ours
        expect(said).to_contain_text(steps[-1])
    for step in steps[-2::-1]:
        forward.press("ArrowLeft")
        expect(said).to_contain_text(step)
    forward.press("ArrowLeft")
    expect(said).to_have_text(whole)
    expect(back).to_have_attribute("aria-disabled", "true")
    expect(forward).to_be_focused()
    assert stepper.locator(".now").count() == 0


@pytest.mark.slow
@pytest.mark.browser_context_args(viewport={"width": 390, "height": 844})
@pytest.mark.parametrize("address", FEW)
def test_a_phone_shows_a_step_and_its_buttons_stay(page, url, site, address):
    page.goto(url + address)
    stepper = page.locator(".stepper")
    stepper.evaluate("part => part.scrollIntoView()")
    button = stepper.locator(".controls button").last
    place = button.bounding_box()
    assert min(place["width"], place["height"]) >= 44, "fingers find it"
    for step in sentences(site, address):
        button.press("Enter")
        expect(stepper.locator("output")).to_contain_text(step)
        expect(stepper.locator("output")).to_be_in_viewport(ratio=1)
        expect(stepper.locator("svg.figure .now").first).to_be_in_viewport()
        expect(stepper.locator("pre .now").first).to_be_in_viewport()
        assert button.bounding_box() == pytest.approx(place, abs=1)
