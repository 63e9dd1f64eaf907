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
    ROOT,
    build_site,
    commit_all,
    copy_project,
    edit,
    git,
    line_of,
    run,
)
from example import CHAPTER, CODE, EXAMPLE, OUTPUTS, TWIN

BUILD = "mkdocs", "build"


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
    """Of a page in numbered cells, too; nothing from outside records anew."""
    for page in (CHAPTER, TWIN):
        edit(project, page, "description:", "form: notebook\ndescription:")
    edit(project, CODE, "{total:.4f}", "{2 * total:.4f}")
    recording = f"{OUTPUTS}/hello-context.txt"
    edit(project, recording, "0.0779", "0.0799")
    edit(project, CODE, "torch.dot(key, query)", "torch.dot(key, quary)")
    line = line_of(project, CODE, "quary")
    result = run(project, *BUILD, PYTEST_ADDOPTS="--record")
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


@pytest.mark.parametrize(
    "path, old, new, says",
    [
        (CHAPTER, "## What to", "<script>\n\n## What to", "`<script>` is HTML"),
    ],
)
@pytest.mark.slow
def test_faults_of_pages_stop_the_build(project, good, path, old, new, says):
    edit(project, path, old, new)
    result = run(project, *BUILD)
    assert result.returncode == 1 and says in result.stdout
    assert good()


@pytest.mark.parametrize(
    "command, env, says",
    [
        (("build", "--no-directory-urls"), {}, "--no-directory-urls"),
        (("build",), {"REPO_URL": "https://a:b@github.com/a/b"}, "REPO_URL is"),
    ],
)
def test_what_would_prove_nothing_is_refused_and_runs_nothing(
    project, good, command, env, says
):
    result = run(project, "mkdocs", *command, **env)
    assert result.returncode == 1 and says in result.stdout
    assert "blocks" not in result.stdout.replace(says, "")
    assert "Traceback" not in result.stdout and good()


def digests(folder: Path) -> dict[str, str]:
    """Path of each file in a folder -> digest of its content."""
    return {
        file.relative_to(folder).as_posix(): sha256(
            file.read_bytes()
        ).hexdigest()
        for file in folder.glob("**/*")
        if file.is_file()
    }


# What editors and systems leave behind.
LITTER = ".index.md.swp", "index.md~", "._index.md", ".DS_Store", "one.py.bak"
SITE = "https://example.org/course/"


@pytest.mark.slow
def test_gh_deploy_publishes_what_was_built_and_no_litter(
    project, tmp_path_factory
):
    for folder in ("docs/en", "docs/assets/styles", OUTPUTS, "snippets"):
        for name in LITTER:
            (project / folder / name).write_bytes(b"\0\xff<script>\n")
    bare = tmp_path_factory.mktemp("remote")
    git(bare, "init", "-q", "--bare")
    shutil.copy(ROOT / ".gitignore", project)
    commit_all(project)
    git(project, "remote", "add", "origin", str(bare))
    who = {
        f"GIT_{one}_{two}": "a@b"
        for one in ("AUTHOR", "COMMITTER")
        for two in ("NAME", "EMAIL")
    }
    where = {"SITE_URL": SITE, "REPO_URL": "https://github.com/a/b.git"}
    result = run(project, "mkdocs", "gh-deploy", CI="", **who, **where)
    assert result.returncode == 0, result.stdout
    listed = git(bare, "ls-tree", "-r", "--name-only", "gh-pages").split("\n")
    assert {*listed} - {"", ".nojekyll"} == digests(project / "site").keys()
    assert not [name for name in LITTER if name in "\n".join(listed)]
    html = (project / "site/encoder/index.html").read_text("utf-8")
    assert f'href="{SITE}encoder/"' in html
    assert 'href="https://github.com/a/b/edit/main/docs/en/encoder.md"' in html


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

    def page() -> BeautifulSoup:
        place = f"http://{address}/pt/simplified-attention/"
        with urllib.request.urlopen(place) as answer:
            return BeautifulSoup(answer.read(), "html.parser")

    def shown(text: str) -> BeautifulSoup:
        """The page, once it shows this."""
        return until(lambda: text in (new := page()).text and new, text)

    try:
        until(lambda: "Serving on" in log.read_text("utf-8"), "the first build")
        before = page().nav.get_text()
        edit(project, TWIN, "Ao final", "No fim")
        saved = shown("No fim deste")
        assert (
            saved.nav.get_text() == before and "1 de " not in saved.article.text
        )
        # A change of the original reaches the translation's notices.
        edit(project, CHAPTER, "### Step 3", "### The step 3")
        shown("Esta seção mudou")
        # What cannot be trusted is told and not shown, until it is mended.
        edit(project, TWIN, "## Para lembrar", "<script>\n\n## Para lembrar")
        stopped = shown("is HTML")
        told = stopped.find(role="alert").get_text()
        assert told.startswith(f"{TWIN}:") and "`<script>` is HTML" in told
        assert "Para lembrar" in stopped.text, "the page as it was"
        edit(project, TWIN, "<script>\n\n## Para lembrar", "## Lembre-se")
        assert not shown("Lembre-se").find(role="alert")
        # What may be shown is, with its faults.
        edit(project, TWIN, "## Lembre-se", "## Lembre-se de 0,5")
        told = until(lambda: page().find(role="alert"), "the fault")
        assert "0,5 is written with a comma" in told.get_text()
    finally:
        serve.send_signal(signal.SIGINT)
        serve.wait()
