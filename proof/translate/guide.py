"""Guide a translator from one section to the next: `make translate LANG=es`.

Says what is worth doing next and why, begins it, shows what changed, checks
what is saved, marks what is done. Nothing but words need be known, and nothing
that was typed or saved is lost, wherever it ends.
"""

import sys
from pathlib import Path
from typing import TextIO

from proof.checks import problems, words
from proof.checks.targets import renamed
from proof.files import read_text, write
from proof.pages import terms
from proof.pages.entries import FIELDS, read_entries
from proof.pages.project import Project
from proof.pages.settings import ORIGINAL, is_language, languages, translations
from proof.problem import Problem, run_command
from proof.translate import files, language, moved
from proof.translate.commands import ROOT, SAID, done, start, told, within
from proof.translate.compare import changes
from proof.translate.fix import checked, fix
from proof.translate.order import Work, work
from proof.translate.terminal import END, opened, typing
from proof.translate.units import Refused, Unit

HELP = (
    "Save, then press Enter when it is done. Or type: page (begin all of this "
    "page; Enter then marks all that is translated of it), all, skip, quit, or "
    "what to do instead, as {}/index#trust. Where a text is asked for, these "
    f"words do the same. {END} it anywhere."
)
ASKED = {  # of a term, beside what each language must have
    "forms": "forms in texts, with commas",
    "match": "match (no, if the term means other things, too)",
    "not": "not (a refused variant and what to write, as `variant: term`)",
}


class Ended(Exception):
    """The translator stops here."""


class Guide:
    """A talk with a translator, who types into one stream and reads another."""

    def __init__(
        self,
        root: Path,
        code: str,
        typed: TextIO,
        shown: TextIO,
        machine: bool = False,
    ):
        self.root, self.code, self.machine = root, code, machine
        self.typed, self.shown = typed, shown
        self.later: set[str] = set()  # names of what was skipped
        self.wanted = ""  # the name of what was asked for, or its start
        self.saved = 0  # when the file at hand was saved last
        self.sound: tuple = ()  # what was checked last without a fault
        self.begun: str | None = None  # the path of all that was begun, or ""
        self.marked = False  # whether anything was

    def say(self, *lines: object) -> None:
        """Show some lines."""
        print(*lines, sep="\n", file=self.shown, flush=True)

    def ask(self, question: str = "") -> str:
        """Return what is typed; raises Ended when nothing comes any more."""
        print(question, end=" " * bool(question), file=self.shown, flush=True)
        line = self.typed.readline()
        if not line or line.strip() == "quit":
            raise Ended
        return line.strip()

    def text(self, unit: Unit, question: str) -> str:
        """Return a text for a unit; does what is typed instead."""
        while (text := self.ask(question)) in ("page", "all"):
            sure = f"“{text}” is a command, too. Type yes if it is the text:"
            if self.ask(sure) == "yes":
                break
            self.begin(unit.path, text)
        if text == "skip":
            raise Refused(f"{unit.name} is left for later")
        return text

    def talk(self, name: str = "") -> None:
        """Go from one to the next until all is done or somebody stops."""
        machine = " MACHINE=yes" * self.machine
        again = f"make translate LANG={self.code}{machine}"
        said = f"All that you saved is kept; go on with `{again}`."
        try:
            try:
                self.walk(name)
                left = len(self.later)
                said = f"{left} are left, all else is translated."
            except Ended:
                pass
            if self.marked:
                self.say("", "Checking all pages …")
                found = problems(Project(self.root))
                self.say(*found or ["No fault is found."])
        except KeyboardInterrupt:
            pass
        self.say("", said)

    def walk(self, name: str) -> None:
        """Take one after the other, as long as there is any."""
        if self.code not in languages(self.root):
            own = self.ask(f"What does the language '{self.code}' call itself?")
            self.say(*language.add(self.root, self.code, own))
        self.say(HELP.format(self.code))
        if name:
            self.want(name)
        while one := self.next():
            try:
                self.take(one)
            except Refused as reason:
                self.say(reason)
                self.later.add(one.unit.name)

    def want(self, name: str) -> None:
        """Turn to what is named, in whatever form and language."""
        name = [*name.split(), ""][0].strip("/")
        try:
            unit = Unit(self.root, name)
        except Refused:
            unit = Unit(self.root, f"{self.code}/{name}")
        part = f"#{unit.id}" if unit.id else ""
        self.wanted = f"{self.code}/{unit.file}{part}"
        self.later = {n for n in self.later if not within(n, self.wanted)}

    def next(self) -> Work | None:
        """Return what comes next: what was asked for, what follows, or all."""
        left = [
            one
            for one in work(self.root, self.code)
            if one.unit.name not in self.later
        ]
        page, _, part = self.wanted.partition("#")
        for wanted in (self.wanted, page):
            meant = [w for w in left if within(w.unit.name, wanted)]
            if meant and part:
                order = [state.id for state in meant[0].unit.states()]
                at = order.index(part) if part in order else 0
                meant.sort(key=lambda w: order.index(w.unit.id) < at)
                self.wanted = meant[0].unit.name
            if meant:
                return meant[0]
        if page and left:
            self.say(
                f"Nothing else is left of {page}; next is what is worth most."
            )
        self.wanted = ""
        return next(iter(left), None)

    def take(self, one: Work) -> None:
        """Have one section or entry translated, and marked."""
        said, why = SAID[one.state.status], one.why
        every = [s.status for s in one.unit.states() if s.status != "orphaned"]
        if one.state.status in every:
            why += f"; {every.count('current') + 1} of {len(every)}"
        self.say("", f"{one.unit.name} is {said} ({why}).")
        if one.state.status == "orphaned":
            self.remove(one.unit)
        elif one.unit.is_data:
            self.fill(one.unit)
        else:
            self.translate(one.unit)

    def remove(self, unit: Unit) -> None:
        """Take away what translates nothing any more, if that is wanted."""
        asked = "Remove it? yes, or Enter to leave it:"
        if self.text(unit, asked) != "yes":
            self.later.add(unit.name)
        elif unit.is_data:
            files.change(unit.root / unit.path, lambda data: data.pop(unit.id))
        else:
            moved.remove(unit)

    def translate(self, unit: Unit) -> None:
        """Have a section translated in an editor."""
        if not unit.line:
            self.start(unit)
        state = unit.state()
        if state.status == "missing" and unit.id == next(iter(unit.starts)):
            self.title(unit)
        if state.status == "current":  # it has been moved here
            return
        if state.status == "unfit":
            self.say(*sum(fix(self.root, {unit.path}), []))
        if state.status in ("outdated", "reread"):
            self.say(*told(unit, state))
        self.say(f"{unit.path}:{unit.line}: translate this section.")
        self.saved = self.time(unit)
        if opened(self.root / unit.path, unit.line, self.say):
            self.tell(unit)
        while not self.answered(unit, self.wait(unit)):
            pass

    def title(self, unit: Unit) -> None:
        """Ask for what stands at the top of a page, and write it there."""
        mine, theirs = unit.page().meta, unit.page(ORIGINAL).meta
        for key in ("title", "description"):
            if key not in mine or mine[key] != theirs.get(key):
                continue
            text = self.text(unit, f"{key}: {mine[key]}\n>")
            page = unit.page()  # of which all may have been begun by now
            at = [line.partition(":")[0] for line in page.lines].index(key)
            if text := text.replace('"', "'"):
                page.lines[at] = f'{key}: "{text}"'
                write(unit.root / unit.path, "\n".join([*page.lines, ""]))

    def time(self, unit: Unit) -> int:
        """Return when the file of a unit was saved last."""
        return (unit.root / unit.path).stat().st_mtime_ns

    def wait(self, unit: Unit) -> str | None:
        """Return what is typed; None if the file is saved before."""
        if not self.typed.isatty():
            return self.ask(">")
        print(">", end=" ", file=self.shown, flush=True)
        while not typing(self.typed):
            if self.time(unit) != self.saved:
                return None
        return self.ask()

    def answered(self, unit: Unit, answer: str | None) -> bool:
        """Do what was typed; tell whether the unit is left with that."""
        if answer is None:
            self.say("")
            self.tell(unit)
        elif answer in ("", "done"):
            return self.finish(unit)
        elif answer in ("page", "all"):
            self.begin(unit.path, answer)
        else:
            try:
                if answer != "skip":
                    self.want(answer)
            except Refused as reason:
                self.say(reason, HELP.format(self.code))
                return False
            self.later.add(unit.name)
            return True
        return False

    def begin(self, path: str, answer: str) -> None:
        """Put what is missing where it is translated: of a page, or all."""
        self.begun = path = "" if answer == "all" else path
        for one in work(self.root, self.code):
            unit = one.unit
            if not unit.is_data and not unit.line and path in ("", unit.path):
                self.start(unit)

    def start(self, unit: Unit) -> None:
        """Put a section where it belongs; say what translates it already."""
        for line in start(unit).split("\n"):
            if not line.endswith("mark it as done"):
                self.say(line)

    def end_lines(self, unit: Unit) -> None:
        """End lines that an editor saved as on Windows as all others end."""
        text, _ = read_text(unit.root, unit.path)
        if "\r\n" in text:
            write(unit.root / unit.path, text.replace("\r\n", "\n"))

    def tell(self, unit: Unit) -> None:
        """Say what is wrong with a section as it is saved."""
        self.end_lines(unit)
        self.saved = self.time(unit)
        names = [part.id for part in self.at_hand(unit)]
        found = self.check(unit, *names)
        if not found:
            found = [*renamed(unit.page(), unit.page(ORIGINAL), names)]
            found += ["No fault is found: press Enter to mark it as done."]
        self.say(*found)

    def check(self, unit: Unit, *names: str) -> list[Problem]:
        """Return the faults of what is saved, unless it is known to be sound.

        Faults are looked for again, since what mends one may stand elsewhere.
        """
        asked = unit.path, self.time(unit), names
        if self.sound == asked:
            return []
        self.say("Checking …")
        found = checked(unit, *names)
        self.sound = () if found else asked
        return found

    def at_hand(self, unit: Unit) -> list[Unit]:
        """Return what Enter marks: all of a page if all of it was begun."""
        if unit.is_data or self.begun not in ("", unit.path):
            return [unit]
        states = unit.states()
        new = {s.id for s in states if s.status == "unmarked"} | {unit.id}
        return [unit.part(s.id) for s in states if s.id in new]

    def finish(self, unit: Unit) -> bool:
        """Mark what is at hand; tell whether nothing is in the way."""
        self.end_lines(unit)
        state, reason = unit.state(), ""
        copied = unit.is_data and state.status == "missing"
        if copied or (state.status == "outdated" and unit.is_untouched()):
            said = "These are the English words" if copied else "It is unedited"
            reason = self.text(unit, f"{said}. If that is right, why?")
        try:
            units = self.at_hand(unit)
            for line in done(units, self.machine, reason, self.check):
                self.say(line)
                self.marked = True
        except Refused as refused:
            self.say(refused)
        if self.begun in ("", unit.path) and not unit.is_data:
            left = [s.id for s in unit.states() if s.status != "current"]
            if left:
                self.say(f"Not done yet: {', '.join(left)}.")
        return unit.state().status == "current"

    def fill(self, unit: Unit) -> None:
        """Have an entry translated, which is asked for and written."""
        original = read_entries(self.root, ORIGINAL, unit.file)[unit.id]
        notes = files.comments(self.root / unit.path_in(ORIGINAL))
        self.say(*notes.get(unit.id, "").splitlines())
        if not unit.line:
            start(unit)
        if unit.state().status == "outdated":
            self.say(*changes(unit))
        of_term = ASKED if unit.file == terms.FILE else ()
        for field in (*FIELDS[unit.file], *of_term):
            self.field(unit, field, original.get(field))
        if not unit.pieces(self.code) or not self.finish(unit):
            self.later.add(unit.name)

    def field(self, unit: Unit, field: str, original: object) -> None:
        """Ask for a field of an entry until it can be written."""
        entry = read_entries(self.root, self.code, unit.file)[unit.id]
        held, theirs = entry.get(field), files.typed(original)
        asked = f"{ASKED.get(field, field)}: {theirs}\n"
        while text := self.text(unit, f"{asked}[{files.typed(held)}]"):
            found = "no term" * (field == "not" and ":" not in text)
            if unit.file == words.FILE:
                found = "".join(words.faults(text, theirs, self.code))
            if found:
                self.say(f"“{text}” has {found}")
                continue
            held = files.read_typed(field, text, held)
            files.fill(unit.root / unit.path, unit.id, field, held)
            if field != "not":  # of which there may be several
                return


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    """Guide through the language that is named, or a part of it."""
    given = sys.argv[1:] if arguments is None else arguments
    named = " ".join(given).split()
    machine = "--machine" in named
    code, *names = [name for name in named if name != "--machine"] or [""]
    if not is_language(code) or code == ORIGINAL:
        known = ", ".join(translations(root))
        print(f"name a language, as LANG=es; there are: {known}")
        return 2
    try:
        guide = Guide(root, code, sys.stdin, sys.stdout, machine)
        guide.talk(*names[:1])
    except Refused as reason:
        print(reason)
        return 2
    return 0


if __name__ == "__main__":
    run_command(main)
