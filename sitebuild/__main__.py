"""Run a command on the project: `python -m sitebuild COMMAND [NAME ...]`.

`check` prints every fault with file, line and what to do, and exits with 1 if
there is one. `diagrams` draws diagrams anew. The others are for translators:
`pt` names all of a language, `pt/encoder` a page, `pt/encoder#layer-norm` a
section. Only `diagrams` needs torch.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from sitebuild.checks import data_files
from sitebuild.checks.translations import left_in_original
from sitebuild.i18n.commands import (
    Refused,
    Section,
    diff,
    differing,
    mark,
    named,
    review,
    table,
    todo,
)
from sitebuild.i18n.sync import sync
from sitebuild.pages.page import Page
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import translations
from sitebuild.problem import project_folder, run_command, show
from sitebuild.widgets.registry import problems

COMMANDS = "check", "diagrams", "todo", "diff", "done", "review", "sync"


def check(root: Path) -> int:
    """Print every fault of a project; returns 1 if there is one."""
    project = Project(root)
    found = problems(project)
    for problem in found:
        print(problem)
        show(*problem)
    print(f"{len(project.written)} pages, {len(found)} problems")
    states = () if found else project.page_states.values()
    if count := sum(bool(s.differences) for page in states for s in page):
        print(
            f"sections that differ from their originals: {count}; readers see"
        )
        print("the originals until they are equal: `make todo` says where")
    return 1 if found else 0


def done(project: Project, new: list[Section], machine: bool) -> Iterator[str]:
    """Record that sections are translated from the originals as they are.

    Raises Refused at the first that is not there, or is half done.
    """
    known = problems(project) if new else []
    for section in new:
        if section.state.status in ("missing", "orphaned"):
            raise Refused(f"{section.name} is {section.state.status}")
        page = Page(project.root, section.path)
        part = page.by_id[section.state.id]
        original = project.originals[section.page]
        told = {*known, *left_in_original(page, part, original)}
        theirs = {p.message for p in known if p.path == original.path}
        reasons = [*differing(section)] + [
            str(problem)
            for problem in sorted(told)
            if problem.path == page.path and problem.line in part
            if problem.message not in theirs
        ]
        if reasons:
            raise Refused("\n".join(reasons))
        mark(project.root, section, machine or section.state.machine)
        yield f"{section.name} is current"


def translate(root: Path, asked: argparse.Namespace) -> Iterator[str]:
    """Do what was asked for; yields what to print."""
    project = Project(root)
    if unread := sorted(data_files.faulty_data.problems(project)):
        raise Refused("\n".join(map(str, unread)))
    found = named(project, asked.names or translations(root))
    if asked.command == "todo":
        yield from table(found) if not asked.names else ()
        yield from [*todo(found)] or ["nothing is left to do"]
    elif asked.command == "sync":
        paths = {section.path for section in found}
        pairs = [pair for pair in project.translated if pair[0].path in paths]
        told = [line for pair in pairs for line in sync(*pair)]
        yield from told or ["nothing to copy"]
    elif not asked.names:
        raise Refused("name a section, as UNIT=pt/encoder#layer-norm")
    elif asked.command == "diff":
        for section in found:
            yield from diff(project, section)
    elif asked.command == "review":
        yield from (review(root, section) for section in found)
    else:
        new = [s for s in found if s.state.unmarked or s.name in asked.names]
        yield from done(project, new, asked.machine)
        if not new:
            yield "each section has a fingerprint; name one to mark it anew"


def main(arguments: list[str] | None = None, root: Path | None = None) -> int:
    """Run a command; returns the exit status."""
    parser = argparse.ArgumentParser("python -m sitebuild")
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--machine", action="store_true")
    asked = parser.parse_intermixed_args(arguments)
    asked.names = " ".join(asked.names).split()  # make hands them over as one
    root = root or project_folder()
    if asked.command == "check":
        return check(root)
    if asked.command == "diagrams":
        from sitebuild.runner.diagrams import draw

        for path in draw(root, *asked.names):
            print(path)
        return 0
    try:
        for line in translate(root, asked):
            print(line)
    except Refused as reason:
        print(reason, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    run_command(main)
