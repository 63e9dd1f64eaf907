"""A picture is gone through in steps: by pointer, keyboard and screen reader,
on paper, without a script, and with no motion for who wants none."""

import pytest
from bs4 import BeautifulSoup
from conftest import ADDRESSES, careful, new_page, parsed, sample, this_project

from sitebuild.widgets.stepper import COMMENT, steps

WITH = [
    ADDRESSES[page.path]
    for page in this_project().pages
    if COMMENT in dict(page.placeholders).values()
]
FEW = "simplified-attention/", "pt/multi-head-attention/"
STEPS = {ADDRESSES[page.path]: [*steps(page)] for page in this_project().pages}
# What is lit, what is still to come and can be seen, and what is said.
STATE = """() => {
  const stepper = document.querySelector(".stepper");
  const all = (selector) => [...stepper.querySelectorAll(selector)];
  return {
    lit: all(".now").map((e) => e.getAttribute("class")),
    shown: all("svg.figure [class^=part-]")
      .filter((e) => getComputedStyle(e).opacity > 0.5)
      .map((e) => e.getAttribute("class").split(" ")[0]),
    said: all("output")[0].textContent.replace(/\\s+/g, " ").trim(),
    list: all("ol li").filter((e) => e.checkVisibility())
      .map((e) => e.textContent.replace(/\\s+/g, " ").trim()),
  };
}"""


@pytest.fixture(scope="module", params=sample(WITH, *FEW))
def address(request) -> str:
    return request.param


@pytest.fixture(scope="module")
def opened(browser, url, address):
    with careful(browser, url) as page:
        page.emulate_media(reduced_motion="reduce")
        page.goto(url + address)
        yield page


@pytest.fixture
def whole(opened, address):
    """A page whose stepper shows all steps, as at the start."""
    back = opened.locator(".stepper .controls button").first
    for _ in STEPS[address]:
        back.evaluate("button => button.click()")  # also where it is disabled
    opened.evaluate("() => document.activeElement.blur()")
    return opened


def sentences(site, address: str) -> list[str]:
    """What the list of a page's stepper says, as the file has it."""
    items = parsed(site / address).select(".stepper > ol > li")
    return [" ".join(item.get_text().split()) for item in items]


def check_step(page, site, address: str, step: int) -> None:
    """One step is shown and said, or with 0 all of them."""
    parts, said = STEPS[address], sentences(site, address)
    state = page.evaluate(STATE)
    stepper = parsed(site / address).select_one(".stepper")
    template = stepper["data-step" if step else "data-all"]
    label = template.format(step=step, steps=len(parts))
    assert state["said"].startswith(label)
    if not step:
        assert state["lit"] == []
        assert set(state["shown"]) == {f"part-{part}" for part in parts}
        assert state["list"] == said
        return
    assert state["list"] == []
    assert state["said"] == f"{label} {said[step - 1]}"
    assert set(state["shown"]) == {f"part-{part}" for part in parts[:step]}
    own = f"part-{parts[step - 1]}", f"step-{step}"
    assert all(set(own) & set(names.split()) for names in state["lit"])
    names = " ".join(state["lit"]).split()
    assert set(own) <= {*names}
    rows = page.locator(".stepper pre .now")
    terms = page.locator(".stepper math .now")
    assert rows.count() and terms.count()


def test_steps_by_pointer_and_by_keyboard(whole, site, address):
    last = len(STEPS[address])
    back, forward = whole.locator(".stepper .controls button").all()
    check_step(whole, site, address, 0)
    whole.keyboard.press("ArrowRight")  # not the stepper's yet
    check_step(whole, site, address, 0)
    for step in range(1, last + 1):
        forward.click()
        check_step(whole, site, address, step)
    assert forward.get_attribute("aria-disabled") == "true"
    forward.press("ArrowRight")  # no further
    forward.press("Alt+ArrowUp")
    forward.press("Shift+ArrowLeft")  # the browser's, not ours
    check_step(whole, site, address, last)
    for step in reversed(range(last)):
        forward.press("ArrowLeft")
        check_step(whole, site, address, step)
    assert back.get_attribute("aria-disabled") == "true"
    assert forward.evaluate("(b) => b === document.activeElement")


@pytest.mark.slow
def test_steps_are_said_politely_and_have_names(page, url):
    page.goto(url + FEW[0])
    group = page.get_by_role("group", name="Step by step")
    said = group.get_by_role("status")
    assert said.count() == 1
    group.get_by_role("button", name="Next").press("Enter")
    assert said.inner_text().startswith("Step 1 of 3")
    group.get_by_role("button", name="Back").click()
    assert said.inner_text() == "In 3 steps"


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
@pytest.mark.slow
def test_nothing_moves_for_who_wants_no_motion(browser, url, motion):
    with new_page(browser, reduced_motion=motion) as page:
        page.goto(url + FEW[0])
        part = page.locator(".stepper svg .part-context").first
        assert part.evaluate("(g) => g.getAnimations().length") == 0
        lasts = part.evaluate("(g) => getComputedStyle(g).transitionDuration")
        assert (lasts == "0s") == (motion == "reduce")


@pytest.mark.slow
def test_fingers_find_the_buttons_on_the_smallest_phone(whole):
    whole.set_viewport_size({"width": 320, "height": 640})
    whole.wait_for_function("() => document.documentElement.scrollWidth <= 320")
    buttons = whole.locator(".stepper .controls button")
    for _ in range(2):
        boxes = [button.bounding_box() for button in buttons.all()]
        assert all(min(b["width"], b["height"]) >= 44 for b in boxes)
        label = whole.locator(".stepper output b").first.bounding_box()
        end = max(b["x"] + b["width"] for b in boxes)
        assert end <= label["x"]
        assert label["x"] + label["width"] <= 320
        assert whole.evaluate("document.documentElement.scrollWidth") <= 320
        buttons.last.click()
    whole.set_viewport_size({"width": 1280, "height": 900})


# Of picture, code and formula: how much of what is lit, or of the room for it,
# is seen on the screen between the header and the buttons.
SEEN = """() => {
  const box = (selector) =>
    document.querySelector(selector).getBoundingClientRect();
  const least = box(".md-header").bottom, most = box(".stepper output").top;
  const rooms = ["[role=img]", "pre", ":scope > .formula"].map((selector) =>
    document.querySelector(".stepper").querySelector(selector));
  return rooms.map((room) => {
    const { top, bottom } = room.getBoundingClientRect();
    const lit = [...room.querySelectorAll(".now")]
      .map((part) => part.getBoundingClientRect());
    const first = Math.min(...lit.map((part) => part.top));
    const last = Math.max(...lit.map((part) => part.bottom));
    const seen = Math.min(last, bottom, most) - Math.max(first, top, least);
    return seen / Math.min(last - first, bottom - top);
  });
}"""


def test_a_phone_shows_all_of_a_step_and_its_buttons_stay(
    browser, url, address
):
    with new_page(browser, viewport={"width": 390, "height": 844}) as page:
        page.goto(url + address)
        stepper, said = (
            page.locator(".stepper"),
            page.locator(".stepper output"),
        )
        button = stepper.locator(".controls button").last
        stepper.evaluate("part => part.scrollIntoView()")
        place = button.bounding_box()
        for _ in STEPS[address]:
            button.press("Enter")
            assert min(page.evaluate(SEEN)) >= 0.95
            picture = stepper.locator("div[role=img]").bounding_box()
            assert picture["height"] >= 250
            sentence = said.bounding_box()
            assert sentence["y"] + sentence["height"] <= 844
            assert button.bounding_box() == pytest.approx(place, abs=1)


@pytest.mark.slow
def test_without_a_script_all_is_there(browser, url, address):
    with new_page(browser, java_script_enabled=False) as page:
        page.goto(url + address)
        stepper = page.locator(".stepper")
        for part in ("svg.figure", "pre", "math", "ol > li"):
            assert stepper.locator(part).first.is_visible()
        assert stepper.locator("button").count() == 0


@pytest.mark.slow
def test_on_paper_each_step_has_a_still(whole, address):
    parts = STEPS[address]
    whole.locator(".stepper .controls button").last.click()
    whole.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    whole.emulate_media(media="print")
    stills = whole.locator(".stepper .strip svg").all()
    assert len(stills) == len(parts)
    for step, still in enumerate(stills, start=1):
        assert still.is_visible()
        lit = BeautifulSoup(still.inner_html(), "html.parser").select(".now")
        own = f"part-{parts[step - 1]}"
        assert {names["class"][0] for names in lit} == {own}
        later = still.locator(".later").all()
        hidden = {e.get_attribute("class").split()[0] for e in later}
        assert hidden == {f"part-{part}" for part in parts[step:]}
    assert not whole.locator(".stepper .controls").is_visible()
    assert whole.locator(".stepper ol li").last.is_visible()
    whole.evaluate("() => dispatchEvent(new Event('afterprint'))")
    whole.emulate_media(media="screen")
    assert whole.locator(".stepper .strip").count() == 0
    assert whole.locator(".stepper .now").count() > 0


def test_only_pages_with_a_stepper_have_its_styles(site):
    for folder, with_one in ((FEW[0], True), ("glossary/", False)):
        html = (site / folder / "index.html").read_text("utf-8")
        assert ("styles/stepper." in html) == with_one
