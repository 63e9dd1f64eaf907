"""What stands on a page: its elements, and what code and recordings they name.

That its parser (`proof.pages.dialect`) sees what the renderer sees is checked
on every built page (`proof.site.verify`).
"""

import re
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import yaml
from pymdownx.arithmatex import RE_SMART_DOLLAR_INLINE

from proof.files import Files, read_yaml
from proof.pages.code import ANY, Section, find
from proof.pages.formulas import split_tag
from proof.pages.settings import ORIGINAL as ORIGINAL
from proof.pages.settings import languages
from proof.problem import Problem

NOTEBOOK = "notebook"  # the form of a page whose blocks are numbered cells

RECORDED = ("txt", "svg", "html")  # kinds of include that a block gives
SCISSORS = re.compile(r"-+8<-+")
FENCE = re.compile(r"(?P<indent>[ \t>]*)(?P<marks>`{3,}|~{3,})(?P<info>.*)")
INCLUDE = re.compile(r'[ \t>]*--8<-- "(?P<target>[^"]*)"[ \t]*')
SNIPPET = re.compile(r"(?P<path>snippets/[a-z0-9_/]+\.py):(?P<section>.+)")
RECORDING = re.compile(
    r"docs/outputs/(?P<chapter>[a-z0-9-]+)/(?P<section>[\w-]+)"
    r"\.(?P<kind>txt|svg|html)"
)
DIAGRAM = re.compile(r"docs/assets/diagrams/[a-z0-9-]+/[a-z0-9-]+\.svg")
BOX = re.compile(
    r"(?P<indent> *)(?P<marks>!!!|\?\?\?\+?) +(?P<kind>[a-z]+)\b.*"
)
MARK = re.compile(r"# \((\d+)\)!")  # in code, of a numbered note
ITEM = re.compile(r"(?P<indent> *)\d+\. +\S.*")
HEADING = re.compile(r"(?P<marks>#{1,6})\s+(?P<text>.*?)\s*$")
# Of a translation, `data-from` names the original text that it was made from.
HEADING_ID = re.compile(
    r"\{ *#(?P<id>[a-z][a-z0-9-]*)"
    r"(?: +data-from=(?P<made_from>[0-9a-f]{8}(?:-[0-9a-f]{4})?))?"
    r"(?P<machine> +\.machine)? *\}$"
)
# No part of these may run on over what could start another one: a page of
# nothing but starts would take minutes.
DISPLAY = re.compile(
    r"^[ \t>]*\$\$(?P<tex>(?:(?!\$\$).)+)\$\$[ \t]*$", re.S | re.M
)
INLINE = re.compile(RE_SMART_DOLLAR_INLINE)
CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`)(?:(?!\n\s*\n).)+?(?<!`)\1(?!`)", re.S)
LINK = re.compile(r"\]\((?P<target>[^()\s]*)(?:\s+\"[^\"]*\")?\)")
DECIMAL = re.compile(
    r"((?<![\w)}])[-\u2212])?(?<![\d.])\d*\.\d+(?!\.?\d)(e[-+]?\d+)?"
)
COMMA = re.compile(
    r"(?<![\d,])\d+(?:[,\u066b\uff0c\uff0e]|\{,\})\d+|\d\{\.\}\d"
)
# What may stand within a number and is not shown.
WITHIN = re.compile(
    r"(?<=\d\.)(?:[*_`${}[]|\\\W)+(?=\d)|(?<=\d)(?:[*_`${}\]]|\\\W)+(?=\.\d)"
)
REFERENCE = re.compile(r" {0,3}\[[^\]]+\]:")
SHELL = re.compile(r"\s*(python|>>>|from \w+ import|import \w+)")


class Include(NamedTuple):
    """One `--8<--` line: a section of a snippet, a recording, a diagram."""

    line: int
    path: str
    section: str
    kind: str  # "py"; of a recording "txt", "svg", "html"; "diagram"


class Fence(NamedTuple):
    """A code fence; `line` is that of its opening marks."""

    line: int
    info: str
    include: Include | None
    section: Section | None  # the code of a Python fence
    text: str  # what is typed into it


class Heading(NamedTuple):
    line: int
    level: int
    id: str
    made_from: str = ""  # fingerprint of the original that was translated
    machine: bool = False  # translated by a machine, not yet read by a person


class Passage(NamedTuple):
    """A heading with what stands below it, up to the next heading."""

    heading: Heading
    end: int  # number of its last line

    def __contains__(self, line: int) -> bool:
        return self.heading.line <= line <= self.end


class Formula(NamedTuple):
    line: int
    tex: str  # without its number
    display: bool
    number: str = ""  # of a display formula; empty if it has none


class Box(NamedTuple):
    """An admonition; `marks` tell an open one from one to unfold."""

    line: int
    marks: str
    kind: str


class Page:
    """A chapter in one language. `path` is relative to the project's root.

    `places` are the files and lines that a page's lines come from, if they
    are not all its own: what is not translated is shown in the original.
    """

    def __init__(
        self,
        root: Path,
        path: str,
        text: str | None = None,
        places: list[tuple[str, int]] | None = None,
        files: Files | None = None,
    ):
        self.root, self.path = root, path
        self.files = files or Files(root)
        self.language, self.name = Path(path).parts[-2], Path(path).stem
        self.problems: list[Problem] = []
        if text is None:
            text, problems = self.files.read(path)
            self.problems = list(problems)
        self.text = text
        self.places = places
        self.fences: list[Fence] = []
        self.includes: list[Include] = []
        self.meta: dict = {}
        self.lines = self.text.splitlines()
        self.start = self._read_front_matter(self.lines)  # lines before prose
        prose = self._read_fences(self.lines, self.start)
        self.prose = [""] * self.start + prose
        self._check_names()

    def at(self, line: int) -> tuple[str, int]:
        """The file and line that a line of this page comes from."""
        return self.places[line - 1] if self.places else (self.path, line)

    def problem(self, line: int, message: str) -> Problem:
        return Problem(*self.at(line), message)

    def _problem(self, line: int, message: str) -> None:
        self.problems.append(self.problem(line, message))

    def _read_front_matter(self, lines: list[str]) -> int:
        """Read the YAML at the top; returns how many lines it takes."""
        if not lines or lines[0] != "---":
            return 0
        if "---" not in lines[1:]:
            self._problem(1, "the front matter is not closed; add `---`")
            return 0
        end = lines.index("---", 1)
        line, meta = 1, None
        try:
            meta = read_yaml("\n".join(lines[1:end]))
        except yaml.MarkedYAMLError as error:
            line = error.problem_mark.line + 2 if error.problem_mark else 1
        if isinstance(meta, dict) and meta:
            self.meta = meta
        else:
            self._problem(
                line, "the front matter is not YAML; write `key: value` lines"
            )
        return end + 1

    def _read_fences(self, lines: list[str], start: int) -> list[str]:
        """Take fences and includes out; returns the prose, line for line."""
        prose = []
        opened = None  # match of the opening line, its number, its body
        for number, line in enumerate(lines[start:], start=start + 1):
            prose.append("")
            fence = FENCE.fullmatch(line)
            if opened is None:
                if fence:
                    opened = fence, number, []
                elif SCISSORS.search(line):
                    include = self._read_include(number, line)
                    if include and include.kind in ("py", "txt"):
                        self._problem(
                            number,
                            "this include stands outside a fence; put a line "
                            "with ```python or ```text above and ``` below",
                        )
                elif REFERENCE.match(line):
                    self._problem(
                        number,
                        "a link is defined apart from its text; write it "
                        "inline, as `[text](target)`",
                    )
                elif "```" in line or "~~~" in line:
                    self._problem(
                        number,
                        "this fence is not read as one; put its marks at the "
                        "start of a line of their own",
                    )
                else:
                    prose[-1] = line
            elif (
                fence
                and not fence["info"].strip()
                and fence["indent"] == opened[0]["indent"]
                and fence["marks"].startswith(opened[0]["marks"])
            ):
                self._read_fence(*opened)
                opened = None
            else:
                opened[2].append((number, line))
        if opened:
            self._problem(
                opened[1],
                "this fence is never closed; add a line with "
                f"`{opened[0]['marks']}` at the same indent",
            )
        return prose

    def _read_fence(
        self, opening: re.Match, line: int, body: list[tuple[int, str]]
    ) -> None:
        info = opening["info"].strip()
        if info == "sh":
            self._read_commands(opening, line, body)
            return
        if info not in ("python", "text"):
            self._problem(
                line,
                f"a fence '{info}' is not known here; write `python` for "
                "code, `text` for its output or `sh` for commands",
            )
            return
        include = None
        if len(body) == 1 and SCISSORS.search(body[0][1]):
            include = self._read_include(*body[0])
            if include is None:  # the reason is already among the problems
                return
        if info == "python" and (include is None or include.kind != "py"):
            self._problem(
                line,
                "Python is typed into the page; move it into a file in "
                "snippets/ and include it by its name, alone in its fence",
            )
            return
        if info == "text" and (
            include is None or include.kind != "txt" or self.gives(include)
        ):
            self._problem(
                line,
                "output is not written on a page, what a block prints stands "
                "below it by itself; remove this fence, or include another "
                "page's recording, alone in it",
            )
            return
        section = self._find_section(include) if info == "python" else None
        if info == "text" or section:
            self.fences.append(Fence(line, info, include, section, ""))

    def _read_commands(
        self, opening: re.Match, line: int, body: list[tuple[int, str]]
    ) -> None:
        """A fence of shell commands: the one kind whose text is typed."""
        indent = opening["indent"]
        for number, text in body:
            if text.strip() and not text.startswith(indent):
                self._problem(number, "this line leaves the fence's indent")
            elif SCISSORS.search(text) or SHELL.match(text):
                self._problem(
                    number,
                    "a fence of commands holds neither includes nor Python; "
                    "move the code into a file in snippets/",
                )
        typed = "\n".join(text[len(indent) :] for _, text in body)
        self.fences.append(Fence(line, "sh", None, None, typed))

    def _read_include(self, line: int, text: str) -> Include | None:
        match = INCLUDE.fullmatch(text)
        target = match["target"] if match else ""
        if match and (snippet := SNIPPET.fullmatch(target)):
            include = Include(line, snippet["path"], snippet["section"], "py")
        elif match and (recording := RECORDING.fullmatch(target)):
            section, kind = recording["section"], recording["kind"]
            include = Include(line, target, section, kind)
        elif DIAGRAM.fullmatch(target):
            include = Include(line, target, Path(target).stem, "diagram")
        else:
            self._problem(
                line,
                "this include is refused; write "
                '`--8<-- "snippets/<module>.py:<name>"`, '
                '`--8<-- "docs/outputs/<page>/<name>.svg"` (or .html; of '
                "another page .txt) or "
                '`--8<-- "docs/assets/diagrams/<page>/<name>.svg"`',
            )
            return None
        self.includes.append(include)
        return include

    def _find_section(self, include: Include) -> Section | None:
        line, path, name, _ = include
        if not self.files.exists(path):
            self._problem(
                line, f"there is no file {path}; correct the include's path"
            )
            return None
        section, why = None, ""
        try:
            section = find(self.files, path, name)
        except SyntaxError as error:
            why = f" ({path}:{error.lineno}: {error.msg})"
        if not section:
            self._problem(
                line,
                f"{path} has neither a cell nor a definition '{name}'{why}; "
                "write it there or correct the name",
            )
        return section

    def _check_names(self) -> None:
        """A block is known by its code's name, so it must be the only."""
        seen: dict[str, int] = {}
        for fence in self.blocks:
            name = fence.section.name
            if name in seen:
                self._problem(
                    fence.line,
                    f"a block '{name}' stands in line {seen[name]} already; "
                    "rename one of the two",
                )
            seen.setdefault(name, fence.line)

    @cached_property
    def tolerances(self) -> dict[str, Decimal]:
        """How far what blocks give may differ, by path of the recording."""
        return {
            f"docs/outputs/{self.name}/{block.section.name}.{kind}": size
            for block in self.blocks
            if (size := block.section.tolerance)
            for kind in RECORDED
        }

    def tolerance(self, recording: str) -> Decimal:
        """How far the numbers of a recording may differ; usually 0."""
        return self.tolerances.get(recording, Decimal(0))

    @property
    def trains(self) -> bool:
        """Whether some of its numbers come out of training."""
        return any(size != ANY for size in self.tolerances.values())

    @property
    def in_cells(self) -> bool:
        """Whether its blocks are shown as the cells of its notebook."""
        return self.meta.get("form") == NOTEBOOK

    @property
    def blocks(self) -> list[Fence]:
        """The Python fences, in page order."""
        return [fence for fence in self.fences if fence.info == "python"]

    @property
    def measured(self) -> list[Fence]:
        """The blocks whose numbers no other run gives again."""
        return [b for b in self.blocks if b.section.tolerance == ANY]

    @cached_property
    def headings(self) -> list[Heading]:
        """All headings; the id is empty where none is given."""
        found = []
        for number, line in enumerate(self.prose, start=1):
            if match := HEADING.fullmatch(line):
                given = HEADING_ID.search(match["text"])
                known = (
                    (
                        given["id"],
                        given["made_from"] or "",
                        bool(given["machine"]),
                    )
                    if given
                    else ("",)
                )
                found.append(Heading(number, len(match["marks"]), *known))
        return found

    @cached_property
    def passages(self) -> list[Passage]:
        """The page in pieces, one a heading: the unit of translation."""
        ends = [heading.line - 1 for heading in self.headings[1:]]
        return list(map(Passage, self.headings, [*ends, len(self.lines)]))

    def heading_text(self, name: str) -> str:
        """The text of the heading with this id."""
        line = next(h.line for h in self.headings if h.id == name)
        text = self.prose[line - 1].lstrip("#").strip()
        return HEADING_ID.sub("", text).strip().replace("`", "")

    @cached_property
    def boxes(self) -> list[Box]:
        """All admonitions, nested ones too."""
        matches = (BOX.fullmatch(line) for line in self.prose)
        return [
            Box(number, match["marks"], match["kind"])
            for number, match in enumerate(matches, start=1)
            if match
        ]

    def gives(self, include: Include) -> bool:
        """Whether an include is of what blocks of this page print or draw."""
        return (
            include.kind in RECORDED
            and Path(include.path).parent.name == self.name
        )

    def indent(self, block: Fence) -> str:
        """What stands before a block's marks."""
        return FENCE.fullmatch(self.lines[block.line - 1])["indent"]

    def notes(self, block: Fence) -> tuple[int, int]:
        """How many notes on its code stand directly below a block.

        Also the last line of these, or of the block if there are none.
        """
        end = block.line + 2  # its closing marks, below the include
        count, inside = 0, self.indent(block) + "  "
        if not MARK.search(block.section.text):
            return 0, end
        for number, line in enumerate(self.prose[end:], start=end + 1):
            if ITEM.fullmatch(line):
                count += 1
            elif line.strip() and not (count and line.startswith(inside)):
                break
            end = number if line.strip() else end
        return count, end

    def printed(self, block: Fence) -> str:
        """Path of what a block printed; empty if nothing is recorded."""
        path = f"docs/outputs/{self.name}/{block.section.name}.txt"
        return path if self.files.exists(path) else ""

    @property
    def recordings(self) -> list[Include]:
        """All recordings that are shown: included, or below their block."""
        printed = [
            Include(block.line, path, block.section.name, "txt")
            for block in self.blocks
            if (path := self.printed(block))
        ]
        return printed + [i for i in self.includes if i.kind in RECORDED]

    @cached_property
    def anchors(self) -> set[str]:
        """What a link to this page may name after its `#`."""
        numbers = {f"eq-{f.number}" for f in self.formulas if f.number}
        return numbers | {heading.id for heading in self.headings}

    @cached_property
    def _without_code(self) -> str:
        """Prose with inline code blanked out, of the same length."""
        prose = "\n".join(self.prose)
        return CODE_SPAN.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), prose)

    @property
    def formulas(self) -> list[Formula]:
        """All formulas, in page order."""
        return self._formulas_and_rest[0]

    @cached_property
    def _formulas_and_rest(self) -> tuple[list[Formula], str]:
        """All formulas, and the prose in which they are blanked out."""
        found: list[tuple[int, str, bool, str]] = []

        def take(display: bool):
            def blank(match: re.Match) -> str:
                tex = match["tex"] if display else match[3]
                if tex is None:  # an escaped dollar
                    return match[0]
                start = match.end() - len(match[0].lstrip("$> \t\n"))
                tex, number = split_tag(tex) if display else (tex, "")
                found.append((start, tex.strip(), display, number))
                return re.sub(r"[^\n]", " ", match[0])

            return blank

        text = DISPLAY.sub(take(True), self._without_code)
        text = INLINE.sub(take(False), text)
        formulas = [
            Formula(text.count("\n", 0, at) + 1, *parts)
            for at, *parts in sorted(found)
        ]
        return formulas, text

    @property
    def words(self) -> list[tuple[int, str]]:
        """Line and text of what people read: no code, formulas, targets."""
        text = LINK.sub("]", self._formulas_and_rest[1])
        text = re.sub(
            r"<[a-z/][^<>\n]*?(?:aria-label=\"([^\"]*)\")?>", r"\1", text
        )
        text = re.sub(r"\{ *[#:.][^{}]*\}|<!--[^<>]*-->|&[a-z]+;", "", text)
        text = re.sub(r"^ *(!!!|\?\?\?\+?) +[a-z]+", "", text, flags=re.M)
        titles = [
            (1, str(self.meta.get(key, ""))) for key in ("title", "description")
        ]
        return titles + list(enumerate(text.split("\n"), start=1))

    @property
    def links(self) -> list[tuple[int, str]]:
        """Line and target of every Markdown link."""
        return [
            (number, match["target"])
            for number, line in enumerate(
                self._without_code.split("\n"), start=1
            )
            for match in LINK.finditer(line)
        ]

    @property
    def _written(self) -> list[tuple[int, str]]:
        """Line and text of all that an author types for readers."""
        lines = [
            (1, str(self.meta.get(key, ""))) for key in ("title", "description")
        ]
        for fence in self.fences:
            lines += [(fence.line, text) for text in fence.text.split("\n")]
        return lines + list(enumerate(self.prose, start=1))

    @property
    def decimals(self) -> list[tuple[int, str]]:
        """Line and digits of every decimal number, with sign and exponent."""
        return [
            (number, match[0].replace("\u2212", "-"))
            for number, line in self._written
            for match in DECIMAL.finditer(WITHIN.sub("", LINK.sub("]", line)))
        ]

    @property
    def decimal_commas(self) -> list[tuple[int, str]]:
        """Line and digits of every number written with a comma."""
        plain = self._without_code.split("\n")
        plain = [re.sub(r"_\{[^}]*\}", "", line) for line in plain]
        return [
            (number, match[0])
            for number, line in enumerate(plain, start=1)
            for match in COMMA.finditer(line)
        ]


def read_pages(root: Path) -> list[Page]:
    """Scan all pages: docs/<language>/<name>.md."""
    read = Files(root)
    return [
        Page(root, f"docs/{code}/{file.name}", files=read)
        for code in sorted(languages(root))
        for file in sorted((root / "docs" / code).glob("*.md"))
    ]
