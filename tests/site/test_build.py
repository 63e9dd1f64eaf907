"""The real command: what stops a build, what it leaves, what it publishes."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from conftest import (
    DEADLOCK,
    EXAMPLE,
    ROOT,
    build_site,
    copy_project,
    edit,
    line_of,
    run,
)
from planting import (
    BUILD,
    CHAPTER,
    CODE,
    OUTPUTS,
    TWIN,
    leave,
)

try:
    import fcntl
except ImportError:
    fcntl = None


@pytest.fixture
def project(chapter):
    return chapter


@pytest.fixture
def good(project) -> Callable[[], bool]:
    """Whether a site that was built before is there, and nothing beside it."""
    site = project / "site"
    site.mkdir()
    (site / "index.html").write_text("good")

    def there() -> bool:
        kept = [file.read_text() for file in site.iterdir()] == ["good"]
        return kept and not list(project.glob(".site*"))

    return there


def block_place(project, section: str) -> str:
    """Where the report must say that a block of the chapter stands."""
    fence = line_of(project, CHAPTER, f':{section}"') - 1
    code = line_of(project, CODE, f"# %% {section}\n") + 1
    return f"{CHAPTER}:{fence}: block '{section}' ({CODE}:{code})"


@pytest.mark.slow
def test_faults_of_blocks_stop_the_build(project, good):
    """Also of pages in numbered cells; the first, though no later one runs."""
    for page in (CHAPTER, TWIN):
        edit(project, page, "description:", "form: notebook\ndescription:")
    edit(project, CODE, "{total:.4f}", "{2 * total:.4f}")
    recording = f"{OUTPUTS}/hello-context.txt"
    edit(project, recording, "0.0779", "0.0799")
    edit(project, CODE, "torch.dot(key, query)", "torch.dot(key, quary)")
    line = line_of(project, CODE, "quary")
    result = run(project, *BUILD)
    assert result.returncode != 0 and good()
    output = result.stdout
    assert (
        f"{block_place(project, 'journey-scores')} raised\n"
        f"{CODE}:{line}: NameError: name 'quary' is not defined" in output
    )
    assert (
        f"{block_place(project, 'hello-weights')}\n"
        f"{OUTPUTS}/hello-weights.txt is not what the block gives now; if the "
        "new output is right, run `make record`" in output
    )
    assert "-total   9.5606\n+total   19.12" in output
    assert f"{recording} is not what the block gives now" in output


def digests(folder: Path) -> dict[str, str]:
    """Path of each file in a folder -> digest of its content."""
    return {
        file.relative_to(folder).as_posix(): sha256(
            file.read_bytes()
        ).hexdigest()
        for file in folder.glob("**/*")
        if file.is_file()
    }


@pytest.mark.slow
def test_litter_is_not_published_and_stops_no_build(project):
    shutil.copy(ROOT / ".gitignore", project)  # it names them
    left = leave(project)
    (project / "site").mkdir()
    (project / "site/.DS_Store").touch()
    build_site(project, CI="")
    published = {Path(path).name for path in digests(project / "site")}
    assert published.isdisjoint({Path(path).name for path in left})
    assert not [name for name in published if name[0] == "."]


@pytest.mark.weekly  # as each time that the site is published
def test_two_builds_are_the_same_to_the_byte(example, tmp_path):
    """Elsewhere, at another time, by somebody else with another language."""
    other = copy_project(tmp_path / "and" / "deeper", example)
    for file in other.glob("**/*"):
        os.utime(file, (1_000_000_000, 1_000_000_000))
    differ = {"PYTHONHASHSEED": "2", "TZ": "Pacific/Auckland"}  # a random seed
    differ |= {"LC_ALL": "C"}
    assert all(EXAMPLE.get(name) != value for name, value in differ.items())
    mask = os.umask(0o077)
    try:
        build_site(other, **EXAMPLE | differ)
    finally:
        os.umask(mask)
    sites = digests(example / "site"), digests(other / "site")
    assert sites[0] == sites[1] and len(sites[0]) > 100


def start(project, *command: str, stdout, **env: str) -> subprocess.Popen:
    """Start `python -m …` in a project, to be interrupted later."""
    return subprocess.Popen(
        [sys.executable, "-m", *command],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(project), **env},
        stdout=stdout,
        stderr=subprocess.STDOUT,
        text=True,
        # A shell's background job ignores SIGINT, and so would its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


@pytest.mark.weekly
@pytest.mark.usefixtures("unix")
def test_a_stopped_build_leaves_no_tests_and_the_last_site(project, good):
    alive = project / "alive"
    edit(
        project,
        CODE,
        "tokens, x = SUN",
        f"__import__('fcntl').flock(alive := open('{alive}', 'w'), 2)\n"
        "__import__('time').sleep(3600)",
    )
    build = start(project, *BUILD, stdout=subprocess.DEVNULL)
    try:
        until(lambda: alive.exists() and not free(alive), "the block")
    finally:
        build.send_signal(signal.SIGINT)
        build.wait()
    until(lambda: free(alive), "the end of the block")
    assert build.returncode != 0 and good()
    assert (project / "site/index.html").read_text() == "good"


def free(file: Path) -> bool:
    """Whether no process holds a lock on a file."""
    with file.open() as opened:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def until(done, what: str):
    """What `done` returns as soon as it is true."""
    for _ in range(10 * DEADLOCK):
        if found := done():
            return found
        time.sleep(0.1)
    raise AssertionError(f"{what} did not happen")


@pytest.mark.weekly  # test_served.py asks most of it
def test_a_saved_page_is_made_again_alone_and_keeps_its_navigation(
    unix, project
):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    log = project / "log.txt"
    options = ["--livereload", "--dirty", "--no-strict", "--dev-addr", address]
    with log.open("w") as file:
        command = ("mkdocs", "serve", *options)
        serve = start(project, *command, stdout=file, PREVIEW="1")

    def page(path: str) -> BeautifulSoup:
        with urllib.request.urlopen(f"http://{address}/{path}") as answer:
            return BeautifulSoup(answer.read(), "html.parser")

    def told(text: str) -> bool:
        return text in log.read_text("utf-8")

    try:
        until(lambda: told("pages shown, not run"), "the first build")
        before = page("pt/simplified-attention/").nav.get_text()
        edit(project, "docs/pt/simplified-attention.md", "Ao final", "No fim")
        saved = until(
            lambda: (
                "No fim deste" in (new := page("pt/simplified-attention/")).text
                and new
            ),
            "the saved page",
        )
        until(lambda: told("blocks on 1 pages shown"), "the second check")
        assert "1 de " not in saved.article.text, "no section is outdated"
        assert saved.find("nav", class_="md-nav--primary").get_text()
        assert saved.find("input", class_="md-search__input")
        assert saved.nav.get_text() == before
        # A change of the original reaches the translation's notices.
        edit(project, CHAPTER, "### Step 3", "### The step 3")
        until(
            lambda: "Esta seção mudou" in page("pt/simplified-attention/").text,
            "the notice",
        )
        # What cannot be trusted is told and not shown, until it is mended.
        edit(project, TWIN, "## Para lembrar", "<script>\n\n## Para lembrar")
        until(lambda: told("`<script>` is HTML"), "the refusal")
        stopped = page("pt/simplified-attention/")
        told_there = stopped.find(role="alert").get_text()
        assert told_there.startswith(f"{TWIN}:") and "is HTML" in told_there
        assert "Para lembrar" in stopped.text, "the page as it was"
        edit(project, TWIN, "<script>\n\n## Para lembrar", "## Lembre-se")
        until(
            lambda: "Lembre-se" in page("pt/simplified-attention/").text,
            "the mended page",
        )
        assert not page("pt/simplified-attention/").find(role="alert")
        # What may be shown is, with its faults.
        edit(project, TWIN, "## Lembre-se", "## Lembre-se de 0,5")
        told_there = until(
            lambda: page("pt/simplified-attention/").find(role="alert"),
            "the fault on the page",
        )
        assert "0,5 is written with a comma" in told_there.get_text()
        assert "Overriding" not in log.read_text("utf-8")
    finally:
        serve.send_signal(signal.SIGINT)
        serve.wait()
