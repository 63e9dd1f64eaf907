"""What readers answer on the page: cards say right or wrong, with and without
a script, and fields compare numbers as the checks of the exercises do."""

import importlib
from typing import NamedTuple

import pytest
from conftest import ADDRESSES, ROOT, new_page, parsed, sample, this_project

from sitebuild.checks.markup import PREDICTION
from sitebuild.files import read_data
from sitebuild.pages.site_config import interface_texts, languages
from sitebuild.widgets.practice import ANSWERS, NUMBER

pytestmark = pytest.mark.slow

PAGES = {
    path: page
    for path, page in this_project().by_path.items()
    if any(box.words[1:] for box in page.boxes)
}
BOTH = ["simplified-attention/", "pt/simplified-attention/"]
WORDS = {code: interface_texts(ROOT, code) for code in languages(ROOT)}
PLACES = {"first-share": 0, "add-five": 1}  # of the right choice


class Field(NamedTuple):
    """An exercise that is answered on the page."""

    chapter: str
    name: str
    numbers: tuple[float, ...]


FIELDS = [
    Field(page.name, name, tuple(map(float, NUMBER.findall(answer["says"]))))
    for page in this_project().originals.values()
    for name, answer in read_data(ROOT, page.chapter_file(ANSWERS)).items()
]


@pytest.mark.parametrize(
    "path",
    sample(PAGES, "docs/pt/simplified-attention.md", "docs/en/ten-minutes.md"),
)
def test_each_question_is_a_card_with_one_right_choice(site, path):
    """The note that is bold in the source is the right one: a gate asks it."""
    page, words = PAGES[path], WORDS[PAGES[path].language]
    soup = parsed(site / ADDRESSES[path])
    cards = soup.select(".predict")
    names = [name for box in page.boxes for name in box.words[1:]]
    assert [card["aria-labelledby"] for card in cards] == names
    assert not soup.select(f'[class*="{PREDICTION}"]')
    for card in cards:
        assert card.find(id=card["aria-labelledby"]).get_text(strip=True)
        choices = card.select("li > details")
        assert len(choices) >= 2
        for fold in choices:
            (kind,) = fold["class"]
            said = fold.select_one(".verdict")
            assert said.get_text() == words[f"choice-{kind}"]
            after = said.find_next_sibling()
            bold = not said.next_sibling.strip() and after.name == "strong"
            assert bold == (kind == "right")
        assert len(card.select("details.right")) == 1


@pytest.mark.parametrize("address", BOTH)
@pytest.mark.parametrize("script", [True, False])
def test_a_choice_opens_by_click_and_by_key(browser, url, address, script):
    words = WORDS["pt" if address.startswith("pt") else "en"]
    with new_page(browser, java_script_enabled=script) as page:
        page.goto(url + address)
        for name, place in PLACES.items():
            card = page.get_by_role("group", name=name_of(page, name))
            choices = card.locator("li > details")
            notes = choices.locator("> div")
            assert notes.evaluate_all(
                "notes => notes.every((note) => !note.checkVisibility())"
            )
            choices.nth(1 - place).locator("summary").click()
            wrong, right = notes.nth(1 - place), notes.nth(place)
            assert wrong.inner_text().startswith(words["choice-wrong"])
            page.keyboard.press("Tab" if place else "Shift+Tab")
            page.keyboard.press("Enter")
            assert right.inner_text().startswith(words["choice-right"])
            assert wrong.is_visible()  # notes can be compared


def name_of(page, name: str) -> str:
    return page.locator(f"#{PREDICTION}{name}").inner_text()


def test_on_paper_each_note_follows_its_choice(page, url):
    page.emulate_media(media="print")
    page.goto(url + BOTH[1])
    notes = page.locator(".predict li > details > div")
    assert notes.count() >= 9
    assert notes.evaluate_all(
        "notes => notes.every((note) => note.checkVisibility()"
        " && note.getBoundingClientRect().height > 0)"
    )


@pytest.mark.parametrize("field", FIELDS, ids=str)
def test_a_field_takes_what_the_check_takes(field, capsys):
    """The check of the exercise, and the answer that the page has."""
    place = f"snippets.chapters.{field.chapter.replace('-', '_')}.exercises"
    module = vars(importlib.import_module(place))
    check = module[f"check_{field.name.replace('-', '_')}"]
    asks_for_one = len(field.numbers) == 1
    exact = [int(n) if n == int(n) else n for n in field.numbers]
    check(exact[0] if asks_for_one else exact)
    assert capsys.readouterr().out == "ok\n"


def say(form, numbers: list) -> str:
    """Answer; what is said to that."""
    for place, number in enumerate(numbers):
        form.get_by_role("textbox").nth(place).fill(str(number))
    form.get_by_role("button").click()
    return form.get_by_role("status").inner_text()


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize(
    "field", sample(FIELDS, *[f for f in FIELDS if f.name == "four-weights"])
)
def test_a_field_says_right_and_how_many(page, url, field, language):
    words = WORDS[language]
    folder = "" if language == "en" else f"{language}/"
    page.goto(f"{url}{folder}{field.chapter}/")
    form = page.locator(f"#exercise-{field.name} ~ form").first
    assert form.get_by_role("textbox").count() == len(field.numbers)
    commas = [str(n).replace(".", ",") for n in field.numbers]
    right = f"✓ {words['answer-right']}"
    for given in (field.numbers, commas):
        assert say(form, given) == right
    place = f"snippets.chapters.{field.chapter.replace('-', '_')}.wrong"
    wrong = importlib.import_module(place).WRONG[field.name.replace("-", "_")]
    for answer in wrong:
        given = answer if isinstance(answer, list) else [answer]
        if len(given) == len(field.numbers):
            told = say(form, [f"{number:.4f}" for number in given])
            assert told.startswith("✗"), answer


def test_fields_are_used_by_keyboard_and_say_what_is_wrong(page, url):
    words = WORDS["pt"]
    page.goto(f"{url}pt/causal-attention/")
    form = page.locator("#exercise-third-row ~ form").first
    form.get_by_role("textbox").first.focus()
    for text in ("1/8", "0,3", "− 3", "0"):  # a minus sign, but not before 3
        page.keyboard.type(text)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    said = form.get_by_role("status")
    assert said.inner_text() == words["answer-unread"]
    third = form.get_by_role("textbox", name="Número 3 de 4")
    assert third.get_attribute("aria-invalid") == "true"
    third.fill("1/2")
    assert third.get_attribute("aria-invalid") is None
    assert said.inner_text() == ""
    page.keyboard.press("Enter")  # in the field, which sends
    some = words["answer-some"].format(right=3, count=4)
    assert said.inner_text() == f"✗ {some}"
    second = form.get_by_role("textbox", name="Número 2 de 4")
    assert second.get_attribute("aria-invalid") == "true"
    second.fill("3/8")
    second.press("Enter")
    assert said.inner_text() == f"✓ {words['answer-right']}"


def test_without_a_script_there_is_the_solution_and_no_field(browser, url):
    with new_page(browser, java_script_enabled=False) as page:
        page.goto(url + BOTH[0])
        forms = page.locator("form.answer")
        assert forms.count() == 2
        assert not forms.first.is_visible()
        assert page.locator("#exercise-four-weights ~ .success").count()
        assert "0.0947" not in forms.last.evaluate("form => form.outerHTML")
