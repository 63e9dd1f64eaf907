"""The built site, as a reader's browser sees it."""

import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from bs4 import BeautifulSoup
from conftest import (
    ADDRESSES,
    REPOSITORY,
    careful,
    contrast,
    new_page,
    paint,
    parsed,
    sample,
    served,
)

CHAPTER = "simplified-attention/"
OTHER = f"pt/{CHAPTER}"
PANELS = "multi-head-attention/"


# A section is where an address with its name leads.
IN_VIEW = """(id) => {
  const { top } = document.getElementById(id).getBoundingClientRect();
  return 0 <= top && top < innerHeight;
}"""


SWITCHED = {
    CHAPTER: (OTHER, "Português (Brasil)", "Para lembrar"),
    OTHER: (CHAPTER, "English", "What to remember"),
}


@pytest.mark.parametrize("path", sample(SWITCHED, OTHER))
def test_language_switch_keeps_the_section(page, url, path):
    other, name, title = SWITCHED[path]
    page.goto(f"{url}{path}#remember")
    page.wait_for_function(IN_VIEW, arg="remember")
    page.locator(".md-select").first.hover()
    page.get_by_role("link", name=name, exact=True).click()
    page.wait_for_url(f"{url}{other}#remember")
    heading = page.locator("#remember")
    assert heading.inner_text().removesuffix("#") == title
    page.wait_for_function(IN_VIEW, arg="remember")


FIGURE = "figure:has(.cells)"


def reading(page, figure) -> tuple[str, list[str], list[str]]:
    """What is said of a heatmap: the value, the marked query and keys."""
    marked = [
        figure.locator(f".reading .{name}").all_inner_texts()
        for name in ("query", "key")
    ]
    return figure.locator("output").inner_text(), *marked


@pytest.mark.parametrize("path", sample([CHAPTER, OTHER], OTHER))
def test_pointing_at_a_heatmap_says_the_exact_value(page, url, path):
    page.goto(url + path)
    figure = page.locator(FIGURE).first
    rows = figure.locator("table").first.locator("tr")
    keys = rows.first.locator("th").all_text_contents()
    third = rows.nth(3).locator("th, td").all_text_contents()
    cells = figure.locator(".cells rect")
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


@pytest.mark.slow
def test_a_heatmap_is_played_with_by_keys_and_by_touch(browser, url):
    with new_page(
        browser, viewport={"width": 390, "height": 800}, has_touch=True
    ) as page:
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
        for key in ("ArrowDown", "ArrowRight", "ArrowRight", "PageDown"):
            page.keyboard.press(key)
        assert reading(page, figure)[0] == cell(1, 1, 2)
        for key in (
            "ArrowUp",
            "ArrowUp",
            "End",
            "ArrowRight",
            "PageUp",
            "PageUp",
        ):
            page.keyboard.press(key)  # never past an edge
        last = tables.first.locator("tr").first.locator("th").count() - 1
        assert reading(page, figure)[0] == cell(0, 0, last)
        assert sentence.get_attribute("aria-label")
        figure.locator(".cells").nth(1).locator("rect").nth(1).tap()
        assert reading(page, figure)[0] == cell(1, 0, 1)


@pytest.mark.parametrize(
    "path, words", [("", "Pick a cell"), ("pt/", "Escolha uma célula")]
)
def test_a_heatmap_invites_and_names_no_mere_numbers(page, url, path, words):
    page.goto(f"{url}{path}lab-train/")
    for figure in page.locator(FIGURE).all():
        assert figure.locator("output").inner_text().startswith(words)
        tokens = figure.locator(".reading span").all_text_contents()
        shown = figure.locator(".reading span").first.is_visible()
        assert shown != all(token.isdecimal() for token in tokens)


@pytest.mark.parametrize(
    "path, words", [(CHAPTER, "six by six"), (OTHER, "seis linhas e seis")]
)
def test_heatmap_can_be_read_by_everyone(page, url, path, words):
    page.goto(url + path)
    picture = page.get_by_role("img", name=words)
    assert picture.count() == 1  # its text alternative, in this language
    figure = page.locator("figure", has=picture)
    assert figure.locator("figcaption").inner_text()
    # By keyboard: the table opens.
    table = figure.locator("table")
    assert not table.is_visible()
    figure.locator("summary").focus()
    page.keyboard.press("Enter")
    assert table.is_visible()
    assert table.locator("tbody tr").nth(1).inner_text().split() == [
        "journey", "0.1385", "0.2379", "0.2333", "0.1240", "0.1082", "0.1581",
    ]  # fmt: skip


GROUNDS = """() => {
  const style = (name, pseudo) =>
    getComputedStyle(document.querySelector(name), pseudo);
  return [
    style("svg.figure text").fill,
    style("body").backgroundColor,
    style("pre button", "::after").backgroundColor,
    style("pre:has(button) code").backgroundColor,
    style("article .definition").backgroundColor,
  ].map((colour) => colour.match(/[0-9.]+/g).map(Number));
}"""


@pytest.mark.slow
def test_what_axe_does_not_ask_can_be_seen_in_both_themes(page, url):
    """Labels of a heatmap, icons of code, and a definition on its ground."""
    page.goto(url + CHAPTER)
    page.wait_for_function(COMPLETE)
    page.locator("article a.term").first.focus()
    bodies = []
    for scheme in ("light", "dark"):
        paint(page, scheme)
        label, body, icon, code, definition = page.evaluate(GROUNDS)
        assert contrast(label[:3], body[:3]) >= 4.5
        *rgb, alpha = icon
        mixed = [alpha * c + (1 - alpha) * g for c, g in zip(rgb, code)]
        assert contrast(mixed, code[:3]) >= 3
        assert len(definition) == 3, "no alpha: it hides what is below it"
        bodies.append(body)
    assert bodies[0] != bodies[1]


FOCUS = """() => {
  const part = document.activeElement;
  if (part === document.body) return ["", true, false];
  // What stands in a note on code moves when the theme shows the note.
  const again = "reached" in part.dataset && part.matches(".md-skip");
  part.dataset.reached = "";
  // The theme's switch of colours is a label beside a field that is not seen.
  const shown = part.matches(".md-option") ? part.nextElementSibling : part;
  const { outlineStyle, outlineWidth } = getComputedStyle(shown);
  const ring = outlineStyle === "solid" && parseFloat(outlineWidth) > 1;
  const { top, right, bottom, left } = shown.getBoundingClientRect();
  const inside = bottom > 0 && top < innerHeight
    && right > 0 && left < innerWidth;
  return [part.outerHTML, ring && inside, again];
}"""
UNREACHED = """() => [...document.querySelectorAll(
  "a[href], button, input:not([type=radio]), summary, [tabindex='0']"
)].filter((part) => !("reached" in part.dataset) && part.tabIndex >= 0
  && part.checkVisibility({ visibilityProperty: true })
).map((part) => part.outerHTML)"""


# Scripts have added what can be focused.
COMPLETE = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  return all(".language-python pre").every((block) => block.matches(
    ":has(button)")) && all("pre > code, .formula > div").every((wide) =>
    !wide.checkVisibility() || wide.scrollWidth <= wide.clientWidth
    || wide.tabIndex === 0);
}"""
# A playground is made when a reader comes near it.
NEARED = "document.querySelector('form.playground')?.scrollIntoView()"
MADE = "() => !document.querySelector('form.playground:not(:has(button))')"


@pytest.mark.parametrize(
    "path",
    sample(
        ["", CHAPTER, "pt/self-attention/", PANELS], "", "pt/self-attention/"
    ),
)
@pytest.mark.slow
def test_the_keyboard_reaches_everything_and_shows_where_it_is(page, url, path):
    page.goto(url + path)
    page.wait_for_function(COMPLETE)
    page.evaluate(NEARED)
    page.wait_for_function(MADE)
    page.evaluate("scrollTo(0, 0)")
    for _ in range(2000):
        # The focus rests nowhere where a button has gone (the one to the top,
        # while the page still scrolls), and behind the end; then it goes on.
        page.keyboard.press("Tab")
        part, shown, again = page.evaluate(FOCUS)
        assert shown, part
        if again:
            break
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
    entry = page.locator(f"h3#{key} + p")
    assert entry.inner_text().startswith(words)


DEFINED = """async (terms) => {
  const found = [];
  for (const term of terms.filter((term) => term.checkVisibility())) {
    term.focus();
    for (let frame = 0; frame < 2; frame += 1) // it follows what scrolls
      await new Promise(requestAnimationFrame);
    const definition = term.querySelector(".definition");
    const word = term.getBoundingClientRect();
    const { left, right, top, bottom } = definition.getBoundingClientRect();
    const away = Math.max(left - word.right, word.left - right,
      top - word.bottom, word.top - bottom);
    found.push([left, right, top, bottom, away]);
  }
  return found;
}"""


@pytest.mark.parametrize("path", sample([CHAPTER, OTHER], OTHER))
@pytest.mark.slow
def test_definitions_stay_on_the_screen_by_their_words(page, url, path):
    page.goto(url + path)
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 700})
        defined = page.locator("a.term").evaluate_all(DEFINED)
        assert len(defined) > 10
        for left, right, top, bottom, away in defined:
            assert 0 <= left < right <= width and 0 <= top < bottom < 701
            assert away < 4, "a pointer must reach it"


@pytest.mark.slow
def test_a_definition_can_be_pointed_at_and_closed_by_escape(page, url):
    page.goto(url + CHAPTER)
    term = page.locator("article a.term").first
    definition = term.locator(".definition")
    term.hover()
    definition.hover()
    assert definition.is_visible()
    for show in (term.hover, term.focus):
        page.mouse.move(0, 0)
        term.blur()
        show()
        assert definition.is_visible()
        page.keyboard.press("Escape")
        assert not definition.is_visible()


@pytest.mark.slow
def test_a_tap_shows_a_definition_and_stays(browser, url):
    with new_page(browser, has_touch=True) as page:
        page.goto(url + CHAPTER)
        first, *_, second = page.locator("article a.term").all()
        for term in (first, second):
            term.tap()
            assert term.locator(".definition").is_visible()
            assert page.url == url + CHAPTER
        assert not first.locator(".definition").is_visible()
        page.locator("article h1").tap()
        assert not second.locator(".definition").is_visible()
        second.tap()
        second.locator(".definition").tap()
        page.wait_for_url("**/glossary/#*")


def test_page_reads_without_javascript(browser, url):
    with new_page(browser, java_script_enabled=False) as page:
        page.goto(f"{url}{CHAPTER}#exercises")
        solution = page.locator("details.success:has(pre)").first
        assert not solution.locator("pre").first.is_visible()
        solution.locator("> summary").click()
        assert solution.locator("pre").first.is_visible()
        page.locator(".md-select button").first.focus()
        page.get_by_role("link", name="Português (Brasil)", exact=True).click()
        page.wait_for_url(url + OTHER)
        assert page.locator("article math").first.is_visible()
        assert page.locator("svg.figure").first.is_visible()
        page.locator("article figure summary").first.click()
        assert page.locator("article figure table").first.is_visible()


@pytest.mark.slow
def test_a_repository_brings_links_and_asks_nobody(browser, example):
    with served(example / "site") as url, careful(browser, url) as page:
        page.goto(f"{url}contributing/")
        assert page.locator(".actions a").all_inner_texts() == [
            "Edit",
            "Report a mistake",
        ]
        page.goto(url + OTHER)
        place = f"pt/{CHAPTER}simplified-attention.ipynb"
        link = page.get_by_role("link", name="Abrir no Colab")
        assert link.get_attribute("href") == (
            "https://colab.research.google.com/github/some-one/attention/blob/"
            f"gh-pages/{place}"
        )
        link = page.get_by_role("link", name="Editar")
        assert link.get_attribute("href") == (
            f"{REPOSITORY}/edit/main/docs/pt/simplified-attention.md"
        )
        with page.expect_download() as download:
            page.get_by_role("link", name="Baixar notebook").click()
        text = (example / "site" / place).read_text("utf-8")
        assert download.value.path().read_text("utf-8") == text
        page.goto(url)
        assert page.locator(f'a.md-source[href="{REPOSITORY}"]').count()
        page.wait_for_load_state("networkidle")


def test_without_a_repository_there_are_no_such_links(site):
    for path, page in built_pages(site).items():
        assert not page.select('a[href*="colab"], a[rel="edit"], .report'), path


@pytest.mark.parametrize("path", sample([CHAPTER, OTHER], OTHER))
@pytest.mark.parametrize("scheme", sample(["light", "dark"], "dark"))
@pytest.mark.slow
def test_a_printed_chapter_is_text_and_solutions(page, url, path, scheme):
    page.emulate_media(color_scheme=scheme, media="print")
    page.goto(url + path)
    solutions = page.locator("details.success:has(pre)")
    assert solutions.count() >= 3
    for solution in solutions.all():
        assert solution.locator("pre").first.is_visible()
    folds = "details:is(.tip, .question, .success)"
    for folded in page.locator(f"{folds} > :not(summary)").all():
        assert folded.is_visible()
    form = "form:not(.playground)"  # which is printed as tables
    for name in ("header", "nav", "footer.md-footer", form, "button"):
        for part in page.locator(name).all():
            assert not part.is_visible(), part.evaluate("e => e.outerHTML")
    paper = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(paper) == "rgb(255, 255, 255)"
    for name in ("h2 ~ p:not([class])", ".cite"):
        ink = (
            f"getComputedStyle(document.querySelector('article {name}')).color"
        )
        assert page.evaluate(ink) == "rgb(0, 0, 0)"


@pytest.mark.slow
def test_print_opens_folds_and_closes_them_again(page, url):
    page.goto(url + "lab-encoder/")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("article details:not([open])").count() == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("article details[open]").count() == 0


def test_who_comes_to_what_is_folded_finds_it_open(page, url):
    page.goto(f"{url}self-attention/")
    fold = page.locator("details.success").first
    fold.evaluate("e => { e.lastElementChild.id = 'within'; }")
    page.evaluate("location.hash = 'within'")
    page.wait_for_function(
        "() => document.querySelector('#within').checkVisibility()"
    )
    assert fold.get_attribute("open") == ""


def built_pages(site: Path) -> dict[str, BeautifulSoup]:
    """Every page of the project as built, by its path in the project."""
    return {path: parsed(site / address) for path, address in ADDRESSES.items()}


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
    assert not published & {"theme", "hello-data.txt", "README.md"}
    loaded = {path for path in site.glob("outputs/**/*") if path.is_file()}
    assert loaded == {*site.glob("outputs/*/*.json")}


def test_no_style_loads_from_another_host(site):
    """Of pages the build asks that (`sitebuild.site.verify`)."""
    for style in site.glob("**/*.css"):
        assert "url(http" not in style.read_text("utf-8"), style


LINK = re.compile(r'<[^>]*\s(?:href|src)="([^"]*)"')
ID = re.compile(r'\bid="([^"]+)"')


def test_each_link_within_the_site_leads_to_a_file_and_a_place(site):
    """Of links in pages a check asks that, of the theme's and widgets' this."""
    top = "http://127.0.0.1:8000/"
    files = {f.relative_to(site).as_posix(): f for f in site.rglob("*.*")}
    texts = {n: f.read_text("utf-8") for n, f in files.items() if ".htm" in n}
    ids = {name: {*ID.findall(text)} for name, text in texts.items()}
    for name, text in texts.items():
        here = f"{top}{name.removesuffix('index.html')}"
        if name.endswith("404.html"):  # a host shows it at any address
            here = f"{top}some/where/else/"
        for link in {*map(unescape, LINK.findall(text))}:
            goal = urlsplit(urljoin(here, link))
            if not goal.geturl().startswith(top):
                continue
            file = unquote(goal.path).lstrip("/")
            file += "index.html" if file.endswith("/") or not file else ""
            assert file in files, (name, link)
            place = unquote(goal.fragment)
            known = not place or file not in ids or place in ids[file]
            assert known, (name, link)
