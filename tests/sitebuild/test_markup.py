"""A page can hold no code that runs and no markup that acts.

`tests/faults.py` has the attacks that `check` refuses with their lines. Here
they are rendered all the same, and another sanitiser looks at the HTML.
"""

from functools import cache

import markdown
import nh3
import pytest
from bs4 import BeautifulSoup
from conftest import ROOT, in_turn
from faults import ATTACKS, HEAD, SCRIPT
from hypothesis import example, given, settings
from hypothesis import strategies as st
from mkdocs.config import load_config
from planting import check

from sitebuild.pages.mathml import FormulaError

TEXTS = [text for found in ATTACKS.values() for _, text in found]
PIECES = [
    *("<script>", "</script>", "<img src=x onerror=y>", "<b>", "<!--", "-->"),
    *("<figure markdown>", "</figure>", "<summary>", "</summary>", "<bdi>"),
    *('<details markdown="block">', "</details>", "</div>", "</bdi>"),
    '<div role="img" aria-label="x">',
    *("`", "``", "$", "$$", "\\", "\\`", "\\$", "\n", "\n\n", "    ", "> "),
    *("1. ", "* ", "!!! note\n\n    ", "| a |\n| --- |\n| ", " |", "```sh"),
    *("{ onclick=x }", "{: onclick=x }", "{ #b }", "{ .md-button }", "\n{"),
    *("[a](", "[a]", "[b]: ", "javascript:x", ")", "demo.md", "data:x"),
    *("![x](../outputs/demo/one.svg)", "\n/// caption\n", "\n///\n"),
    *("    attrs: {onclick: x, class: md-search}\n", "{{ stepper }}"),
    *("https://a.org", "<https://a.org>", "![", "## ", "x", " ", "&#60;"),
]
PUT_TOGETHER = st.lists(st.sampled_from(PIECES), max_size=24).map("".join)
# What another sanitiser may leave in: the MathML of formulas, text, links.
MATHML = "math mi mn mo mrow mspace mstyle mtext mtable mtr mtd msub msup "
MATHML += "msubsup mfrac msqrt mover munder munderover"
MEASURES = "display displaystyle scriptlevel mathvariant accent form lspace "
MEASURES += "rspace width minsize maxsize stretchy"
SANITISED = {
    "tags": nh3.ALLOWED_TAGS | {*MATHML.split()},
    "attributes": {
        "*": {"id", "class", "role", "aria-label", *MEASURES.split()},
        "a": {"href"},
        "img": {"alt", "src"},
        "td": {"align"},
        "th": {"align"},
    },
    "url_schemes": {"https"},
    "link_rel": None,
}


@cache
def renderer() -> markdown.Markdown:
    """Markdown as the site's pages go through it."""
    config = load_config(str(ROOT / "mkdocs.yml"))
    return markdown.Markdown(
        extensions=config.markdown_extensions,
        extension_configs=config.mdx_configs,
    )


def converted(text: str) -> str:
    """The HTML of a text that nobody has checked."""
    try:
        return renderer().reset().convert(f"{HEAD}{text}\n")
    except FormulaError:  # which stops a build too
        return ""


def acts(html: str) -> bool:
    """Whether nh3, which parses HTML as browsers do, takes something out."""
    kept, whole = nh3.clean(html, **SANITISED), html
    return BeautifulSoup(kept, "html.parser") != BeautifulSoup(
        whole, "html.parser"
    )


@in_turn("text", TEXTS)
def test_another_sanitiser_finds_nothing_in_an_attack(text):
    assert not acts(converted(text)), converted(text)


@settings(max_examples=400)
@given(PUT_TOGETHER)
@example("<summary>`<script>`</summary>")
@example("$$ `$$`<script>")
@example("`$$\\`{ onclick=x }")
def test_another_sanitiser_finds_nothing_in_pieces_of_attacks(text):
    assert not acts(converted(text)), converted(text)


@pytest.mark.parametrize(
    "html", ["<b onclick=x>a</b>", SCRIPT, "<a href=data:x>a</a>"]
)
def test_another_sanitiser_finds_what_acts(html):
    assert acts(html)


GOOD = """
Look at `<script>`, `a[0]` and `{x}`, if $a<b$ and
$x_{i}$; then [a](https://example.org/a_b#c), 3 < 4 & 5.
From the left: *Hello* shiny `sun`! “à” – ¿qué? Δx, x², 1º, kᵀ, №, 2 × 3

$$
\\alpha_{ij} \\lt 1
$$
"""


def test_prose_with_code_and_formulas_is_let_through(demo):
    file = demo / "docs/en/index.md"
    file.write_text("\ufeff" + file.read_text("utf-8") + GOOD, "utf-8")
    assert check(demo) == []
