"""The trained models in the page: nothing is loaded before it is used, and what
a reader writes, picks and switches is answered as grammar and model do."""

import re

import pytest
from conftest import ROOT, sample
from playwright.sync_api import Locator, Page, expect

from snippets.translation import ADJECTIVES, AFTER_NOT, ARTICLES, LIVING

pytestmark = pytest.mark.slow

SENTENCE = "a good woman does not choose the strange garden"
TRANSLATION = "uma boa mulher não escolhe o jardim estranho"


def test_the_slider_says_what_the_page_has_printed(page, url):
    recorded = ROOT / "docs/outputs/learning"
    printed = (recorded / "loss.txt").read_text("utf-8")
    rise = (recorded / "slope.txt").read_text("utf-8").strip()
    rows = re.findall(r"by +(\d+): weight (\S+), loss (\S+)", printed)
    page.goto(f"{url}learning/")
    form = page.locator("form.turn")
    for degrees, weight, loss in rows:
        form.locator("input").fill(degrees)
        said = form.locator("output")
        expect(said).to_contain_text(f"word {weight}, loss {loss}, slope")
        if degrees == "60":
            expect(said).to_contain_text(f"slope {rise.replace('-', '−')}.")
    assert len(rows) == 3
    expect(form.locator("svg")).to_have_count(2)


def opened(page: Page, address: str) -> Locator:
    """The form on a page, in use: its model is there."""
    page.goto(address)
    form = page.locator("form.live")
    expect(form.locator("[name=letters]")).to_be_enabled()  # by its script
    form.locator("[name=letters]").focus()
    form.locator("table").first.wait_for()
    return form


def looking(page: Page, address: str, said: str = "") -> Locator:
    """The words that look on a page: their model is there, and has written."""
    page.goto(address)
    place = page.locator(".looking")
    place.get_by_role("radio", checked=True).focus()
    expect(place.locator("output")).to_contain_text(said or re.compile(r"\w"))
    return place


def test_nothing_of_a_model_is_loaded_before_it_is_used(page, url):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(url)
    page.evaluate("new Promise(requestIdleCallback)")
    assert not [address for address in asked if "/outputs/" in address]
    looking(page, url)
    assert len([address for address in asked if "/outputs/" in address]) == 1


def test_what_cannot_be_loaded_is_said_and_tried_again(careless, url):
    careless.route("**/outputs/**", lambda route: route.abort())
    careless.goto(f"{url}lab-train/")
    form = careless.locator("form.live")
    form.locator("[name=letters]").click()
    failed = form.get_attribute("data-failed")
    careless.get_by_text(failed).wait_for()
    careless.unroute("**/outputs/**")
    careless.keyboard.press("Tab")
    form.locator("table").first.wait_for()


# The translator.


def typed(place: Locator, sentence: str) -> None:
    """Write an English sentence into the field in the fold."""
    fold = place.locator("details:not([open]) > summary")
    if fold.count():
        fold.click()
    place.locator("[name=typed]").fill(sentence)


def moved(place: Locator, word: int, end: int) -> None:
    """Pick a word and move the end of its arc, by the keyboard alone."""
    place.get_by_role("radio").nth(word).check(force=True)
    slider = place.get_by_role("slider")
    slider.press("Home")
    for _ in range(end):
        slider.press("ArrowDown")


@pytest.mark.parametrize("language", ["en", "pt"])
def test_a_sentence_is_translated_and_its_words_are_picked(page, url, language):
    folder = "pt/" if language == "pt" else ""
    place = looking(page, f"{url}{folder}lab-translate/")
    typed(place, SENTENCE)
    expect(place.locator("output")).to_contain_text(TRANSLATION)
    queries = place.locator(".queries label")
    expect(queries).to_have_text(TRANSLATION.split())
    slots = place.locator("select option:checked")
    expect(slots).to_have_text(SENTENCE.split())
    queries.nth(2).click()
    bar = place.locator(".bar:visible > text")
    expect(bar).to_have_text("mulher")
    page.keyboard.press("ArrowDown")
    expect(bar).to_have_text("não")


def test_the_recorded_arcs_are_those_that_the_model_draws(page, url):
    page.goto(url)
    drawn = page.locator(".looks .arcs")
    count, recorded = drawn.count(), drawn.evaluate_all(DRAWN)
    place = looking(page, url, "a boa casa")
    place.locator("select").first.wait_for()
    assert drawn.evaluate_all(DRAWN) == recorded and count == 7


DRAWN = """arcs => arcs.map((one) =>
  [...one.querySelectorAll("path, circle")].map((part) =>
    part.getAttribute("stroke-width") ?? part.getAttribute("cy")))"""


def test_other_words_of_the_grammar_take_a_place(page, url):
    place = looking(page, url, "boa casa")
    slots = place.locator("select")
    sentence = "the dog does not choose the good house".split()
    for slot, offered, chosen, then in (
        (0, [*ARTICLES], "a", "a dog does not choose the good house"),
        (2, ["does", "chooses"], "chooses", "a dog chooses the good house"),
        (4, [*ADJECTIVES, "–"], "–", "a dog chooses the house"),
        (1, [*LIVING, *(f"{a} dog" for a in ADJECTIVES)], "small dog", None),
    ):
        options = slots.nth(slot).locator("option")
        expect(options).to_have_text(offered)
        slots.nth(slot).select_option(label=chosen)
        sentence = (then or "a small dog chooses the house").split()
        expect(slots.locator("option:checked")).to_have_text(sentence)
    expect(place.locator("output")).to_contain_text(
        "um cachorro pequeno escolhe a casa"
    )


@pytest.mark.parametrize("address", ["", "pt/"])
def test_a_word_that_cannot_come_here_is_named(page, url, address):
    place = looking(page, url + address)
    field, told = place.locator("[name=typed]"), place.locator("output")
    for text, says, wrong in (
        ("the girl does not ", ", ".join(AFTER_NOT), "false"),
        ("the big c", "cat, child", "false"),
        ("the horse", "“horse”", "true"),
        ("the girl sees the map the", "“the”", "true"),
        ("The girl sees the map.", "a menina vê o mapa", "false"),
    ):
        typed(place, text)
        expect(told).to_contain_text(says)
        expect(field).to_have_attribute("aria-invalid", wrong)


@pytest.mark.parametrize(
    "word, end, goal, written",
    [
        (4, 0, "article", "o cachorro não escolhe o bom livro"),
        (2, 2, "negation", "o cachorro não escolhe a boa casa"),
        (5, 7, "adjective", "o cachorro não escolhe a casa"),
    ],
)
def test_each_aim_is_reached_by_keys(page, url, word, end, goal, written):
    place = looking(page, url, "boa casa")
    told, aim = place.locator("output"), place.locator(f"[data-goal={goal}]")
    expect(aim).not_to_have_class("done")
    moved(place, word, end)
    expect(told).to_contain_text(f": {written}.")
    expect(aim).to_have_class("done")
    share = place.locator(".bar:visible svg svg text").last
    expect(share).to_have_text("100%")
    place.get_by_role("button").click()
    expect(told).to_contain_text(": o cachorro não escolhe a boa casa.")
    expect(place.get_by_role("slider")).to_be_focused()


def test_the_end_of_an_arc_is_dragged_to_another_word(page, url):
    place = looking(page, url, "boa casa")
    place.get_by_role("radio").nth(4).check(force=True)
    end, first = (
        place.locator(part).bounding_box()
        for part in ("circle:visible", "select >> nth=0")
    )
    middle = end["x"] + end["width"] / 2
    page.mouse.move(middle, end["y"] + end["height"] / 2)
    page.mouse.down()
    page.mouse.move(middle, first["y"] + first["height"] / 2, steps=5)
    page.mouse.up()
    expect(place.locator("output")).to_contain_text("o bom livro")
    changed = place.locator(".queries .changed")
    expect(changed).to_have_text(["o", "bom", "livro"])


# Its encoder, under glass.


def test_an_arc_is_cut_and_the_probe_changes_its_mind(page, url):
    place = looking(page, f"{url}under-glass/", "a menina especial")
    the = place.locator(".queries label").nth(4)
    girl = place.get_by_role("checkbox", name="girl")
    expect(the).to_have_text("the: fem.")
    girl.press("Space")
    expect(the).to_have_text("the: masc.")
    expect(place.locator("output")).to_contain_text("vê o ")
    expect(place.locator(".bar:visible")).not_to_contain_text("girl")
    expect(place.locator("[data-goal]")).to_have_class("done")
    girl.press("Space")
    expect(place.locator("output")).to_contain_text("a menina especial")


# The letters written backwards.


def percents(form: Locator) -> list[list[int]]:
    """How each head looks: the cells of its table."""
    tables = form.locator("table").all()
    cells = [table.locator("tbody td").all_text_contents() for table in tables]
    return [[*map(int, texts)] for texts in cells]


def masses(form: Locator) -> list[int]:
    """How much of each head is where it should be, by its caption."""
    captions = form.locator("caption").all_text_contents()
    return [int(re.search(r"(\d+)%", caption)[1]) for caption in captions]


@pytest.mark.parametrize("language", sample(["en", "pt"], "pt"))
def test_own_letters_are_written_backwards(page, url, language):
    folder = "pt/" if language == "pt" else ""
    form = opened(page, f"{url}{folder}lab-train/")
    form.locator("[name=letters]").fill("KEYBOARD")
    expect(form.locator("output")).to_contain_text("draobyek")
    for table in form.locator("table").all():
        expect(table.locator("thead th")).to_have_text([*"keyboard"])
        rows = [f"{a} → {b}" for a, b in zip("keyboard", "draobyek")]
        expect(table.locator("tbody th")).to_have_text(rows)
    for head, mass in zip(percents(form), masses(form), strict=True):
        assert abs(sum(head[7::7][:8]) / 8 - mass) <= 1 and mass >= 70


def test_the_slider_goes_from_fog_to_the_pattern(page, url):
    form = opened(page, f"{url}lab-train/")
    slider, seen = form.get_by_role("slider"), [sum(masses(form))]
    slider.focus()
    while slider.input_value() != "0":
        before = slider.get_attribute("aria-valuetext")
        page.keyboard.press("ArrowLeft")
        expect(slider).not_to_have_attribute("aria-valuetext", before)
        seen.append(sum(masses(form)))
    assert seen == sorted(seen, reverse=True) and len({*seen}) == len(seen) > 3


def test_each_switch_changes_what_it_names_and_back(page, url):
    form = opened(page, f"{url}lab-train/")
    start, answer = percents(form), form.locator("output").text_content()
    for box in form.get_by_role("checkbox").all():
        box.press("Space")
        captions = " ".join(form.locator("caption").all_text_contents())
        assert percents(form) != start or ", removed" in captions
        box.press("Space")
        assert percents(form) == start
        expect(form.locator("output")).to_have_text(answer)


@pytest.mark.parametrize("text", ["", "compute", "seven77", "two word"])
def test_other_letters_are_named_and_nothing_is_computed(page, url, text):
    form = opened(page, f"{url}lab-train/")
    field, start = form.locator("[name=letters]"), percents(form)
    field.fill(text)
    page.keyboard.press("Tab")
    expect(field).to_have_attribute("aria-invalid", "true")
    wrong = re.search(r"[^a-z]", text)
    expect(form.locator("output")).to_contain_text(
        f"“{wrong[0]}”" if wrong else "8"
    )
    assert percents(form) == start
    field.fill("computer")
    expect(field).to_have_attribute("aria-invalid", "false")
