"""What is still to be written: `python -m course.unwritten` lists it.

A part of a page that is to be written holds a comment, for which the build
tells its readers so. A chapter is unfinished, too, while the first page does
not lead to it.
"""

from collections.abc import Iterator
from html import escape
from pathlib import Path

from course.chapters import folder
from proof.pages.page import Page
from proof.pages.places import place
from proof.pages.project import Project
from proof.pages.settings import ORIGINAL
from proof.problem import Problem, run_command
from proof.site.edition import Edition

COMMENT = "<!-- unwritten -->"
HOME = f"docs/{ORIGINAL}/index.md"


@place(COMMENT)
def notice(edition: Edition, page: Page, language: str) -> str:
    """Say that this part is to be written, in the reader's words."""
    text = escape(edition.words[language]["unwritten"])
    return f'<p class="notice" data-search-exclude>{text}</p>'


def parts(project: Project) -> Iterator[Problem]:
    """Yield each part that is to be written, with its place."""
    for page in project.written:
        for line in page.marked(COMMENT):
            above = [h.id for h in page.headings if h.line < line]
            name = above[-1] if above else "the start"
            yield page.problem(line, f"`{name}` is to be written")
    home = project.by_path.get(HOME)
    links = home.links if home else []
    linked = {target.partition("#")[0] for _, target in links}
    for page in project.written if home else []:
        file = f"{page.name}.md"
        if page.language == ORIGINAL and folder(page).is_dir():
            if file not in linked:
                yield home.problem(1, f"no link leads to {file} yet")


def main() -> None:
    found = list(parts(Project(Path.cwd())))
    for part in found:
        print(part)
    print(f"{len(found)} parts of chapters are to be written")


if __name__ == "__main__":
    run_command(main)
