"""The last touch to a built site: names that can be cached, compressed twins.

Whoever has once loaded a style, script or font need not ask for it again: its
name changes when it does. Compressed twins spare a server the work.
"""

import re
from hashlib import sha256
from itertools import chain
from pathlib import Path

import brotli
import deflate

from proof.blocks.process import Result
from proof.files import write
from proof.parallel import shared
from proof.problem import Problem
from proof.site import notebooks, offline
from proof.site.colophon import with_recalled
from proof.site.edition import Edition
from proof.site.rendering import Rendered, Rendering
from proof.site.verify import differences_of, not_found

# Fonts first: styles name them, and pages name all.
STYLES = "assets/styles"
NAMED = ("assets/fonts", STYLES, "assets/scripts")
BELOW = "assets/scripts/*", "outputs/*"  # folders that pages load from, too
TEXT = (".html", ".css", ".js", ".json", ".svg", ".xml", ".ipynb")
LEAST = 500  # bytes; less is not worth it
LEVEL = 9  # of Brotli: 10 takes three times as long,
PAGE = 10  # and makes a page smaller by a twelfth
GZIP = 12  # the most: some hosts know gzip alone, and a page may have 40 kB


def finish(rendering: Rendering, address: str) -> list[Problem]:
    """Complete the pages that are rendered; `address` is to be the site's own.

    Returns how its pages differ from their sources.
    """
    # It draws, which a preview has no need to: loaded before processes fork.
    from proof.site import cards

    edition, site = rendering.edition, rendering.folder
    names = hash_names(site)

    def complete(rendered: Rendered) -> list[Problem]:
        """Do all that one page needs."""
        rename_in(rendered.file, names)
        write_notebook(edition, rendered, address)
        if rendered.page.language == rendered.language:
            cards.draw(edition, rendered.page, site)
        return differences_of(rendering, rendered)

    found = shared(complete, rendering.rendered)
    return [*chain.from_iterable(found), *not_found(rendering)]


def say_recalled(rendering: Rendering, result: Result) -> None:
    """Say on each page how many of its blocks did not run for this build."""
    for page, language, _, file in rendering.rendered:
        blocks = (result.passed or {}).get(page.path, [])
        if recalled := sum(block["recalled"] for block in blocks):
            html, words = file.read_text("utf-8"), rendering.edition.words
            count = len(page.blocks)
            html = with_recalled(html, recalled, count, words[language])
            file.write_text(html, "utf-8")


def pack(site: Path) -> None:
    """Write the offline copy of a finished site, and compressed twins."""
    offline.pack(site)
    shared(add_twins, sorted(site.glob("**/*")))


def write_notebook(edition: Edition, page: Rendered, address: str) -> None:
    """Write a page's notebook beside it, if it has code."""
    if name := notebooks.file_name(page.page):
        path, language = page.page.path, page.language
        text = notebooks.notebook(edition, path, language, address)
        write(page.file.with_name(name), text)


def hash_names(site: Path) -> dict[str, str]:
    """Put a digest of its content into the name of each file of our own.

    Returns the new names by the old ones, both with their folder; pages that
    are on no list have them, too.
    """
    names: dict[str, str] = {}
    below = [*chain.from_iterable(map(site.glob, BELOW))]
    for folder in [*NAMED, *sorted(f for f in below if f.is_dir())]:
        for file in sorted(f for f in (site / folder).glob("*") if f.is_file()):
            if names and folder == STYLES:
                rename_in(file, names)
            digest = sha256(file.read_bytes()).hexdigest()[:8]
            name = f"{file.stem}.{digest}{file.suffix}"
            inside = file.parent.name
            names[f"{inside}/{file.name}"] = f"{inside}/{name}"
            file.rename(file.with_name(name))
    for page in site.glob("**/404.html"):
        rename_in(page, names)
    return names


def rename_in(file: Path, new: dict[str, str]) -> None:
    """Give files their new names where an attribute or a style names them.

    Code that a page shows may name them, too, and keeps their old names.
    """
    text = file.read_text("utf-8")
    names = "|".join(map(re.escape, new))
    address = re.compile(rf"""([=(]"(?:[^"\s]*/)?)({names})(?=")""")
    named = address.sub(lambda match: match[1] + new[match[2]], text)
    if named != text:
        file.write_text(named, "utf-8")


def add_twins(file: Path) -> None:
    """Write a .gz and a .br beside a text, equal in each build."""
    if file.suffix not in TEXT or file.stat().st_size < LEAST:
        return
    data = file.read_bytes()
    packed = deflate.gzip_compress(data, GZIP)
    file.with_name(f"{file.name}.gz").write_bytes(packed)
    level = PAGE if file.suffix == ".html" else LEVEL
    packed = brotli.compress(data, quality=level)
    file.with_name(f"{file.name}.br").write_bytes(packed)
