"""The whole site as a zip that works from a folder, without any server.

A browser opens no folder's index by itself there, gives files no policy, loads
no font ahead, lets no script read another file and starts no worker: links name
`index.html`, policy and preload go, the search index becomes a script, and the
worker runs in a frame (iframe-worker.js).
"""

import json
import re
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from proof.site.search import INDEX

NAME = "attention-step-by-step"
SHIM = Path(__file__).with_name("iframe-worker.js")
UNFIT = re.compile(
    r'<meta http-equiv="Content-Security-Policy"[^>]*>\n?'
    r'|<link rel="preload"[^>]*>\n?'
    r'|<p class="(?:offline|digests)">.*?</p>\n?'  # links out of the zip
)
# An address inside the site that ends with a folder.
FOLDER = re.compile(r'(?<= href=")(?![a-z]+:)([^"#]*/|\.{1,2})(?=["#])')
DEPTH = re.compile(r'src="([./]*)assets/javascripts/bundle')
UNUSED = re.compile(r"\.(map|xml|gz)$|404\.html$|search/docs\.|/cards/")
DATE = (1980, 1, 1, 0, 0, 0)  # the same in every build


def pack(site: Path) -> None:
    """Write the zip into the site; its files lie in a folder of its name."""
    files = sorted(file for file in site.glob("**/*") if file.is_file())
    with ZipFile(
        site / f"{NAME}.zip", "w", ZIP_DEFLATED, compresslevel=9
    ) as pack:
        for file in files:
            path, data = file.relative_to(site).as_posix(), file.read_bytes()
            if UNUSED.search(path):
                continue
            if file.suffix == ".html":
                data = page(data.decode()).encode()
            if path.endswith(INDEX):
                path, data = path.removesuffix("on"), index(site, data)
            pack.writestr(ZipInfo(f"{NAME}/{path}", DATE), data, ZIP_DEFLATED)
        path = f"{NAME}/assets/javascripts/{SHIM.name}"
        pack.writestr(ZipInfo(path, DATE), SHIM.read_bytes(), ZIP_DEFLATED)


def page(html: str) -> str:
    """Return a page as it is opened from a folder."""
    html = FOLDER.sub(
        lambda m: f"{m[1].rstrip('/')}/index.html", UNFIT.sub("", html)
    )
    [(top)] = DEPTH.findall(html)
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
