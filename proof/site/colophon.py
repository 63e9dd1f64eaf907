"""What stands below a page: what it was made from, and how it was checked."""

import subprocess
from html import escape
from pathlib import Path

from proof.pages.page import Page


def last_changes(root: Path) -> dict[str, str]:
    """Path of a page -> date of the last commit that touched it.

    Empty where git does not know: there is no git, no repository, or not all
    of its history.
    """
    shallow = git(root, "rev-parse", "--is-shallow-repository")
    if shallow != "false\n":
        return {}
    log = git(
        root,
        *("log", "--format=/%cs", "--name-only", "--no-renames"),
        *("--relative", "--", "docs"),
    )
    found: dict[str, str] = {}
    date = ""
    for line in filter(None, log.splitlines()):  # the newest first
        if line.startswith("/"):
            date = line[1:]
        else:
            found.setdefault(line, date)
    return found


def git(root: Path, *command: str) -> str:
    """What git says; nothing where it fails."""
    try:
        result = subprocess.run(
            ["git", "-c", "core.quotePath=false", *command],
            cwd=root,
            capture_output=True,
            text=True,
        )
    except OSError:
        return ""
    return "" if result.returncode else result.stdout


def html(
    page: Page,
    made: dict[str, str],
    guides: dict,
    changed: str,
    words: dict[str, str],
) -> str:
    """The HTML; `made` is what the page's blocks were recorded with."""
    lines = []
    if page.blocks and made:
        known = {key: escape(text) for key, text in made.items()}
        time = f'<time datetime="{known["date"]}">{known["date"]}</time>'
        known |= {"date": time, "count": str(len(page.blocks))}
        lines.append(escape(words["ran"]).format(**known))
        if page.measured:
            text = escape(words["not-compared"])
            lines.append(text.format(count=len(page.measured)))
    numbers = [
        number
        for number, guide in guides.items()
        if any(
            target.partition(".md")[0] == page.name
            for row in guide["rows"].values()
            for target in row["covered"]
        )
    ]
    if numbers:
        links = ", ".join(
            f'<a href="../sources/#guide-{number}">{number}</a>'
            for number in map(escape, numbers)
        )
        lines.append(escape(words["covers"]).format(guides=links))
    if changed:
        time = f'<time datetime="{changed}">{changed}</time>'
        lines.append(escape(words["changed"]).format(date=time))
    text = "".join(f"<p>{line}</p>\n" for line in lines)
    return f'<footer class="foot" data-search-exclude>\n{text}</footer>\n'
