"""A finished site takes the place of the last one, whole or not at all.

Where the system can exchange two folders, there is a whole site at each moment.
Elsewhere the old one is moved aside first; should the build be killed just
then, the next one puts it back. That also removes what killed builds have
left, but nothing of a build that still runs: each holds a lock on its folder.
(Windows has neither; there, only the old site is put back.)
"""

import ctypes
import errno
import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

from mkdocs.exceptions import Abort

from sitebuild.files import is_left_behind

try:
    import fcntl
except ImportError:
    fcntl = None

AT_FDCWD = -100  # paths are relative to the current folder
AT_ONCE = 2  # exchange: RENAME_EXCHANGE on Linux, RENAME_SWAP on macOS
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS)
DENIED = (errno.EACCES, errno.EPERM)


def lock(folder: Path, wait: bool) -> int | None:
    """Lock a folder until the number is closed or this process ends.

    None where it is locked already, or nobody can know.
    """
    if fcntl is None:
        return None
    opened = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        return opened
    except OSError:
        os.close(opened)
        return None


@contextmanager
def alone_beside(site: Path) -> Iterator[None]:
    """While no other build makes, removes or publishes a folder here."""
    opened = lock(site.parent, wait=True)
    try:
        yield
    finally:
        if opened is not None:
            os.close(opened)


def tidy(site: Path) -> str | None:
    """Put right what killed builds have left; what was done for the site."""
    told = None
    if not site.parent.is_dir():
        return told
    with alone_beside(site):
        ours = re.compile(rf"\.{re.escape(site.name)}\.new\.\w{{8}}(\.old)?")
        for folder in sorted(site.parent.iterdir()):
            if not ours.fullmatch(folder.name) or folder.is_symlink():
                continue
            if folder.suffix == ".old" and not site.exists():
                folder.rename(site)
                told = (
                    f"{site} is back: a build was killed while it replaced it"
                )
            elif (opened := lock(folder, wait=False)) is not None:
                discard(folder)
                os.close(opened)
    return told


@contextmanager
def partial_folder(site: Path) -> Iterator[Path]:
    """Yield a new folder beside the site, removed unless it takes its place.

    Raises Abort if the site cannot be replaced.
    """
    if site.exists() and not site.is_dir():
        raise Abort(f"{site} is a file: choose a folder with --site-dir")
    if site.is_dir():
        kept = [
            file.name
            for file in site.iterdir()
            if file.name[0] == "." and not is_left_behind(file.name)
        ]
        if kept:
            raise Abort(
                f"{site} holds {kept[0]}, which a build would remove: choose "
                "another folder with --site-dir"
            )
    site.parent.mkdir(parents=True, exist_ok=True)
    with alone_beside(site):
        prefix = f".{site.name}.new."
        folder = Path(mkdtemp(prefix=prefix, dir=site.parent))
        lock(folder, wait=True)  # as long as this process lives
    try:
        yield folder
    finally:
        discard(folder)


def publish(partial: Path, site: Path) -> None:
    """Put the finished site in place of the last one."""
    partial.chmod(0o755)  # for web servers, however private new files are
    for path in partial.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    with alone_beside(site):
        if not exchanged(partial, site):
            replace(partial, site)


def exchanged(one: Path, other: Path) -> bool:
    """Whether the system could exchange two folders at once."""
    paths = os.fsencode(one), os.fsencode(other)
    try:
        if sys.platform == "linux":
            one, other = ((AT_FDCWD, path) for path in paths)
            return not ctypes.CDLL(None).renameat2(*one, *other, AT_ONCE)
        if sys.platform == "darwin":
            return not ctypes.CDLL(None).renamex_np(*paths, AT_ONCE)
    except AttributeError:  # the C library does not know it
        pass
    return False


def replace(partial: Path, site: Path) -> None:
    """Replace the site in two steps; Abort if that fails."""
    old = partial.with_name(f"{partial.name}.old")
    try:
        if site.exists():
            site.rename(old)
        partial.rename(site)
    except OSError as error:
        if old.exists() and not site.exists():
            old.rename(site)
        raise Abort(f"{site} cannot be replaced: {error.strerror}") from None
    discard(old)


def discard(folder: Path) -> None:
    """Remove a folder; where that fails, the next build tries again."""
    shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def told_if_refused() -> Iterator[None]:
    """Raise Abort with a sentence for a disk that is full or not ours."""
    try:
        yield
    except OSError as error:
        if error.errno not in (*FULL, *DENIED):
            raise
        verb = "written" if error.errno in FULL else "used"
        raise Abort(
            f"{error.filename or 'a file'} cannot be {verb}: "
            f"{error.strerror}; nothing was published, and a site that was "
            "there is as it was"
        ) from None
