"""What readers answer on the page: cards say right or wrong, with and without
a script, and fields compare numbers as the checks of the exercises do."""

import importlib
import re
from typing import NamedTuple

import pytest
import yaml
from browser import near, words
from conftest import ADDRESSES, ROOT, parsed, sample
from playwright.sync_api import expect

CHAPTER = "simplified-attention"
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


class Field(NamedTuple):
    """An exercise that is answered on the page."""

    chapter: str
    name: str
    numbers: tuple[float, ...]

    def module(self, name: str):
        place = f"snippets.chapters.{self.chapter}.{name}"
        return importlib.import_module(place)

    @property
    def key(self) -> str:
        return self.name.replace("-", "_")


def exact(number: str) -> float:
    """A number as the exercise's check gets it: 1 is no 1.0."""
    return int(float(number)) if float(number).is_integer() else float(number)


FIELDS = [
    Field(
        file.parent.name, name, (*map(exact, NUMBER.findall(answer["says"])),)
    )
    for file in sorted(ROOT.glob("snippets/chapters/*/answers.yml"))
    for name, answer in yaml.safe_load(file.read_text("utf-8")).items()
]


def test_each_question_is_a_card_with_one_right_choice(site):
    cards = 0
    for path, address in ADDRESSES.items():
        said = words(path.split("/")[1])
        soup = parsed(site / address)
        for card in soup.select(".predict"):
            assert soup.find(id=card["aria-labelledby"]).get_text(strip=True)
            choices = card.select("li > details")
            kinds = [fold["class"][0] for fold in choices]
            assert kinds.count("right") == 1 < len(kinds), address
            for kind, fold in zip(kinds, choices):
                verdict = fold.select_one(".verdict").get_text()
                assert verdict == said.get(f"choice-{kind}", verdict)
            cards += 1
    assert cards > 30


@pytest.mark.parametrize(
    "language, script",
    [
        *(("en", False), ("pt", True)),
        pytest.param("en", True, marks=pytest.mark.weekly),
        pytest.param("pt", False, marks=pytest.mark.weekly),
    ],
)
@pytest.mark.slow
def test_a_choice_opens_by_click_and_by_key(new_context, url, language, script):
    page = new_context(java_script_enabled=script).new_page()
    page.goto(f"{url}{'pt/' if language == 'pt' else ''}{CHAPTER}/")
    card = page.locator(".predict").first
    for kind in ("wrong", "right"):
        choice = card.locator(f"details.{kind}").first
        note = choice.locator("> div")
        expect(note).to_be_hidden()
        choice.locator("summary").press("Enter")
        expect(note).to_contain_text(words(language)[f"choice-{kind}"])
    expect(card.locator("details.wrong > div").first).to_be_visible()


def test_what_answers_a_question_is_folded_until_a_choice(page, url):
    page.goto(f"{url}{CHAPTER}/")
    card, answer = page.locator(".predict"), page.locator("details.predicted")
    expect(answer.first.locator("pre").first).to_be_hidden()
    near(card.first.locator("summary").last).click()
    expect(answer.first.locator("pre").first).to_be_visible()
    expect(answer.nth(1).locator("pre").first).to_be_hidden()


@pytest.mark.parametrize("field", FIELDS, ids=str)
def test_a_field_takes_what_the_check_takes(field, capsys):
    """The check of the exercise, and the answer that the page has."""
    check = getattr(field.module("exercises"), f"check_{field.key}")
    check([*field.numbers] if len(field.numbers) > 1 else field.numbers[0])
    assert capsys.readouterr().out == "ok\n"


def say(form, numbers: list) -> str:
    """Answer; what is said to that."""
    for place, number in enumerate(numbers):
        form.get_by_role("textbox").nth(place).fill(str(number))
    form.get_by_role("button").click()
    return form.get_by_role("status").inner_text()


def form_of(page, url: str, language: str, field: Field):
    folder = "" if language == "en" else f"{language}/"
    page.goto(f"{url}{folder}{field.chapter.replace('_', '-')}/")
    return near(page.locator(f"#exercise-{field.name} ~ form").first)


FIRST = next(field for field in FIELDS if field.name == "four-weights")


@pytest.mark.parametrize("language", sample(["en", "pt"], "en"))
@pytest.mark.parametrize("field", sample(FIELDS, FIRST))
@pytest.mark.slow
def test_a_field_says_right_and_wrong(page, url, field, language):
    form = form_of(page, url, language, field)
    commas = [str(number).replace(".", ",") for number in field.numbers]
    for given in (field.numbers, commas):
        assert say(form, given) == f"✓ {words(language)['answer-right']}"
    for answer in field.module("wrong").WRONG[field.key]:
        given = answer if isinstance(answer, list) else [answer]
        if len(given) == len(field.numbers):
            told = say(form, [f"{number:.4f}" for number in given])
            assert told.startswith("✗"), answer


@pytest.mark.slow
def test_a_field_is_used_by_keyboard_and_says_what_is_wrong(page, url):
    third_row = next(field for field in FIELDS if field.name == "third-row")
    form = form_of(page, url, "pt", third_row)
    boxes, said = form.get_by_role("textbox"), form.get_by_role("status")
    boxes.first.focus()
    for text in ("1/8", "0,3", "− 3", "0"):  # a minus sign, but not before 3
        page.keyboard.type(text)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(said).to_have_text(words("pt")["answer-unread"])
    expect(boxes.nth(2)).to_have_attribute("aria-invalid", "true")
    boxes.nth(2).fill("1/2")
    expect(said).to_have_text("")
    page.keyboard.press("Enter")  # in the field, which sends
    some = words("pt")["answer-some"].format(right=3, count=4)
    expect(said).to_have_text(f"✗ {some}")
    expect(boxes.nth(1)).to_have_attribute("aria-invalid", "true")
    boxes.nth(1).fill("3/8")
    boxes.nth(1).press("Enter")
    expect(said).to_have_text(f"✓ {words('pt')['answer-right']}")
