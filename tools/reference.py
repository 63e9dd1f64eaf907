"""What pages get from data files: the glossary, the guides, the errata."""

from pathlib import Path

from tools import coverage, glossary
from tools.page import ORIGINAL, read_pages


class Reference:
    """The data files and pages of a project, read once for a build."""

    def __init__(self, root: Path):
        self.pages = {page.path: page for page in read_pages(root)}
        self.words = glossary.read(root)
        self.sources = coverage.read(root)

    def fill(self, html: str, path: str) -> str:
        """A page's HTML with its lists, tables and definitions."""
        page = self.pages[path]
        if glossary.PLACE in html:
            listing = glossary.listing(
                self.words, page.language, self.titles(page.language)
            )
            return html.replace(glossary.PLACE, listing)
        html = coverage.fill(
            html, self.sources, page, list(self.pages.values())
        )
        up = "" if page.name == "index" else "../"
        terms = glossary.terms(self.words, page.language)
        return glossary.mark(html, terms, f"{up}glossary/")

    def titles(self, language: str) -> dict[str, str]:
        """The titles of a language's pages, by the pages' names."""
        return {
            page.name: page.meta.get("title", page.name)
            for code in (ORIGINAL, language)  # where there is no translation
            for page in self.pages.values()
            if page.language == code
        }
