"""Cache what the blocks of each chapter gave, by all that they depend on.

A chapter runs again as soon as its key changes, or a file that its blocks
opened. Only chapters that agreed with their recordings are kept, and the key
holds the recordings: so what is recalled agrees with them, too.
"""

import json
import platform
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from sitebuild.files import paths, write
from sitebuild.pages.page import Page
from sitebuild.pages.page_reader import Fence

PACKAGES = ("torch", "numpy", "matplotlib", "tqdm")
# All that runs, draws and compares blocks: the rest of the package does not.
RUNNER = ("sitebuild/*.py", "sitebuild/pages/*.py", "sitebuild/runner/*.py")


def digest(*texts: str) -> str:
    """Return the SHA-256 of texts."""
    return sha256("\0".join(texts).encode()).hexdigest()


def passed(block: Fence, outputs: dict[str, str], recalled: bool) -> dict:
    """Return what is reported of a block that passed, as JSON."""
    code = block.section.text
    return dict(line=block.line, code=code, outputs=outputs, recalled=recalled)


class RunCache:
    """A folder with a JSON file for each chapter: key, files and outputs.

    Several processes may share it.
    """

    def __init__(self, root: Path, folder: Path):
        self.root, self.folder = root, folder
        self.started = time.time()

    @cached_property
    def common(self) -> str:
        """Return a digest of what every chapter depends on."""
        import torch  # takes a second: a build without a cache needs none

        from sitebuild.runner.execution import device

        return digest(
            platform.python_version(),
            platform.machine(),
            torch.backends.cpu.get_cpu_capability(),
            device(),
            *map(version, PACKAGES),
            *self.contents("snippets/*.py", *RUNNER),
        )

    def key(self, page: Page) -> str:
        """Return a digest of what a chapter depends on before it runs."""
        return digest(
            self.common,
            *(repr(block.section) for block in page.blocks),
            *self.contents(page.chapter_file("**/*")),
            *self.contents(f"docs/outputs/{page.name}/*"),
        )

    def contents(self, *patterns: str) -> list[str]:
        """Return path and digest of the files that match patterns."""
        found = [p for pattern in patterns for p in paths(self.root, pattern)]
        return [part for path in found for part in (path, self.content(path))]

    def content(self, path: str) -> str:
        """Return the digest of a file; empty if it cannot be read."""
        try:
            return sha256((self.root / path).read_bytes()).hexdigest()
        except (OSError, ValueError):
            return ""

    def file(self, page: Page) -> Path:
        """Return the file of a chapter."""
        return self.folder / f"{page.name}.json"

    def recall(self, page: Page) -> list[dict[str, str]]:
        """Return what each block of a chapter gave; empty if it must run."""
        try:
            kept = json.loads(self.file(page).read_text("utf-8"))
            opened = kept["opened"].items()
            changed = [p for p, known in opened if self.content(p) != known]
            if not changed and kept["key"] == self.key(page):
                return kept["outputs"]
        except (OSError, ValueError, LookupError, AttributeError, TypeError):
            pass  # it never ran, or the file is damaged
        return []

    def keep(
        self, page: Page, key: str, opened: Iterable[str], outputs: list
    ) -> None:
        """Keep what the blocks of a chapter gave, which opened these files.

        `key` is that from before the run. Keep nothing if it has changed, or
        if an opened file was saved since: blocks may have read the old one.
        """
        files = self.inside(opened)
        if key != self.key(page) or any(map(self.is_new, files)):
            return
        contents = {path: self.content(path) for path in files}
        kept = {"key": key, "opened": contents, "outputs": outputs}
        with suppress(OSError):  # without a cache all blocks run
            write(self.file(page), json.dumps(kept))

    def is_new(self, path: str) -> bool:
        """Tell whether a file was saved since this session started."""
        file = self.root / path
        return not file.is_file() or file.stat().st_mtime >= self.started

    def inside(self, opened: Iterable[str]) -> list[str]:
        """Return those paths that are in the project and not installed."""
        files = {(self.root / path).resolve() for path in opened}
        return sorted(
            file.relative_to(self.root).as_posix()
            for file in files
            if file.is_relative_to(self.root)
            and not file.is_relative_to(sys.prefix)
            and file.suffix != ".pyc"
            and not file.is_dir()
        )

    def forget(self, names: Iterable[str]) -> None:
        """Remove the files of all chapters but these."""
        known = {self.folder / f"{name}.json" for name in names}
        for file in {*self.folder.glob("*.json")} - known:
            with suppress(OSError):
                file.unlink()
