"""The line at the foot of a page that names the source guides it covers."""

from html import escape

from sitebuild.pages.page import Page
from sitebuild.pages.placeholders import FOOT, place
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import HOME, ORIGINAL


@place(FOOT)
def covers(project: Project, page: Page, language: str) -> str:
    """Return a line with links to the guides whose parts lead to a page.

    The first page has none: it teaches no part and only says how to read.
    """
    sources = project.by_path.get(f"docs/{ORIGINAL}/sources.md")
    if not sources or page.name == HOME:
        return ""
    lines = [n for n, to in sources.links if to.startswith(f"{page.name}.md")]
    guides = ", ".join(
        f'<a href="../sources/#{id}">{id.removeprefix("guide-")}</a>'
        for passage in sources.passages
        if (id := passage.heading.id).startswith("guide-")
        and any(line in passage for line in lines)
    )
    said = escape(project.words[language]["covers"]).format(guides=guides)
    return f"<p>{said}</p>\n" if guides else ""
