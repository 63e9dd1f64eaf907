"""The buttons that copy code, and the switch of colours."""

import pytest
from conftest import careful, new_page

pytestmark = pytest.mark.slow

BLOCK = "article .language-python:has(.mark)"


@pytest.mark.parametrize(
    ("path", "name", "said"),
    [
        (
            "lab-train/",
            "Copy to clipboard",
            "Copied. Runs in this page's notebook.",
        ),
        (
            "pt/lab-train/",
            "Copiar para a área de transferência",
            "Copiado. Roda no notebook desta página.",
        ),
    ],
)
def test_code_is_copied_by_keyboard_without_its_notes_and_one_is_told(
    browser, url, path, name, said
):
    with careful(browser, url) as page:
        permissions = ["clipboard-read", "clipboard-write"]
        page.context.grant_permissions(permissions)
        page.goto(url + path)
        block = page.locator(BLOCK).first
        assert block.locator("code").text_content().count(")!\n")
        button = block.get_by_role("button", name=name, exact=True)
        status = page.locator(".copied[role=status]")
        assert status.text_content() == ""
        button.focus()
        page.keyboard.press("Enter")
        page.wait_for_function(
            "(said) => document.querySelector('.copied').textContent === said",
            arg=said,
        )
        copied = page.evaluate("navigator.clipboard.readText()")
        lines = block.locator("code").text_content().splitlines()
        assert not any(line.endswith(")!") for line in copied.splitlines())
        assert copied.count("\n") == len("\n".join(lines).rstrip().split("\n"))
        compile(copied, "copied", "exec")


def test_where_nothing_can_be_copied_one_is_told(page, url):
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', {});")
    page.goto(f"{url}self-attention/")
    page.locator("button.copy:visible").first.click()
    page.get_by_role("status").get_by_text("Ctrl+C").wait_for()
    assert page.evaluate("getSelection().toString()").strip()


def test_what_was_printed_has_no_button(page, url):
    page.goto(f"{url}self-attention/")
    assert page.locator("button.copy").count() >= 20
    assert page.locator(".language-text button").count() == 0


SCHEME = "document.body.dataset.mdColorScheme"


def test_the_switch_of_colours_is_kept_and_follows_the_system(browser, url):
    with careful(browser, url) as page:
        page.emulate_media(color_scheme="dark")
        page.goto(url)
        assert page.evaluate(SCHEME) == "slate"
        page.emulate_media(color_scheme="light")
        page.wait_for_function(f"() => {SCHEME} === 'default'")
        for shown, scheme in (
            ("Switch to light mode", "default"),
            ("Switch to dark mode", "default"),
            ("Follow the system", "slate"),
        ):
            label = page.locator(".md-header__option label:visible")
            assert label.get_attribute("title") == shown
            assert page.evaluate(SCHEME) == scheme
            if shown != "Follow the system":
                label.click()
        assert (
            page.locator("meta[name=color-scheme]").get_attribute("content")
            == "dark"
        )
        page.goto(f"{url}glossary/")  # it is kept
        assert page.evaluate(SCHEME) == "slate"
        # By keyboard: Enter takes the next.
        page.locator(".md-option").nth(2).focus()
        page.keyboard.press("Enter")
        page.wait_for_function(f"() => {SCHEME} === 'default'")


def test_colours_are_right_before_anything_is_painted(browser, url):
    """Nothing is light for a moment, and no style is made twice."""
    with new_page(browser, color_scheme="dark") as page:
        page.add_init_script(
            """new MutationObserver(() => {
              if (document.querySelector("main")) window.early ??=
                document.body?.dataset.mdColorScheme;
            }).observe(document, { childList: true, subtree: true });"""
        )
        page.goto(url)
        assert page.evaluate("early") == "slate"
