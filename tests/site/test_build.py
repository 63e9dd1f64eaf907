"""The real command: what stops a build, what it leaves, what it publishes."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup
from click.testing import CliRunner, Result
from conftest import DEADLOCK
from mkdocs.__main__ import cli
from planting import CHAPTER, CODE, LEFT, OUTPUTS, TWIN
from projects import edit, line_of


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


def mkdocs(project, *command: str, **env: str) -> Result:
    """Run a command as a process does, which would load all of MkDocs anew."""
    with contextlib.chdir(project):
        return CliRunner().invoke(cli, command, env=env)


def block_place(project, section: str) -> str:
    """Where the report must say that a block of the chapter stands."""
    fence = line_of(project, CHAPTER, f':{section}"') - 1
    code = line_of(project, CODE, f"# %% {section}\n") + 1
    return f"{CHAPTER}:{fence}: block '{section}' ({CODE}:{code})"


@pytest.mark.slow
def test_faults_of_blocks_stop_the_build(project, good):
    """Of a page in numbered cells, too; nothing from outside records anew."""
    for page in (CHAPTER, TWIN):
        edit(project, page, "description:", "form: notebook\ndescription:")
    edit(project, CODE, "{total:.4f}", "{2 * total:.4f}")
    recording = f"{OUTPUTS}/hello-context.txt"
    edit(project, recording, "0.0779", "0.0799")
    edit(project, CODE, "torch.dot(key, query)", "torch.dot(key, quary)")
    line = line_of(project, CODE, "quary")
    result = mkdocs(project, "build", PYTEST_ADDOPTS="--record")
    assert result.exit_code != 0 and good()
    output = result.output
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


@pytest.mark.slow
def test_a_fault_of_a_page_stops_the_build(project, good):
    edit(project, CHAPTER, "## What to", "<script>\n\n## What to")
    result = mkdocs(project, "build")
    assert result.exit_code == 1 and "`<script>` is HTML" in result.output
    assert good()


@pytest.mark.parametrize(
    "command, env, says",
    [
        (("build", "--no-directory-urls"), {}, "--no-directory-urls"),
        (("build",), {"SITE_URL": "ftp://example.org/"}, "SITE_URL is"),
        (("build",), {"REPO_URL": "https://a:b@github.com/a/b"}, "REPO_URL is"),
    ],
)
def test_what_would_prove_nothing_is_refused_and_runs_nothing(
    project, good, command, env, says
):
    result = mkdocs(project, *command, **env)
    assert result.exit_code == 1 and says in result.output
    assert "blocks" not in result.output.replace(says, "")
    assert isinstance(result.exception, SystemExit) and good()


@pytest.mark.slow
def test_what_editors_leave_is_not_published(example):
    named = {file.name for file in (example / "site").rglob("*")}
    assert "index.html" in named and not named & {*LEFT}


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


def until(done, what: str):
    """What `done` returns as soon as it is true."""
    for _ in range(10 * DEADLOCK):
        if found := done():
            return found
        time.sleep(0.1)
    raise AssertionError(f"{what} did not happen")


@pytest.mark.slow
@pytest.mark.usefixtures("unix")
def test_a_save_is_shown_and_its_faults_stand_at_the_top(project):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    log = project / "log.txt"
    options = ["--livereload", "--dirty", "--no-strict", "--dev-addr", address]
    with log.open("w") as file:
        command = ("mkdocs", "serve", *options)
        serve = start(project, *command, stdout=file, PREVIEW="1")

    def page() -> str:
        place = f"http://{address}/pt/simplified-attention/"
        with urllib.request.urlopen(place) as answer:
            return answer.read().decode()

    def shown(text: str) -> BeautifulSoup:
        """The page, once it shows this."""
        html = until(lambda: text in (new := page()) and new, text)
        return BeautifulSoup(html, "html.parser")

    try:
        until(lambda: "Serving on" in log.read_text("utf-8"), "the first build")
        before = shown("Ao final").nav.get_text()
        edit(project, TWIN, "Ao final", "No fim")
        saved = shown("No fim deste")
        assert (
            saved.nav.get_text() == before and "1 de " not in saved.article.text
        )
        beside = saved.select_one("#remember + details")
        assert beside.summary.get_text().startswith(f"{TWIN}:")
        assert "What to remember { #remember }" in beside.pre.get_text()
        # A change of the original reaches the translation's notices.
        edit(project, CHAPTER, "### Step 3", "### The step 3")
        shown("Esta seção mudou")
        # What cannot be trusted is told and not shown, until it is mended.
        edit(project, TWIN, "## Para lembrar", "<script>\n\n## Para lembrar")
        stopped = shown("is HTML")
        told = stopped.find(role="alert").get_text()
        assert f"{TWIN}:" in told and "`<script>` is HTML" in told
        assert told.startswith("Erros nas páginas: 1. Corrija")
        assert "Para lembrar" in stopped.text, "the page as it was"
        edit(project, TWIN, "<script>\n\n## Para lembrar", "## Lembre-se")
        assert not shown("Lembre-se").find(role="alert")
        # What may be shown is, with its faults.
        edit(project, TWIN, "## Lembre-se", "## Lembre-se de 0,5")
        told = shown("0,5 is written with a comma").find(role="alert")
        assert "0,5 is written with a comma" in told.get_text()
    finally:
        serve.send_signal(signal.SIGINT)
        serve.wait()
