"""Results as Markdown that a person reads in ten seconds.

`python -m proof.summary tests FILE…` reads JUnit XML, as `pytest --junitxml`
writes it, and exits with 1 if a test failed, with 2 if a file cannot be read or
no test ran at all. `python -m proof.summary translations` reads what
`python -m proof.translate.commands json` prints. Python alone is enough.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

SHOWN = 10  # failures
SLOWEST = 5
# In the project: a path of anything else is absolute or starts with a point.
PLACE = re.compile(r"^(\w[^\s:]*\.(?:py|md):\d+):", re.M)
OUTCOMES = {"error": "failed", "failure": "failed", "skipped": "skipped"}
LEFT = ("outdated", "unfit", "unmarked", "missing", "orphaned")


class Unusable(Exception):
    """A report that says nothing of the tests."""


class Result(NamedTuple):
    """One test's result; `text` is the report of one that failed."""

    name: str
    outcome: str  # passed, failed or skipped
    seconds: float
    message: str = ""
    text: str = ""

    @property
    def place(self) -> str:
        """File and line; the test's name if the report names none."""
        found = PLACE.search(self.text.replace(f"{Path.cwd()}/", ""))
        return found[1] if found else self.name


def read_junit(file: Path) -> list[Result]:
    """The tests of a report; Unusable if it holds none or cannot be read."""
    try:
        cases = list(ElementTree.parse(file).iter("testcase"))
    except (OSError, ElementTree.ParseError) as error:
        raise Unusable(f"{file} cannot be read: {error}") from None
    if not cases:
        raise Unusable(f"{file} says that no test ran")
    return [read_case(case) for case in cases]


def read_case(case: ElementTree.Element) -> Result:
    name = f"{case.get('classname', '')}::{case.get('name', '')}".strip(":")
    seconds = float(case.get("time", "0"))
    for kind, outcome in OUTCOMES.items():
        found = case.find(kind)
        if found is not None:
            message = found.get("message", "")
            return Result(name, outcome, seconds, message, found.text or "")
    return Result(name, "passed", seconds)


def of_tests(tests: list[Result]) -> Iterator[str]:
    """The counts, the first failures with their places, the slowest."""
    count = Counter(test.outcome for test in tests)
    yield (
        f"## {count['passed']} passed, {count['failed']} failed, "
        f"{count['skipped']} skipped"
    )
    failed = [test for test in tests if test.outcome == "failed"]
    if failed:
        yield from ["", "### Failures", ""]
    for test in failed[:SHOWN]:
        yield f"* {code(test.place)} {code(first_line(test))}"
    if len(failed) > SHOWN:
        yield f"* and {len(failed) - SHOWN} more"
    yield from ["", "### Slowest", "", "| Seconds | Test |", "| ---: | --- |"]
    slowest = sorted(tests, key=lambda test: -test.seconds)[:SLOWEST]
    for test in slowest:
        yield f"| {test.seconds:.1f} | {cell(test.name)} |"


def first_line(test: Result) -> str:
    """What went wrong, in a line."""
    lines = (test.message or test.text).strip().splitlines() or ["no message"]
    return lines[0] if len(lines[0]) <= 160 else f"{lines[0][:159]}…"


def code(text: str) -> str:
    """As code in Markdown, where nothing but a backtick means anything."""
    return "`" + text.replace("`", "'") + "`"


def cell(text: str) -> str:
    """As code in a table, where a bar would end the cell."""
    return code(text).replace("|", r"\|")


def of_translations(states: list[dict]) -> Iterator[str]:
    """A line for each language, a row for each file with work left."""
    yield "## Translations"
    for language in sorted({state["language"] for state in states}):
        mine = [state for state in states if state["language"] == language]
        count = counts(mine)
        known = len(mine) - count["orphaned"]
        yield ""
        yield (
            f"**{language}**: {count['current']} of {known} sections and "
            f"entries are current; {count['machine']} were made by a machine "
            "and have not been read by a person."
        )
        if count["current"] == len(mine):
            continue
        yield from ["", f"| File | {' | '.join(LEFT)} |"]
        yield "| --- |" + " ---: |" * len(LEFT)
        for path in sorted({state["path"] for state in mine}):
            count = counts(state for state in mine if state["path"] == path)
            if any(count[status] for status in LEFT):
                cells = " | ".join(str(count[status]) for status in LEFT)
                yield f"| {cell(path)} | {cells} |"


def counts(states: Iterable[dict]) -> Counter:
    """How many have each status, and how many a machine made."""
    count: Counter = Counter()
    for state in states:
        count[state["status"]] += 1
        count["machine"] += state["machine"]
    return count


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m proof.summary", description=__doc__.split("\n\n")[0]
    )
    commands = parser.add_subparsers(dest="of", required=True)
    junit = commands.add_parser("tests", help="of reports in JUnit XML")
    junit.add_argument("files", nargs="+", type=Path)
    commands.add_parser("translations", help="of states in JSON, from stdin")
    asked = parser.parse_args(arguments)
    if asked.of == "translations":
        print("\n".join(of_translations(json.load(sys.stdin))))
        return 0
    try:
        tests = [test for file in asked.files for test in read_junit(file)]
    except Unusable as unusable:
        print(f"## No result\n\n{code(str(unusable))}")
        return 2
    print("\n".join(of_tests(tests)))
    return 1 if any(test.outcome == "failed" for test in tests) else 0


if __name__ == "__main__":
    sys.exit(main())
