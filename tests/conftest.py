"""What several test files share."""

import functools
import gc
import inspect
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import hypothesis
import pytest
import torch  # before any session inside this one
from bs4 import BeautifulSoup
from demo_site import make
from far import FAR, TwoDevices
from filelock import FileLock
from projects import copy_project, keep_one_chapter, write_small

from sitebuild.pages.project import Project
from sitebuild.pages.site_config import languages
from snippets.device import available_devices

pytest_plugins = (  # for all tests
    *("_hypothesis_pytestplugin", "pytest_playwright.pytest_playwright"),
    *("browser", "example", "sharing"),
)
ROOT = Path(__file__).parent.parent
# Forty times what the longest command takes: no test fails on a clock.
DEADLOCK = 1800
# What is loaded stays, and PyTorch is much to look through for garbage.
gc.freeze()
gc.set_threshold(50_000, 20, 50)
# No test fails on a clock; in CI the same examples are tried each time.
hypothesis.settings.register_profile(
    "project",
    deadline=None,
    max_examples=30,
    derandomize=bool(os.environ.get("CI")),
)
hypothesis.settings.load_profile("project")
if os.name == "nt":  # lines end as in the project's files; set PYTHONUTF8=1
    Path.write_text = functools.partialmethod(Path.write_text, newline="\n")
WORKER = "PYTEST_XDIST_WORKER" in os.environ
if WORKER:  # the workers share the cores, and so do the processes they start
    threads = os.environ.setdefault("OMP_NUM_THREADS", "1")
    torch.set_num_threads(int(threads))
# What tests ask of each language, they ask of these on each change. Copies of
# the project have no others: as a language grows, no test gets slower.
LANGUAGES, OTHERS = languages(ROOT)[:2], languages(ROOT)[2:]
ADDRESSES = {  # of every page, by its path in the project
    f"docs/{code}/{file.name}": ("" if code == "en" else f"{code}/")
    + ("" if file.stem == "index" else f"{file.stem}/")
    for code in sorted(languages(ROOT))
    for file in sorted((ROOT / "docs" / code).glob("*.md"))
}


def sample(every: Iterable, *few: object, slow: Iterable = ()) -> list:
    """Parameters: these few in each run, the slow ones on each change (as
    `.ci/run` does), the others in the week's run."""
    marks = dict.fromkeys(every, pytest.mark.weekly)
    assert {*few, *slow} <= {*marks}
    marks |= dict.fromkeys(slow, pytest.mark.slow)
    rest = ((x, mark) for x, mark in marks.items() if x not in few)
    return [*few, *(pytest.param(x, marks=mark) for x, mark in rest)]


@functools.cache
def this_project() -> Project:
    """This project, whose pages are read once for all tests."""
    return Project(ROOT)


def each(every: Iterable[str]) -> list:
    """Parameters: languages, or pages by path or address; those of LANGUAGES in
    each run, the others in the week's."""
    every = [*every]
    language = [x.removeprefix("docs/").partition("/")[0] for x in every]
    few = [x for x, code in zip(every, language) if code not in OTHERS]
    return sample(every, *few)


def in_turn(names: str, values: Iterable | Callable[[], Iterable]) -> Callable:
    """Try a test with each value: one case, which reports each that fails.

    Like `pytest.mark.parametrize`, for tests that are fast and many. What takes
    long to find is a function: it is called when the test runs.
    """
    keys = names.split(", ")

    def decorate(test: Callable) -> Callable:
        def one_by_one(subtests, **fixtures) -> None:
            found = [*(values() if callable(values) else values)]
            assert found
            for value in found:
                given = dict(zip(keys, value if len(keys) > 1 else [value]))
                with subtests.test(str(value)):
                    test(**fixtures, **given)

        asked = inspect.signature(test).parameters.values()
        new = [p for p in asked if p.name not in keys]
        new.append(
            inspect.Parameter("subtests", inspect.Parameter.KEYWORD_ONLY)
        )
        one_by_one.__signature__ = inspect.Signature(new)
        one_by_one.__name__, one_by_one.__doc__ = test.__name__, test.__doc__
        return one_by_one

    return decorate


@pytest.fixture
def unix() -> None:
    """Skip a test of signals, pipes with a name or links on Windows."""
    if os.name == "nt":
        pytest.skip("Windows has no such signals, pipes and links")


DEVICES = "far", "cpu", "cuda", "mps"


@pytest.fixture(params=DEVICES)
def device(request, monkeypatch) -> Iterator[torch.device]:
    """Every device present, and a second one that every machine has."""
    if request.param == "far":
        with TwoDevices(monkeypatch):
            yield FAR
    elif request.param in available_devices():
        yield torch.device(request.param)
    else:
        pytest.skip(f"no {request.param} device on this machine")


@pytest.fixture
def real_device(device) -> torch.device:
    """Every device present, to ask what PyTorch says of it."""
    if device == FAR:
        pytest.skip("nothing but snippets knows this device")
    return device


@pytest.fixture(scope="session")
def one_chapter(tmp_path_factory) -> Path:
    """The project with one chapter, to be copied."""
    return keep_one_chapter(copy_project(tmp_path_factory.mktemp("chapter")))


@pytest.fixture
def chapter(tmp_path: Path, one_chapter: Path) -> Path:
    """The project with one chapter, where a build takes seconds."""
    return copy_project(tmp_path, one_chapter)


@pytest.fixture(scope="session")
def made_demo(tmp_path_factory) -> Path:
    """The site of `demo_site.py`, to be copied."""
    return make(tmp_path_factory.mktemp("demo"))


@pytest.fixture
def demo(tmp_path: Path, made_demo: Path) -> Path:
    """A copy of the site of `demo_site.py`, to plant faults in."""
    return shutil.copytree(made_demo, tmp_path / "demo")


@pytest.fixture
def small(pytester: pytest.Pytester) -> Path:
    """A project with one snippet and one page; it is the current folder."""
    write_small(pytester.path)
    return pytester.path


def once(tmp_path_factory, name: str, build: Callable[[Path], None]) -> Path:
    """A folder that one of the processes that share the tests builds."""
    base = tmp_path_factory.getbasetemp()
    if WORKER:
        base = base.parent
    base = Path(os.environ.get("BUILT") or base)  # to be kept for the next run
    folder, done = base / name, base / f"{name}.done"
    with FileLock(base / f"{name}.lock"):
        if not done.exists():
            build(folder)
            done.touch()
    return folder


def run(root: Path, *command: str, **env: str) -> subprocess.CompletedProcess:
    """Run `python -m …` in a project, without a terminal."""
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=root,
        env=os.environ | {"PYTHONPATH": str(root)} | env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=DEADLOCK,
    )


def build_site(root: Path, *options: str, **env: str) -> str:
    """Build a project's site, every block run; what the build told."""
    result = run(root, "mkdocs", "build", *options, **{"CI": "true"} | env)
    assert result.returncode == 0, result.stdout
    return result.stdout


@pytest.fixture(scope="session")
def site(tmp_path_factory) -> Path:
    """The site as `mkdocs build` makes it, beside it what the build told.

    In CI every block runs, elsewhere all that depend on what has changed.
    """
    ci = os.environ.get("CI", "")

    def build(folder: Path) -> None:
        told = build_site(ROOT, "--site-dir", str(folder / "site"), CI=ci)
        (folder / "told.txt").write_text(told, "utf-8")

    return once(tmp_path_factory, "build", build) / "site"


def parsed(file: Path) -> BeautifulSoup:
    """A page of a built site by its file or folder, for reading alone."""
    return parsed_file(file / "index.html" if file.is_dir() else file)


@functools.cache
def parsed_file(file: Path) -> BeautifulSoup:
    page = BeautifulSoup(file.read_text("utf-8"), "html.parser")
    gc.freeze()  # it stays: looking for garbage in it would be slow
    return page


def absent(program: str, packages: str, in_ci: bool | None = None) -> None:
    """Skip the test where a program is missing; in CI that is a failure."""
    in_ci = bool(os.environ.get("CI")) if in_ci is None else in_ci
    reason = f"no {program} found: install it (Debian: apt-get install"
    (pytest.fail if in_ci else pytest.skip)(f"{reason} {packages})")


def luminance(colour: Iterable[float]) -> float:
    """The relative luminance (WCAG 2) of red, green and blue of 255."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (part / 255 for part in colour)
    ]
    return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear))


def contrast(one: Iterable[float], other: Iterable[float]) -> float:
    """How far two colours are apart (WCAG 2): from 1 to 21."""
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)
