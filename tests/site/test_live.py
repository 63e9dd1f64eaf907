"""The trained models in the page: nothing is loaded before it is used, and what
a reader writes, picks and switches is answered as grammar and model do."""

import re

import pytest
from conftest import ROOT, sample
from playwright.sync_api import Locator, Page, expect

from snippets.translation import AFTER_NOT, ARTICLES, LIVING, VERBS

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


def opened(page: Page, address: str, field: str = "english") -> Locator:
    """The form on a page, in use: its model is there."""
    page.goto(address)
    form = page.locator("form.live")
    for fold in form.locator("details:not([open]) > summary").all():
        fold.click()
    expect(form.locator(f"[name={field}]")).to_be_enabled()  # by its script
    form.locator(f"[name={field}]").focus()
    form.locator("table").first.wait_for()
    return form


def test_nothing_of_a_model_is_loaded_before_it_is_used(page, url):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(url)
    page.evaluate("new Promise(requestIdleCallback)")
    assert not [address for address in asked if "/outputs/" in address]
    opened(page, url)
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


@pytest.mark.parametrize("language", ["en", "pt"])
def test_a_sentence_is_translated_and_its_words_are_picked(page, url, language):
    folder = "pt/" if language == "pt" else ""
    form = opened(page, f"{url}{folder}lab-translate/")
    form.locator("[name=english]").fill(SENTENCE)
    expect(form.locator("output")).to_contain_text(TRANSLATION)
    queries = page.locator(".looks .queries label")
    keys = page.locator(".looks .keys label")
    expect(queries).to_have_text(TRANSLATION.split())
    expect(keys).to_have_text(SENTENCE.split())
    queries.nth(2).click()
    row = form.locator("tr.on")
    expect(row.locator("th")).to_have_text("mulher")
    assert sum(map(int, row.locator("td").all_text_contents())) == 100
    page.keyboard.press("ArrowRight")
    expect(row.locator("th")).to_have_text("não")


def test_only_words_that_can_stand_next_are_offered(page, url):
    form = opened(page, url)
    field, offered = (
        form.locator("[name=english]"),
        form.locator(".next button"),
    )
    for begun, following in {
        "": ARTICLES,
        "the girl ": [*VERBS, "does"],
        "the girl does not ": AFTER_NOT,
        "the big c": [word for word in LIVING if word[0] == "c"],
    }.items():
        field.fill(begun)
        expect(offered).to_have_text([*following])
    page.get_by_role("button", name="cat").press("Enter")
    expect(field).to_have_value("the big cat ")
    expect(offered.first).to_be_focused()


@pytest.mark.parametrize("address", ["", "pt/"])
def test_an_unknown_word_is_named_when_it_is_finished(page, url, address):
    form = opened(page, url + address)
    field, told = form.locator("[name=english]"), form.locator("output")
    field.fill("the horse")
    expect(told).not_to_contain_text("“horse”")
    page.keyboard.press("Tab")
    expect(told).to_contain_text("“horse”")
    expect(field).to_have_attribute("aria-invalid", "true")
    page.get_by_role("button", name="dog").click()
    expect(field).to_have_value("the dog ")
    expect(field).to_have_attribute("aria-invalid", "false")


def test_a_word_is_forced_to_look_elsewhere_and_freed_again(page, url):
    form = opened(page, url)
    form.locator("[name=english]").fill("the girl sees the book")
    told, choice = form.locator("output"), form.locator("select")
    expect(told).to_contain_text(": a menina vê o livro")
    page.locator(".looks .queries label").first.click()
    choice.select_option(index=4)  # the other article
    cells = form.locator("tr.on td")
    expect(cells).to_have_text(["0", "0", "0", "100", "0"])
    expect(told).not_to_contain_text(": a menina vê o livro")
    choice.select_option(index=0)
    expect(told).to_contain_text(": a menina vê o livro")


def test_words_are_drawn_again_at_a_temperature(page, url):
    form = opened(page, f"{url}lab-translate/")
    again = form.get_by_role("button", name="Draw again")
    expect(again).to_be_disabled()
    best = form.locator("output").text_content()
    form.get_by_role("radio").last.check()
    drawn = set()
    for _ in range(6):
        again.click()
        drawn.add(form.locator("output").text_content())
    assert len(drawn) > 2
    form.locator("[name=temperature]").first.check()
    expect(form.locator("output")).to_have_text(best)


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
    form = opened(page, f"{url}{folder}lab-train/", "letters")
    form.locator("[name=letters]").fill("KEYBOARD")
    expect(form.locator("output")).to_contain_text("draobyek")
    for table in form.locator("table").all():
        expect(table.locator("thead th")).to_have_text([*"keyboard"])
        rows = [f"{a} → {b}" for a, b in zip("keyboard", "draobyek")]
        expect(table.locator("tbody th")).to_have_text(rows)
    for head, mass in zip(percents(form), masses(form), strict=True):
        assert abs(sum(head[7::7][:8]) / 8 - mass) <= 1 and mass >= 70


def test_the_slider_goes_from_fog_to_the_pattern(page, url):
    form = opened(page, f"{url}lab-train/", "letters")
    slider, seen = form.get_by_role("slider"), [sum(masses(form))]
    slider.focus()
    while slider.input_value() != "0":
        before = slider.get_attribute("aria-valuetext")
        page.keyboard.press("ArrowLeft")
        expect(slider).not_to_have_attribute("aria-valuetext", before)
        seen.append(sum(masses(form)))
    assert seen == sorted(seen, reverse=True) and len({*seen}) == len(seen) > 3


def test_each_switch_changes_what_it_names_and_back(page, url):
    form = opened(page, f"{url}lab-train/", "letters")
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
    form = opened(page, f"{url}lab-train/", "letters")
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
