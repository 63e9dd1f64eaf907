"""What a reader does with the text of a page: terms, folds, code, colours."""

import re

import pytest
from browser import near, words
from conftest import ADDRESSES, in_turn, parsed
from playwright.sync_api import expect

CHAPTER = "simplified-attention/"


@in_turn("path", ADDRESSES)
def test_prose_has_curly_quotes_and_no_signs_of_raw_formulas(site, path):
    page = parsed(site / ADDRESSES[path])
    left_out = page(["code", "pre", "math", "svg"])
    left_out += [
        table for figure in page("figure") for table in figure("table")
    ]
    signs = {id(text) for part in left_out for text in part.strings}
    prose = "".join(text for text in page.strings if id(text) not in signs)
    assert re.findall(r".*[\"'_^√].*", prose) == []


def test_a_term_shows_its_definition_to_mouse_and_keyboard(page, url):
    page.goto(url + CHAPTER)
    term = page.locator("article a.term").first
    definition = term.locator(".definition")
    expect(definition).to_be_hidden()
    term.hover()
    definition.hover()  # it can be pointed at
    expect(definition).to_be_visible()
    page.keyboard.press("Escape")
    expect(definition).to_be_hidden()
    page.mouse.move(0, 0)
    term.focus()
    expect(definition).to_be_visible()
    assert term.get_attribute("aria-describedby") == definition.get_attribute(
        "id"
    )
    text = definition.inner_text()
    page.keyboard.press("Enter")
    page.wait_for_url("**/glossary/#*")
    key = page.url.partition("#")[2]
    entry = page.locator(f"h3#{key} + p")
    assert entry.inner_text().startswith(text)


@pytest.mark.slow
@pytest.mark.browser_context_args(
    has_touch=True, viewport={"width": 390, "height": 844}
)
def test_a_tap_shows_a_definition_on_the_screen_and_stays(page, url):
    page.goto(url + CHAPTER)
    terms = page.locator("article a.term").locator("visible=true")
    first, *_, second = terms.all()
    for term in (first, second):
        term.tap()
        definition = term.locator(".definition")
        expect(definition).to_be_in_viewport(ratio=0.99)  # of whole pixels
        assert page.url == url + CHAPTER
    expect(first.locator(".definition")).to_be_hidden()
    page.locator("article h1").tap()
    expect(second.locator(".definition")).to_be_hidden()
    second.tap()
    second.locator(".definition").tap()
    page.wait_for_url("**/glossary/#*")


def test_who_comes_to_what_is_folded_finds_it_open(page, url):
    page.goto(f"{url}self-attention/")
    fold = page.locator("details.success").first
    fold.evaluate("e => { e.lastElementChild.id = 'within'; }")
    page.evaluate("location.hash = 'within'")
    expect(page.locator("#within")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.slow
def test_code_is_copied_by_keyboard_without_its_notes(page, url, language):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{url}{'pt/' if language == 'pt' else ''}lab-train/")
    block = page.locator("article .language-python:has(.mark)").first
    block.get_by_role("button").focus()
    page.keyboard.press("Enter")
    told = page.locator(".md-dialog [role=status]")
    expect(told).to_have_text(words(language)["copied-notebook"])
    copied = page.evaluate("navigator.clipboard.readText()")
    text = block.locator("code").text_content()
    assert text.count(")!\n") and not copied.count(")!\n")
    assert len(copied.splitlines()) == len(text.rstrip().splitlines())
    compile(copied, "copied", "exec")


@pytest.mark.slow
def test_a_refused_clipboard_is_told_and_the_code_selected(page, url):
    """As on a page that is not served safely."""
    page.add_init_script(
        "navigator.clipboard.writeText = () => Promise.reject()"
    )
    page.goto(f"{url}ten-minutes/")
    block = page.locator("article .language-python").first
    near(block.locator("button.md-code__button")).click()
    told = words("en")["copy-refused"]
    expect(page.locator(".md-dialog")).to_contain_text(told)
    code = block.locator("code").text_content()
    chosen = page.evaluate("getSelection().toString()")
    assert chosen.strip() == code.strip()


@pytest.mark.browser_context_args(color_scheme="dark")
@pytest.mark.slow
def test_the_switch_of_colours_is_kept_and_follows_the_system(page, url):
    body, name = page.locator("body"), "data-md-color-scheme"
    page.goto(url)
    expect(body).to_have_attribute(name, "slate")
    page.emulate_media(color_scheme="light")
    expect(body).to_have_attribute(name, "default")
    label = page.locator(".md-header__option label:visible")
    for key, scheme in (
        ("light-mode", "default"),
        ("dark-mode", "default"),
        ("system-mode", "slate"),
    ):
        expect(label).to_have_attribute("title", words("en")[key])
        expect(body).to_have_attribute(name, scheme)
        if key != "system-mode":
            label.click()
    page.goto(f"{url}glossary/")  # it is kept
    expect(body).to_have_attribute(name, "slate")
    page.locator(".md-option").nth(2).focus()
    page.keyboard.press("Enter")  # takes the next
    expect(body).to_have_attribute(name, "default")


@pytest.mark.slow
def test_a_role_lights_up_by_keyboard_until_escape(page, url):
    page.goto(f"{url}self-attention/")
    button = page.locator(".roles button.rq")
    lit = page.locator("article :is(math, pre) .lit")
    expect(lit).to_have_count(0)
    button.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Tab")
    page.evaluate("document.activeElement.blur()")
    for place in ("math .rq.lit", "pre .rq.lit", "svg .lit"):
        assert page.locator(place).count(), place
    page.keyboard.press("Escape")
    expect(lit).to_have_count(0)
    expect(button).to_have_attribute("aria-pressed", "false")
    page.locator("math .rk:visible").first.hover()
    assert page.locator("pre .rk.lit").count()


def test_a_page_with_roles_says_what_their_colours_mean(site):
    for name in ("self-attention", "generation", "lab-train", "glossary"):
        page = parsed(site / name)
        marked = page.select(":is(math, pre) :is(.rq, .rk, .rv, .rw)")
        named = {e["class"][0] for e in page.select("p.roles span")}
        assert named in ({e["class"][0] for e in marked}, set()), name
    assert not parsed(site / "generation").select("math .rk"), "k is a number"


# Whatever a browser hands over, the page works.

REFUSED = {
    "no storage": """for (const kind of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, kind,
        { get() { throw new DOMException() } })""",
    "full": "Storage.prototype.setItem = () => { throw new DOMException() }",
    "odd storage": """for (const key of
      ["/.__palette", "read-sections", "language-known", "single-keys"])
      localStorage[key] ??= '{"index":"length","pages":{"ten-minutes":9}}'""",
    "odd languages": """Object.defineProperty(navigator, "languages",
      { value: ["C", "en_US@x", "pt"] })""",
}


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.slow
def test_what_a_browser_refuses_stops_nothing(page, url, name):
    page.add_init_script(REFUSED[name])
    page.goto(f"{url}ten-minutes/")
    body = page.locator("body")
    for scheme in ("default", "slate"):
        page.locator(".md-header__option label:visible").click()
        expect(body).to_have_attribute("data-md-color-scheme", scheme)
    page.locator(".foot").scroll_into_view_if_needed()
    page.locator(".md-nav--primary .read").first.wait_for(state="attached")


@pytest.mark.parametrize("fragment", ["100%", "%E0%A4%A", "constructor"])
@pytest.mark.slow
def test_an_address_may_end_in_anything(page, url, fragment):
    page.goto(f"{url}self-attention/#{fragment}")
    made = page.locator("button.md-code__button").first  # by a script
    expect(made).to_be_attached()
    switch = page.locator("a[hreflang^=pt]").first
    switch.dispatch_event("focusin")
    assert switch.evaluate("link => link.hash") == ""
