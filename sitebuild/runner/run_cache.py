"""Cache what the blocks of each chapter gave, by all that they depend on.

A chapter runs again as soon as its key changes. Only chapters that agreed with
their recordings are kept, and the key holds the recordings: so what is recalled
agrees with them, too.
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


def passed_block(
    block: Fence, outputs: dict[str, str], recalled: bool = False
) -> dict:
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
    def setting(self) -> list[str]:
        """Return versions, device and what the processor can do."""
        import torch  # takes a second: a build without a cache needs none

        from sitebuild.runner.execution import device

        return [
            platform.python_version(),
            platform.machine(),
            torch.backends.cpu.get_cpu_capability(),
            device(),
            *map(version, PACKAGES),
        ]

    def files(self, page: Page) -> list[str]:
        """Return the paths of what a chapter depends on, opened or not."""
        own = page.chapter_file("**/*"), f"docs/outputs/{page.name}/*"
        patterns = "snippets/*.py", *RUNNER, *own
        return [p for pattern in patterns for p in paths(self.root, pattern)]

    def key(self, page: Page, opened: Iterable[str]) -> str:
        """Return a digest of what a chapter depends on, with these files."""
        parts = [*self.setting, *(repr(block.section) for block in page.blocks)]
        for path in [*self.files(page), *opened]:
            parts += path, self.content(path)
        return sha256("\0".join(parts).encode()).hexdigest()

    def content(self, path: str) -> str:
        """Return the digest of a file; empty if it cannot be read."""
        try:
            return sha256((self.root / path).read_bytes()).hexdigest()
        except (OSError, ValueError):
            return ""

    def file(self, page: Page) -> Path:
        """Return the file of a chapter."""
        return self.folder / f"{page.name}.json"

    def recall(self, page: Page) -> list[dict]:
        """Return the report of a page's blocks; empty if they must run."""
        try:
            kept = json.loads(self.file(page).read_text("utf-8"))
            if kept["key"] == self.key(page, kept["opened"]):
                pairs = zip(page.blocks, kept["outputs"])
                return [passed_block(*pair, recalled=True) for pair in pairs]
        except (OSError, ValueError, LookupError, TypeError):
            pass  # it never ran, or the file is damaged
        return []

    def keep(self, page: Page, opened: Iterable[str], outputs: list) -> None:
        """Keep what the blocks of a chapter gave, which opened these files.

        Keep nothing if a file was saved since this session started: blocks may
        have read the old one.
        """
        inside = self.inside(opened)
        if any(map(self.is_new, [*self.files(page), *inside])):
            return
        kept = {"opened": inside, "key": self.key(page, inside)}
        with suppress(OSError):  # without a cache all blocks run
            write(self.file(page), json.dumps(kept | {"outputs": outputs}))

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
