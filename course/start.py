"""Start a chapter: `python -m course.start rope`, or `make chapter NAME=rope`.

Writes all that a chapter has, small but whole: code, a page in every language,
a line of `nav`, a drawing, recordings. What its author has to write is marked
on the pages, and `python -m course.unwritten` names it.
"""

import re
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path

from course.chapters import is_chapter
from course.drawings import FOLDER as DRAWN
from proof.blocks.recordings import MADE
from proof.files import write
from proof.pages.page import Page
from proof.pages.settings import (
    CONFIG,
    ORIGINAL,
    languages,
    reading_order,
    translations,
)
from proof.pages.states import page_texts
from proof.problem import run_command
from proof.site import wording

NAME = re.compile("[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
EXAMPLE = Path(__file__).parent / "example"


class Refused(Exception):
    """A chapter that is not started; the message says why."""


def start(root: Path, name: str) -> None:
    """Write a chapter, or raise Refused and write nothing."""
    own = places(root, name)
    config = (root / CONFIG).read_text("utf-8")
    config = with_page(config, last_chapter(root).name, name)
    before = {path: (root / path).read_text("utf-8") for path in (CONFIG, MADE)}
    try:
        for path, text in code(name).items():
            write(root / path, text)
        shown = pages(root, name)  # what they include is there now
        for path, text in (shown | {CONFIG: config}).items():
            write(root / path, text)
        run(root, "course", name)
        run(root, "pytest", "-q", "-p", "no:cacheprovider", "--record", *shown)
    except BaseException:
        for place in own:
            if place.is_dir():
                shutil.rmtree(place)
            else:
                place.unlink(missing_ok=True)
        for path, text in before.items():
            write(root / path, text)
        raise


def places(root: Path, name: str) -> list[Path]:
    """Return the places of a chapter; raise Refused if one is taken."""
    if not NAME.fullmatch(name):
        raise Refused(
            f"NAME is '{name}'; write lower-case letters, digits and hyphens, "
            "as make chapter NAME=rope"
        )
    found = [
        f"snippets/chapters/{name.replace('-', '_')}",
        f"docs/outputs/{name}",
        f"{DRAWN}/{name}",
        *(f"docs/{code}/{name}.md" for code in languages(root)),
    ]
    for path in found:
        if (root / path).exists():
            raise Refused(f"there is {path} already; choose another name")
    return [root / path for path in found]


def code(name: str) -> dict[str, str]:
    """Return the files of a chapter's code: path -> text."""
    module = name.replace("-", "_")
    return {
        f"snippets/chapters/{module}/{file.name}": file.read_text("utf-8")
        .replace("chapters.example", f"chapters.{module}")
        .replace("example", name)
        for file in sorted(EXAMPLE.glob("*"))
        if file.suffix in (".py", ".yml")
    }


def pages(root: Path, name: str) -> dict[str, str]:
    """Return a chapter's page in each language: path -> text.

    A translation says of each section that it is made from the original.
    """
    path, text = f"docs/{ORIGINAL}/{name}.md", page(root, name, ORIGINAL)
    original, found = page_texts(Page(root, path, text)), {path: text}
    for language in translations(root):
        text = page(root, name, language)
        for key, section in original.items():
            mark = f"{{ #{key} "
            made_from = section._replace(beside="").mark  # code is to come
            text = text.replace(mark, f"{mark}data-from={made_from} ")
        found[f"docs/{language}/{name}.md"] = text
    return found


def page(root: Path, name: str, language: str) -> str:
    """Return a page's text, in words that another chapter has."""
    other = last_chapter(root)
    path = other.path.replace(f"/{ORIGINAL}/", f"/{language}/")
    other = Page(root, path) if (root / path).is_file() else other
    boxes = {box.kind: other.lines[box.line - 1] for box in other.boxes}
    unwritten = wording.read(root, language)["unwritten"]
    title = name.replace("-", " ").capitalize()
    if language != ORIGINAL:  # it is to be translated
        title += f" ({unwritten.rstrip('.').lower()})"
    words = {
        "chapters/example/": f"chapters/{name.replace('-', '_')}/",
        "example": name,
        "TODAY": date.today().isoformat(),
        "TITLE": title,
        "UNWRITTEN": unwritten,
        "HINT": boxes["tip"].split('"')[1],
        "CHECK": boxes["question"].split('"')[1],
        "SOLUTION": boxes["success"].split('"')[1],
    } | {
        key.upper(): other.heading_text(key)
        for key in ("mistakes", "exercises", "remember")
    }
    text = (EXAMPLE / "page.md").read_text("utf-8")
    for key, word in words.items():
        text = text.replace(key, word)
    return text


def last_chapter(root: Path) -> Page:
    """Return the page of the chapter that is read last."""
    order = [Page(root, f"docs/{ORIGINAL}/{n}.md") for n in reading_order(root)]
    return [page for page in order if is_chapter(page)][-1]


def with_page(config: str, after: str, name: str) -> str:
    """Return mkdocs.yml with a page more in `nav`, below another's line."""
    lines = config.split("\n")
    for number, line in enumerate(lines, start=1):
        if line.lstrip(" ") == f"- {after}.md":
            lines.insert(number, line.replace(after, name))
            return "\n".join(lines)
    raise Refused(f"{CONFIG} has no line `- {after}.md` in `nav`; add one")


def run(root: Path, *command: str) -> None:
    """Run `python -m …`; raise Refused with what it said if it fails."""
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    if done.returncode:
        raise Refused(f"{done.stdout}\nnothing was written")


def main(arguments: list[str]) -> str | None:
    """Start the chapter that is named; return what is wrong with that."""
    try:
        start(Path.cwd(), "".join(arguments))
    except Refused as refused:
        return str(refused)
    print("Now write it: `make chapters` names what is to be written.")
    return None


if __name__ == "__main__":
    run_command(lambda: main(sys.argv[1:]))
