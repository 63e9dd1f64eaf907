"""The last touch to a built site: names that can be cached, compressed twins.

Whoever has once loaded a style, script or font need not ask for it again: its
name changes when it does. Compressed twins spare a server the work.
"""

import gzip
import re
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

import brotli

# Fonts first: styles name them, and pages name all.
NAMED = ("assets/fonts", "assets/styles", "assets/scripts")
TEXT = (".html", ".css", ".js", ".json", ".svg", ".xml", ".ipynb")
LEAST = 500  # bytes; less is not worth it
LEVEL = 9  # of Brotli: 10 takes six times as long,
PAGE = 10  # and makes a page smaller by a twelfth


def hash_names(site: Path) -> None:
    """Put a digest of its content into the name of each file of our own."""
    for folder in NAMED:
        for file in sorted((site / folder).glob("*")):
            digest = sha256(file.read_bytes()).hexdigest()[:8]
            new = file.with_name(f"{file.stem}.{digest}{file.suffix}")
            file.rename(new)
            old = re.compile(
                rf"\b{re.escape(f'{file.parent.name}/{file.name}')}\b"
            )
            for page in [
                *site.glob("assets/styles/*"),
                *site.glob("**/*.html"),
            ]:
                text = page.read_text("utf-8")
                if old.search(text):
                    page.write_text(
                        old.sub(f"{file.parent.name}/{new.name}", text), "utf-8"
                    )


def compress(site: Path) -> None:
    """Write a .gz and a .br beside each text, equal in each build."""
    with ThreadPoolExecutor() as pool:  # compressing, they let others run
        for _ in pool.map(add_twins, sorted(site.glob("**/*"))):
            pass


def add_twins(file: Path) -> None:
    if file.suffix not in TEXT or file.stat().st_size < LEAST:
        return
    data = file.read_bytes()
    twin = file.with_name(f"{file.name}.gz")
    twin.write_bytes(gzip.compress(data, mtime=0))
    twin = file.with_name(f"{file.name}.br")
    level = PAGE if file.suffix == ".html" else LEVEL
    twin.write_bytes(brotli.compress(data, quality=level))
