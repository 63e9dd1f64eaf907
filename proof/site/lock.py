"""What the publisher installs, each file with its digest: `make lock`.

pip says what it would install from the public index, and downloads nothing but
what it has to read. A wheel is of one platform: the lock is of Linux on x86_64
with the Python that runs this. Settings of this machine are left out, as a
folder of wheels of its own.
"""

import json
import platform
import subprocess
import sys
import tomllib
from pathlib import Path

from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCK = ROOT / "publisher.txt"
EXTRAS = "site", "blocks"
HEAD = """\
# What the publisher installs, with the digests of its wheels: of Linux on
# x86_64 with Python {python}. `make lock` wrote it from constraints.txt; with
#   pip install --require-hashes --no-deps --only-binary :all: -r publisher.txt
# nothing else is installed.
"""


def wanted() -> list[str]:
    """The requirements of a build, and what installs the project itself."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    extras = project["project"]["optional-dependencies"]
    named = [one for extra in EXTRAS for one in extras[extra]]
    return [*project["build-system"]["requires"], *named]


def resolved() -> list[tuple[str, str, str]]:
    """Name, version and digest of all that pip would install."""
    command = [sys.executable, "-m", "pip", "install", "--isolated", "--quiet"]
    command += ["--dry-run", "--ignore-installed", "--only-binary", ":all:"]
    command += ["-c", str(ROOT / "constraints.txt"), "--report", "-"]
    result = subprocess.run(
        [*command, *wanted()], check=True, stdout=subprocess.PIPE, text=True
    )
    return sorted(
        (
            canonicalize_name(one["metadata"]["name"]),
            one["metadata"]["version"],
            one["download_info"]["archive_info"]["hashes"]["sha256"],
        )
        for one in json.loads(result.stdout)["install"]
    )


def main() -> None:
    here = platform.system(), platform.machine()
    if here != ("Linux", "x86_64"):
        sys.exit(f"the publisher runs on Linux on x86_64, this is {here}")
    python = "{}.{}".format(*sys.version_info)
    lines = [
        f"{name}=={version} --hash=sha256:{digest}\n"
        for name, version, digest in resolved()
    ]
    text = HEAD.format(python=python) + "".join(lines)
    LOCK.write_text(text, "utf-8", newline="\n")


if __name__ == "__main__":
    main()
