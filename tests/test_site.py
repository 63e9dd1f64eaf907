"""The built site, as a reader's browser sees it."""

import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from conftest import (
    ADDRESSES,
    REPOSITORY,
    ROOT,
    absent,
    careful,
    parsed,
    served,
)
from fontTools.ttLib import TTFont

from tools.page import read_pages

CHAPTER = "simplified-attention/"
PANELS = "multi-head-attention/"


def test_no_browser_is_a_skip_here_and_a_failure_in_ci():
    with pytest.raises(pytest.skip.Exception, match="no chromium found"):
        absent("chromium", "chromium", in_ci=False)
    with pytest.raises(pytest.fail.Exception, match="no chromium found"):
        absent("chromium", "chromium", in_ci=True)


@pytest.mark.parametrize(
    "path, language, heading",
    [
        ("", "en", "Attention, step by step"),
        ("pt/", "pt", "Atenção, passo a passo"),
        (CHAPTER, "en", "Simplified attention"),
        (f"pt/{CHAPTER}", "pt", "Atenção simplificada"),
    ],
)
def test_page_opens_in_its_language(page, url, path, language, heading):
    page.goto(url + path)
    assert page.locator("html").get_attribute("lang") == language
    assert page.locator("article h1").inner_text() == heading


@pytest.mark.parametrize(
    "path, other, name, title",
    [
        (CHAPTER, f"pt/{CHAPTER}", "Português", "Para lembrar"),
        (f"pt/{CHAPTER}", CHAPTER, "English", "What to remember"),
    ],
)
def test_language_switch_keeps_the_section(page, url, path, other, name, title):
    page.goto(f"{url}{path}#remember")
    page.wait_for_timeout(300)  # the scroll to the section
    page.locator(".md-select").first.hover()
    page.get_by_role("link", name=name, exact=True).click()
    page.wait_for_url(f"{url}{other}#remember")
    heading = page.locator("#remember")
    assert heading.inner_text().removesuffix("#") == title
    page.wait_for_function(
        """() => {
          const {top} = document.getElementById("remember")
            .getBoundingClientRect();
          return 0 <= top && top < innerHeight;
        }"""
    )


def test_language_switch_keeps_the_section_that_was_scrolled_to(page, url):
    page.goto(url + CHAPTER)
    page.locator("#all-queries").evaluate("e => e.scrollIntoView()")
    page.wait_for_function(
        """() => {
          const {top} = document.getElementById("all-queries")
            .getBoundingClientRect();
          return -9 < top && top < 120;
        }"""
    )
    page.locator(".md-select").first.hover()
    page.get_by_role("link", name="Português", exact=True).click()
    page.wait_for_url(f"{url}pt/{CHAPTER}#all-queries")


FIGURE = "figure:has(.cells)"


def reading(page, figure) -> tuple[str, list[str], list[str]]:
    """What is said of a heatmap: the value, the marked query and keys."""
    marked = [
        figure.locator(f".reading .{name}").all_inner_texts()
        for name in ("query", "key")
    ]
    return figure.locator("output").inner_text(), *marked


@pytest.mark.parametrize("path", [CHAPTER, f"pt/{CHAPTER}"])
def test_pointing_at_a_heatmap_says_the_exact_value(page, url, path):
    page.goto(url + path)
    figure = page.locator(FIGURE).first
    rows = figure.locator("table").first.locator("tr")
    keys = rows.first.locator("th").all_text_contents()
    third = rows.nth(3).locator("th, td").all_text_contents()
    cells = figure.locator(".cells path")
    cells.nth(2 * len(keys) + 1).hover()
    said = f"{third[0]} → {keys[1]}: {third[2]}"
    assert reading(page, figure) == (said, [third[0]], [keys[1]])
    assert figure.locator(".cells .on").count() == 1
    assert figure.locator(".keys .on").text_content() == keys[1]
    figure.locator(".keys text").nth(3).hover()  # a column, in the same row
    said = f"{third[0]} → {keys[3]}: {third[4]}"
    assert reading(page, figure) == (said, [third[0]], [keys[3]])
    figure.locator(".queries text").nth(0).hover()
    assert reading(page, figure)[1] == [keys[0]]


def test_a_heatmap_is_played_with_by_keys_and_by_touch(browser, url):
    context = browser.new_context(
        viewport={"width": 390, "height": 800}, has_touch=True
    )
    page = context.new_page()
    page.goto(url + PANELS)
    figures = page.locator(FIGURE)
    figure = figures.filter(has=page.locator(".cells").nth(1)).first
    tables = figure.locator("table")

    def cell(panel: int, row: int, column: int) -> str:
        rows = tables.nth(panel).locator("tr")
        name = tables.nth(panel).locator("caption").text_content()
        texts = rows.nth(row + 1).locator("th, td").all_text_contents()
        key = rows.first.locator("th").nth(column).text_content()
        return f"{name}: {texts[0]} → {key}: {texts[column + 1]}"

    sentence = figure.locator(".reading")
    sentence.focus()
    assert reading(page, figure)[0] == cell(0, 0, 0)
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "2"):
        page.keyboard.press(key)
    assert reading(page, figure)[0] == cell(1, 1, 2)
    for key in ("ArrowUp", "ArrowUp", "End", "ArrowRight", "PageUp", "PageUp"):
        page.keyboard.press(key)  # never past an edge
    last = tables.first.locator("tr").first.locator("th").count() - 1
    assert reading(page, figure)[0] == cell(0, 0, last)
    assert sentence.get_attribute("aria-label")
    figure.locator(".cells").nth(1).locator("path").nth(1).tap()
    assert reading(page, figure)[0] == cell(1, 0, 1)
    context.close()


def test_the_script_of_heatmaps_is_small(site):
    (script,) = site.glob("assets/scripts/heatmaps.*.js")
    assert script.stat().st_size <= 10_000


def test_formula_is_mathml_in_our_font(page, url):
    page.goto(url + CHAPTER)
    formula = page.locator("div.formula math[display=block]").first
    assert formula.locator("munderover").count() == 1
    assert formula.bounding_box()["height"] > 30
    page.evaluate("document.fonts.ready")
    assert page.evaluate("document.fonts.check('1em \"STIX Two Math\"')")


@pytest.mark.parametrize(
    "path, words", [(CHAPTER, "six by six"), (f"pt/{CHAPTER}", "seis por seis")]
)
def test_heatmap_can_be_read_by_everyone(page, url, path, words):
    page.goto(url + path)
    picture = page.get_by_role("img", name=words)
    assert picture.count() == 1  # its text alternative, in this language
    figure = page.locator("figure", has=picture)
    assert figure.locator("figcaption").inner_text()
    # By mouse: the digits in a cell are not in the way.
    cell = figure.locator(".cells path").nth(1 * 6 + 2)
    cell.scroll_into_view_if_needed()
    box = cell.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert figure.locator("output").inner_text() == "journey → starts: 0.2333"
    # By keyboard: the table opens.
    table = figure.locator("table")
    assert not table.is_visible()
    figure.locator("summary").focus()
    page.keyboard.press("Enter")
    assert table.is_visible()
    assert table.locator("tbody tr").nth(1).inner_text().split() == [
        "journey", "0.1385", "0.2379", "0.2333", "0.1240", "0.1082", "0.1581",
    ]  # fmt: skip


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_labels_of_the_heatmap_read_in_both_themes(browser, url, scheme):
    context = browser.new_context(color_scheme=scheme)
    page = context.new_page()
    page.goto(url + CHAPTER)
    colours = page.evaluate(
        """() => [
          getComputedStyle(document.querySelector("svg.figure text")).fill,
          getComputedStyle(document.body).backgroundColor,
        ].map((c) => c.match(/[0-9.]+/g).slice(0, 3).map(Number))"""
    )
    context.close()

    def luminance(rgb: list[float]) -> float:
        linear = [((c / 255 + 0.055) / 1.055) ** 2.4 for c in rgb]
        return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear))

    text, ground = sorted(map(luminance, colours))
    assert (ground + 0.05) / (text + 0.05) >= 4.5


def test_interface_is_translated(page, url):
    page.goto(f"{url}pt/{CHAPTER}")
    nav = page.locator("nav.md-nav--primary .md-nav__link").all_inner_texts()
    titles = [
        page.meta["title"] for page in read_pages(ROOT) if page.language == "pt"
    ]
    assert {"Início", *titles} - {"Atenção, passo a passo"} <= set(nav)
    assert (
        page.locator("input.md-search__input").get_attribute("placeholder")
        == "Buscar"
    )
    assert (
        page.locator(".md-footer__link--prev").inner_text().split("\n")[-1]
        == "Codificação posicional"
    )


FOCUS = """() => {
  const part = document.activeElement;
  if (part === document.body) return null;
  part.dataset.reached = "";
  // The theme's switch of colours is a label beside a field that is not seen.
  const shown = part.matches(".md-option") ? part.nextElementSibling : part;
  const { outlineStyle, outlineWidth } = getComputedStyle(shown);
  const ring = outlineStyle === "solid" && parseFloat(outlineWidth) > 1;
  const { top, right, bottom, left } = shown.getBoundingClientRect();
  const inside = bottom > 0 && top < innerHeight
    && right > 0 && left < innerWidth;
  return [part.outerHTML, ring && inside];
}"""
UNREACHED = """() => [...document.querySelectorAll(
  "a[href], button, input:not([type=radio]), summary, [tabindex='0']"
)].filter((part) => !("reached" in part.dataset) && part.tabIndex >= 0
  && part.checkVisibility({ visibilityProperty: true })
).map((part) => part.outerHTML)"""


@pytest.mark.parametrize("path", ["", CHAPTER, "pt/self-attention/", PANELS])
def test_the_keyboard_reaches_everything_and_shows_where_it_is(page, url, path):
    page.goto(url + path)
    page.wait_for_timeout(300)  # scripts add what can be focused
    for _ in range(2000):
        page.keyboard.press("Tab")
        if not (found := page.evaluate(FOCUS)):
            break
        assert found[1], found[0]
    assert page.evaluate(UNREACHED) == []


def test_term_shows_its_definition_to_mouse_and_keyboard(page, url):
    page.goto(url + CHAPTER)
    term = page.locator("article a.term").first
    definition = term.locator(".definition")
    assert not definition.is_visible()
    term.focus()
    page.keyboard.press("Shift+Tab")
    assert not definition.is_visible()
    page.keyboard.press("Tab")
    assert definition.is_visible()
    page.keyboard.press("Tab")
    assert not definition.is_visible()
    term.hover()
    assert definition.is_visible()
    words = definition.inner_text()
    assert term.get_attribute("aria-describedby") == definition.get_attribute(
        "id"
    )
    term.click()
    page.wait_for_url("**/glossary/#*")
    key = page.url.partition("#")[2]
    entry = page.locator(f"dt#{key} + dd")
    assert entry.inner_text().startswith(words)


DEFINED = """(terms) => terms.filter((term) => term.checkVisibility()).map(
  (term) => {
    term.focus();
    const definition = term.querySelector(".definition");
    const { left, right, top } = definition.getBoundingClientRect();
    return [left, right, top - term.getBoundingClientRect().top];
  }
)"""


def test_definitions_stay_on_the_screen(page, url):
    page.goto(url + CHAPTER)
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 700})
        defined = page.locator("a.term").evaluate_all(DEFINED)
        assert len(defined) > 10
        for left, right, below in defined:
            assert 0 <= left < right <= width
            assert abs(below) < 80, "it must stand by its term"


def test_number_of_a_formula_is_a_link_goal_beside_it(page, url):
    page.goto(f"{url}{CHAPTER}#eq-1")
    formula = page.locator("#eq-1")
    number, math = formula.locator("> span"), formula.locator("math")
    assert number.inner_text() == "(1)"
    right = math.bounding_box()["x"] + math.bounding_box()["width"]
    assert number.bounding_box()["x"] >= right


def test_solution_is_folded_until_it_is_opened(browser, url):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{url}{CHAPTER}#exercises")
    solution = page.locator("details.success").first
    assert not solution.locator("pre").first.is_visible()
    solution.locator("> summary").click()
    assert solution.locator("pre").first.is_visible()
    context.close()


def test_page_reads_without_javascript(browser, url):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(url + CHAPTER)
    page.locator(".md-select button").first.focus()
    page.get_by_role("link", name="Português", exact=True).click()
    page.wait_for_url(f"{url}pt/{CHAPTER}")
    assert page.locator("article math").first.is_visible()
    assert page.locator("svg.figure").first.is_visible()
    summary = page.locator("article figure summary").first
    summary.click()
    assert page.locator("article figure table").first.is_visible()
    context.close()


def test_a_repository_brings_links_and_asks_nobody(browser, example):
    with served(example / "site") as url, careful(browser, url) as page:
        page.goto(f"{url}contributing/")
        assert page.locator(".actions a").all_inner_texts() == [
            "Edit this page"
        ]
        page.goto(f"{url}pt/{CHAPTER}")
        place = f"pt/{CHAPTER}simplified-attention.ipynb"
        link = page.get_by_role("link", name="Abrir no Colab")
        assert link.get_attribute("href") == (
            "https://colab.research.google.com/github/some-one/attention/blob/"
            f"gh-pages/{place}"
        )
        link = page.get_by_role("link", name="Editar esta página")
        assert link.get_attribute("href") == (
            f"{REPOSITORY}/edit/main/docs/pt/simplified-attention.md"
        )
        with page.expect_download() as download:
            page.get_by_role("link", name="Baixar como notebook").click()
        text = (example / "site" / place).read_text("utf-8")
        assert download.value.path().read_text("utf-8") == text
        page.goto(url)
        assert page.locator(f'a.md-source[href="{REPOSITORY}"]').count()
        page.wait_for_load_state("networkidle")


def test_without_a_repository_there_are_no_such_links(site):
    for path, page in built_pages(site).items():
        assert not page.select('a[href*="colab"], a[rel="edit"]'), path


@pytest.mark.parametrize("path", [CHAPTER, f"pt/{CHAPTER}"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_printed_chapter_is_text_and_solutions(page, url, path, scheme):
    page.emulate_media(color_scheme=scheme, media="print")
    page.goto(url + path)
    solutions = page.locator("details.success")
    assert solutions.count() >= 3
    for solution in solutions.all():
        assert solution.locator("pre").first.is_visible()
    for hint in page.locator("details.tip > :not(summary)").all():
        assert hint.is_visible()
    for name in ("header", "nav", "footer.md-footer", "form", "button"):
        for part in page.locator(name).all():
            assert not part.is_visible(), part.evaluate("e => e.outerHTML")
    paper = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(paper) == "rgb(255, 255, 255)"
    ink = "getComputedStyle(document.querySelector('article p')).color"
    assert page.evaluate(ink) == "rgba(0, 0, 0, 0.87)"


def test_the_first_page_gives_the_whole_site(page, url, site):
    page.goto(f"{url}pt/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Baixar o site inteiro").click()
    packed = (site / "attention-step-by-step.zip").read_bytes()
    assert download.value.path().read_bytes() == packed


def built_pages(site: Path) -> dict[str, BeautifulSoup]:
    """Every page of the project as built, by its path in the project."""
    return {path: parsed(site / address) for path, address in ADDRESSES.items()}


def test_math_font_has_every_symbol(site):
    font = TTFont(ROOT / "docs/assets/fonts/stix-two-math.woff2")
    assert "MATH" in font
    known = set(font.getBestCmap())
    for path, page in built_pages(site).items():
        for math in page.find_all("math"):
            missing = {c for c in math.get_text() if ord(c) not in known}
            assert not missing - set("\n"), path


def test_every_picture_has_words_and_every_table_a_name(site):
    for path, page in built_pages(site).items():
        for picture in page.article.find_all("svg", class_="figure"):
            figure = picture.find_parent("figure")
            label = picture.find_parent(role="img")["aria-label"]
            assert len(label) > 30, path
            assert figure.figcaption.get_text(strip=True), path
            values = picture.find(class_="cells") is not None  # a heatmap
            assert not values or figure.table, path
            assert not figure.table or figure.summary.get_text(strip=True)


def test_recordings_and_templates_are_not_published(site):
    published = {path.name for path in site.glob("**/*")}
    assert not published & {"outputs", "theme", "hello-data.txt", "README.md"}


def test_no_address_of_another_host_is_loaded(site):
    loaded = re.compile(
        r"""(?:src|href)=["']?(https?:)?//(?!127\.0\.0\.1)""", re.I
    )
    for path, page in built_pages(site).items():
        for tag in page.find_all(["script", "link", "img", "iframe", "source"]):
            assert not loaded.search(str(tag)), (path, str(tag)[:200])
    for style in site.glob("**/*.css"):
        assert "url(http" not in style.read_text("utf-8"), style
