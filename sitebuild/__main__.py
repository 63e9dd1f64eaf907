"""Run a command on the project: `python -m sitebuild COMMAND [NAME ...]`.

`check` prints every fault with file, line and remedy. `diagrams` redraws the
diagrams, which needs torch. The others are for translators: `pt` names all of a
language, `pt/encoder` a page, `pt/encoder#layer-norm` a section.
"""

import argparse
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

from sitebuild.files import Unreadable
from sitebuild.i18n import translator
from sitebuild.i18n.translator import Refused
from sitebuild.pages.project import Project
from sitebuild.pages.staleness import State
from sitebuild.widgets.registry import problems

COMMANDS = "check", "diagrams", "todo", "diff", "done", "sync"


def check(root: Path) -> int:
    """Print every fault of a project; return 1 if there is one, else 0."""
    project = Project(root)
    faults = problems(project)
    print(*faults, sep="\n", end="\n" * bool(faults))
    print(f"{len(project.written)} pages, {len(faults)} problems")
    return 1 if faults else 0


def done(project: Project, states: list[State], machine: bool) -> Iterator[str]:
    """Mark sections as translated from the originals as they are.

    `machine` tells that a machine did it; else what is marked so stays so.
    Raises Refused at the first that is not there or half done.
    """
    for state in states:
        if state.status in ("missing", "orphaned"):
            raise Refused(f"{state.name} is {state.status}")
        if reasons := [*translator.differing(state)]:
            raise Refused("\n".join(reasons))
        translator.mark(project.root, state, machine or state.machine)
        yield f"{state.name} is current"


def run(root: Path, args: argparse.Namespace) -> Iterator[str]:
    """Run a command other than `check`, and yield what it prints."""
    if args.command == "diagrams":
        from sitebuild.runner.diagrams import draw

        yield from draw(root)
        return
    project = Project(root)
    translations = project.languages[1:]
    states = translator.named(project, args.names or translations)
    if args.command == "todo":
        for language in () if args.names else translations:
            yield from translator.counts(project, language)
        yield from [*translator.todo(states)] or ["nothing is left to do"]
    elif args.command == "sync":
        paths, copied = {state.path for state in states}, []
        for page in project.written:
            if page.path in paths and page.name in project.originals:
                original = project.originals[page.name]
                copied += translator.sync(page, original)
        yield from copied or ["nothing to copy"]
    elif not args.names:
        raise Refused("name a section, as UNIT=pt/encoder#layer-norm")
    elif args.command == "diff":
        for state in states:
            yield from translator.diff(project, state)
    else:
        new = [state for state in states if state.name in args.names]
        new = new or [state for state in states if state.unmarked]
        nothing = "each section has a fingerprint; name one to mark it anew"
        yield from done(project, new, args.machine) if new else [nothing]


def main(arguments: list[str] | None = None, root: Path | None = None) -> int:
    """Run a command, and return the exit status."""
    parser = argparse.ArgumentParser("python -m sitebuild")
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--machine", action="store_true")
    args = parser.parse_intermixed_args(arguments)
    args.names = " ".join(args.names).split()  # make hands them over as one
    root = root or Path(__file__).parents[1]
    try:
        if args.command == "check":
            return check(root)
        for line in run(root, args):
            print(line)
    except (Refused, Unreadable) as reason:
        print(reason, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    if hasattr(signal, "SIGPIPE"):  # `| head` ends a command without a word
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main())
