"""What stands below a page: what it was made from, and how it was checked."""

from datetime import date
from html import escape
from pathlib import Path

from babel import Locale
from babel.dates import format_date
from babel.localedata import locale_identifiers

from proof.history import git
from proof.pages.page import Page
from proof.pages.settings import ORIGINAL, tag

DAY = len("2026-01-31")
FOOT = '<footer class="foot" data-search-exclude>'


def last_changes(root: Path) -> dict[str, str]:
    """Return the date of the last commit that touched a file, by path.

    Commits that .git-blame-ignore-revs names do not count. Empty where git
    does not know: there is no git, no repository, or not all of its history.
    """
    shallow = git(root, "rev-parse", "--is-shallow-repository")
    if shallow != "false\n":
        return {}
    ignored = root / ".git-blame-ignore-revs"
    unseen = ignored.read_text("utf-8") if ignored.is_file() else ""
    options = "--format=/%H%cs --name-only --no-renames --relative"
    log = git(root, "log", *options.split(), "--", "docs")
    found: dict[str, str] = {}
    commit = date = ""
    for line in filter(None, log.splitlines()):  # the newest first
        if line.startswith("/"):
            commit, date = line[1:-DAY], line[-DAY:]
        elif commit not in unseen:
            found.setdefault(line, date)
    return found


def long_date(day: str, language: str) -> str:
    """Return a date (YYYY-MM-DD) as a sentence in a language has it."""
    wanted = "en-GB" if language == ORIGINAL else tag(language)
    known = locale_identifiers()
    locale = Locale.negotiate([wanted.replace("-", "_")], known)
    return format_date(date.fromisoformat(day), "long", locale or "en_GB")


def time(day: str, language: str) -> str:
    """Return a date as HTML for readers in a language and for machines."""
    return f'<time datetime="{day}">{long_date(day, language)}</time>'


def html(
    page: Page,
    made: dict[str, str],
    covers: str,
    changed: str,
    words: dict[str, str],
    language: str,
) -> str:
    """Return what blocks were recorded with, the course's lines, a date."""
    lines = []
    if page.blocks and made:
        known = {key: escape(text) for key, text in made.items()}
        known["date"] = time(made["date"], language)
        known["count"] = str(len(page.blocks))
        lines.append(escape(words["ran"]).format(**known))
        if page.measured:
            text = escape(words["not-compared"])
            lines.append(text.format(count=len(page.measured)))
    ran = "".join(f"<p>{line}</p>\n" for line in lines)
    if changed:
        day = time(changed, language)
        said = escape(words["changed"]).format(date=day)
        changed = f"<p>{said}</p>\n"
    text = ran + covers + changed
    return f"{FOOT}\n{text}</footer>\n"


def with_recalled(
    html: str, recalled: int, count: int, words: dict[str, str]
) -> str:
    """Return a whole page that says how many of its blocks did not run."""
    said = escape(words["recalled"]).format(recalled=recalled, count=count)
    before, foot, after = html.partition(FOOT)
    if not foot:
        raise ValueError("a page has no foot, so no place for what did not run")
    return f"{before}{foot}\n<p>{said}</p>{after}"
