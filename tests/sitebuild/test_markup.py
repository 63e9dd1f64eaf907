"""A page can hold no code that runs and no markup that acts."""

import re
from functools import cache

import markdown
import nh3
import pytest
from bs4 import BeautifulSoup
from conftest import ROOT, check, speak
from hypothesis import example, given, settings
from hypothesis import strategies as st
from mkdocs.config import load_config

from sitebuild.checks.markup import problems
from sitebuild.pages.mathml import FormulaError
from sitebuild.pages.page import Page
from sitebuild.site.verify import article, read

INSIDE = "    ```python\n    print(1)\n    ```"
# What a page of a stranger may try: what is said, of which line of which text.
ATTACKS = {
    # Code that would be shown without having run
    "Python is typed into the page": [
        *((3, f"{s}\n\n{INSIDE}") for s in ("!!! note", '??? tip "Hint"')),
        (3, f"1.  First\n\n{INSIDE}"),
        (1, "> ```python\n> print(1)\n> ```"),
        (1, "~~~python\nprint(1)\n~~~"),
        (1, "````python\nprint(1)\n````"),
    ],
    "would be shown as code": [
        (1, "    print(1)"),
        (3, f'=== "Tab"\n\n{INSIDE}'),
        (6, "* a\n  b\n\n    c\n\n        print(1)"),
        (5, '!!! note "A"\n\n    a\n\n        print(1)'),
    ],
    "is not known here": [
        (1, "```py\nprint(1)\n```"),
        (1, "```{.python}\nprint(1)\n```"),
        (1, '```python title="a"\nprint(1)\n```'),
        (1, "```Python\nprint(1)\n```"),
        (1, "```\nprint(1)\n```"),
        (1, '```python notest\n--8<-- "snippets/demo.py:one"\n```'),
    ],
    "neither includes nor Python": [(2, "```sh\npython -c 1\n```")],
    "output is not written on a page": [(1, "```text\n1.5\n```")],
    "this fence is not read as one": [(1, "Look: ```python")],
    "this fence is never closed": [(1, "~~~python\nprint(1)")],
    "this include is refused": [
        (2, '```python\n--8<-- "snippets/../setup.py:x"\n```')
    ],
    # Of which the renderer looks for the end again and again
    "10 brackets `[` are open here": [
        (1, "[" * 10),
        (2, "> " + "[ ]" * 20 + "[" * 9 + "\n> [ a"),
        (3, "[ a\n\n" + "[" * 10 + "]" * 10),
    ],
    # What could act in a browser
    "is HTML that a page may not have": [
        (1, "<pre><code>print(1)</code></pre>"),
        (1, '<script src="https://example.org/a.js"></script>'),
        (1, '<iframe src="https://example.org"></iframe>'),
        (1, "<style>*{}</style>"),
        (1, "Look: <!-- later -->"),
        (1, "Look: <bdi>x</bdi>"),
        (1, '<div role="img" aria-label="x" onclick="y">'),
    ],
    "an image is refused": [
        (1, "![a](https://example.org/a.png)"),
        (3, '??? note "x"\n\n    ![a](../outputs/demo/one.svg)'),
    ],
    "a box is": [(1, "!!!danger x")],
    "a box is `!!! kind": [
        (1, '!!! warning md-consent__overlay "Look"'),
        (1, '??? danger "x"'),
    ],
    "does not end where this line": [(1, "Look: $ x $")],
    "`<script>": [
        (1, "1. <script>"),
        (1, "> <script>"),
        (3, "!!! note\n\n    <script>"),
        (3, "| a |\n| --- |\n| <script> |"),
        # To us in one formula, to the renderer in two cells
        (3, "| a | b |\n| - | - |\n| $x | <script>$ |"),
        (1, "\\`<script>\\`"),
        (1, "\\$<script>\\$"),
        (2, "`\n<script>\n`"),
        (2, "$$\n<script>\n$$"),
        (2, "```sh\n<script>\n```"),
    ],
    "in one line": [
        (2, "`a\nb` <script> `c`"),
        (2, "$a\nb$<script>$c$"),
    ],
    "is not read": [(1, "* " * 12 + "<script>")],
    "`<": [
        (3, "a\n\n<SCRIPT\nsrc=x>"),
        (1, '<div role="img" aria-label="&#60;">\n</div>'),
        (1, "<?php echo 1 ?>"),
        (1, "<!DOCTYPE x>"),
        (1, "<!-- x -->"),
        (1, "<figure markdown onclick=x>"),
        (1, "<figure markdown>\n`<script>`\n</figure>"),
        (1, '<figcaption markdown="span">`<script>`</figcaption>'),
        (1, "<form action=x>"),
        (1, "<svg onload=x>"),
        (1, "<math href=x>"),
        (1, "<img src=x onerror=y>"),
        (1, "<https://example.org>"),
    ],
    "stand in braces": [
        (1, "*a*{ style=position:fixed }"),
        (1, "## A { #a onclick=alert(1) }"),
        (1, "[a](demo.md){ onclick=alert(1) }"),
        (2, "Text\n{: onclick=alert(1) }"),
    ],
    "an empty line": [
        (3, "$$\na\n\nb\n$$"),
        (3, "$$\nx { onclick=y }\n\n$$"),
    ],
    "this link is refused": [
        (1, "[a](javascript:x)"),
        (1, "[a](<javascript:x>)"),
        (1, "[a](http://example.org)"),
        (1, "[a]( javascript:alert(1))"),
        (1, "[a](&#106;avascript:x)"),
        (1, "[a](\njavascript:x)"),
        (1, "[a](data:text/html,x)"),
        (1, "[a](//example.org)"),
        (1, "[a](../en/demo.md)"),
    ],
    "apart from its text": [
        (1, "[a]: https://example.org"),
        (3, "[a][b]\n\n[b]: javascript:x"),
        (1, "> [b]: javascript:x"),
        (2, "[b\nc]: javascript:x"),
    ],
    "`&": [(1, "&#60;script>"), (1, "7&period;2291")],
    # What nobody sees
    "unseen sign": [(1, "a\u2028```\u2028b"), (1, "<\x02script>")],
    **{
        f"another unseen sign (U+{ord(sign):04X}) stands": [
            (1, f"7{sign}.2291")
        ]
        for sign in "\u202e\u200b\xad\u115f\ufe0f\u2800\U000e0041\t"
    },
    "this line has 2100 letters; break it": [(1, "[](" * 700)],
}
HEAD = "# A { #a }\n\n"
EACH = [
    pytest.param(said, line, text, id=f"{said}-{line}-{text[:40]}")
    for said, found in ATTACKS.items()
    for line, text in found
]


@pytest.mark.parametrize("said, line, text", EACH)
def test_attack_is_refused_with_its_line(small, said, line, text):
    path = "docs/pt/demo.md"
    speak(small, "en", "pt")
    (small / path).write_text(HEAD + text + "\n", "utf-8")
    found = [p for p in check(small) if (p.path, p.line) == (path, line + 2)]
    assert [p for p in found if said in p.message], check(small)


@pytest.mark.parametrize(
    "text, line",
    [
        ("---\ntemplate: x\n---\n# A { #a }\n", 2),
        ("---\nhide: [toc]\n---\n# A { #a }\n", 2),
        ("---\ntitle: <script>\n---\n# A { #a }\n", 2),
        ('---\ntitle: A"><script>\n---\n# A { #a }\n', 2),
        ('---\ndescription: x" onload="y\n---\n# A { #a }\n', 2),
        ("---\ntitle: 3\n---\n# A { #a }\n", 2),
        ("---\ntitle: a: b\n---\n# A { #a }\n", 2),
        ("---\ntitle: !!python/name:os.system\n---\n# A { #a }\n", 2),
        ("---\ntitle: &a [*a]\n---\n# A { #a }\n", 2),
        ("---\ntitle: A\n...\n<script>\n---\n# A { #a }\n", 3),
        ("--- \ntemplate: x.html\n---\n# A { #a }\n", 1),
        ("template: x.html\n\n# A { #a }\n", 1),
        ("Text first\n\n# A { #a }\n", 1),
    ],
)
def test_front_matter_holds_few_plain_texts(small, text, line):
    (small / "docs/en/demo.md").write_text(text, "utf-8")
    found = [(p.path, p.line) for p in check(small)]
    assert ("docs/en/demo.md", line) in found


def test_links_to_files_are_refused(unix, small):
    speak(small, "en", "pt")
    (small / "docs/pt/demo.md").symlink_to("/etc/passwd")
    (small / "docs/es").symlink_to("/etc")
    said = "this is a link to a file; remove it"
    found = {(p.path, p.line) for p in check(small) if said in p.message}
    assert found == {("docs/pt/demo.md", 1), ("docs/es", 1)}


@pytest.mark.parametrize(
    "text", ["<b>", 'a" onload="b', "{count} {", "{total} {count}"]
)
def test_words_of_the_interface_hold_no_markup(small, text):
    speak(small, "en", "pt")
    for code, words in (("en", "{count}"), ("pt", text)):
        file = small / f"docs/{code}/words.yml"
        file.write_text(f"a: '{words}'\n")
    found = {(p.path, p.line) for p in check(small)}
    assert found == {("docs/pt/words.yml", 1)}


def test_prose_with_code_and_formulas_is_let_through(small):
    text = (
        HEAD + "Look at `<script>`, `a[0]: int` and `{x}`, if $a<b$ and\n"
        "$x_{i}$; then [a](https://example.org/a_b#c), 3 < 4 & 5.\n"
        "From the left: *Hello* shiny `sun`!\n\n"
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
        *("<bdi>", "</bdi>"),
        *('<details markdown="block">', "</details>", "</div>"),
        '<div role="img" aria-label="x">',
        *("`", "``", "$", "$$", "\\", "\\`", "\\$", "\n", "\n\n", "    ", "> "),
        *("1. ", "* ", "!!! note\n\n    ", "| a |\n| --- |\n| ", " |", "```sh"),
        *("{ onclick=x }", "{: onclick=x }", "{ #b }", "{ .md-button }", "\n{"),
        *("[a](", "[a]", "[b]: ", "javascript:x", ")", "demo.md", "data:x"),
        *("![x](../outputs/demo/one.svg)", "\n/// caption\n", "\n///\n"),
        *("    attrs: {onclick: x, class: md-search}\n", "{{ stepper }}"),
        *("https://a.org", "<https://a.org>", "![", "## ", "x", " ", "&#60;"),
    ]
)


TEXTS = st.lists(PIECES, max_size=24).map("".join)
# What another sanitiser may leave in: the MathML of formulas, text, links.
MATHML = "math mi mn mo mrow mspace mstyle mtext mtable mtr mtd"
MATHML += " msub msup msubsup mfrac msqrt mover munder munderover"
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


def converted(text: str) -> str:
    """The HTML of a text that nobody has checked."""
    try:
        return renderer().reset().convert(HEAD + text + "\n")
    except FormulaError:  # which stops a build too
        return ""


def sanitised_alike(html: str) -> bool:
    """Whether nh3, which parses HTML as browsers do, takes nothing out."""
    kept = nh3.clean(html, **SANITISED)
    return BeautifulSoup(kept, "html.parser") == BeautifulSoup(
        html, "html.parser"
    )


@pytest.mark.parametrize("said, line, text", EACH)
def test_another_sanitiser_finds_nothing_in_an_attack(said, line, text):
    assert sanitised_alike(converted(text)), converted(text)


@settings(max_examples=400)
@given(TEXTS)
def test_another_sanitiser_finds_nothing_in_pieces_of_attacks(text):
    assert sanitised_alike(converted(text)), converted(text)


@pytest.mark.parametrize(
    "html", ["<b onclick=x>a</b>", "<script>x</script>", "<a href=data:x>a</a>"]
)
def test_another_sanitiser_finds_what_acts(html):
    assert not sanitised_alike(html)


@settings(max_examples=400)
@given(TEXTS)
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
    html = converted(text)
    if not html:
        return
    shown = read(page, f"<article>{html}</article>")
    acting = [
        problem.message
        for problem in article(page, shown)
        if re.search("has no place on a page|is pasted", problem.message)
    ]
    assert not acting, html
