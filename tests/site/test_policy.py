"""What a page may load and run.

That pages work under their policy is seen in every browser test: a breach is
an error in the console (`page` in browser.py).
"""

import re

import pytest
from conftest import ADDRESSES, in_turn
from mkdocs.exceptions import PluginError
from playwright.sync_api import Page

from sitebuild.site.csp import HEAD, SCRIPT, protect


def test_a_script_that_nobody_has_read_is_refused(site):
    html = (site / "encoder/index.html").read_text("utf-8")
    held = [script for _, script in SCRIPT.findall(html) if script]
    assert len(held) == 3, "the last one is data"
    protect(html)
    for attributes in ("", " async", ' type="module"', " id='a'"):
        for tag in ("script", "SCRIPT"):
            more = f"<{tag}{attributes}>hit()</{tag}>"
            with pytest.raises(PluginError, match="does not know: `hit\\(\\)`"):
                protect(html.replace("</body>", f"{more}</body>"))
    with pytest.raises(PluginError, match=re.escape(f"`{held[0][:60]}`")):
        protect(html.replace(held[0], f"{held[0]};"))


def test_the_policy_stands_before_all_that_it_is_for(site):
    for path in [*ADDRESSES.values(), "404.html"]:
        file = site / path
        html = (file if file.is_file() else file / "index.html").read_text()
        rule, rest = html.split(HEAD)[1].lstrip().split(">", 1)
        assert rule.startswith('<meta http-equiv="Content-Security-Policy"')
        assert re.search(r"<(link|script|style)\b", html).start() > len(HEAD)
        assert not re.search(r"<(link|script|style)\b", html.split(rule)[0])
        assert not re.search(r"<[^>]* (style|on[a-z]+)=", rest), path


ATTACKS = {  # what of the policy refuses each
    "a handler": (
        "script-src-attr",
        "body.innerHTML = '<img src=x onerror=hit()>'",
    ),
    "a script": (
        "script-src-elem",
        "body.append(make('script', {textContent: 'hit()'}))",
    ),
    "a script as data": (
        "script-src-elem",
        "body.append(make('script', {src: 'data:text/javascript,hit()'}))",
    ),
    "a request": (
        "connect-src",
        "fetch('http://127.0.0.1:1/').catch(() => 0)",
    ),
    "a picture": (
        "img-src",
        "body.append(make('img', {src: 'http://127.0.0.1:1/'}))",
    ),
    "a style": (
        "style-src-attr",
        "body.innerHTML = '<p style=\"color: red\">'",
    ),
}
WATCH = """() => {
  window.hits = 0;
  window.hit = () => hits++;
  window.make = (name, fields) =>
    Object.assign(document.createElement(name), fields);
  document.addEventListener("securitypolicyviolation", (event) => {
    window.refused = event.effectiveDirective;
  });
}"""


@pytest.fixture
def watched(careless, url) -> Page:
    """The first page, which notes what is refused and what is run."""
    careless.goto(url)
    careless.evaluate(WATCH)
    return careless


@in_turn("name", ATTACKS)
def test_the_browser_refuses_what_the_policy_does_not_allow(watched, name):
    rule, attack = ATTACKS[name]
    watched.evaluate(
        f"() => {{ refused = ''; const {{ body }} = document; {attack} }}"
    )
    watched.wait_for_function("rule => refused === rule", arg=rule)
    assert watched.evaluate("hits") == 0
