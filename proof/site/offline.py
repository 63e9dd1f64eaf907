"""The whole site as a zip that works from a folder, without any server.

A browser opens no folder's index by itself there, takes no file for the site's
own, loads no font ahead, lets no script read another file and starts no worker:
links name `index.html`, the policy names files, preload goes, the search index
becomes a script, and the worker runs in a frame (frame-worker.js).
"""

import json
import re
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from proof.site.cut import without
from proof.site.policy import OFFLINE, ONLINE
from proof.site.search import INDEX

NAME = "attention-step-by-step"
SHIM = Path(__file__).with_name("frame-worker.js")
UNFIT = (
    ('<link rel="preload"', ">\n"),
    ('<p class="offline">', "</p>\n"),  # links out of the zip
    ('<p class="digests">', "</p>\n"),
)
# An address inside the site that ends with a folder.
FOLDER = re.compile(r'(?<= href=")(?![a-z]+:)([^"#]*/|\.{1,2})(?=["#])')
# What is not used there: ends of paths, and parts of them.
ENDS, PARTS = (".map", ".xml", ".gz", "404.html"), ("search/docs.", "/cards/")
DATE = (1980, 1, 1, 0, 0, 0)  # the same in every build
UNIX, MODE = 3, 0o100644  # who unpacks it may read its files


def pack(site: Path) -> None:
    """Write the zip into the site; its files lie in a folder of its name."""
    files = sorted(file for file in site.glob("**/*") if file.is_file())
    with ZipFile(
        site / f"{NAME}.zip", "w", ZIP_DEFLATED, compresslevel=9
    ) as pack:
        for file in files:
            path, data = file.relative_to(site).as_posix(), file.read_bytes()
            if path.endswith(ENDS) or any(part in path for part in PARTS):
                continue
            if file.suffix == ".html":
                data = page(data.decode(), "../" * path.count("/")).encode()
            if path.endswith(INDEX):
                path, data = path.removesuffix("on"), index(site, data)
            put(pack, path, data)
        put(pack, f"assets/javascripts/{SHIM.name}", SHIM.read_bytes())


def put(pack: ZipFile, path: str, data: bytes) -> None:
    """Put a file into the zip, with the same bytes in each build."""
    entry = ZipInfo(f"{NAME}/{path}", DATE)
    entry.create_system, entry.external_attr = UNIX, MODE << 16
    pack.writestr(entry, data, ZIP_DEFLATED)


def page(html: str, top: str) -> str:
    """Return a page as it is opened from a folder; `top` leads to its own."""
    html = html.replace(ONLINE, OFFLINE)
    for element in UNFIT:
        html = without(html, *element)
    html = FOLDER.sub(lambda m: f"{m[1].rstrip('/')}/index.html", html)
    shim = f'<script src="{top}assets/javascripts/{SHIM.name}"></script>'
    return html.replace("</head>", f"{shim}\n</head>", 1)


def index(site: Path, data: bytes) -> bytes:
    """Return a search index and its entries as the script the theme wants."""
    found = json.loads(data)
    later = site / found["config"].pop("later")
    entries = json.loads(later.read_text("utf-8"))
    found["docs"] = entries["docs"]
    found["config"] |= entries["config"]
    for entry in found["docs"]:
        for place in entry.keys() & {"location", "see"}:
            address, mark, anchor = entry[place].partition("#")
            entry[place] = f"{address}index.html{mark}{anchor}"
    return f"var __index = {json.dumps(found, ensure_ascii=False)}".encode()
