"""Whatever a browser hands over, the page works: odd addresses, a storage that
is refused, full or has something else in it, no clipboard, odd languages."""

import pytest
from conftest import careful

pytestmark = pytest.mark.slow

PAGES = "", "glossary/", "404.html", "self-attention/", "pt/lab-train/"
FRAGMENTS = {  # behind #: what goes along to the other language
    "100%": False,
    "%E0%A4%A": False,
    "constructor": False,
    "a?100%": True,
    "playground?token=%E0%A4%A&divisor=1%": True,
    "playground?token=0.1,0.2,0.3,%25&query=1": True,
}
SWITCH = """() => {
  const link = document.querySelector("a[hreflang]");
  link.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
  return link.hash.slice(1);
}"""
# Folds are open on paper, whose scripts have run.
CLOSED = """() => {
  dispatchEvent(new Event("beforeprint"));
  return document.querySelectorAll("article details:not([open])").length;
}"""


COPIED = "() => document.querySelector('.copied').textContent"


@pytest.mark.parametrize("path", PAGES)
def test_an_address_may_end_in_anything(browser, url, path):
    with careful(browser, url) as page:
        for fragment, goes_along in FRAGMENTS.items():
            page.goto("about:blank")
            page.goto(f"{url}{path}#{fragment}")
            page.wait_for_load_state("networkidle")
            assert page.evaluate(CLOSED) == 0
            other = page.evaluate(SWITCH)
            assert other == (fragment if goes_along else ""), fragment


def test_a_shared_playground_keeps_its_numbers_in_the_other_language(page, url):
    page.goto(f"{url}simplified-attention/")
    form = page.locator("form.playground")
    form.scroll_into_view_if_needed()
    form.get_by_role("textbox").first.fill("shared")
    form.get_by_role("button", name="link").click()
    shared = page.evaluate("location.hash")
    assert "shared" in shared
    page.evaluate("scrollTo(0, 0)")
    page.evaluate(SWITCH)
    page.evaluate("document.querySelector('a[hreflang^=pt]').click()")
    page.wait_for_url(f"{url}pt/simplified-attention/{shared}")
    assert form.get_by_role("textbox").first.input_value() == "shared"


REFUSED = {
    "no storage": """for (const kind of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, kind,
        { get() { throw new DOMException() } })""",
    "full": "Storage.prototype.setItem = () => { throw new DOMException() }",
    **{
        kept: f"""for (const key of
          ["/.__palette", "read-pages", "language-known"])
          localStorage[key] ??= '{kept}'"""
        for kept in (
            *("null", "{", "[1]", '{"index":"length","read":9,"last":{}}'),
        )
    },
    "odd languages": """Object.defineProperty(navigator, "languages",
      { value: ["C", "en_US@x", "pt"] })""",
    "no languages": """Object.defineProperty(navigator, "languages",
      { value: undefined })""",
    "no clipboard": """navigator.clipboard.writeText = () => Promise.reject();
      document.execCommand = () => true""",
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_stops_nothing(browser, url, name):
    with careful(browser, url) as page:
        page.add_init_script(REFUSED[name])
        page.goto(f"{url}ten-minutes/")
        for scheme in ("default", "slate", "default"):
            page.locator(".md-header__option label:visible").click()
            shown = "(scheme) => document.body.dataset.mdColorScheme === scheme"
            page.wait_for_function(shown, arg=scheme)
        page.locator("article .foot").scroll_into_view_if_needed()
        page.locator(".md-nav--primary .read").first.wait_for(state="attached")
        page.locator("button.copy").first.click()
        page.wait_for_function(COPIED)
        assert page.evaluate(CLOSED) == 0


def test_a_copy_that_is_refused_is_not_said_to_be_one(page, url):
    page.add_init_script(
        """navigator.clipboard.writeText = () => Promise.reject();
        document.execCommand = () => false"""
    )
    page.goto(f"{url}ten-minutes/")
    page.locator("button.copy").first.click()
    page.wait_for_function(COPIED)
    assert page.locator(".copied").text_content() == (
        "Select it and press Ctrl+C."
    )


def test_a_search_is_asked_anew_when_its_entries_did_not_come(browser, url):
    with careful(browser, url) as page:
        page.route("**/docs.json", lambda route: route.abort(), times=1)
        page.goto(url)
        page.locator("input.md-search__input").click()
        with page.expect_event("requestfailed"):
            page.keyboard.type("soft")
        page.keyboard.type("max")
        page.locator(".md-search-result__link").first.wait_for()
