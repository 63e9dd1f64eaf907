"""What a page may load and run.

That pages work under their policy is seen in every browser test: a breach is
an error in the console (`conftest.page`).
"""

import re
from pathlib import Path

import pytest
from conftest import ADDRESSES, new_page
from mkdocs.exceptions import PluginError

from proof.site.policy import HEAD, SCRIPT, known, policy, protect, source


def scripts(file: Path) -> list[str]:
    return SCRIPT.findall(file.read_text("utf-8"))


def test_a_script_that_nobody_knows_is_not_allowed_but_refused(site):
    for script in scripts(site / "encoder/index.html"):
        assert known(script)
        assert not known(f"{script};")
    with pytest.raises(PluginError, match="does not know: `hit\\(\\)`; move"):
        policy(f"{HEAD}<script>hit()</script>")
    assert not known('__md_scope=new URL("",location);hit();//",location)')


def test_scripts_in_the_page_are_allowed_by_their_hashes(site):
    # The example of https://www.w3.org/TR/CSP3/#external-hash, of inline code.
    assert source("alert('Hello, world.');") == (
        "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='"
    )
    (tab,) = [s for s in scripts(site / "index.html") if "__tabbed_" in s]
    html = f"{HEAD}<script>{tab}</script><script src='b.js'></script>"
    rules = policy(html).split("; ")
    assert f"script-src 'self' {source(tab)}" in rules
    assert "default-src 'self'" in rules
    assert "unsafe" not in policy(html)


def test_a_page_without_a_place_for_its_policy_is_refused():
    with pytest.raises(ValueError, match="no place for its policy"):
        protect("<html></html>")


def test_the_policy_stands_before_all_that_it_is_for(site):
    for path in [*ADDRESSES.values(), "404.html"]:
        file = site / path
        html = (file if file.is_file() else file / "index.html").read_text()
        rule, rest = html.split(HEAD)[1].lstrip().split(">", 1)
        assert rule.startswith('<meta http-equiv="Content-Security-Policy"')
        assert re.search(r"<(link|script|style)\b", html).start() > len(HEAD)
        assert not re.search(r"<(link|script|style)\b", html.split(rule)[0])
        assert not re.search(r"<[^>]* (style|on[a-z]+)=", rest), path


ATTACKS = {
    "a handler": "body.innerHTML = '<img src=x onerror=hit()>'",
    "a script": "body.append(make('script', {textContent: 'hit()'}))",
    "a script as data": (
        "body.append(make('script', {src: 'data:text/javascript,hit()'}))"
    ),
    "a request": "fetch('http://127.0.0.1:1/').catch(() => 0)",
    "a picture": "body.append(make('img', {src: 'http://127.0.0.1:1/'}))",
    "a style": "body.innerHTML = '<p style=\"color: red\">'",
}


WATCH = """() => {
  window.hits = 0;
  window.hit = () => hits++;
  window.make = (name, fields) =>
    Object.assign(document.createElement(name), fields);
  document.addEventListener(
    "securitypolicyviolation", () => { window.refused = true; });
}"""


def test_the_browser_refuses_what_the_policy_does_not_allow(browser, url):
    with new_page(browser) as page:
        page.goto(url)
        page.evaluate(WATCH)
        for name, attack in ATTACKS.items():
            page.evaluate(
                f"""() => {{
                  const {{ body }} = document;
                  window.refused = false;
                  {attack};
                }}"""
            )
            page.wait_for_function("() => refused")
            assert page.evaluate("hits") == 0, name
