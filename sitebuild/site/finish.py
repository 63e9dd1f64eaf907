"""Complete rendered pages: their notebooks, and which blocks did not run."""

from sitebuild.files import write
from sitebuild.pages.project import Project
from sitebuild.problem import Problem
from sitebuild.runner.block_tests import Result
from sitebuild.site import notebooks
from sitebuild.site.page_footer import with_recalled
from sitebuild.site.rendering import Rendered, Rendering
from sitebuild.site.verify import differences


def finish(rendering: Rendering, address: str) -> list[Problem]:
    """Write each page's notebook; `address` is to be the site's own.

    Returns how the rendered pages differ from their sources.
    """
    for rendered in rendering.rendered:
        write_notebook(rendering.project, rendered, address)
    return differences(rendering)


def say_recalled(rendering: Rendering, result: Result) -> None:
    """Say on each page how many of its blocks did not run for this build."""
    for page, language, _, file in rendering.rendered:
        blocks = (result.passed or {}).get(page.path, [])
        if recalled := sum(block["recalled"] for block in blocks):
            html, words = file.read_text("utf-8"), rendering.project.words
            count = len(page.blocks)
            html = with_recalled(html, recalled, count, words[language])
            file.write_text(html, "utf-8")


def write_notebook(project: Project, page: Rendered, address: str) -> None:
    """Write a page's notebook beside it, if it has code."""
    if name := notebooks.file_name(page.page):
        path, language = page.page.path, page.language
        text = notebooks.notebook(project, path, language, address)
        write(page.file.with_name(name), text)
