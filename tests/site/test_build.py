"""The real command: what stops a build, what it leaves, what it publishes."""

import os
import re
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
    LOCALE,
    build_site,
    copy_project,
    edit,
    line_of,
    once,
    parsed,
    run,
)
from faults import FAULTS
from planting import (
    BUILD,
    CHAPTER,
    CODE,
    OUTPUTS,
    TWIN,
    both,
    replace,
    said,
)

from proof.pages.page import Page
from proof.pages.places import MOVED
from proof.site import wording
from proof.site.verify import code_of
from proof.translate import commands, language

try:
    import fcntl
    import resource
except ImportError:
    fcntl = resource = None


FORM = both(
    *(replace(p, "given:", "form: notebook\ngiven:") for p in (CHAPTER, TWIN))
)


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


def test_faults_of_blocks_stop_the_build(project, good):
    """Also of pages in numbered cells; the first, though no later one runs."""
    FORM(project)
    edit(project, CODE, "{total:.4f}", "{2 * total:.4f}")
    recording = f"{OUTPUTS}/hello-context.txt"
    edit(project, recording, "0.3990", "0.3999")
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


def test_two_builds_are_the_same_to_the_byte(example, tmp_path):
    """Elsewhere, at another time, in another zone, by another hash seed."""
    other = copy_project(tmp_path / "and" / "deeper", example)
    for file in other.glob("**/*"):
        os.utime(file, (1_000_000_000, 1_000_000_000))
    differ = {"PYTHONHASHSEED": "2", "TZ": "Pacific/Auckland"}
    assert all(EXAMPLE[name] != value for name, value in differ.items())
    build_site(other, **EXAMPLE | differ)
    sites = digests(example / "site"), digests(other / "site")
    assert sites[0] == sites[1] and len(sites[0]) > 100


def start(
    project, *command: str, stdout, before=lambda: None, **env: str
) -> subprocess.Popen:
    """Start `python -m …` in a project, to be interrupted later."""

    def first() -> None:
        # A shell's background job ignores SIGINT, and so would its children.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        before()

    return subprocess.Popen(
        [sys.executable, "-m", *command],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(project), **env},
        stdout=stdout,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=first,
    )


@pytest.mark.usefixtures("unix")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_stopped_build_leaves_no_tests_and_the_last_site(
    project, good, number
):
    """What one that was killed leaves beside it the next one removes."""
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
        build.send_signal(number)
        build.wait()
    until(lambda: free(alive), "the end of the block")
    assert build.returncode != 0 and good() == (number == signal.SIGINT)
    assert (project / "site/index.html").read_text() == "good"
    if number == signal.SIGKILL:
        fault = FAULTS["two cells of one name"]  # `make drill` plants others
        fault.plant(project)
        result = run(project, *BUILD)
        place = fault.place_in(project)
        assert said(result.stdout, place, fault.says), result.stdout
        assert result.returncode == 1 and good()


def free(file: Path) -> bool:
    """Whether no process holds a lock on a file."""
    with file.open() as opened:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


@pytest.mark.weekly  # test_publish.py asks it without MkDocs
@pytest.mark.usefixtures("unix")
def test_a_full_disk_is_told_in_a_sentence(project, good):
    """Here, no file may have more than 100,000 bytes."""
    limit = (resource.RLIMIT_FSIZE, (100_000, 100_000))
    build = start(
        project,
        *BUILD,
        stdout=subprocess.PIPE,
        before=lambda: resource.setrlimit(*limit),
    )
    output, _ = build.communicate()
    assert build.returncode == 1 and good(), output
    last = output.splitlines()[-1]
    assert "cannot be written: File too large; nothing was published" in last
    assert "Traceback" not in output


def hreflangs(page: BeautifulSoup) -> set[str]:
    """The languages that a page's head names to search engines."""
    links = page.head.find_all("link", hreflang=True)
    return {link["hreflang"] for link in links}


@pytest.fixture(scope="module")
def changed(tmp_path_factory, one_chapter) -> Path:
    """A project with its built site, after edits that stop no build.

    Its chapter is in numbered cells. Four sections of the original were edited;
    Portuguese has not followed, of Spanish one section is there.
    """
    unit = f"{LOCALE}/simplified-attention#hello-scores"
    spanish = f"docs/{LOCALE}/simplified-attention.md"

    def build(folder: Path) -> None:
        folder.mkdir()
        FORM(copy_project(folder, one_chapter))
        assert commands.main(["fix"], folder) == 0
        for old, new in (
            ("Compute the other two scores yourself", "Do both yourself"),
            ("(#exercise-four-weights)", "(#exercise-unshuffle)"),
            ("### Softmax of one score { #softmax-of-one }\n", ""),
            ("### Step 3", "### The step 3"),
        ):
            edit(folder, CHAPTER, old, new)
        old = "simplified-attention:\n"
        edit(folder, MOVED, old, f"{old}  softmax-of-one: wrong-sum\n")
        assert language.main([LOCALE, "Español"], folder) == 0
        assert commands.main(["start", unit], folder) == 0
        edit(folder, spanish, "### Step 1", "### Paso 1")
        assert commands.main(["done", unit], folder) == 0
        (folder / "told.txt").write_text(build_site(folder), "utf-8")

    return once(tmp_path_factory, "changed", build)


def built(project: Path, path: str) -> BeautifulSoup:
    return parsed(project / "site" / path)


def test_a_translation_in_progress_is_complete_and_says_what_it_is(changed):
    blocks = len(Page(changed, CHAPTER).blocks)
    told = (changed / "told.txt").read_text("utf-8")
    assert f"{3 * blocks} blocks on " in told, "all three were run"
    page = built(changed, f"{LOCALE}/simplified-attention")
    assert page.html["lang"] == LOCALE
    translated = page.find(id="hello-scores")
    assert translated.get_text().startswith("Paso 1")
    assert translated.find_parent(lang="en") is None
    assert page.find(id="hello-weights").find_parent("div")["lang"] == "en"
    assert len(page.article("pre")) == len(code_of(Page(changed, CHAPTER)))
    assert page.find("link", rel="canonical")["href"].endswith(
        f"/{LOCALE}/simplified-attention/"
    )
    whole = built(changed, f"{LOCALE}/encoder")
    assert whole.find("link", rel="canonical")["href"].endswith(
        ":8000/encoder/"
    )
    assert whole.article.h1.find_parent("div")["lang"] == "en"
    assert hreflangs(whole) == set(), "nobody is sent to a copy"
    assert hreflangs(built(changed, "encoder")) == {"en", "pt", "x-default"}
    assert hreflangs(page) == {"en", "pt", LOCALE, "x-default"}
    sitemap = (changed / "site/sitemap.xml").read_text("utf-8")
    assert f"/{LOCALE}/simplified-attention/<" in sitemap
    assert f"/{LOCALE}/encoder/<" not in sitemap


def test_an_edit_of_the_original_stops_no_build_and_readers_are_told(changed):
    page = built(changed, "pt/simplified-attention")
    assert page.find("h3", id="softmax-of-one") is None
    words = wording.read(changed, "pt")
    told = {
        note.find_previous(["h1", "h2", "h3"])["id"]: note
        for note in page("p", class_="notice")
        if note.get_text().startswith((words["outdated"], words["replaced"]))
    }
    assert {
        key: (note.find_parent("div", lang="en") is not None)
        for key, note in told.items()
    } == {
        "hello-shiny-sun": True,
        "hello-scores": False,
        "hello-context": False,
        "wrong-sum": True,
    }
    address = "../../simplified-attention/#hello-context"
    assert told["hello-context"].a["href"] == address
    count = words["page-outdated"].format(count=4, total=24)
    notices = [note.get_text() for note in page("p", class_="notice")]
    assert any(count in text for text in notices), notices


def test_any_chapter_can_have_the_form_of_a_notebook(changed):
    article = built(changed, "simplified-attention").article
    assert article.select_one("#cell-2 .language-python")


SAVED = """
from mkdocs.commands.build import build
from mkdocs.config import load_config

for number in range(2):  # as `mkdocs serve` does
    config = load_config(site_dir="served")
    if number == 0:
        config.plugins.on_startup(command="serve", dirty=True)
    build(config, dirty=True)
    i18n, search = map(config.plugins.get, ("i18n", "material/search"))
    gathered = len(i18n.search_entries), len(search.search_index.entries)
    print("gathered", *gathered)
"""


@pytest.mark.weekly
def test_a_later_build_while_serving_gathers_no_more_than_the_first(project):
    """What i18n gathered for the search doubled with each file saved."""
    (project / "saved.py").write_text(SAVED)
    result = run(project, "saved", PREVIEW="1")
    first, later = re.findall(r"gathered (\d+) (\d+)", result.stdout)
    assert "0" not in first and later == ("0", "0"), result.stdout


def until(done, what: str):
    """What `done` returns as soon as it is true."""
    for _ in range(10 * DEADLOCK):
        if found := done():
            return found
        time.sleep(0.1)
    raise AssertionError(f"{what} did not happen")


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
        edit(project, TWIN, "<script>\n\n## Para lembrar", "## Lembre-se")
        until(
            lambda: "Lembre-se" in page("pt/simplified-attention/").text,
            "the mended page",
        )
    finally:
        serve.send_signal(signal.SIGINT)
        serve.wait()
