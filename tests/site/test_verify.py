"""The build compares what its pages show with what the tests ran."""

import pytest
from example import REPOSITORY

from sitebuild.pages.page import Page
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import address, folder
from sitebuild.runner.block_tests import Result
from sitebuild.site.verify import (
    Rendered,
    Rendering,
    article,
    differences,
    not_run,
    read,
)

OUTSIDE = REPOSITORY, "https://colab.research.google.com/github/some-one/"
CODE = '<div class="language-python highlight"><pre><code>{}</code></pre></div>'
TEXT = '<div class="language-text highlight"><pre><code>{}</code></pre></div>'
ONE = CODE.format("<span>x</span> = 1\nprint(x, 0.25)\n")
TWO = CODE.format("print(x + 1)\n")
OUTPUTS = TEXT.format("1 0.25\n"), TEXT.format("2\n")
MATH = "<math><mi>x</mi></math>"
GOOD = f'<h1 id="demo">Demo</h1>{MATH}{ONE}{OUTPUTS[0]}{TWO}{OUTPUTS[1]}'


def problems(small, html: str) -> list:
    return compare(small, f"<main><article>{html}</article></main>")


def compare(small, html: str) -> list:
    page = Page(small, "docs/en/demo.md")
    return [*article(page, read(page, html))]


def test_a_page_that_shows_what_was_tested_is_fine(small):
    assert problems(small, GOOD) == []


@pytest.mark.parametrize(
    "html, line, shown",
    [
        (GOOD.replace(TWO, ""), 11, "2"),
        (GOOD + CODE.format("print(2)"), 1, "print(2)"),
        (GOOD.replace("0.25)", "0.26)"), 5, "x = 1"),
        (GOOD.replace("1 0.25", "1 0.26"), 7, "1 0.26"),
        (GOOD.replace(TWO, "").replace(ONE, TWO), 5, "print(x + 1)"),
        # An indented block, raw HTML: no fence, but code all the same
        (GOOD + "<pre><code>rm -rf</code></pre>", 1, "rm -rf"),
        (GOOD + "<pre>print(3)</pre>", 1, "print(3)"),
        (GOOD.replace("language-python", "language-text"), 5, "x = 1"),
        (GOOD.split("<div")[0], 5, "nothing"),
    ],
)
def test_code_that_differs_from_the_source_is_a_problem(
    small, html, line, shown
):
    (problem,) = problems(small, html)
    assert problem.line == line
    assert f"(the page shows `{shown}`)" in problem.message


@pytest.mark.parametrize(
    "html, message",
    [
        (GOOD + "<svg></svg>", "<svg> has no place on a page"),
        (GOOD + '<img src="x.png">', "<img> has no place on a page"),
        (GOOD + "<script>x</script>", "<script> has no place on a page"),
        (
            GOOD + '<p class="md-consent__overlay">x</p>',
            "the class `md-consent__overlay` has no place",
        ),
        (
            GOOD + '<p><a href="https://example.org/">x</a></p>',
            "a link to `https://example.org/` has no place on a page",
        ),
        (GOOD + "<h2>New</h2>", "headings are not the source's"),
        (GOOD.replace('id="demo"', 'id="omed"'), "(see 'omed')"),
    ],
)
def test_what_the_source_does_not_have_is_a_problem(small, html, message):
    (problem,) = problems(small, html)
    assert message in problem.message


@pytest.fixture(scope="module")
def built(example) -> Rendering:
    """A built site, read back as if it had just been rendered."""
    rendering = Rendering(Project(example), example / "site")
    rendering.own = "http://127.0.0.1:8000/", *OUTSIDE
    for language in rendering.project.words:
        for name in rendering.project.originals:
            page = rendering.project.page(name, language)
            file = example / "site" / address(name, language) / "index.html"
            html = file.read_text("utf-8")
            rendering.rendered.append(Rendered(page, language, html))
        file = example / "site" / folder(language) / "404.html"
        rendering.not_found_pages[language] = file.read_text("utf-8")
    return rendering


def test_all_of_a_built_page_is_the_sources_or_the_themes(built):
    assert [*differences(built)] == [] and len(built.rendered) > 20


@pytest.mark.parametrize(
    "place, planted, says",
    [
        # as a title, a description or a word could bring it along
        ("<title>", "<b>x</b>", "<b> has no place around"),
        ("<title>", "x", "title is `x"),
        ('name="description" content="', 'x" onload="', "attribute onload of"),
        ('name="description" content="', "x", "description is `x"),
        ("<head>", '<base href="/x/">', "<base> has no place around"),
        ("<head>", '<meta http-equiv="refresh">', "http-equiv of <meta> has"),
        ("<head>", '<script src="//x.org/"></script>', "a link to `//x.org/`"),
        ("<header ", 'style="x" ', "the attribute style of <header>"),
        ('md-nav__link">', '<img src="x">', "<img> has no place around"),
        ('md-nav__link">', '<a href="javascript:x">x</a>', "`javascript:x`"),
        ('md-nav__link">', "</a></li>", "</li> closes nothing"),
        ('md-search__form"', ' action="x"', "the attribute action of <form>"),
        ('"md-footer', " x", "the class `x` has no place around"),
        ('"md-footer"', ' onclick="x"', "the attribute onclick of <footer>"),
        ("</article>", '<iframe src="x"></iframe>', "<iframe> has no place"),
        ('<p class="actions">', "<object></object>", "<object> has no place"),
        ("</body>", "<div>", "<div> is not closed"),
        ('<p class="cite">', '<b srcset="x">x</b>', "attribute srcset of <b>"),
        ('<p class="cite">', '<a href="//x" href="/">x</a>', "a link to `//x`"),
        ('class="figure"', ' x="1"', ".svg is not shown as it was recorded"),
        ("<pre><code>", "# ", "of the built page is not"),
        # forms but for the one that the build made
        ('<p class="actions">', "<form></form>", "<form> has no place on"),
        ('<form class="playground"', ' action="/"', "<form> has no place on"),
        ('x":[0.3', "9", "<form> has no place on a page"),
    ],
)
def test_what_is_smuggled_in_is_found(built, place, planted, says):
    page, language, html = next(
        rendered
        for rendered in built.rendered
        if rendered.page.name == "simplified-attention"
    )
    before, found, after = html.partition(place)
    assert found, place
    other = Rendering(built.project)
    other.own = built.own
    hostile = f"{before}{found}{planted}{after}"
    other.rendered = [Rendered(page, language, hostile)]
    assert says in "\n".join(map(str, differences(other)))


@pytest.mark.parametrize(
    "place, planted, says",
    [
        ("</h1>", "<script>x</script>", "<script> has no place on a page"),
        ("</h1>", '<a href="//x.org/">x</a>', "a link to `//x.org/`"),
        ("</h1>", '<p style="x">x</p>', "the attribute style of <p> has no"),
        ("<header ", 'style="x" ', "the attribute style of <header>"),
        ("<title>", "x", "title is `x"),
    ],
)
def test_what_is_smuggled_into_a_404_page_is_found(built, place, planted, says):
    other = Rendering(built.project)
    other.own = built.own
    before, found, after = built.not_found_pages["pt"].partition(place)
    other.not_found_pages = {"pt": f"{before}{found}{planted}{after}"}
    (problem,) = differences(other)
    assert str(problem).startswith("docs/assets/theme/404.html:1: ")
    assert says in problem.message


def finish(small, passed: set) -> list[str]:
    """What is wrong with a good page, if the blocks of these pages passed."""
    rendering = Rendering(Project(small))
    pages = rendering.project.by_path
    page = pages["docs/en/demo.md"]
    html = f"<article>{GOOD}</article>"
    rendering.rendered = [Rendered(p, "en", html) for p in pages.values()]
    result = Result([], passed)
    faults = [*article(page, read(page, html)), *not_run(rendering, result)]
    return list(map(str, faults))


@pytest.mark.parametrize("ran", [set(), {"docs/pt/demo.md"}])
def test_a_page_whose_blocks_did_not_run_fails_the_build(small, ran):
    assert finish(small, {"docs/en/demo.md"}) == []
    failure, *_ = finish(small, ran)
    said = "docs/en/demo.md:5: the blocks of this page are shown but did not"
    assert failure.startswith(said)
