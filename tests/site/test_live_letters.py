"""Letters written backwards in the page: what a reader writes, how long the
model has trained, and what is taken from it, by keyboard alone."""

import re

import pytest
from conftest import ROOT, new_page

from sitebuild.pages.output_types import PARAMETERS, from_json
from sitebuild.widgets.live_forms import LETTERS

PLACES = ["lab-train/", "pt/lab-train/"]
FORM = "form.live"
FACTS = from_json(
    (ROOT / PARAMETERS.path("lab-train", "export")).read_text("utf-8")
).facts
T, STEPS = FACTS["length"], FACTS["steps"]
RIGHT = {
    "": "The model writes {}: 8 of 8 letters are right.",
    "pt/": "O modelo escreve {}: acerta 8 de 8 letras.",
}
COUNT = "The model takes 8 letters, no more and no fewer."


def opened(page, address: str):
    """The form, in use: its model is there."""
    page.goto(address)
    field = page.locator("[name=letters]")
    field.focus()
    page.locator(f"{FORM} table").first.wait_for()
    return field


def told(page) -> str:
    return page.locator(f"{FORM} output").text_content()


def maps(page) -> list[list[list[int]]]:
    """The percents of each head's table."""
    return [
        [
            [int(cell) for cell in row.locator("td").all_text_contents()]
            for row in table.locator("tbody tr").all()
        ]
        for table in page.locator(f"{FORM} table").all()
    ]


def masses(page) -> list[int]:
    captions = page.locator(f"{FORM} caption").all_text_contents()
    return [int(re.search(r"(\d+)%", caption)[1]) for caption in captions]


@pytest.mark.parametrize("language", RIGHT)
def test_own_letters_are_written_backwards(page, url, language):
    field = opened(page, f"{url}{language}lab-train/")
    assert field.input_value() == LETTERS
    assert told(page) == RIGHT[language].format(LETTERS[::-1])
    field.fill("KEYBOARD")
    assert told(page) == RIGHT[language].format("draobyek")
    for table in page.locator(f"{FORM} table").all():
        heads = table.locator("thead th").all_text_contents()
        assert heads == list("keyboard")
        rows = table.locator("tbody th").all_text_contents()
        assert rows == [f"{a} → {b}" for a, b in zip("keyboard", "draobyek")]
    for head, mass in zip(maps(page), masses(page), strict=True):
        assert mass >= 70 and all(97 <= sum(row) <= 103 for row in head)
        shown = sum(row[-1 - i] for i, row in enumerate(head)) / T
        assert abs(shown - mass) <= 1


def test_the_slider_goes_from_fog_to_the_pattern(page, url):
    opened(page, url + PLACES[0])
    slider = page.get_by_role("slider", name="Steps of training:")
    slider.focus()
    seen = []
    for step in reversed(STEPS):
        assert slider.get_attribute("aria-valuetext") == str(step)
        assert page.locator(f"{FORM} label b").text_content() == str(step)
        seen.append(sum(masses(page)))
        page.keyboard.press("ArrowLeft")
    assert seen == sorted(seen, reverse=True) and len({*seen}) == len(STEPS)
    assert seen[-1] < 2 * 20 and seen[0] > 2 * 80
    assert not told(page).endswith(f"{T} of {T} letters are right.")


@pytest.mark.slow
def test_each_switch_changes_what_it_names(page, url):
    opened(page, url + PLACES[0])
    start, answer = maps(page), told(page)
    for name in ("Positions", "Division of the scores"):
        page.get_by_role("checkbox", name=name).press("Space")
        assert maps(page) != start
        page.get_by_role("checkbox", name=name).press("Space")
        assert (maps(page), told(page)) == (start, answer)
    for h in (1, 2):
        box = page.get_by_role("checkbox", name=f"Head {h}")
        box.press("Space")
        assert maps(page) == start  # it looks there still, for nothing
        captions = page.locator(f"{FORM} caption").all_text_contents()
        assert [", taken away" in text for text in captions] == [h == 1, h == 2]
        box.press("Space")
    page.get_by_role("radio", name="its own").press("ArrowRight")
    even = {n for head in maps(page) for row in head for n in row}
    assert even == {12, 13}  # 100 % / 8, and the row sums to 100
    assert told(page) != answer
    page.keyboard.press("ArrowRight")
    assert masses(page) == [100, 100] and told(page) == answer


REFUSED = {
    "": COUNT,
    "compute": COUNT,
    "computers": COUNT,
    "seven77": "“7” is unknown to the model. It knows the letters a to z.",
    "cora\u0063\u0327ao": "“ç” is unknown to the model.",
    "two word": "“ ” is unknown to the model.",
    "ab🙂defgh": "“🙂” is unknown to the model.",
}


@pytest.mark.slow
def test_other_letters_are_named_and_no_number_is_told(page, url):
    field = opened(page, url + PLACES[0])
    start = maps(page)
    slider, heads = page.get_by_role("slider"), page.locator(f"{FORM} thead")
    for text, said in REFUSED.items():
        field.fill(text)
        assert told(page).startswith(said)
        page.keyboard.press("Tab")
        assert field.get_attribute("aria-invalid") == "true"
        assert told(page).startswith(said) and maps(page) == start
        slider.press("ArrowLeft")
        assert told(page).startswith(said)  # the tables name their own letters
        shown = heads.first.locator("th").all_text_contents()
        assert shown == list(LETTERS)
        slider.press("ArrowRight")
        field.focus()
    field.fill("computer")
    assert field.get_attribute("aria-invalid") == "false"


@pytest.mark.slow
def test_what_is_said_does_not_change_with_each_key(page, url):
    field = opened(page, url + PLACES[0])
    page.evaluate(
        """() => { window.said = [];
          new MutationObserver(() => said.push(1)).observe(
            document.querySelector("form.live output"),
            { childList: true, characterData: true, subtree: true }); }"""
    )
    field.fill("")
    field.press_sequentially("elephant")
    assert told(page).endswith(f"{T} of {T} letters are right.")
    assert page.evaluate("said.length") == 2  # how many it takes; the answer


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.slow
def test_without_a_script_pictures_stay_and_a_sentence_says_so(
    browser, url, place
):
    with new_page(browser, java_script_enabled=False) as page:
        page.goto(url + place)
        assert page.locator(f"{FORM} noscript").is_visible()
        assert not page.locator(f"{FORM} input").first.is_visible()
        assert not page.locator(f"{FORM} table").first.is_visible()
        assert page.locator("figure svg .cells").count() > 8


@pytest.mark.slow
def test_what_cannot_be_loaded_is_said_and_tried_again(browser, url):
    with new_page(browser) as page:
        page.route("**/outputs/**", lambda route: route.abort())
        page.goto(url + PLACES[0])
        page.locator("[name=letters]").focus()
        page.get_by_text("The model could not be loaded.").wait_for()
        page.unroute("**/outputs/**")
        page.keyboard.press("Tab")
        page.locator(f"{FORM} table").first.wait_for()
        assert told(page) == RIGHT[""].format(LETTERS[::-1])
