"""The proof: what the built pages show is what the tests ran, and no more."""

from collections.abc import Iterator
from itertools import chain, zip_longest

from sitebuild.pages.page import Page, notes_below, printed_path, recording_text
from sitebuild.pages.site_config import ORIGINAL
from sitebuild.pages.tolerance import EXACT, Tolerance
from sitebuild.problem import Problem
from sitebuild.runner.block_tests import Result
from sitebuild.runner.standalone import set_up
from sitebuild.site.built_page import Shown
from sitebuild.site.page_html import forms, relabelled
from sitebuild.site.rendering import Rendered, Rendering

NOT_FOUND = "docs/assets/theme/404.html"


def differences(rendering: Rendering) -> list[Problem]:
    """Return how built pages differ from their sources and the theme."""
    found = [differences_of(rendering, page) for page in rendering.rendered]
    return [*chain.from_iterable(found), *not_found(rendering)]


def differences_of(rendering: Rendering, rendered: Rendered) -> list[Problem]:
    """Return how one built page differs.

    A form has no place on a page, but for those that were made for it.
    """
    page, language, html, _ = rendered
    for form in forms(rendering.project, page, language):
        html = html.replace(form, "", 1)
    words, original = (
        rendering.project.words[code] for code in (language, ORIGINAL)
    )
    html = relabelled(html, words, original)
    shown = read(page, html, rendering.own)
    return [*article(page, shown), *around(page, shown, words)]


def not_found(rendering: Rendering) -> list[Problem]:
    """Return what 404 pages have beside their words and the theme's markup."""
    found = []
    for language, html in rendering.not_found_pages.items():
        shown = Shown(html, set(), rendering.own)
        words = rendering.project.words[language]
        title = f"{words['not-found']} - {words['site-name']}"
        reasons = frame(shown, title, words["site-description"])
        found += [Problem(NOT_FOUND, 1, r) for r in shown.foreign + reasons]
    return found


def read(page: Page, html: str, own: tuple[str, ...] = ()) -> Shown:
    """Read back a built page; `own` is how addresses of the site start.

    Its pictures are, to the character, what is recorded or drawn.
    """
    figures = 0
    for include in [i for i in page.includes if i.output.drawn]:
        picture = include.output.html(recording_text(page, include)).strip()
        if picture in html:
            html = html.replace(picture, "", 1)
            figures += 1
    shown = Shown(html, {target for _, target in page.links}, own)
    shown.counts["figures"] = figures
    return shown


def not_run(rendering: Rendering, result: Result) -> list[Problem]:
    """Return what pages show of blocks and is not what passed, if known."""
    if result.passed is None:
        return []
    pages = {page.path: page for page, *_ in rendering.rendered}
    given = {
        path: text
        for blocks in result.passed.values()
        for block in blocks
        for path, text in block["outputs"].items()
    }
    declared = {k: v for p in pages.values() for k, v in p.tolerances.items()}
    return [
        problem
        for path, page in pages.items()
        for problem in (
            *not_passed(page, result.passed.get(path, [])),
            *not_given(page, given, declared),
        )
    ]


def not_passed(page: Page, blocks: list[dict]) -> Iterator[Problem]:
    """Yield the blocks of a page that are not among those that passed."""
    passed = {(block["line"], block["code"]) for block in blocks}
    for block in page.blocks:
        if (block.line, block.section.text) not in passed:
            yield page.problem(
                block.line,
                f"block '{block.section.name}' is shown but was not run; see "
                "why `pytest docs` does not run it",
            )
    if page.in_cells and (0, set_up(page)) not in passed:
        yield page.problem(1, "the set-up was not run")


def not_given(
    page: Page, given: dict[str, str], declared: dict[str, Tolerance]
) -> Iterator[Problem]:
    """Yield the recordings that a page shows and no block gave.

    The tolerance is that of the block, which may stand on another page.
    """
    for include in page.recordings:
        if not include.output.same(
            recording_text(page, include),
            given.get(include.path, ""),
            declared.get(include.path, EXACT),
        ):
            yield page.problem(
                include.line,
                f"{include.path} is not what its block gave; run `make record`",
            )


def summary(rendering: Rendering, result: Result) -> str:
    """Tell how many blocks are shown, and how they were proven."""
    pages = {page.path: page for page, *_ in rendering.rendered}.values()
    count = sum(len(page.blocks) for page in pages)
    shown = f"{count} blocks on {len(pages)} pages"
    if result.passed is None:
        return f"{shown} shown, not run"
    blocks = [b for p in pages for b in result.passed.get(p.path, [])]
    recalled = sum(block["recalled"] for block in blocks)
    measured = sum(len(page.measured) for page in pages)
    done = "ran and agree"
    if recalled:
        done = (
            f"agree: {count - recalled} ran, {recalled} had run before and "
            "depend on nothing that has changed"
        )
    if measured:
        done += f" ({measured} measure: of these the form was compared)"
    return f"{shown} {done}"


def article(page: Page, shown: Shown) -> list[Problem]:
    """Return how a page's article differs from what was read in its source."""
    if shown.articles != 1:
        reason = f"the built page has {shown.articles} <article>, not one"
        return [Problem(page.path, 1, f"{reason}; write no such tag")]
    reasons = [*different(page, shown), *shown.foreign]
    problems = [Problem(page.path, 1, reason) for reason in reasons]
    return [*code_problems(page, shown.codes), *problems]


def around(page: Page, shown: Shown, words: dict[str, str]) -> list[Problem]:
    """Return what stands around a page's article and is not the theme's."""
    # Without one of its own, a page's title is made of its first heading.
    title = page.meta.get("title", shown.title.rpartition(" - ")[0])
    name = words["site-name"]
    title = name if title == name else f"{title} - {name}"
    description = page.meta.get("description", words["site-description"])
    reasons = frame(shown, title, description)
    return [Problem(page.path, 1, reason) for reason in reasons]


def frame(shown: Shown, title: str, description: str) -> list[str]:
    """Say what around an article is not the theme's, or not as it should be."""
    reasons = [
        f"{what} has no place around the article of a page; write titles, "
        "descriptions and words of the interface as plain text"
        for what in shown.strange
    ]
    for what, built, source in (
        ("title", shown.title, title),
        ("description", shown.description, description),
    ):
        if built != source:
            reasons.append(
                f"the built page's {what} is `{built[:60]}`, not the source's; "
                "write it as plain text"
            )
    return reasons


def code_problems(page: Page, codes: list[list[str]]) -> list[Problem]:
    """Return the first code block that is not the source's, if there is one."""
    seen = [(language, text.strip("\n")) for language, text in codes]
    pairs = zip_longest(seen, code_of(page))
    for number, (shown, wanted) in enumerate(pairs, start=1):
        line, block = wanted or (1, None)
        if shown == block:
            continue
        first = shown[1].strip().partition("\n")[0] if shown else "nothing"
        reason = (
            f"code block {number} of the built page is not the one tested; "
            "write it as a fence that holds one include (the page shows "
            f"`{first}`)"
        )
        return [Problem(page.path, line, reason)]
    return []


def different(page: Page, shown: Shown) -> Iterator[str]:
    """Yield what an article has more of than its source, or less."""
    figures = sum(include.output.drawn for include in page.includes)
    for what, built, source in (
        ("formulas", shown.counts["math"], len(page.formulas)),
        ("figures", shown.counts["figures"], figures),
        (
            "notes on measured outputs",
            shown.counts["p.measured"],
            len(page.measured),
        ),
    ):
        if built != source:
            yield (
                f"the built page has {built} {what}, its source {source}; set "
                "display formulas and includes on lines of their own"
            )
    count = len(page.blocks) + 1 if page.in_cells else 0
    numbers = range(1, count + 1)
    if shown.prompts != [f"In\N{NO-BREAK SPACE}[{n}]" for n in numbers]:
        reason = f"the built page does not number its cells from 1 to {count}"
        yield f"{reason}: {shown.prompts}"
    source = [heading.id for heading in page.headings]
    if shown.headings != source:
        wrong = next((h for h in shown.headings if h not in source), "one")
        yield (
            f"the built page's headings are not the source's (see '{wrong}'); "
            "write `## Heading { #id }` on lines of their own, unindented"
        )


def code_of(page: Page) -> list[tuple[int, tuple[str, str]]]:
    """Return line, language and text of each code block a page must show."""
    found = []
    for fence in page.fences:
        text = fence.section.text if fence.section else fence.text
        if fence.info == "text":
            text = page.files.text(fence.include.path)
        found.append((fence.line, (fence.info, text)))
    for block in page.blocks:
        if path := printed_path(page, block):
            _, line = notes_below(page, block)
            found.append((line, ("text", page.files.text(path))))
    found.sort(key=lambda block: block[0])
    return [(line, (info, text.strip("\n"))) for line, (info, text) in found]
