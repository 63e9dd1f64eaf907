"""The build compares what its pages show with what the tests ran."""

import re

import pytest
from example import ADDRESS, REPOSITORY
from planting import CHAPTER

from sitebuild.pages.project import Project, View
from sitebuild.pages.site_config import address, folder
from sitebuild.site.verify import Rendering, differences

OUTSIDE = REPOSITORY, "https://colab.research.google.com/github/some-one/"


@pytest.fixture(scope="module")
def built(example) -> Rendering:
    """A built site, read back as if it had just been rendered."""
    rendering = Rendering(Project(example), example / "site")
    rendering.own = ADDRESS, *OUTSIDE
    for language in rendering.project.words:
        for name in rendering.project.originals:
            page = rendering.project.page(name, language)
            file = example / "site" / address(name, language) / "index.html"
            html = file.read_text("utf-8")
            view = View(rendering.project, page, language)
            rendering.rendered.append((view, html))
        file = example / "site" / folder(language) / "404.html"
        rendering.not_found_pages[language] = file.read_text("utf-8")
    return rendering


def chapter(built: Rendering) -> tuple[View, str]:
    """The page to plant faults in."""
    return next(r for r in built.rendered if r[0].page.path == CHAPTER)


def told(built: Rendering, view: View, html: str) -> str:
    """What the build says of one page of a site."""
    other = Rendering(built.project)
    other.own, other.rendered = built.own, [(view, html)]
    return "\n".join(map(str, differences(other)))


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
        ("</h1>", "<pre><code>rm -rf</code></pre>", "the page shows `rm -rf`"),
        ("</h1>", "<pre>print(3)</pre>", "shows `print(3)`"),
        ("</h1>", "<svg></svg>", "<svg>"),
        ("</h1>", '<p class="md-x">x</p>', "the class `md-x` has no place"),
        ("</h1>", '<p class="veil">x</p>', "the class `veil` has no place"),
        ("</h1>", "<h2>New</h2>", "headings are not the source's"),
        ("</h1>", '<a href="https://a.org/">x</a>', "a link to `https://a.or"),
        ("</h1>", '<b srcset="x">x</b>', "attribute srcset of <b>"),
        ("</h1>", '<a href="//x" href="/">x</a>', "a link to `//x`"),
        ('class="figure"', ' x="1"', ".svg is not shown as it was recorded"),
        ("<pre><code>", "# ", "of the built page is not"),
        # forms but for the one that the build made
        ('<p class="actions">', "<form></form>", "<form> has no place on"),
        ('<form class="playground"', ' action="/"', "<form> has no place on"),
        ('x":[0.3', "9", "<form> has no place on a page"),
    ],
)
def test_what_is_smuggled_in_is_found(built, place, planted, says):
    view, html = chapter(built)
    before, found, after = html.partition(place)
    assert found, place
    hostile = f"{before}{found}{planted}{after}"
    assert says in told(built, view, hostile)


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


@pytest.mark.parametrize(
    "old, new, says",
    [
        (r"(?s)<div class=.language-python.*?</div>", "", "the page shows `"),
        ("language-python", "language-text", "the page shows `"),
        ('<h2 id="', '<h2 id="x', "headings are not the source's"),
    ],
)
def test_what_is_missing_or_of_another_kind_is_found(built, old, new, says):
    view, html = chapter(built)
    changed, count = re.subn(old, new, html, count=1)
    assert count == 1 and says in told(built, view, changed)
