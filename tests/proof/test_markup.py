"""A page can hold no code that runs and no markup that acts."""

import re
from functools import cache

import markdown
import pytest
from conftest import ROOT, check, speak
from hypothesis import example, given, settings
from hypothesis import strategies as st
from mkdocs.config import load_config

from proof.checks.markup import problems
from proof.pages.formulas import FormulaError
from proof.pages.page import Page
from proof.site.verify import read

# What a page of a stranger may try besides what `faults_markup` plants: text,
# line that is named, what is said.
ATTACKS = {
    "typed console": ("```sh\npython -c 1\n```", 2, "neither includes nor"),
    "include from outside": (
        '```python\n--8<-- "setup.py:x"\n```',
        2,
        "this include is refused",
    ),
    "absolute include": (
        '```text\n--8<-- "/etc/passwd"\n```',
        2,
        "this include is refused",
    ),
    "include from an address": (
        '```text\n--8<-- "https://example.org/x.txt"\n```',
        2,
        "this include is refused",
    ),
    "include of another page's output": (
        '```text\n--8<-- "docs/outputs/../../x.txt"\n```',
        2,
        "this include is refused",
    ),
    "several includes": (
        "--8<--\nsnippets/demo.py\n--8<--",
        1,
        "this include is refused",
    ),
    "script after two lines": ("a\n\n<SCRIPT\nsrc=x>", 3, "`<SCRIPT`"),
    "script in one formula to us, in two cells to the renderer": (
        "| a | b |\n| - | - |\n| $x | <script>$ |",
        3,
        "`<script>",
    ),
    "script in a deep nest": ("* " * 12 + "<script>", 1, "is not read"),
    "entity in a label": (
        '<div role="img" aria-label="&#60;">\n</div>',
        1,
        '`<div role="img"',
    ),
    "script in a list": ("1. <script>", 1, "`<script>"),
    "script in a quotation": ("> <script>", 1, "`<script>"),
    "script in a box": ("!!! note\n\n    <script>", 3, "`<script>"),
    "script in a cell": ("| a |\n| --- |\n| <script> |", 3, "`<script>"),
    "script between escaped marks": ("\\`<script>\\`", 1, "`<script>"),
    "script between escaped dollars": ("\\$<script>\\$", 1, "`<script>"),
    "script in code over two lines": ("`\n<script>\n`", 2, "`<script>"),
    "script between code over two lines": (
        "`a\nb` <script> `c`",
        2,
        "in one line",
    ),
    "script between formulas over two lines": (
        "$a\nb$<script>$c$",
        2,
        "in one line",
    ),
    "script in code in a figure": (
        "<figure markdown>\n`<script>`\n</figure>",
        2,
        "`<script>",
    ),
    "script in a caption's code": (
        '<figcaption markdown="span">`<script>`</figcaption>',
        1,
        "`<script>",
    ),
    "script in a formula": ("$$\n<script>\n$$", 2, "`<script>"),
    "script in commands": ("```sh\n<script>\n```", 2, "`<script>"),
    "processing": ("<?php echo 1 ?>", 1, "`<?php"),
    "document type": ("<!DOCTYPE x>", 1, "`<!DOCTYPE"),
    "comment that hides": ("<!-- x -->", 1, "`<!-- x"),
    "event handler on a figure": ("<figure markdown onclick=x>", 1, "<figure"),
    "event handler on a heading": (
        "## A { #a onclick=alert(1) }",
        1,
        "stand in braces",
    ),
    "event handler on a link": (
        "[a](demo.md){ onclick=alert(1) }",
        1,
        "stand in braces",
    ),
    "event handler on a paragraph": (
        "Text\n{: onclick=alert(1) }",
        2,
        "stand in braces",
    ),
    "attributes in a formula that is none": (
        "$$\nx { onclick=y }\n\n$$",
        3,
        "an empty line",
    ),
    "form": ("<form action=x>", 1, "`<form"),
    "svg": ("<svg onload=x>", 1, "`<svg"),
    "mathml": ("<math href=x>", 1, "`<math"),
    "image tag": ("<img src=x onerror=y>", 1, "`<img"),
    "javascript after a space": (
        "[a]( javascript:alert(1))",
        1,
        "this link is refused",
    ),
    "javascript in angles": ("[a](<javascript:x>)", 1, "`<javascript:x>"),
    "javascript in entities": (
        "[a](&#106;avascript:x)",
        1,
        "this link is refused",
    ),
    "javascript in the next line": (
        "[a](\njavascript:x)",
        1,
        "this link is refused",
    ),
    "data": ("[a](data:text/html,x)", 1, "this link is refused"),
    "without a scheme": ("[a](//example.org)", 1, "this link is refused"),
    "address in angles": ("<https://example.org>", 1, "`<https"),
    "link defined below": ("[a][b]\n\n[b]: javascript:x", 3, "apart from"),
    "link defined in a quotation": ("> [b]: javascript:x", 1, "apart from"),
    "link defined over two lines": ("[b\nc]: javascript:x", 2, "apart from"),
    "entity": ("&#60;script>", 1, "`&#60;script>"),
    "entity with a name": ("7&period;2291", 1, "`&period;2291"),
    "separator of lines": ("a\u2028```\u2028b", 1, "unseen sign (U+2028)"),
    "control sign": ("<\x02script>", 1, "unseen sign (U+0002)"),
}
HEAD = "# A { #a }\n\n"


@pytest.mark.parametrize("name", ATTACKS)
@pytest.mark.parametrize("language", ["en", "pt"])
def test_attack_is_refused_with_its_line(small, language, name):
    text, line, message = ATTACKS[name]
    path = f"docs/{language}/demo.md"
    speak(small, "en", "pt")
    (small / path).write_text(HEAD + text + "\n", "utf-8")
    found = [p for p in check(small) if (p.path, p.line) == (path, line + 2)]
    assert [p for p in found if message in p.message], check(small)


@pytest.mark.parametrize(
    "text, line",
    [
        ("---\ntemplate: evil.html\n---\n# A { #a }\n", 2),
        ("---\nhide: [toc]\n---\n# A { #a }\n", 2),
        ("---\ntitle: <script>\n---\n# A { #a }\n", 2),
        ('---\ntitle: A"><script>\n---\n# A { #a }\n', 2),
        ('---\ndescription: x" onload="y\n---\n# A { #a }\n', 2),
        ("---\ntitle: 3\n---\n# A { #a }\n", 1),
        ("---\ntitle: !!python/name:os.system\n---\n# A { #a }\n", 2),
        ("---\ntitle: &a [*a]\n---\n# A { #a }\n", 2),
        ("---\ntitle: A\n...\n<script>\n---\n# A { #a }\n", 4),
        ("--- \ntemplate: x.html\n---\n# A { #a }\n", 1),
        ("template: x.html\n\n# A { #a }\n", 1),
        ("Text first\n\n# A { #a }\n", 1),
    ],
)
def test_front_matter_holds_four_plain_texts(small, text, line):
    (small / "docs/en/demo.md").write_text(text, "utf-8")
    found = [(p.path, p.line) for p in check(small)]
    assert ("docs/en/demo.md", line) in found


def test_links_to_files_are_refused(unix, small):
    speak(small, "en", "pt")
    (small / "docs/pt/demo.md").symlink_to("/etc/passwd")
    (small / "docs/es").symlink_to("/etc")
    found = {p.path for p in check(small) if "a link to a file" in p.message}
    assert found == {"docs/pt/demo.md", "docs/es"}


@pytest.mark.parametrize("text", ["<b>", 'a" onload="b', "{total} {count}"])
def test_words_of_the_interface_hold_no_markup(small, text):
    speak(small, "en", "pt")
    for code, words in (("en", "{count}"), ("pt", text)):
        file = small / f"docs/{code}/words.yml"
        file.write_text(f"a:\n  text: '{words}'\n")
    found = {(p.path, p.line) for p in check(small)}
    assert found == {("docs/pt/words.yml", 1)}


def test_prose_with_code_and_formulas_is_let_through(small):
    text = (
        HEAD + "Look at `<script>`, `a[0]: int` and `{x}`, if $a<b$ and\n"
        "$x_{i}$; then [a](https://example.org/a_b#c), 3 < 4 & 5.\n\n"
        "$$\n\\alpha_{ij} \\lt 1\n$$\n"
    )
    assert list(problems(Page(small, "docs/en/demo.md", text))) == []


@cache
def renderer() -> markdown.Markdown:
    """Markdown as the site's pages go through it."""
    config = load_config(str(ROOT / "mkdocs.yml"))
    return markdown.Markdown(
        extensions=config.markdown_extensions,
        extension_configs=config.mdx_configs,
    )


PIECES = st.sampled_from(
    [
        *(
            "<script>",
            "</script>",
            "<img src=x onerror=y>",
            "<b>",
            "<!--",
            "-->",
        ),
        *("<figure markdown>", "</figure>", "<summary>", "</summary>"),
        *('<details markdown="block">', "</details>", "</div>"),
        '<div role="img" aria-label="x">',
        *("`", "``", "$", "$$", "\\", "\\`", "\\$", "\n", "\n\n", "    ", "> "),
        *("1. ", "* ", "!!! note\n\n    ", "| a |\n| --- |\n| ", " |", "```sh"),
        *("{ onclick=x }", "{: onclick=x }", "{ #b }", "{ .md-button }", "\n{"),
        *("[a](", "[a]", "[b]: ", "javascript:x", ")", "demo.md", "data:x"),
        *("https://a.org", "<https://a.org>", "![", "## ", "x", " ", "&#60;"),
    ]
)


@settings(max_examples=400)
@given(st.lists(PIECES, max_size=24).map("".join))
@example("`\n<script>\n`")
@example("<summary>`<script>`</summary>")
@example("$$ `$$`<script>")
@example("`a\nb` <script> `c`")
@example("$a\nb$<script>$c")
@example("`$$\\`{ onclick=x }")
def test_what_is_let_through_renders_to_nothing_that_acts(text):
    page = Page(ROOT, "docs/en/x.md", HEAD + text + "\n")
    if page.problems or list(problems(page)):
        return
    try:
        html = renderer().reset().convert(HEAD + text + "\n")
    except FormulaError:  # which stops a build too
        return
    shown = read(page, f"<article>{html}</article>")
    acting = [
        reason
        for reason in shown.foreign
        if re.search("has no place on a page|is pasted", reason)
    ]
    assert not acting, html
