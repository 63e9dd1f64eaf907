"""Run a command on the project: `python -m sitebuild COMMAND [NAME ...]`.

`check` prints every fault with file, line and remedy. `diagrams` redraws the
diagrams, which needs torch. The others are for translators: `pt` names all of a
language, `pt/encoder` a page, `pt/encoder#layer-norm` a section.
"""

import argparse
import signal
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from sitebuild.files import Unreadable
from sitebuild.i18n import translator
from sitebuild.i18n.send import send
from sitebuild.i18n.translator import Refused
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import ORIGINAL
from sitebuild.widgets.registry import problems

COMMANDS = "check", "diagrams", "todo", "diff", "done", "sync", "review", "send"


def check(root: Path, language: str) -> int:
    """Print every fault of a project; return 1 if there is one, else 0."""
    project = Project(root)
    faults = problems(project)
    print(*faults, sep="\n", end="\n" * bool(faults))
    counts = {"pages": len(project.written), "count": len(faults)}
    print(project.say(language, "say-checked", **counts))
    return 1 if faults else 0


def run(root: Path, args: argparse.Namespace) -> Iterator[str]:
    """Run a command other than `check`, and yield what it prints."""
    if args.command == "diagrams":
        from sitebuild.runner.diagrams import draw

        yield from draw(root)
        return
    project = Project(root)
    say = partial(project.say, args.language)
    asked = [args.language] if args.language else project.languages
    if args.command == "send":
        yield from send(root, asked, say)
        return
    translations = [code for code in asked if code != ORIGINAL]
    states = translator.named(project, args.names or translations, say)
    if args.command == "todo":
        whole = {*args.names} <= {*project.languages}
        if whole:
            yield from translator.counts(states, say)
        left = [*translator.todo(states, say, whole)]
        yield from left or [say("say-nothing-left")]
    elif args.command == "sync":
        paths, copied = {state.path for state in states}, []
        for page in project.written:
            if page.path in paths and page.name in project.originals:
                original = project.originals[page.name]
                copied += translator.sync(page, original, say)
        yield from copied or [say("sync-nothing")]
    elif not args.names:
        raise Refused(say("say-name-one"))
    elif args.command == "diff":
        for state in states:
            yield from translator.diff(project, state, say)
    else:
        left = "unread" if args.command == "review" else "unmarked"
        new = [state for state in states if state.name in args.names]
        new = new or [state for state in states if state.todo == left]
        if not new:
            yield say("say-nothing-left")
        elif args.command == "done":
            yield from translator.done(root, new, say, args.machine)
        else:
            yield from translator.review(project, new, say)


def main(arguments: list[str] | None = None, root: Path | None = None) -> int:
    """Run a command, and return the exit status."""
    parser = argparse.ArgumentParser("python -m sitebuild")
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--machine", action="store_true")
    parser.add_argument("--language", default="", help="of messages, too")
    args = parser.parse_intermixed_args(arguments)
    args.names = " ".join(args.names).split()  # make hands them over as one
    root = root or Path(__file__).parents[1]
    try:
        if args.command == "check":
            return check(root, args.language)
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
