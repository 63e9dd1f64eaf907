"""A picture is gone through in steps: by pointer, keyboard and screen reader.

Without a script, on paper and with less motion it is one of the pages of
test_every_page.py.
"""

import pytest
from browser import near, words
from conftest import parsed
from playwright.sync_api import expect

FEW = "simplified-attention/", "pt/decoder/"
SCREENS = [(390, 844), (844, 390), (1280, 752)]  # phone, on its side, laptop


def sentences(site, address: str) -> list[str]:
    """What the list of a page's stepper says, as the file has it."""
    items = parsed(site / address).select(".stepper > ol > li")
    return [" ".join(item.get_text().split()) for item in items]


def names(site, address: str) -> list[str]:
    """What is said of each step: its number, and its words in bold."""
    bold = parsed(site / address).select(".stepper li > strong:first-of-type")
    said = words("pt" if address.startswith("pt/") else "en")["stepper-step"]
    return [
        said.format(step=step, steps=len(bold), title=name.find(string=True))
        for step, name in enumerate(bold, start=1)
    ]


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
    told = names(site, address)
    near(forward)
    for name, step in zip(told, steps, strict=True):
        forward.click()
        expect(said).to_have_text(name)
        expect(stepper.locator("li.now")).to_have_text(step)
        for part in ("svg.figure", "pre", "math"):
            assert stepper.locator(f"{part} .now").count(), (step, part)
    expect(forward).to_have_attribute("aria-disabled", "true")
    for key in ("ArrowRight", "Alt+ArrowUp", "Shift+ArrowLeft"):
        forward.press(key)  # no further, and the browser's, not ours
        expect(said).to_have_text(told[-1])
    for name in told[-2::-1]:
        forward.press("ArrowLeft")
        expect(said).to_have_text(name)
    forward.press("ArrowLeft")
    expect(said).to_have_text(whole)
    expect(back).to_have_attribute("aria-disabled", "true")
    expect(forward).to_be_focused()
    assert stepper.locator(".now").count() == 0


@pytest.mark.slow
@pytest.mark.parametrize("width, height", SCREENS)
@pytest.mark.parametrize("address", FEW)
def test_a_screen_shows_a_step_and_its_buttons_stay(
    page, url, site, address, width, height
):
    page.set_viewport_size({"width": width, "height": height})
    page.goto(url + address)
    stepper = page.locator(".stepper")
    stepper.evaluate("part => part.scrollIntoView()")
    button = stepper.locator(".controls button").last
    place = button.bounding_box()
    assert min(place["width"], place["height"]) >= 44, "fingers find it"
    for step in sentences(site, address):
        button.press("Enter")
        expect(stepper.locator("li.now")).to_have_text(step)
        expect(stepper.locator("li.now")).to_be_in_viewport(ratio=1)
        for part in ("svg.figure", "pre", "math"):
            lit = stepper.locator(f"{part} .now").first
            expect(lit).to_be_in_viewport()
        assert button.bounding_box() == pytest.approx(place, abs=1)
