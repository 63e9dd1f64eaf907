"""The trained models in the page: nothing is loaded before it is used, and what
a reader writes, picks and switches is answered as grammar and model do."""

import json
import re

import pytest
import torch
from browser import near, words
from conftest import ROOT, in_turn, sample
from playwright.sync_api import Locator, Page, expect

from snippets.training import Reverser, Size, loss_of
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
    form.scroll_into_view_if_needed()
    for degrees, weight, loss in rows:
        form.locator("input").fill(degrees)
        said = form.locator("output")
        expect(said).to_contain_text(f"word {weight}, loss {loss}, slope")
        if degrees == "60":
            expect(said).to_contain_text(f"slope {rise.replace('-', '−')}.")
    assert len(rows) == 3
    expect(form.locator("svg")).to_have_count(2)


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
    form = careless.locator("form.film")
    near(form.locator("[name=word]")).click()
    failed = form.get_attribute("data-failed")
    careless.get_by_text(failed).wait_for()
    careless.unroute("**/outputs/**")
    form.locator("[name=play]").click()
    form.locator(".maps").wait_for()


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


@pytest.mark.parametrize("language", sample(["en", "pt"], "pt"))
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


def test_a_long_sentence_and_what_is_written_fit_a_phone(page, url):
    page.set_viewport_size({"width": 390, "height": 844})
    place = looking(page, url)
    typed(place, SENTENCE)
    expect(place.locator("select")).to_have_count(9)
    expect(place.locator("output")).to_contain_text(TRANSLATION)
    first, last = (
        place.locator(part).bounding_box() for part in ("legend", "output")
    )
    assert last["y"] + last["height"] - first["y"] <= 560


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
        slots.nth(slot).focus()
        options = slots.nth(slot).locator("option")
        expect(options).to_have_text(offered)
        slots.nth(slot).select_option(label=chosen)
        sentence = (then or "a small dog chooses the house").split()
        expect(slots.locator("option:checked")).to_have_text(sentence)
    expect(place.locator("output")).to_contain_text(
        "um cachorro pequeno escolhe a casa"
    )


@pytest.mark.parametrize("address", sample(["", "pt/"], ""))
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


@pytest.fixture
def home(page, url) -> Locator:
    """The translator of the first page, with the sentence that it has there."""
    return looking(page, url, "boa casa")


@in_turn(
    "word, end, goal, written",
    [
        (4, 0, "article", "o cachorro não escolhe o bom livro"),
        (2, 2, "negation", "o cachorro não escolhe a boa casa"),
        (5, 7, "adjective", "o cachorro não escolhe a casa"),
    ],
)
def test_each_aim_is_reached_by_keys(home, word, end, goal, written):
    told, aim = home.locator("output"), home.locator(f"[data-goal={goal}]")
    expect(aim).not_to_have_class("done")
    moved(home, word, end)
    expect(told).to_contain_text(f": {written}.")
    expect(aim).to_have_class("done")
    share = home.locator(".bar:visible svg svg text").last
    expect(share).to_have_text("100%")
    home.get_by_role("button").click()
    expect(told).to_contain_text(": o cachorro não escolhe a boa casa.")
    expect(home.get_by_role("slider")).to_be_focused()


def test_the_end_of_an_arc_is_dragged_to_another_word(page, home):
    place = home
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


# The film of a training.

LAST = 31  # the place of the last snapshot


def film(page: Page, address: str) -> Locator:
    """The film on a page, whose guess and curve need no script."""
    page.goto(address)
    form = page.locator("form.film")
    expect(form.locator(".guess")).to_be_visible()
    expect(form.locator(".curve path.own")).to_have_count(1)
    return near(form)


def shares(form: Locator) -> list[list[float]]:
    """Where each head looks: the shares of its cells."""
    return form.locator(".maps tbody").evaluate_all(SHARES)


SHARES = """heads => heads.map((head) =>
  [...head.querySelectorAll("td")].map((cell) =>
    Number(cell.style.getPropertyValue("--share"))))"""


def guess_well(form: Locator) -> None:
    for row in range(8):
        form.locator(f"[name=row-{8 * row}]").nth(7 - row).check()


@pytest.mark.parametrize("language", sample(["en", "pt"], "pt"))
def test_a_film_scores_the_guess_when_it_has_been_played(page, url, language):
    folder = "pt/" if language == "pt" else ""
    page.clock.install()
    form = film(page, f"{url}{folder}ten-minutes/")
    guess_well(form)
    form.locator("[name=row-0]").first.check()  # in the wrong place
    play, told = form.locator("[name=play]"), form.locator("output")
    slider = form.locator("[name=step]")
    play.click()
    expect(form).to_have_class(re.compile("playing"))
    expect(slider).not_to_have_value("0")
    expect(told).to_be_empty()  # screen readers are not told each frame
    play.click()
    expect(told).to_contain_text("8")  # paused
    place = slider.input_value()
    page.clock.run_for(500)
    expect(slider).to_have_value(place)
    play.click()
    page.clock.run_for(6000)
    expect(slider).to_have_value(str(LAST))
    score = words(language)["film-score"].format(lit=7, count=8)
    expect(told).to_contain_text(score)
    expect(form.locator(".maps td.guessed")).to_have_count(16)
    expect(form.locator(".written .right")).to_have_count(8)
    form.locator("[type=reset]").click()
    expect(form.locator(".guess :checked")).to_have_count(0)


def test_the_keyboard_alone_guesses_and_goes_through_the_film(page, url):
    form = film(page, f"{url}lab-train/")
    form.locator("[name=row-0]").first.focus()
    for row in range(8):
        page.keyboard.press("Space")
        for _ in range(7 - row):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Tab")
    slider = form.locator("[name=step]")
    expect(slider).to_be_focused()
    seen, pattern = [], range(7, 63, 7)
    for _ in range(LAST):
        page.keyboard.press("ArrowRight")
        expect(form.locator("output")).not_to_be_empty()
        seen.append(sum(head[k] for head in shares(form) for k in pattern))
    assert seen[0] < 3 and seen[-1] > 13 and max(seen) < seen[-1] + 0.5
    expect(form.locator("output")).to_contain_text("8 of your 8 cells. ✓")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # from the start again
    expect(form).to_have_class(re.compile("playing"))


def test_where_nothing_may_move_the_film_goes_on_by_hand(page, url):
    page.emulate_media(reduced_motion="reduce")
    page.clock.install()
    form = film(page, f"{url}ten-minutes/")
    play, slider = form.locator("[name=play]"), form.locator("[name=step]")
    for place in (4, 8):
        play.click()
        expect(slider).to_have_value(str(place))
        expect(play).to_contain_text(words("en")["film-step"])
        page.clock.run_for(500)
        expect(slider).to_have_value(str(place))


def test_other_trainings_are_drawn_beside_the_own_one(page, url):
    form = film(page, f"{url}lab-train/")
    form.locator("[name=play]").click()
    for box in form.get_by_role("checkbox").all():
        name = box.get_attribute("value")
        drawn = form.locator(f".curve path.{name}")
        box.check()
        expect(drawn).to_be_visible()
        box.uncheck()
        expect(drawn).to_be_hidden()


def test_without_a_script_and_on_paper_stills_stand_there(page, url, browser):
    page.goto(f"{url}ten-minutes/")
    still = page.locator("form.film + figure")
    expect(still).to_be_hidden()
    page.emulate_media(media="print")
    expect(page.locator(".stills svg")).to_have_count(8)  # 4 steps, 2 heads
    expect(page.locator(".stills svg").last).to_be_visible()
    expect(page.locator(".film .screen")).to_be_hidden()
    page = browser.new_page(java_script_enabled=False)
    page.goto(f"{url}ten-minutes/")
    expect(page.locator("form.film + figure")).to_be_visible()
    expect(page.locator(".film .screen")).to_be_hidden()
    page.close()


@pytest.mark.parametrize(
    "address, near, part, filled",
    [
        ("lab-translate/", ".looking", ".looks select", "output"),
        ("under-glass/", ".looking", ".looks .queries input", "output"),
        ("ten-minutes/", ".film", ".film [name=step]", ".film output"),
        ("ten-minutes/", ".film", ".film [name=word]", ".film output"),
        (
            "self-attention/",
            "figure:has(+ .mixture)",
            ".mixing [data-point]",
            ".mixing tbody td",
        ),
    ],
)
def test_a_key_gives_few_elements_a_new_style(
    page, browser, url, address, near, part, filled
):
    """A rule whose `:has()` asks an ancestor may concern a whole page: there
    a phone is slow, which no clock of this machine shows."""
    page.emulate_media(reduced_motion="reduce")
    page.goto(url + address)
    page.locator(near).hover()
    part = page.locator(part).first
    part.focus()
    keys = ["ArrowDown", "Backspace", "ArrowUp"] * 2  # which change its value
    for key in keys:
        part.press(key)
    expect(page.locator(filled).first).to_have_text(re.compile(r"\w"))
    page.evaluate("new Promise(requestAnimationFrame)")
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    for key in keys:
        part.press(key)
    page.evaluate("new Promise(requestAnimationFrame)")
    events = json.loads(browser.stop_tracing())["traceEvents"]
    styled = [
        event["args"].get("elementCount", 0)
        for event in events
        if event["name"] == "UpdateLayoutTree"
    ]
    assert sum(styled) < 100 * len(keys)


@pytest.fixture
def trained(page, url) -> Locator:
    """The film at its end, with a word of a reader."""
    form = film(page, f"{url}lab-train/")
    form.locator("[name=word]").fill("KEYBOARD")
    form.locator("[name=step]").fill(str(LAST))
    expect(form.locator(".written")).to_contain_text("keyboard →draobyek")
    return form


@in_turn("text", ["", "compute", "seven77", "two word"])
def test_other_letters_are_named_and_nothing_is_computed(trained, text):
    form, field = trained, trained.locator("[name=word]")
    count = words("en")["count-letters"].format(count=8)
    before = shares(form)
    field.fill(text)
    field.press("Tab")
    expect(field).to_have_attribute("aria-invalid", "true")
    wrong = re.search(r"[^a-z]", text)
    expect(form.locator("output")).to_contain_text(
        f"“{wrong[0]}”" if wrong else count
    )
    assert shares(form) == before
    field.fill("keyboard")
    expect(field).to_have_attribute("aria-invalid", "false")
    expect(form.locator("output")).to_contain_text("8 of 8")


# A training in the page.

GRADIENTS = """async ({ state, ids }) => {
  const load = (name) =>
    import(new URL(`../assets/scripts/model/${name}.js`, location));
  const { initial, lossOf } = await load("training");
  const { tree } = await load("parameters");
  const { record } = await load("tensor");
  const all = initial(Math.random);
  for (const name in state) all[name].numbers.set(state[name].flat());
  const switches = { positions: true, scaled: true };
  record(() => lossOf(tree(all), ids, switches)).backward();
  return Object.keys(state).map((name) => [...all[name].grad.numbers]);
}"""


def test_a_browser_finds_the_gradients_of_pytorch(page, url):
    torch.manual_seed(0)
    model, ids = Reverser(Size()).double(), torch.randint(26, (32, 8))
    loss_of(model, ids).backward()
    state = {name: x.tolist() for name, x in model.state_dict().items()}
    page.goto(f"{url}lab-train/")
    given = {"state": state, "ids": ids.tolist()}
    for found, parameter in zip(
        page.evaluate(GRADIENTS, given), model.parameters(), strict=True
    ):
        wanted = parameter.grad.flatten()
        found = torch.tensor(found, dtype=wanted.dtype)
        torch.testing.assert_close(found, wanted, rtol=0, atol=1e-9)


def training(page: Page, url: str, *chosen: str, word: str = "") -> Locator:
    """A form in which a training has begun."""
    page.goto(f"{url}lab-train/")
    form = page.locator("form.training")
    train = near(form.locator("[name=train]"))
    for field in chosen:
        form.locator(field).press("Space")
        expect(form.locator(field)).to_be_checked()
    if word:
        form.locator("[name=word]").fill(word)
    train.press("Enter")
    return form


# What is left out: how many letters of the word are right, how many of 100
# others, and whether the pattern appears.
BROKEN = {
    (): (range(8, 9), range(98, 101), True),
    ("[name=positions]",): (range(4), range(5, 25), False),
    ("[name=division]", "[value=shorter]"): (range(4), range(98, 101), False),
    ("[value=own]",): (range(8, 9), range(15), False),
}
UNDIVIDED = {("[name=division]",): (range(8, 9), range(98, 101), True)}


@pytest.mark.browser_context_args(reduced_motion="reduce")
@pytest.mark.parametrize(
    "broken", [BROKEN, pytest.param(UNDIVIDED, marks=pytest.mark.weekly)]
)
def test_a_network_learns_unless_it_is_broken(context, url, broken):
    forms = {
        chosen: training(context.new_page(), url, *chosen) for chosen in broken
    }
    for chosen, (of_word, of_others, appears) in broken.items():
        form = forms[chosen]
        expect(form.locator("output")).to_contain_text("%")
        said = form.locator("output").text_content()
        step, _, right, count, share, _ = re.findall(r"\d[.\d]*\b", said)
        assert (step, count) == ("600", "8")
        assert int(right) in of_word and int(share) in of_others, chosen
        expect(form.locator(".written .right")).to_have_count(int(right))
        pattern = [head[k] for head in shares(form) for k in range(7, 63, 7)]
        assert (sum(pattern) > 12) == appears, chosen


def test_a_training_is_stopped_and_begun_again(page, url):
    form = training(page, url, word="Coração")
    button = form.locator("[name=train]")
    step, curve = form.locator(".axis b"), form.locator(".curve path.own")
    moments = [*range(0, 200, 2), *range(200, 601, 10)]
    stopped = ""
    for _ in range(2):
        expect(step).not_to_have_text(stopped)
        expect(step).to_have_text(re.compile(r"\d\d"))
        expect(form.locator(".written")).to_contain_text("coracao →")
        (worker,) = (w for w in page.workers if "training" in w.url)
        with worker.expect_event("close"):
            button.click()
        expect(button).to_contain_text(words("en")["train"])
        stopped = step.text_content()
        points = curve.get_attribute("d").count("L")
        assert moments[points] == int(stopped)
        button.press("Enter")


@pytest.fixture
def stopped(page, url) -> Locator:
    """A form whose training has been stopped."""
    form = training(page, url)
    train = form.locator("[name=train]")
    expect(train).to_contain_text(words("en")["stop"])
    train.click()
    expect(train).to_contain_text(words("en")["train"])
    return form


@in_turn("word", ["", "abc", "word5", "two words"])
def test_only_a_word_of_some_letters_is_trained_with(stopped, word):
    said = stopped.locator("output")
    said.evaluate("said => said.replaceChildren()")
    stopped.locator("[name=word]").fill(word)
    stopped.locator("[name=train]").click()
    expect(said).to_have_text(words("en")["which-word"])


@pytest.mark.parametrize("cause", ["browser", "policy"])
def test_where_no_worker_starts_the_film_plays(careless, url, cause):
    if cause == "browser":
        careless.add_init_script("delete window.Worker")
    careless.route("**/training-worker.js", lambda route: route.abort())
    form = training(careless, url)
    expect(form.locator("output")).to_have_text(words("en")["no-worker"])
    expect(careless.locator("form.film")).to_have_class(re.compile("playing"))
