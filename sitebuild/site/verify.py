"""Verify that the built pages show what the tests ran, and nothing else."""

from collections.abc import Iterator
from itertools import zip_longest

from sitebuild.pages.page import Page, notes_below, printed_path, recording_text
from sitebuild.pages.site_config import ORIGINAL
from sitebuild.problem import Problem
from sitebuild.runner.block_tests import Result
from sitebuild.site.built_page import BuiltPage
from sitebuild.site.page_html import forms, relabelled
from sitebuild.site.rendering import Rendering

NOT_FOUND = "docs/assets/theme/404.html"


def differences(rendering: Rendering) -> list[Problem]:
    """Return how the built pages differ from their sources and the theme."""
    problems: list[Problem] = []
    own, texts = rendering.own, rendering.project.words
    for page, language, html in rendering.rendered:
        for form in forms(rendering.project, page, language):
            html = html.replace(form, "", 1)  # no other one has a place there
        html = relabelled(html, texts[language], texts[ORIGINAL])
        built = read(page, html)
        problems += article(page, built, own)
        reasons = head(built, page.meta, texts[language])
        problems += [Problem(page.path, 1, reason) for reason in reasons]
    for language, html in rendering.not_found_pages.items():
        built, words = BuiltPage(html), texts[language]
        reasons = [*built.faults, *built.foreign((), own)]
        reasons += head(built, {"title": words["not-found"]}, words)
        problems += [Problem(NOT_FOUND, 1, reason) for reason in reasons]
    return problems


def read(page: Page, html: str) -> BuiltPage:
    """Read a built page. Its pictures are those recorded, to the character."""
    drawn = [include for include in page.includes if include.output.drawn]
    pictures = [recording_text(page, include).strip() for include in drawn]
    return BuiltPage(html, pictures)


def article(page: Page, built: BuiltPage, own: tuple = ()) -> list[Problem]:
    """Return how a built page differs from its source, and its faults.

    `own` is how addresses of the site begin.
    """
    if (count := built.articles) != 1:
        reason = f"the built page has {count} <article>, not one"
        return [Problem(page.path, 1, f"{reason}; write no such tag")]
    links = [link for _, link in page.links if link.startswith("https://")]
    reasons = [*different(page, built), *built.faults]
    reasons += built.foreign(links, own)
    problems = [Problem(page.path, 1, reason) for reason in reasons]
    return [*wrong_code(page, built.codes), *problems]


def different(page: Page, built: BuiltPage) -> Iterator[str]:
    """Yield what a built page has more or less of than its source."""
    figures = sum(include.output.drawn for include in page.includes)
    for what, count, source in (
        ("formulas", built.formulas, len(page.formulas)),
        ("figures", built.figures, figures),
        ("notes on measured outputs", built.measured, len(page.measured)),
    ):
        if count != source:
            yield (
                f"the built page has {count} {what}, its source {source}; set "
                "display formulas and includes on lines of their own"
            )
    ids = [heading.id for heading in page.headings]
    if built.headings != ids:
        wrong = next((id for id in built.headings if id not in ids), "one")
        yield (
            f"the built page's headings are not the source's (see '{wrong}'); "
            "write `## Heading { #id }` on lines of their own, unindented"
        )


def wrong_code(page: Page, codes: list[list[str]]) -> Iterator[Problem]:
    """Yield the first code block that is not the source's, if there is one."""
    built = [(language, text.strip("\n")) for language, text in codes]
    pairs = zip_longest(built, code_of(page))
    for number, (shown, source) in enumerate(pairs, start=1):
        line, code = source or (1, None)
        if shown != code:
            first = shown[1].strip().partition("\n")[0] if shown else "nothing"
            yield Problem(
                page.path,
                line,
                f"code block {number} of the built page is not the one tested; "
                "write it as a fence that holds one include (the page shows "
                f"`{first}`)",
            )
            return


def code_of(page: Page) -> list[tuple[int, tuple[str, str]]]:
    """Return line, language and text of each code block a page must show."""
    codes = []
    for fence in page.fences:
        text = fence.section.text if fence.section else fence.text
        if fence.info == "text":
            text = page.files.text(fence.include.path)
        codes.append((fence.line, (fence.info, text.strip("\n"))))
        if fence.section and (path := printed_path(page, fence)):
            text = page.files.text(path).strip("\n")
            codes.append((notes_below(page, fence)[1], ("text", text)))
    return codes


def head(built: BuiltPage, meta: dict, words: dict[str, str]) -> Iterator[str]:
    """Yield how title and description differ from those in front matter."""
    # Without one of its own, a page's title is made of its first heading.
    title, site = built.title.rpartition(" - ")[0], words["site-name"]
    title = meta.get("title", title)
    title = site if title == site else f"{title} - {site}"
    description = meta.get("description", words["site-description"])
    for what, shown, source in (
        ("title", built.title, title),
        ("description", built.description, description),
    ):
        if shown != source:
            yield (
                f"the built page's {what} is `{shown[:60]}`, not the source's; "
                "write it as plain text"
            )


def not_run(rendering: Rendering, result: Result) -> list[Problem]:
    """Return the pages with blocks that did not pass as they are shown.

    None are known if not all blocks passed.
    """
    pages = {page.path: page for page, *_ in rendering.rendered if page.blocks}
    reason = "the blocks of this page are shown but did not run as they are; "
    reason += "build again, or see why `pytest docs` does not run them"
    return [
        page.problem(page.blocks[0].line, reason)
        for path, page in pages.items()
        if result.passed is not None and path not in result.passed
    ]


def summary(rendering: Rendering, result: Result) -> str:
    """Say how many blocks are shown, and how many of them ran."""
    pages = {page.path: page for page, *_ in rendering.rendered}
    count = sum(len(page.blocks) for page in pages.values())
    shown = f"{count} blocks on {len(pages)} pages"
    if result.passed is None:
        return f"{shown} shown, not run"
    done = "ran and agree"
    if known := sum(len(pages[p].blocks) for p in result.known & pages.keys()):
        done = (
            f"agree: {count - known} ran, {known} had run before and depend on "
            "nothing that has changed"
        )
    if measured := sum(len(page.measured) for page in pages.values()):
        done += f" ({measured} measure: of these the form was compared)"
    return f"{shown} {done}"
