"""A page may show, by its name, what a block of another page gave."""

from functools import partial

import pytest
from conftest import check, edit, line_of

from sitebuild.pages.includes import expand_includes
from sitebuild.pages.page import Page
from sitebuild.pages.snippet_code import MEASURED
from sitebuild.site.jupyter_markdown import included, markdown
from sitebuild.site.live_server import shows
from sitebuild.site.verify import article, read

PAGE, DEMO, CODE = "docs/en/other.md", "docs/en/demo.md", "snippets/demo.py"
ONE = "docs/outputs/demo/one.txt"
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" class="figure" '
    'viewBox="0 0 1 1" width="1" height="1"><g class="cells" '
    'fill="var(--weight)"><rect fill-opacity="0.75" x="0" y="0" /></g>'
    '<g class="keys"><text>k</text></g><g class="queries"><text>q</text></g>'
    "<text>0</text><text>1</text></svg>\n"
)
TABLE = (
    '<table><thead><tr><td></td><th scope="col">k</th></tr></thead><tbody><tr>'
    '<th scope="row">q</th><td>0.75</td></tr></tbody></table>\n'
)
TEXT = f"""\
# Other {{ #other }}

The demo printed 0.25:

```text
--8<-- "{ONE}"
```
"""
FIGURE = """
![A box.](../outputs/demo/two.svg)
/// caption
Two weights.
///
"""
BUILT = (
    '<article><h1 id="other">Other</h1><div class="language-text highlight">'
    "<pre>1 0.25\n</pre></div></article>"
)


@pytest.fixture
def pair(small):
    """The small project, and a page that shows what its first block printed."""
    (small / PAGE).write_text(TEXT)
    return small


@pytest.fixture
def drawn(pair):
    """Both pages show what the second block drew, too."""
    (pair / "docs/outputs/demo/two.svg").write_text(SVG)
    (pair / "docs/outputs/demo/two.html").write_text(TABLE)
    (pair / PAGE).write_text(TEXT + FIGURE)
    (pair / DEMO).write_text((pair / DEMO).read_text() + FIGURE)
    return pair


def test_it_is_no_problem_and_reaches_the_renderer(drawn):
    assert check(drawn) == []
    text = expand_includes(Page(drawn, PAGE))
    assert "```text\n1 0.25\n```\n" in text


@pytest.mark.parametrize(
    "old, new, said",
    [
        ("demo/one.txt", "gone/one.txt", "no page 'gone' has a block 'one'"),
        (
            "demo/one.txt",
            "demo/three.txt",
            "no page 'demo' has a block 'three'",
        ),
        ("demo/two.svg", "demo/one.svg", "there is no recording"),
        ("0.25", "0.5", "`0.5` agrees with no number"),
    ],
)
def test_a_name_or_a_number_that_is_wrong_is_a_problem(drawn, old, new, said):
    edit(drawn, PAGE, old, new)
    *_, problem = check(drawn)
    assert (problem.path, problem.line) == (PAGE, line_of(drawn, PAGE, new))
    assert said in problem.message


def test_what_is_measured_stays_on_its_page(pair):
    edit(pair, CODE, "\n\n# %% two", f"\n{MEASURED}\n\n# %% two")
    said = [problem.message for problem in check(pair) if problem.path == PAGE]
    assert "shown on its own page alone" in said[0]


def test_the_built_page_is_compared_with_it(pair):
    page, other = Page(pair, PAGE), BUILT.replace("0.25", "0.26")
    assert article(page, read(page, BUILT)) == []
    (problem,) = article(page, read(page, other))
    assert problem.line == line_of(pair, PAGE, "```text")


@pytest.mark.parametrize(
    "changed, concerns",
    [
        (PAGE, {PAGE}),
        (CODE, {DEMO}),
        (ONE, {PAGE, DEMO}),
        ("docs/pt/demo.md", set()),
        ("docs/en/words.yml", {PAGE, DEMO}),
        ("docs/en/glossary.md", {PAGE, DEMO}),
        ("docs/widgets.yml", set()),  # neither has a widget
        ("snippets/chapters/demo/answers.yml", {DEMO}),
        ("docs/assets/theme/main.html", {PAGE, DEMO}),
        ("docs/assets/styles/site.css", set()),
    ],
)
def test_a_page_is_made_again_when_a_file_of_it_changes(
    pair, changed, concerns
):
    pages = Page(pair, PAGE), Page(pair, DEMO)
    assert {page.path for page in pages if shows(page, {changed})} == concerns


def test_its_notebook_shows_it(drawn):
    words = {"figure-table": "The values"}
    page, own = Page(drawn, PAGE), Page(drawn, DEMO)
    show = partial(included, page, page.files.text, words)
    text = markdown(TEXT + FIGURE, show)
    assert "```text\n1 0.25\n```" in text and TABLE.strip() in text
    assert '<img alt="A box." src="data:image/svg+xml;base64,' in text
    # On its own page, it stands below its cell.
    show = partial(included, own, page.files.text, words)
    text = markdown(FIGURE, show)
    assert "<img" not in text and TABLE.strip() in text


def test_a_new_recording_is_shown_at_once(pair, pytester):
    edit(pair, CODE, "print(x, 0.25)", "print(x, 0.75)")
    assert pytester.runpytest_inprocess("docs", "--record").ret == 0
    assert "```text\n1 0.75\n```" in expand_includes(Page(pair, PAGE))
    said = [problem.message for problem in check(pair) if problem.path == PAGE]
    assert "`0.25` agrees with no number" in said[0]
