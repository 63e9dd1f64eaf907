"""Put a finished site in place of the last one, whole or not at all.

Where the system can exchange two folders, there is a whole site at each moment.
Elsewhere the old one is moved aside first; if the build is killed just then,
the next one puts it back. That one also removes what killed builds have left,
but nothing of a running build: each holds a lock on its folder. (Windows has
neither; there, the next build only puts the old site back.)
"""

import ctypes
import errno
import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import mkdtemp

from mkdocs.exceptions import Abort

from sitebuild.files import Unreadable

try:
    import fcntl
except ImportError:
    fcntl = None

AT_FDCWD = -100  # paths are relative to the current folder
EXCHANGE = 2  # RENAME_EXCHANGE on Linux, RENAME_SWAP on macOS
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS)
DENIED = (errno.EACCES, errno.EPERM)
REFUSED = dict.fromkeys(FULL, "written") | dict.fromkeys(DENIED, "used")
# Remove a folder; where that fails, the next build tries again.
discard = partial(shutil.rmtree, ignore_errors=True)


@contextmanager
def locked(folder: Path, wait: bool = True) -> Iterator[bool]:
    """Lock a folder; yield whether this process has the lock.

    It has none on Windows, nor without `wait` where another process has it.
    """
    if fcntl is None:
        yield False
        return
    opened, owned = os.open(folder, os.O_RDONLY), False
    try:
        with suppress(OSError):
            fcntl.flock(opened, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
            owned = True
        yield owned
    finally:
        os.close(opened)


def tidy(site: Path) -> str | None:
    """Put right what killed builds have left; say so if the site is back."""
    if not site.parent.is_dir():
        return None
    message = None
    name = re.compile(rf"\.{re.escape(site.name)}\.new\.\w{{8}}(\.old)?")
    with locked(site.parent):
        for folder in sorted(site.parent.iterdir()):
            if not name.fullmatch(folder.name):
                continue
            if folder.suffix == ".old" and not site.exists():
                folder.rename(site)
                message = f"{site} is back: a build was killed replacing it"
                continue
            with locked(folder, wait=False) as owned:
                if owned:
                    discard(folder)
    return message


@contextmanager
def partial_folder(site: Path) -> Iterator[Path]:
    """Yield a new folder beside the site, removed unless it takes its place.

    Raises Abort if the site cannot be replaced.
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
    with ExitStack() as stack:
        with locked(site.parent):
            prefix = f".{site.name}.new."
            folder = Path(mkdtemp(prefix=prefix, dir=site.parent))
            stack.enter_context(locked(folder))
        stack.callback(discard, folder)
        yield folder


def publish(folder: Path, site: Path) -> None:
    """Put the finished site in place of the last one; Abort if that fails."""
    for path in (folder, *folder.rglob("*")):  # web servers may read it all
        path.chmod(0o755 if path.is_dir() else 0o644)
    with locked(site.parent):
        if exchanged(folder, site):
            return
        old = folder.with_name(f"{folder.name}.old")
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


@contextmanager
def told_if_refused() -> Iterator[None]:
    """Raise Abort with a sentence if a disk or a file refuses to be used."""
    try:
        yield
    except Unreadable as error:
        raise Abort(str(error)) from None
    except OSError as error:
        if error.errno not in REFUSED:
            raise
        raise Abort(
            f"{error.filename or 'a file'} cannot be {REFUSED[error.errno]}: "
            f"{error.strerror}; nothing was published, and a site that was "
            "there is as it was"
        ) from None
