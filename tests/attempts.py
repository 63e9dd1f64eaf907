"""`make drill`: try again all that somebody tried to fool this project with.

All attempts have names in `attempts.yml`. What caught each is printed, and with
which words; it is a failure if nothing did.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import yaml

ROOT = Path(__file__).parent.parent
LIST = yaml.safe_load((ROOT / "tests/attempts.yml").read_text("utf-8"))
PLANTED = "tests/test_attempts.py::test_what_is_planted_is_told"
FREE = "tests/test_attempts.py::test_of_what_is_free_nothing_is_said"
FAULT = "tests/test_faults.py::test_a_planted_fault_is_found_at_its_line"
NONE = str(10**12)  # no mutant but those that are named


class Attempt(NamedTuple):
    """An attempt, the test or the mutant by its name, and what is said."""

    name: str
    by: str
    words: str = ""


def attempts() -> list[Attempt]:
    """All that are listed, with what is to catch each."""
    from faults import FAULTS

    found = [
        Attempt(name, f"{PLANTED}[{name}]", texts[-1])
        for name, texts in LIST["planted"].items()
    ]
    for name, fault in LIST["faults"].items():
        found.append(Attempt(name, f"{FAULT}[{fault}]", FAULTS[fault].says))
    for test, named in LIST["tests"].items():
        for name, what in named.items():
            what, *said = [what] if isinstance(what, str) else what
            by = f"{test}[{what}]" if "::" in test else f"{test}::{what}"
            found.append(Attempt(name, f"tests/{by}", *said))
    mutants = LIST["mutants"].items()
    return [*found, *(Attempt(*pair, "a test fails") for pair in mutants)]


def unknown(found: Iterable[Attempt], known: set[str]) -> list[str]:
    """The tests that are not there, of files that were asked."""
    files = {id.partition("::")[0] for id in known}
    ids = {one.by for one in found if one.by.partition("::")[0] in files}
    return sorted(ids - known)


def passing(*arguments: str) -> tuple[int, dict[str, bool]]:
    """The status of pytest, in a process of its own, and what passed."""
    result = subprocess.run(
        [sys.executable, "-m", "pytest", "-rp", *arguments],
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    passed = dict.fromkeys(re.findall("(?m)^PASSED (.*)$", result.stdout), True)
    print(re.sub("(?m)^PASSED .*\n", "", result.stdout))
    return result.returncode, passed


def table(found: Iterable[Attempt], passed: dict[str, bool]) -> list[str]:
    """Each attempt, what caught it, and the words; or that nothing did."""
    return [
        f"{one.name:52} {one.by} {one.words}".rstrip()
        if passed.get(one.by)
        else f"NOT CAUGHT: {one.name} ({one.by})"
        for one in found
    ]


def mutants_alive(names: Iterable[str]) -> set[str]:
    """Of these mutants those that no test finds; all of them, if it fails."""
    paths = sorted({name.partition(" ")[0] for name in names})
    result = subprocess.run(
        [sys.executable, "tests/mutants.py", *paths],
        env={**os.environ, "EVERY": NONE},
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    lines = result.stdout.splitlines()
    told = {line.removeprefix("lives: ").strip() for line in lines}
    alive = {name for name in names if name.strip() in told}
    return alive or ({*names} if result.returncode else set())


def main() -> int:
    found = attempts()
    names = {*LIST["mutants"].values()}
    alive = mutants_alive(names)
    ids = sorted({one.by for one in found} - names)
    options = ("-q", "-n", "auto", "--dist", "loadfile", "-m", "")
    files = FAULT.partition("::")[0], FREE, *ids
    status, passed = passing(*options, *files)
    passed |= {name: name not in alive for name in names}
    lines = table(found, passed)
    print(*lines, sep="\n")
    missed = sum(line.startswith("NOT") for line in lines)
    print(f"{len(found)} attempts, {missed} not caught")
    print("Not checked, as README says:", "; ".join(LIST["free"]))
    return bool(status or missed)


if __name__ == "__main__":
    sys.exit(main())
