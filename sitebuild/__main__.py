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

from sitebuild.i18n import translator
from sitebuild.i18n.translator import Refused, Unit
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import translations
from sitebuild.problem import Unreadable, show
from sitebuild.widgets.registry import problems

COMMANDS = "check", "diagrams", "todo", "diff", "done", "review", "sync"


def check(root: Path) -> int:
    """Print every fault of a project; return 1 if there is one, else 0."""
    project = Project(root)
    faults = problems(project)
    for problem in faults:
        print(problem)
        show(*problem)
    print(f"{len(project.written)} pages, {len(faults)} problems")
    return 1 if faults else 0


def done(
    project: Project, units: list[Unit], machine: bool | None
) -> Iterator[str]:
    """Mark sections as translated from the originals as they are.

    `machine` tells whether a machine did it; None leaves that as it is marked.
    Raises Refused at the first that is not there or half done.
    """
    sections = {page.path: page.by_id for page in project.written}
    faults = problems(project)
    for unit in units:
        if unit.state.status in ("missing", "orphaned"):
            raise Refused(f"{unit.name} is {unit.state.status}")
        section = sections[unit.path][unit.state.id]
        inside = [
            f for f in faults if f.path == unit.path and f.line in section
        ]
        if reasons := [*translator.differing(unit), *map(str, inside)]:
            raise Refused("\n".join(reasons))
        by_machine = unit.state.machine if machine is None else machine
        translator.mark(project.root, unit, by_machine)
        yield f"{unit.name} is current"


def run(root: Path, args: argparse.Namespace) -> Iterator[str]:
    """Run a command other than `check`, and yield what it prints."""
    if args.command == "diagrams":
        from sitebuild.runner.diagrams import draw

        yield from draw(root)
        return
    project = Project(root)
    units = translator.named(project, args.names or translations(root))
    if args.command == "todo":
        for language in () if args.names else translations(root):
            yield from translator.table(project, language)
        yield from [*translator.todo(units)] or ["nothing is left to do"]
    elif args.command == "sync":
        paths = {unit.path for unit in units}
        pairs = [pair for pair in project.translated if pair[0].path in paths]
        copied = [line for pair in pairs for line in translator.sync(*pair)]
        yield from copied or ["nothing to copy"]
    elif not args.names:
        raise Refused("name a section, as UNIT=pt/encoder#layer-norm")
    elif args.command == "diff":
        for unit in units:
            yield from translator.diff(project, unit)
    else:
        review = args.command == "review"
        new = [unit for unit in units if unit.name in args.names]
        new = new if new or review else [u for u in units if u.state.unmarked]
        machine = False if review else args.machine
        nothing = "each section has a fingerprint; name one to mark it anew"
        yield from done(project, new, machine) if new else [nothing]


def main(arguments: list[str] | None = None, root: Path | None = None) -> int:
    """Run a command, and return the exit status."""
    parser = argparse.ArgumentParser("python -m sitebuild")
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--machine", action="store_true", default=None)
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
