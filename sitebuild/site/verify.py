"""Verify that the built pages show what the tests ran, and nothing else."""

from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from sitebuild.pages.page import Page, notes_below, printed_path
from sitebuild.pages.site_config import ORIGINAL
from sitebuild.pages.tolerance import EXACT
from sitebuild.problem import Problem
from sitebuild.runner.block_tests import Result
from sitebuild.site.built_page import BuiltPage
from sitebuild.site.page_html import forms, relabelled
from sitebuild.site.rendering import Rendering

NOT_FOUND = "docs/assets/theme/404.html"


def differences(rendering: Rendering, address: str = "") -> list[Problem | str]:
    """Return how the built pages differ from their sources and the theme.

    Of a whole site, whose own address is given, also return the links that
    lead nowhere.
    """
    problems: list[Problem | str] = []
    built_pages: dict[Path, BuiltPage] = {}
    for page, language, html, file in rendering.rendered:
        words = rendering.project.words[language]
        # No other form has a place on a page.
        widgets = [*forms(rendering.project, page, language)]
        for widget in widgets:
            html = html.replace(widget, "", 1)
        html = relabelled(html, words, rendering.project.words[ORIGINAL])
        built = built_pages[file] = read(page, html)
        problems += article(page, built, rendering.own)
        reasons = head(built, page.meta, words)
        problems += [Problem(page.path, 1, reason) for reason in reasons]
        inside = BuiltPage("".join(widgets))
        built.ids |= inside.ids
        built.links[True].update(*inside.links)
    for language, html in rendering.not_found_pages.items():
        built, words = BuiltPage(html), rendering.project.words[language]
        reasons = [*built.faults, *built.foreign((), rendering.own)]
        reasons += head(built, {"title": words["not-found"]}, words)
        problems += [Problem(NOT_FOUND, 1, reason) for reason in reasons]
    if address:
        problems += broken(rendering.folder, address, built_pages)
    return problems


def read(page: Page, html: str) -> BuiltPage:
    """Read a built page. Its pictures are those recorded, to the character."""
    drawn = [include for include in page.includes if include.output.drawn]
    pictures = [page.files.text(include.path).strip() for include in drawn]
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
        codes.append((fence.line, (fence.info, fence.text.strip("\n"))))
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


def broken(
    site: Path, address: str, built: dict[Path, BuiltPage] | None = None
) -> list[str]:
    """Return the links of a site's pages that lead nowhere, each with its file.

    `address` is the site's own: links to other sites are not followed. `built`
    are the pages that have been read, by their files.
    """
    paths = [file for file in sorted(site.rglob("*")) if file.is_file()]
    files = {file.relative_to(site).as_posix(): file for file in paths}
    pages = {
        name: (built or {}).get(file) or BuiltPage(file.read_text("utf-8"))
        for name, file in files.items()
        if name.endswith(".html")
    }
    top, faults = urlsplit(address).path, []
    for name, page in pages.items():
        here = address + name.removesuffix("index.html")
        if name.endswith("404.html"):  # a host shows it at any address
            here = f"{address}some/where/else/"
        for link in sorted(set.union(*page.links)):
            goal = urlsplit(urljoin(here, link))
            if goal[:2] != urlsplit(address)[:2]:
                continue
            path, place = unquote(goal.path), unquote(goal.fragment)
            file = path.removeprefix(top)
            file += "index.html" if file.endswith("/") or not file else ""
            if not path.startswith(top) or file not in files:
                faults.append(f"{name}: the link `{link}` leads to no file")
            elif place and file in pages and place not in pages[file].ids:
                faults.append(f"{name}: the link `{link}` leads to no place")
    return faults


def not_run(rendering: Rendering, result: Result) -> list[Problem]:
    """Return the blocks and recordings of pages that are not what passed.

    None are known if not all blocks passed.
    """
    if result.passed is None:
        return []
    pages = {page.path: page for page, *_ in rendering.rendered}
    given, tolerances, problems = {}, {}, []
    for blocks in result.passed.values():
        for block in blocks:
            given |= block["outputs"]
    for page in pages.values():  # one may show what another's block gave
        tolerances |= page.tolerances
    for page in pages.values():
        blocks = result.passed.get(page.path, [])
        passed = {(block["line"], block["code"]) for block in blocks}
        for block in page.blocks:
            if (block.line, block.section.text) not in passed:
                reason = (
                    f"block '{block.section.name}' is shown but was not run; "
                    "see why `pytest docs` does not run it"
                )
                problems.append(page.problem(block.line, reason))
        for include in page.recordings:
            path, recorded = include.path, page.files.text(include.path)
            size = tolerances.get(path, EXACT)
            if not include.output.same(recorded, given.get(path, ""), size):
                reason = f"{path} is not what its block gave; run `make record`"
                problems.append(page.problem(include.line, reason))
    return problems


def summary(rendering: Rendering, result: Result) -> str:
    """Say how many blocks are shown, and how many of them ran."""
    pages = {page.path: page for page, *_ in rendering.rendered}.values()
    count = sum(len(page.blocks) for page in pages)
    shown = f"{count} blocks on {len(pages)} pages"
    if result.passed is None:
        return f"{shown} shown, not run"
    blocks = [b for p in pages for b in result.passed.get(p.path, [])]
    done = "ran and agree"
    if recalled := sum(block["recalled"] for block in blocks):
        done = (
            f"agree: {count - recalled} ran, {recalled} had run before and "
            "depend on nothing that has changed"
        )
    if measured := sum(len(page.measured) for page in pages):
        done += f" ({measured} measure: of these the form was compared)"
    return f"{shown} {done}"
