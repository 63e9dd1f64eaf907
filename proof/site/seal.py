"""What a finished site is, to the byte: a digest of each file.

`sha256sum --check SHA256SUMS.txt` compares a copy, and the digest of that file
stands for the whole site. `python -m proof.site.seal SITE` does it too; it also
finds what no list names and what must not be published.
"""

import json
import platform
import sys
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import distribution
from itertools import chain
from pathlib import Path

from mkdocs.exceptions import Abort
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from proof.problem import run_command

SUMS = "SHA256SUMS.txt"
BUILT = "built-with.cdx.json"  # CycloneDX 1.6
PROJECT, EXTRAS = "attention-step-by-step", ("site", "blocks")


def seal(site: Path) -> None:
    """Name what built a site, and list its files; Abort if one is unfit."""
    (site / BUILT).write_text(built_with(), "utf-8", newline="\n")
    if unfit := [*strangers(site)]:
        raise Abort("\n".join(unfit))
    (site / SUMS).write_text(sums(site), "utf-8", newline="\n")


def sums(site: Path) -> str:
    """List each file with its digest, as `sha256sum` does."""
    return "".join(
        f"{sha256(file.read_bytes()).hexdigest()}  {path}\n"
        for path, file in sorted(
            (file.relative_to(site).as_posix(), file)
            for file in site.rglob("*")
        )
        if file.is_file() and path != SUMS
    )


def strangers(site: Path) -> Iterator[str]:
    """Yield what must not be published, as a clone of Git's or a link."""
    for path in sorted(site.rglob("*")):
        name = path.relative_to(site).as_posix()
        if path.is_symlink() or not (path.is_file() or path.is_dir()):
            yield f"{name} is a link or a device: a site has files and folders"
        elif path.name.startswith("."):
            yield f"{name} is hidden: a site has nothing that is not to be seen"
        elif "\n" in name or "\\" in name:
            yield f"{name!r} is a name that no list can hold"


def changes(site: Path) -> Iterator[str]:
    """Yield how a site differs from its own list."""
    listed = (site / SUMS).read_text("utf-8").splitlines()
    found = sums(site).splitlines()
    for line in sorted({*listed} ^ {*found}):
        which = "listed" if line in listed else "found"
        yield f"{which}: {line}"


def built_with() -> str:
    """Name Python and each package that a build needs, with its version."""
    versions = {"python": platform.python_version(), **packages()}
    parts = [
        {"type": "library", "name": name, "version": version}
        | ({"purl": f"pkg:pypi/{name}@{version}"} if name != "python" else {})
        for name, version in sorted(versions.items())
    ]
    form = {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1}
    return json.dumps(form | {"components": parts}, indent=1) + "\n"


def packages() -> dict[str, str]:
    """Versions of what is needed, whatever else is installed."""
    found: dict[str, str] = {}
    waiting = [(PROJECT, frozenset(EXTRAS))]
    seen = set()
    while waiting:
        name, extras = one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        installed = distribution(name)
        if name != PROJECT:
            found[canonicalize_name(name)] = installed.version
        for text in installed.requires or ():
            need = Requirement(text)
            asked = [{"extra": extra} for extra in (*extras, "")]
            if not need.marker or any(map(need.marker.evaluate, asked)):
                waiting.append((need.name, frozenset(need.extras)))
    return found


def main(site: Path) -> int:
    faults = [*chain(strangers(site), changes(site))]
    digest = sha256((site / SUMS).read_bytes()).hexdigest()
    print(*faults, f"{digest}  {SUMS}", sep="\n")
    return bool(faults)


if __name__ == "__main__":
    run_command(lambda: main(Path(sys.argv[1])))
