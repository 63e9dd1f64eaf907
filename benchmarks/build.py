"""How long a verified build takes, next to what else one could do.

`python -m benchmarks.build` measures in turns, in one run, and prints
Markdown tables: this site, and other ways to execute what pages show. It writes
into a temporary folder only.
"""

import argparse
import json
import os
import platform
import shutil
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import date
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import projects
from benchmarks.pages import ROOT, WORDS
from sitebuild.pages.page import read_pages
from sitebuild.pages.site_config import ORIGINAL
from sitebuild.runner.execution import processor

CHAPTERS, LANGUAGES = 13, 2  # next to other ways to execute
VERIFIED, BARE = "verified build", "rendering alone"
BLOCKS = "blocks alone, of one language"
LONGEST = "longest chapter alone"
TITLES = {
    "site": "This site: the build, and its two halves alone",
    "others": f"{CHAPTERS} made-up chapters in {LANGUAGES} languages, by what "
    "executes their code",
}


class Bench:
    """Commands in a temporary folder, timed."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.environment = os.environ | {
            "TMPDIR": str(folder),
            "IPYTHONDIR": str(folder / "ipython"),
            "JUPYTER_RUNTIME_DIR": str(folder / "jupyter"),
            "NO_MKDOCS_2_WARNING": "1",
            "SNIPPETS_DEVICE": "cpu",
            "CI": "true",  # runs all blocks, whatever has run before
        }

    def run(self, root: Path, *command: str) -> tuple[float, str]:
        """Run `python -m …` in a project; its seconds, and what it said.

        Raises SystemExit with what it said if it fails.
        """
        start = time.perf_counter()
        with subprocess.Popen(
            [sys.executable, "-m", *command],
            cwd=root,
            env=self.environment | {"PYTHONPATH": str(root)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,  # it ends with all that it started
        ) as process:
            try:
                output, _ = process.communicate()
            except BaseException:
                os.killpg(process.pid, signal.SIGKILL)
                raise
        seconds = time.perf_counter() - start
        said = f"{root.name}: {' '.join(command[:2])}"
        if process.returncode:
            raise SystemExit(f"{output}\n{said} failed (see above)")
        print(f"{seconds:8.1f} s  {said}", file=sys.stderr, flush=True)
        return seconds, output

    def build(
        self, root: Path, config: str = "mkdocs.yml", says: str = ""
    ) -> float:
        """Seconds of `mkdocs build` into a new folder.

        Raises SystemExit if it does not say what it must.
        """
        with TemporaryDirectory(dir=self.folder) as new:
            into = "--config-file", config, "--site-dir", f"{new}/site"
            seconds, output = self.run(root, "mkdocs", "build", *into)
        if says not in output:
            raise SystemExit(f"{output}\nthe build does not say `{says}`")
        return seconds

    def verified(self, root: Path) -> float:
        """Seconds of a build that runs and compares all blocks."""
        return self.build(root, says="ran and agree")

    def plain(self, blocks: Path) -> float:
        """Seconds of code that is run, and no more."""
        return self.run(ROOT, "benchmarks.runs", str(blocks))[0]

    def project(self, chapters: int, languages: int) -> Path:
        """A made-up project with its recordings."""
        root = self.folder / f"{chapters} chapters in {languages} languages"
        codes = list(WORDS)[:languages]
        projects.write_project(root, chapters, codes)
        record = "docs", "-q", "--noconftest", "--record"
        self.run(root, "pytest", *record)
        return root

    def medians(
        self, ways: dict[str, Callable[[], float]], rounds: int
    ) -> dict[str, float]:
        """Median seconds of each way, measured in turns."""
        taken = [
            [measure() for measure in ways.values()] for _ in range(rounds)
        ]
        return dict(zip(ways, map(statistics.median, zip(*taken))))


def site(bench: Bench, rounds: int) -> dict[str, float]:
    """This site: the build, and its two halves alone."""
    pages = [p for p in read_pages(ROOT) if p.language == ORIGINAL]
    blocks = bench.folder / "blocks.json"
    code = [[block.section.text for block in page.blocks] for page in pages]
    blocks.write_text(json.dumps(code), "utf-8")
    number = int(bench.run(ROOT, "benchmarks.runs", str(blocks))[1])
    longest = bench.folder / "longest.json"
    longest.write_text(json.dumps([code[number]]), "utf-8")
    copy = bench.folder / "this site"
    for name in ("docs", "snippets", "sitebuild"):
        shutil.copytree(ROOT / name, copy / name)
    shutil.copy(ROOT / "mkdocs.yml", copy)
    bare = projects.write_bare(copy)
    ways = {
        VERIFIED: partial(bench.verified, ROOT),
        BARE: partial(bench.build, copy, bare),
        BLOCKS: partial(bench.plain, blocks),
        LONGEST: partial(bench.plain, longest),
    }
    return bench.medians(ways, rounds)


def others(bench: Bench, rounds: int) -> dict[str, float]:
    """The same made-up pages, by what executes their code."""
    ours = bench.project(CHAPTERS, LANGUAGES)
    ways = {VERIFIED: partial(bench.verified, ours)}
    for way in projects.OTHERS:
        root = bench.folder / way
        codes = list(WORDS)[:LANGUAGES]
        projects.write_other(root, way, CHAPTERS, codes)
        ways[way] = partial(bench.build, root)
    bare = projects.write_bare(ours)
    return bench.medians(
        ways | {BARE: partial(bench.build, ours, bare)}, rounds
    )


def ratios(took: dict[str, float]) -> str:
    """Seconds, and how many times those of the verified build they are."""
    rows = ["| | seconds | verified build = 1 |", "| --- | ---: | ---: |"]
    for way, seconds in took.items():
        ratio = seconds / took[VERIFIED]
        rows.append(f"| {way} | {seconds:.1f} | {ratio:.2f} |")
    return "\n".join(rows)


def bound(took: dict[str, float]) -> str:
    """How many times the build takes what its halves must take on two cores.

    A chapter runs in one process: the larger of half the blocks and the
    longest chapter, and then the rendering.
    """
    least = took[BARE] + max(took[BLOCKS] / 2, took[LONGEST])
    return (
        "rendering alone + the larger of half the blocks and the longest "
        f"chapter: {least:.1f} s; the build takes {took[VERIFIED] / least:.2f} "
        "times that"
    )


def missing() -> str | None:
    """A sentence for who lacks a package that is compared, else None."""
    needed = ("mkdocs_jupyter", "markdown_exec", "torch")
    absent = [name for name in needed if not find_spec(name)]
    if not absent:
        return None
    names = " and ".join(absent)
    return f"no {names} here: run `make bench OF=build`, which installs all"


def header(rounds: int) -> str:
    """What was measured with, where and when."""
    names = "torch", "mkdocs-material", *projects.OTHERS
    versions = ", ".join(f"{name} {version(name)}" for name in names)
    return (
        f"{date.today()}, Python {platform.python_version()}, {versions}\n\n"
        f"{processor('cpu')}, {os.cpu_count()} cores; medians of {rounds} "
        "rounds in turns"
    )


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3, help="of each way")
    parser.add_argument(
        "--only",
        nargs="+",
        choices=TITLES,
        default=TITLES,
        help="these parts, not all",
    )
    options = parser.parse_args(arguments)
    if sentence := missing():
        raise SystemExit(sentence)
    print(header(options.rounds), flush=True)
    with TemporaryDirectory(prefix="bench-") as folder:
        bench = Bench(Path(folder))
        for part in options.only:
            took = (site if part == "site" else others)(bench, options.rounds)
            text = f"\n### {TITLES[part]}\n\n{ratios(took)}"
            print(text, flush=True)
            if part == "site":
                print(f"\n{bound(took)}", flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
