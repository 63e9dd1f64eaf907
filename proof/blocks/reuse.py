"""What blocks gave in an earlier build, for one that runs only what changed.

A chapter's blocks are not run again if nothing that they depend on is another:
their text and place, the modules of `snippets` they imported, the project's
files they opened, the versions, the machine, this package. Nor is what they
gave, or what is recorded of it.
"""

import json
import platform
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import torch

from proof.blocks.memory import read
from proof.blocks.recordings import write
from snippets.device import pick_device

MADE_WITH = ("torch", "numpy", "matplotlib", "tqdm")
opened: set[str] | None = None  # what is opened at the moment is added to it


def hear(event: str, arguments: tuple) -> None:
    if opened is not None and event == "open":
        opened.add(str(arguments[0]))


sys.addaudithook(hear)


@contextmanager
def noting(paths: set[str]) -> Iterator[None]:
    """Add the path of each file that is opened meanwhile."""
    global opened
    opened = paths
    try:
        yield
    finally:
        opened = None


def digest(*texts: str) -> str:
    return sha256("\0".join(texts).encode()).hexdigest()


class Memory:
    """A file that says what each chapter's blocks gave, and from what."""

    def __init__(self, root: Path, file: Path):
        self.root, self.file = root, file
        self.used: set[str] = set()
        self.started = time.time()
        self.chapters, _ = read(file)  # a build tells if it is damaged

    @cached_property
    def setting(self) -> str:
        """What the blocks of every chapter depend on."""
        return digest(
            platform.python_version(),
            platform.machine(),
            torch.backends.cpu.get_cpu_capability(),
            pick_device().type,
            *map(version, MADE_WITH),
            *map(self.content, sorted(self.root.glob("proof/**/*.py"))),
        )

    def content(self, path: Path | str) -> str:
        try:
            return sha256((self.root / path).read_bytes()).hexdigest()
        except (OSError, ValueError):  # there is none, or no such name
            return ""

    def state(self, files: list[str], outputs: list[dict[str, str]]) -> str:
        """Another one as soon as what these blocks depend on is another.

        So that nobody changes outputs and their recordings alike.
        """
        recorded = [path for output in outputs for path in output]
        contents = map(self.content, [*files, *recorded])
        return digest(self.setting, json.dumps(outputs), *contents)

    def recall(self, blocks: str) -> list[dict[str, str]]:
        """The outputs of each of these blocks, or nothing."""
        chapter = self.chapters.get(blocks)
        if not chapter or chapter["state"] != self.state(
            chapter["files"], chapter["outputs"]
        ):
            return []
        self.used.add(blocks)
        return chapter["outputs"]

    def keep(self, blocks: str, paths: Iterable[str], outputs: list) -> None:
        """Keep at once what blocks gave that opened these files.

        Not if one was saved meanwhile: they may have read what it was before.
        """
        files = self.inside(paths)
        if any(self.saved(file) >= self.started for file in files):
            return
        state = self.state(files, outputs)
        self.used.add(blocks)
        self.chapters[blocks] = dict(state=state, files=files, outputs=outputs)
        self.save()

    def forget(self) -> None:
        """Leave out chapters that are not as they were."""
        self.chapters = {key: self.chapters[key] for key in self.used}
        self.save()

    def saved(self, path: str) -> float:
        """When a file was written last; if it is gone, now."""
        file = self.root / path
        return file.stat().st_mtime if file.is_file() else time.time()

    def inside(self, paths: Iterable[str]) -> list[str]:
        """Those in the project, less what is compiled or installed there."""
        files = {(self.root / path).resolve() for path in paths}
        return sorted(
            file.relative_to(self.root).as_posix()
            for file in files
            if file.is_relative_to(self.root)
            and not file.is_relative_to(sys.prefix)
            and file.suffix != ".pyc"
        )

    def save(self) -> None:
        with suppress(OSError):  # without a memory all blocks run
            write(self.file, json.dumps(self.chapters))
