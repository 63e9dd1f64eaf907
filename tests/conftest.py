"""What several test files share."""

import contextlib
import functools
import gc
import http.server
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import hypothesis
import planting
import pytest
import torch  # before any session inside this one
from bs4 import BeautifulSoup
from demo_site import make
from far import FAR, TwoDevices
from filelock import FileLock
from projects import (  # noqa: F401
    commit_all,
    copy_project,
    edit,
    git,
    keep_one_chapter,
    line_of,
    write_small,
)
from xdist.scheduler import LoadScopeScheduling

from sitebuild.__main__ import main
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import languages
from snippets.device import available_devices

ROOT = Path(__file__).parent.parent
check = planting.check
# Forty times what the longest command takes: no test fails on a clock.
DEADLOCK = 1800
# No test fails on a clock; in CI the same examples are tried each time.
hypothesis.settings.register_profile(
    "project",
    deadline=None,
    max_examples=30,
    derandomize=bool(os.environ.get("CI")),
)
hypothesis.settings.load_profile("project")
if os.name == "nt":  # what tests write and read is as in the project's files
    os.environ["PYTHONUTF8"] = "1"  # of processes that they start
    written, read = Path.write_text, Path.read_text

    def write_text(file: Path, text: str, encoding="utf-8", **more) -> int:
        return written(file, text, encoding, **{"newline": "\n"} | more)

    def read_text(file: Path, encoding="utf-8", **more) -> str:
        return read(file, encoding, **more)

    Path.write_text, Path.read_text = write_text, read_text
WORKER = "PYTEST_XDIST_WORKER" in os.environ
if WORKER:  # the workers share the cores, and so do the processes they start
    threads = os.environ.setdefault("OMP_NUM_THREADS", "1")
    torch.set_num_threads(int(threads))
# What tests ask of each language, they ask of these on each change. Copies of
# the project have no others: as a language grows, no test gets slower.
LANGUAGES, OTHERS = languages(ROOT)[:2], languages(ROOT)[2:]
LOCALE = "es"  # of a language that no copy has
ADDRESSES = {  # of every page, by its path in the project
    f"docs/{code}/{file.name}": ("" if code == "en" else f"{code}/")
    + ("" if file.stem == "index" else f"{file.stem}/")
    for code in sorted(languages(ROOT))
    for file in sorted((ROOT / "docs" / code).glob("*.md"))
}
# What opens all folds of a page.
OPEN = """async () => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  await document.fonts.ready;
}"""
# Texts of pictures that reach out of them.
CUT = """() => [...document.querySelectorAll("svg.figure text")].filter((
  text
) => {
  const room = text.closest("[role=img]"), frame = room.getBoundingClientRect();
  const { left, right, top, bottom } = text.getBoundingClientRect();
  return left < frame.left || top < frame.top || bottom > frame.bottom
    || right > frame.left + Math.max(room.scrollWidth, frame.width);
}).map((text) => text.textContent)"""
# All of a page is laid out, also what is far from the window.
LAY = """() => {
  const all = new CSSStyleSheet();
  all.replaceSync("* { content-visibility: visible !important }");
  document.adoptedStyleSheets.push(all);
}"""
# Red, green and blue of a colour of styles, however it is written there.
RGB = """((colour) => {
  const canvas = new OffscreenCanvas(1, 1)
    .getContext("2d", { willReadFrequently: true });
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
})"""
SETTLE = f"document.addEventListener('DOMContentLoaded', {LAY})"
REPOSITORY = "https://github.com/some-one/attention"
EXAMPLE = {"REPO_URL": REPOSITORY, "TZ": "UTC"}
PATIENCE = DEADLOCK / 6 * 1000  # ms, of a browser, which takes seconds


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


DEALT = (  # slow files
    "test_build.py",
    "test_every_page.py",
    "test_search.py",
    "test_site.py",
)


def share(nodeid: str) -> str:
    """What one worker does: a file, or of a slow one a test (all tests that
    have the same parameters, as a page, go together); a chapter's blocks."""
    path = nodeid.partition("::")[0]
    if path.endswith(".md"):
        return Path(path).stem
    if path.endswith(DEALT):
        return path + (nodeid.partition("[")[2] or nodeid)
    return path


class Shares(LoadScopeScheduling):
    """Shares are dealt out in the order of the tests, as it is made below."""

    def __init__(self, config, log) -> None:
        config.option.loadscopereorder = False
        super().__init__(config, log)

    def _split_scope(self, nodeid: str) -> str:
        return share(nodeid)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """While one worker builds the site, the others do what needs none.

    First comes a share that needs it, then all others, last the other shares
    that need it.
    """
    needs = {share(i.nodeid) for i in items if "site" in i.fixturenames}
    first = next(
        (share(i.nodeid) for i in items if share(i.nodeid) in needs), 0
    )

    def turn(item: pytest.Item) -> tuple[bool, bool, bool]:
        mine = share(item.nodeid)
        slow = item.get_closest_marker("slow")
        return mine != first, mine in needs, not slow

    items.sort(key=turn)


def pytest_collection_finish() -> None:
    """What is loaded by now stays: no need to look for garbage in it."""
    gc.collect()
    gc.freeze()


def pytest_xdist_make_scheduler(config, log) -> LoadScopeScheduling:
    return Shares(config, log)


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


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the whole project, to plant faults in."""
    return copy_project(tmp_path)


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
    return BeautifulSoup(file.read_text("utf-8"), "html.parser")


SPANISH = {  # of the section that is translated
    "### Step 1: scores": "### Paso 1: puntuaciones",
    "The score of two tokens is their **dot product**: multiply component by\n"
    "component, then add.": "La puntuación de dos tokens es su **producto "
    "escalar**: se multiplica\ncomponente a componente y se suma.",
    "Here $x^{(i)}_{d}$ is component $d$ of": "Aquí, $x^{(i)}_{d}$ es el "
    "componente $d$ de",
    'For "shiny" and "Hello" this\ngives': 'Para "shiny" y "Hello" resulta',
    "Do both yourself before you look at the output.": "Calcula las dos antes "
    "de mirar la salida.",
    "`torch.empty` reserves memory without clearing it. That is safe here,\n"
    "    because the loop fills every place.": "`torch.empty` reserva memoria "
    "sin limpiarla. Aquí no importa: el bucle llena\n    todos los lugares.",
    "matches itself best, with 1.3569, but": "concuerda más consigo misma, con "
    "1.3569, pero",
    '"sun" comes close.': '"sun" queda cerca.',
}


def edit_example(root: Path) -> None:
    """Make the edits of the project with one chapter: they stop no build.

    The chapter is in numbered cells. Four sections of the original were edited;
    Portuguese has not followed, of Spanish one section is there.
    """
    page = "docs/{}/simplified-attention.md".format
    for code in ("en", "pt"):
        edit(root, page(code), "description:", "form: notebook\ndescription:")
    unit = "pt/simplified-attention#simplified-attention"
    assert main(["done", unit], root) == 0
    for old, new in (
        ("Compute the other two scores yourself", "Do both yourself"),
        ("(#exercise-four-weights)", "(#exercise-unshuffle)"),
        ("### Softmax of one score { #softmax-of-one }\n", ""),
        ("### Step 3", "### The step 3"),
    ):
        edit(root, page("en"), old, new)
    unit = f"{LOCALE}/simplified-attention#hello-scores"
    line = "        - locale: {0}\n          name: {1}\n"
    line += "          build: !ENV [BUILD_{0}, BUILD_TRANSLATIONS, true]\n"
    spoken = line.format("pt", "Português (Brasil)")
    edit(root, "mkdocs.yml", spoken, spoken + line.format(LOCALE, "Español"))
    (root / "docs" / LOCALE).mkdir()
    text = (root / page("en")).read_text("utf-8")
    section = re.search(r"(?ms)^### Step 1.*?(?=^##)", text)[0]
    (root / page(LOCALE)).write_text(section, "utf-8")
    for old, new in SPANISH.items():
        edit(root, page(LOCALE), old, new)
    assert main(["done", unit], root) == 0


@pytest.fixture(scope="session")
def example(tmp_path_factory, one_chapter) -> Path:
    """A project with one chapter, edits and a repository, its built site, and
    what the build told."""

    def build(folder: Path) -> None:
        folder.mkdir()
        edit_example(copy_project(folder, one_chapter))
        (folder / "told.txt").write_text(build_site(folder, **EXAMPLE), "utf-8")

    return once(tmp_path_factory, "example", build)


def find_browser() -> str | None:
    names = "chromium-headless-shell", "chromium", "chromium-browser"
    return next(filter(None, map(shutil.which, names)), None)


def absent(program: str, packages: str, in_ci: bool | None = None) -> None:
    """Skip the test where a program is missing; in CI that is a failure."""
    in_ci = bool(os.environ.get("CI")) if in_ci is None else in_ci
    reason = f"no {program} found: install it (Debian: apt-get install"
    (pytest.fail if in_ci else pytest.skip)(f"{reason} {packages})")


@contextlib.contextmanager
def served(site: Path) -> Iterator[str]:
    """Address of a built site on a port of its own."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_) -> None:
            pass

    handler = functools.partial(Quiet, directory=site)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def url(site: Path) -> Iterator[str]:
    with served(site) as address:
        yield address


@pytest.fixture(scope="session")
def launch():
    """Start a browser, with variables of its own; all end with the tests."""
    path = find_browser()
    if path is None:
        absent("chromium", "chromium-headless-shell")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    options = ["--no-sandbox", "--disable-gpu"]
    with sync_playwright() as playwright:

        def start(**env: str):
            return playwright.chromium.launch(
                executable_path=path, args=options, env={**os.environ, **env}
            )

        yield start


@pytest.fixture(scope="session")
def browser(launch):
    browser = launch()
    yield browser
    browser.close()


@contextlib.contextmanager
def new_page(browser, settled=True, **options):
    """A page of its own, in which whatever is waited for may take its time.

    All of it is laid out at once if it is settled, else when it is seen or
    nothing else is to do, as for its readers (offscreen.css).
    """
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE)
    if settled:
        context.add_init_script(SETTLE)
    try:
        yield context.new_page()
    finally:
        context.close()


@contextlib.contextmanager
def careful(browser, url, settled=True):
    """A page that must ask nobody else and report nothing."""
    faults = []

    def check(request) -> None:
        if not request.url.startswith((url, "data:", "blob:")):
            faults.append(f"foreign request: {request.url}")

    size = {"width": 1280, "height": 900}
    with new_page(browser, settled, viewport=size) as page:
        page.on(
            "console", lambda m: faults.append(f"console {m.type}: {m.text}")
        )
        page.on("pageerror", lambda error: faults.append(f"error: {error}"))
        page.on("request", check)
        yield page
    assert faults == []


# Colours change at once, as they do when a reader chooses them.
AT_ONCE = """() => {
  const still = new CSSStyleSheet();
  still.replaceSync("* { transition: none !important }");
  document.adoptedStyleSheets.push(still);
}"""
COLOURED = "(name) => document.body.dataset.mdColorScheme === name"


def paint(page, scheme: str) -> None:
    """Have a page light or dark, as the system asks."""
    page.evaluate(AT_ONCE)
    page.emulate_media(color_scheme=scheme)
    name = {"light": "default", "dark": "slate"}[scheme]
    page.wait_for_function(COLOURED, arg=name)


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


@pytest.fixture
def page(browser, url):
    with careful(browser, url) as page:
        yield page
