"""The translator in the page: nothing is loaded before it is used, and what a
reader writes, picks and forces is answered as the grammar and the model do."""

import re

import pytest
from conftest import new_page, parsed, sample

from sitebuild.widgets.live_forms import TEMPERATURES
from snippets.translation import AFTER_NOT, ARTICLES, LIVING, NEXT, VERBS

PLACES = ["", "pt/", "lab-translate/", "pt/lab-translate/"]
FORM, LOOKS = "form.live", ".looks"
SENTENCE = "a good woman does not choose the strange garden"
TRANSLATION = "uma boa mulher não escolhe o jardim estranho"
SAID = {"": "The model writes: ", "pt/": "O modelo escreve: "}


def opened(page, address: str):
    """The form on a page, in use: its model is there."""
    page.goto(address)
    summary = page.locator(f"{FORM} summary")
    if not page.locator(f"{FORM} details[open]").count():
        summary.click()
    page.get_by_role("textbox", name=re.compile("ngl")).focus()
    page.locator(f"{FORM} table").wait_for()
    return page.locator("[name=english]")


def offered(page) -> list[str]:
    return page.locator(f"{FORM} .next button").all_text_contents()


def told(page) -> str:
    return page.locator(f"{FORM} output").text_content()


@pytest.mark.slow
def test_nothing_of_the_model_is_loaded_before_it_is_used(page, url):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(url)
    page.wait_for_load_state("networkidle")
    model = re.compile(r"/model/|/outputs/|/(translator|looks)\.")
    assert not [address for address in asked if model.search(address)]
    opened(page, url)
    loaded = [address for address in asked if model.search(address)]
    assert len(loaded) == 7 and not any("reverser" in name for name in loaded)


@pytest.mark.parametrize("place", sample(PLACES, "", PLACES[-1]))
@pytest.mark.slow
def test_the_script_draws_as_the_build_does(site, page, url, place):
    still = parsed(site / place / "index.html").select_one(LOOKS)
    opened(page, url + place)
    drawn = page.locator(LOOKS).evaluate(
        """(part) => [...part.querySelectorAll("*")].map((element) =>
          [element.localName, element.className.baseVal ?? element.className,
           element.lang ?? "", element.id])"""
    )
    built = [
        [
            e.name,
            " ".join(e.get("class", [])),
            e.get("lang", ""),
            e.get("id", ""),
        ]
        for e in still.find_all(True)
    ]

    def framed(elements: list) -> list:
        return [e for e in elements if e[0] not in ("path", "p", "span")]

    assert framed(drawn) == framed(built)


@pytest.mark.parametrize("language", SAID)
@pytest.mark.slow
def test_a_sentence_is_translated_and_its_words_are_picked(page, url, language):
    field = opened(page, f"{url}{language}lab-translate/")
    field.fill(SENTENCE)
    assert told(page) == SAID[language] + TRANSLATION
    labels = page.locator(f"{LOOKS} .queries label")
    assert labels.all_text_contents() == TRANSLATION.split()
    keys = page.locator(f"{LOOKS} .keys label")
    assert keys.all_text_contents() == SENTENCE.split()
    labels.nth(2).click()
    assert page.locator(f"{FORM} tr.on th").text_content() == "mulher"
    cells = page.locator(f"{FORM} tr.on td").all_text_contents()
    assert sum(map(int, cells)) == 100
    page.keyboard.press("ArrowRight")
    assert page.locator(f"{FORM} tr.on th").text_content() == "não"
    keys.nth(1).click()
    assert page.locator(f"{FORM} select").is_disabled()


@pytest.mark.slow
def test_only_words_that_can_stand_next_are_offered(page, url):
    field = opened(page, url)
    for begun, lists in {
        "": [ARTICLES],
        "the girl ": [VERBS, ["does"]],
        "the girl does not ": [AFTER_NOT],
    }.items():
        field.fill(begun)
        assert offered(page) == [word for words in lists for word in words]
    field.fill("the big c")
    assert offered(page) == [word for word in LIVING if word[0] == "c"]
    page.get_by_role("button", name="cat").press("Enter")
    assert field.input_value() == "the big cat "
    chosen = page.evaluate("document.activeElement.textContent")
    assert chosen == offered(page)[0] == next(iter(VERBS))
    assert len(NEXT) == 10  # states, each of which the script follows


@pytest.mark.parametrize(
    "language, words",
    [
        ("", "“horse” cannot come here."),
        ("pt/", "“horse” não pode vir aqui."),
    ],
)
@pytest.mark.slow
def test_an_unknown_word_is_named_when_it_is_finished(
    page, url, language, words
):
    field = opened(page, url + language)
    field.fill("the horse")
    assert not told(page).startswith("“") and offered(page)
    page.keyboard.press("Tab")
    assert told(page).startswith(words)
    assert field.get_attribute("aria-invalid") == "true"
    field.fill("the horse sees a house")
    assert told(page).startswith(words) and set(offered(page)) >= {*LIVING}
    page.get_by_role("button", name="dog").click()
    assert field.input_value() == "the dog "
    assert field.get_attribute("aria-invalid") == "false"


@pytest.mark.slow
def test_a_word_is_forced_to_look_elsewhere_and_freed_again(page, url):
    field = opened(page, url)
    field.fill("the girl sees the book")
    article = page.locator(f"{LOOKS} .queries label").first
    article.click()
    start = told(page)
    assert start.endswith(": a menina vê o livro")
    assert page.get_by_text("Make “a” look only at").is_visible()
    page.locator(f"{FORM} select").select_option(index=1)  # its own
    row = page.locator(f"{FORM} tr.on td").all_text_contents()
    assert row == ["100", "0", "0", "0", "0"] and told(page) == start
    page.locator(f"{FORM} select").select_option(index=4)  # the other article
    assert told(page) != start
    page.locator(f"{FORM} select").select_option(index=0)
    assert told(page) == start


@pytest.mark.slow
def test_words_are_drawn_again_at_a_temperature(page, url):
    opened(page, url + "lab-translate/")
    again = page.get_by_role("button", name="Draw other words")
    best = told(page)
    assert again.is_disabled()
    hottest = page.get_by_role("radio", name=str(TEMPERATURES[-1]), exact=True)
    hottest.check()
    drawn = {told(page)}
    for _ in range(5):
        again.click()
        drawn.add(told(page))
    assert len(drawn) > 2
    page.get_by_role("radio", name="0 (the most probable word)").check()
    assert told(page) == best


@pytest.mark.parametrize("place", PLACES[1:3])
@pytest.mark.slow
def test_without_a_script_the_still_stands_and_a_sentence_says_so(
    browser, url, place
):
    with new_page(browser, java_script_enabled=False) as page:
        page.goto(url + place)
        if not page.locator(f"{FORM} details[open]").count():
            page.locator(f"{FORM} summary").click()
        assert page.locator(f"{FORM} noscript").is_visible()
        assert not page.locator(f"{FORM} input").first.is_visible()
        assert page.locator(f"{LOOKS} .queries label").count() == 7


@pytest.mark.slow
def test_nothing_moves_where_less_motion_is_wanted(browser, url):
    with new_page(browser, reduced_motion="reduce") as page:
        opened(page, url).fill(SENTENCE)
        assert page.locator(f"{LOOKS} .queries.fresh").count() == 1
        moving = (
            "document.getAnimations().filter((a) => a.animationName).length"
        )
        assert page.evaluate(moving) == 0
