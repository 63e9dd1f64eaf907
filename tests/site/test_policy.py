"""What a page may load and run.

That pages work under their policy is seen in every browser test: a breach is
an error in the console (`page` in browser.py).
"""

import re

import pytest
from conftest import ADDRESSES
from mkdocs.exceptions import PluginError

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
  window.refused = false;
  window.hit = () => hits++;
  window.make = (name, fields) =>
    Object.assign(document.createElement(name), fields);
  document.addEventListener(
    "securitypolicyviolation", () => { window.refused = true; });
}"""


@pytest.mark.parametrize("name", ATTACKS)
def test_the_browser_refuses_what_the_policy_does_not_allow(
    careless, url, name
):
    careless.goto(url)
    careless.evaluate(WATCH)
    careless.evaluate(
        f"() => {{ const {{ body }} = document; {ATTACKS[name]} }}"
    )
    careless.wait_for_function("() => refused")
    assert careless.evaluate("hits") == 0
