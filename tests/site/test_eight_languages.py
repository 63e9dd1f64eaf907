"""Languages of other scripts and grammars: found, defined, marked, mirrored."""

import pytest
from conftest import (
    ROOT,
    build_site,
    careful,
    check,
    copy_project,
    new_page,
    once,
    parsed,
    served,
)
from test_search import first, leads

from proof.files import read_yaml
from proof.site.wording import TO_OTHERS
from proof.translate import commands, files, language

TEXTS = read_yaml((ROOT / "tests/site/languages.yml").read_text("utf-8"))
REGIONAL = "pt-BR"  # started, no more
ENGLISH = {
    "why-attention": """\
Attention lets each word look at all others. A score says how well two words
match, and the function softmax turns scores into weights that sum to one. The
context vector is the weighted sum of the word vectors. Older networks squeezed
a whole sentence into one vector; attention keeps all of them.
""",
    "positional-encoding": """\
On its own, attention does not know the order of the words. So each position
gets a vector of its own, which is added to the vector of the word.
""",
}


def speak(root) -> None:
    """Give a project two short pages in each of the languages."""
    for name, text in ENGLISH.items():
        page = root / f"docs/en/{name}.md"
        title, rest = page.read_text("utf-8").split("\n\n", 1)
        page.write_text(f"{title}\n\n{text}\n{rest}", "utf-8")
    for code, told in {**TEXTS, REGIONAL: {}}.items():
        assert language.main([code, "Nova"], root) == 0
        if code == REGIONAL:
            continue
        for name in ENGLISH:
            page = root / f"docs/{code}/{name}.md"
            page.write_text(told[name] + "\n", "utf-8")
            assert commands.main(["done", f"{code}/{name}"], root) == 0
        files.change(
            root / f"docs/{code}/terms.yml",
            lambda data, told=told: data["attention"].update(
                told["term"], definition="?"
            ),
        )
        files.change(
            root / f"docs/{code}/words.yml",
            lambda data: [data[key].update(text="?") for key in TO_OTHERS],
        )


@pytest.fixture(scope="session")
def spoken(tmp_path_factory, one_chapter):
    """A built site in all of these languages."""

    def build(folder) -> None:
        folder.mkdir()
        speak(copy_project(folder, one_chapter))
        assert check(folder) == []
        build_site(folder)

    return once(tmp_path_factory, "spoken", build) / "site"


@pytest.fixture(scope="session")
def address(spoken):
    with served(spoken) as url:
        yield url


@pytest.mark.weekly
@pytest.mark.parametrize("code", TEXTS)
def test_readers_find_words_of_their_language(browser, address, code):
    base, missed = f"{address}{code}/", {}
    with careful(browser, address) as page:
        page.goto(base)
        for goal, words in TEXTS[code]["found"].items():
            for typed in words:
                shown = first(page, base, typed)
                if not leads(shown, goal):
                    missed[typed] = shown
    assert missed == {}


# English sentences that stand in a text from the right, without their marks.
TURNED = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let text; (text = texts.nextNode());) {
    const { parentElement: around, data } = text;
    const silent = "script, style, template, bdi, code, svg, math";
    if (around.closest(silent)) continue;
    const english = /[a-z]{2,} [a-z]{2,}/.test(data);
    const { direction } = getComputedStyle(around);
    const { lang } = around.closest("[lang]");
    const own = document.documentElement.lang;
    if (english && (direction === "rtl" || lang === own)) found.push(data);
  }
  return found;
}"""


@pytest.mark.weekly
@pytest.mark.parametrize("path", ["", "why-attention/", "encoder/"])
def test_english_in_a_page_from_the_right_is_marked(browser, address, path):
    with careful(browser, address) as page:
        page.goto(f"{address}ar/{path}")
        assert page.evaluate("document.body.dir") == "rtl"
        assert page.evaluate(TURNED) == []


@pytest.mark.weekly
@pytest.mark.parametrize("code", ["ar", "ja"])
def test_a_phone_shows_whole_lines(browser, address, code):
    width = {"width": 390, "height": 844}
    with new_page(browser, viewport=width) as page:
        page.goto(f"{address}{code}/why-attention/")
        assert page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.weekly
def test_a_page_names_its_language_script_and_region(spoken):
    for code in (*TEXTS, REGIONAL):
        assert parsed(spoken / code).html["lang"] == code
    page = parsed(spoken / "why-attention")
    named = {link["hreflang"] for link in page.head("link", hreflang=True)}
    assert named == {*TEXTS, "en", "pt-BR", "x-default"}
    (term,) = parsed(spoken / "ar/why-attention")("a", class_="term")[:1]
    assert term.contents[0] == "الانتباه"


OFFERED = {
    "zh-TW": "zh-Hant",
    "zh-CN": "zh",
    "pt-BR": "pt-BR",  # of which something is there
    "pt-PT": "pt-BR",
    "es-MX": "es",
    "en-AU": None,
    "fr-FR": None,
}


@pytest.mark.weekly
@pytest.mark.parametrize("wanted", OFFERED)
def test_a_reader_is_offered_the_nearest_language(browser, address, wanted):
    with new_page(browser, locale=wanted) as page:
        page.goto(f"{address}why-attention/")
        shown = page.locator("aside.offer:visible")
        assert shown.count() == bool(OFFERED[wanted])
        if OFFERED[wanted]:
            assert shown.get_attribute("lang") == OFFERED[wanted]
