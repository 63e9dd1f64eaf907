"""Put a finished site in place of the last one, whole or not at all.

Where the system can exchange two folders, there is a whole site at each moment.
Elsewhere the old one is moved aside first; if the build is killed just then,
the next one puts it back. A build locks the folder around the site, so that two
cannot write there at once (but on Windows, which has no such lock).
"""

import ctypes
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from mkdocs.exceptions import Abort

try:
    import fcntl
except ImportError:
    fcntl = None

AT_FDCWD = -100  # paths are relative to the current folder
EXCHANGE = 2  # RENAME_EXCHANGE on Linux, RENAME_SWAP on macOS
discard = partial(shutil.rmtree, ignore_errors=True)


def beside(site: Path, what: str) -> Path:
    """Return the folder of a new site, or of an old one moved aside."""
    return site.with_name(f".{site.name}.{what}")


@contextmanager
def partial_folder(site: Path) -> Iterator[Path]:
    """Yield a new folder beside the site, removed unless it takes its place.

    Puts right what a killed build has left. Raises Abort if the site cannot be
    replaced.
    """
    if site.exists() and not site.is_dir():
        raise Abort(f"{site} is a file: choose a folder with --site-dir")
    for name in os.listdir(site) if site.is_dir() else ():
        if name.startswith(".") and name != ".DS_Store":
            raise Abort(
                f"{site} holds {name}, which a build would remove: choose "
                "another folder with --site-dir"
            )
    site.parent.mkdir(parents=True, exist_ok=True)
    folder, old = beside(site, "new"), beside(site, "old")
    with locked(site.parent):
        if old.exists() and not site.exists():
            old.rename(site)
        discard(folder)
        discard(old)
        folder.mkdir()
        try:
            yield folder
        finally:
            discard(folder)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock a folder. Raises Abort if another process has the lock."""
    if fcntl is None:
        yield
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            reason = f"another build writes to {folder}: wait until it is done"
            raise Abort(reason) from None
        yield
    finally:
        os.close(opened)


def publish(folder: Path, site: Path) -> None:
    """Put the finished site in place of the last one; Abort if that fails."""
    for path in (folder, *folder.rglob("*")):  # web servers may read it all
        path.chmod(0o755 if path.is_dir() else 0o644)
    if exchanged(folder, site):
        return
    old = beside(site, "old")
    try:
        if site.exists():
            site.rename(old)
        folder.rename(site)
    except OSError as error:
        if old.exists() and not site.exists():
            old.rename(site)
        reason = f"{site} cannot be replaced: {error.strerror}"
        raise Abort(reason) from None
    discard(old)


def exchanged(one: Path, other: Path) -> bool:
    """Exchange two folders at once; return whether the system could."""
    old, new = os.fsencode(one), os.fsencode(other)
    with suppress(AttributeError, TypeError):  # the system has no such call
        system = ctypes.CDLL(None)
        if sys.platform == "darwin":
            return not system.renamex_np(old, new, EXCHANGE)
        return not system.renameat2(AT_FDCWD, old, AT_FDCWD, new, EXCHANGE)
    return False
