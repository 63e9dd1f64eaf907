"""Lighthouse's score of each type of page, on a phone: `make lighthouse`.

The site in `site/` is served as the shipped hosting sends it, compressed. Of
five visits, each on a processor and a network slowed down as Lighthouse does
without being asked, the median counts.
"""

import http.server
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median

PROGRAM = Path(".cache/lighthouse/node_modules/.bin/lighthouse")
CHROMES = "chromium-headless-shell", "chromium", "google-chrome"
OPTIONS = (
    "--quiet",
    "--output=json",
    "--only-categories=performance",
    "--chrome-flags=--headless --no-sandbox --disable-gpu",
)
VISITS = 5
PAGES = (
    *("", "simplified-attention/", "pt/self-attention/", "pt/lab-train/"),
    *("lab-translate/", "glossary/", "sources/", "cheat-sheet/"),
)
AUDITS = {  # by the head of their column
    "blocked ms": "total-blocking-time",
    "largest paint ms": "largest-contentful-paint",
    "shift": "cumulative-layout-shift",
}


class Compressed(http.server.SimpleHTTPRequestHandler):
    """Sends the twin that Brotli made of a file, where there is one."""

    def translate_path(self, path: str) -> str:
        """Return the file to be sent."""
        file = Path(super().translate_path(path))
        file = file / "index.html" if file.is_dir() else file
        self.kind = self.guess_type(file)
        twin = file.with_name(f"{file.name}.br")
        self.packed = twin.is_file()
        return str(twin if self.packed else file)

    def end_headers(self) -> None:
        """Say that what follows is compressed, and may be kept."""
        if self.packed:
            self.send_header("Content-Encoding", "br")
        self.send_header("Cache-Control", "max-age=600")
        super().end_headers()

    def send_header(self, keyword: str, value: str) -> None:
        """Name the kind of the file, not of its twin."""
        of_file = keyword == "Content-type"
        super().send_header(keyword, self.kind if of_file else value)

    def log_message(self, *_) -> None:
        """Stay silent."""


@contextmanager
def served(site: Path) -> Iterator[str]:
    """Give the address of a built site."""
    handler = partial(Compressed, directory=site)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def visit(address: str, chrome: str) -> list[float]:
    """Return a page's score, of 100, and what the audits measure."""
    told = subprocess.run(
        [PROGRAM, address, *OPTIONS],
        env={**os.environ, "CHROME_PATH": chrome},
        stdout=subprocess.PIPE,
        check=True,
    ).stdout
    result = json.loads(told)
    score = 100 * result["categories"]["performance"]["score"]
    audits = [result["audits"][name] for name in AUDITS.values()]
    return [score, *(audit["numericValue"] for audit in audits)]


def main(sites: list[str]) -> str | None:
    """Print a line for each page and site, visited in turns."""
    chrome = next(filter(None, map(shutil.which, CHROMES)), None)
    if not chrome:
        return "install Chromium (Debian: apt-get install chromium)"
    print("score", *AUDITS, "page", "site", sep="\t")
    for page in PAGES:
        visits: dict[str, list] = {site: [] for site in sites}
        for site in VISITS * sites:
            with served(Path(site)) as address:
                visits[site].append(visit(address + page, chrome))
        for site, found in visits.items():
            score, *rest, shift = map(median, zip(*found))
            numbers = f"{score:.0f}", *(f"{n:.0f}" for n in rest)
            print(*numbers, f"{shift:.3f}", page or "/", site, sep="\t")
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["site"]))
