"""A project: its pages and files, each read once, and its course's modules."""

import importlib
import tomllib
from functools import cache, cached_property, partial
from pathlib import Path
from types import ModuleType

from proof.files import Files, read_data
from proof.pages.page import Page, read_pages
from proof.pages.passages import composed
from proof.pages.places import FOOT, GLOSSARY, REFUSED, Place


class Project:
    """What checks and a build ask of a project.

    `written` are the pages as their files hold them.
    """

    def __init__(self, root: Path, written: list[Page] | None = None):
        self.root = root
        self.written = read_pages(root) if written is None else written
        self.files = self.written[0].files if self.written else Files(root)
        self.data = cache(partial(read_data, root))  # of a data file

    @cached_property
    def by_path(self) -> dict[str, Page]:
        """The pages as readers see them: what is missing in the original."""
        return composed(self.root, {page.path: page for page in self.written})

    @property
    def pages(self) -> list[Page]:
        return list(self.by_path.values())

    @cached_property
    def settings(self) -> dict:
        """What pyproject.toml says in `[tool.proof]`."""
        file = self.root / "pyproject.toml"
        text = file.read_text("utf-8") if file.is_file() else ""
        return tomllib.loads(text).get("tool", {}).get("proof", {})

    @cached_property
    def course(self) -> list[ModuleType]:
        """What only this project has: modules with checks and places."""
        names = self.settings.get("course", [])
        return list(map(importlib.import_module, names))

    @property
    def places(self) -> list[Place]:
        """The places of the course."""
        return declared(self.course, Place)

    @property
    def comments(self) -> set[str]:
        """All comments that mark a place on a page."""
        of_course = {place.comment for place in self.places}
        return {GLOSSARY, REFUSED} | of_course - {FOOT}


def declared(modules: list[ModuleType], kind: type) -> list:
    """What modules declare of a kind, in the order in which it stands there."""
    return [
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, kind)
    ]
