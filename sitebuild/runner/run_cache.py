"""What blocks gave in an earlier build, for one that runs only what changed.

A chapter's blocks run again as soon as anything they depend on has changed:
their text and place, the modules of `snippets` they imported, the project's
files they opened, the versions, the machine, this package; or what they gave,
or what is recorded of it. Who only reads what is remembered needs no torch.
"""

import json
import os
import pkgutil
import platform
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cached_property, wraps
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from unittest.mock import patch

from sitebuild.files import paths, write

MADE_WITH = ("torch", "numpy", "matplotlib", "tqdm")


def read(file: Path) -> tuple[dict, str]:
    """Give what a chapter's blocks gave, and a sentence if it is no use."""
    try:
        seal, _, chapter = file.read_text("utf-8").partition("\n")
    except FileNotFoundError:
        return {}, ""
    except (OSError, ValueError):
        seal = chapter = ""
    if seal == digest(chapter):
        return json.loads(chapter), ""
    return {}, f"{file} is damaged and not used: its blocks run"


def damaged(folder: Path) -> list[str]:
    """Give a sentence for each file of a memory that is no use."""
    told = (read(file)[1] for file in sorted(folder.glob("*.json")))
    return list(filter(None, told))


@contextmanager
def noting(paths: set[str]) -> Iterator[None]:
    """Add the path of each file that Python code opens meanwhile."""

    def heard(opens: Callable) -> Callable:
        @wraps(opens)
        def opened(*place, **named):
            file = place[0] if place else named.get("file", named.get("path"))
            with suppress(TypeError):  # it is open already: a number
                paths.add(os.fsdecode(file))
            return opens(*place, **named)

        return opened

    with ExitStack() as stack:
        for where in ("builtins.open", "io.open", "io.open_code", "os.open"):
            opens = heard(pkgutil.resolve_name(where))
            stack.enter_context(patch(where, opens))
        yield


def digest(*texts: str) -> str:
    return sha256("\0".join(texts).encode()).hexdigest()


class Memory:
    """A folder that says what each chapter's blocks gave, and from what.

    Each chapter has a file, so that several processes can share the folder.
    """

    def __init__(self, root: Path, folder: Path):
        self.root, self.folder = root, folder
        self.used: set[str] = set()
        self.started = time.time()

    @cached_property
    def setting(self) -> str:
        """Digest what the blocks of every chapter depend on."""
        import torch

        from sitebuild.runner.machine import device

        return digest(
            platform.python_version(),
            platform.machine(),
            torch.backends.cpu.get_cpu_capability(),
            device(),
            *map(version, MADE_WITH),
            *map(self.content, paths(self.root, "sitebuild/**/*.py")),
        )

    def content(self, path: Path | str) -> str:
        """Digest a file; empty if there is none, or no such name."""
        try:
            return sha256((self.root / path).read_bytes()).hexdigest()
        except (OSError, ValueError):
            return ""

    def state(self, files: list[str], outputs: list[dict[str, str]]) -> str:
        """Digest all that blocks depend on, and all that they gave.

        So that nobody changes outputs and their recordings alike.
        """
        recorded = [path for output in outputs for path in output]
        contents = map(self.content, [*files, *recorded])
        return digest(self.setting, json.dumps(outputs), *contents)

    def file(self, blocks: str) -> Path:
        """Give the file of the chapter with these blocks."""
        return self.folder / f"{blocks}.json"

    def recall(self, blocks: str) -> list[dict[str, str]]:
        """Give the outputs of each of these blocks, or nothing."""
        chapter, _ = read(self.file(blocks))  # a build tells if it is damaged
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
        chapter = {"state": state, "files": files, "outputs": outputs}
        text = json.dumps(chapter)
        with suppress(OSError):  # without a memory all blocks run
            write(self.file(blocks), f"{digest(text)}\n{text}")

    def forget(self, known: Iterable[str]) -> None:
        """Remove chapters whose blocks are none of these any more."""
        files = set(self.folder.glob("*.json"))
        for file in files - set(map(self.file, known)):
            with suppress(OSError):  # it does no harm
                file.unlink()

    def saved(self, path: str) -> float:
        """Tell when a file was written last; if it is gone, now."""
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
