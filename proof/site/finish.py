"""Complete rendered pages: their notebooks, and which blocks did not run."""

from proof.blocks.process import Result
from proof.files import write
from proof.problem import Problem
from proof.site import notebooks
from proof.site.colophon import with_recalled
from proof.site.edition import Edition
from proof.site.rendering import Rendered, Rendering
from proof.site.verify import differences


def finish(rendering: Rendering, address: str) -> list[Problem]:
    """Write each page's notebook; `address` is to be the site's own.

    Returns how the rendered pages differ from their sources.
    """
    for rendered in rendering.rendered:
        write_notebook(rendering.edition, rendered, address)
    return differences(rendering)


def say_recalled(rendering: Rendering, result: Result) -> None:
    """Say on each page how many of its blocks did not run for this build."""
    for page, language, _, file in rendering.rendered:
        blocks = (result.passed or {}).get(page.path, [])
        if recalled := sum(block["recalled"] for block in blocks):
            html, words = file.read_text("utf-8"), rendering.edition.words
            count = len(page.blocks)
            html = with_recalled(html, recalled, count, words[language])
            file.write_text(html, "utf-8")


def write_notebook(edition: Edition, page: Rendered, address: str) -> None:
    """Write a page's notebook beside it, if it has code."""
    if name := notebooks.file_name(page.page):
        path, language = page.page.path, page.language
        text = notebooks.notebook(edition, path, language, address)
        write(page.file.with_name(name), text)
