"""A site is replaced whole or not at all, whoever is killed meanwhile."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from conftest import ROOT
from mkdocs.exceptions import Abort

from sitebuild.site import build as story
from sitebuild.site import publish

# A process of its own builds a site; it may be killed, or publish slowly.
BUILD = """
import os, signal, sys
from pathlib import Path
from sitebuild.site import publish

site, how, name = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
old = site.exists() and site.stat().st_ino
kill = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
if how == "in two steps":
    publish.exchanged = lambda *_: False
if how == "killed between two steps":
    publish.exchanged = lambda *_: False
    rename = Path.rename
    Path.rename = lambda self, to: rename(self, to) and kill()
if how == "killed after the exchange":
    publish.discard = lambda folder: site.stat().st_ino == old or kill()
with publish.partial_folder(site) as partial:
    (partial / "index.html").write_text(name)
    if how == "stopped":
        print("built", flush=True)
        sys.stdin.readline()
    publish.publish(partial, site)
"""


def build(site: Path, how: str, name: str) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-c", BUILD, str(site), how, name],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen) -> int:
    process.communicate("\n")
    return process.returncode


@pytest.fixture
def site(tmp_path) -> Path:
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("old")
    return site


def text(site: Path) -> str:
    return (site / "index.html").read_text()


def tidy(site: Path) -> None:
    """Begin a build that fails."""
    with suppress(ZeroDivisionError), publish.partial_folder(site):
        raise ZeroDivisionError


def beside(site: Path) -> list[str]:
    return [path.name for path in site.parent.iterdir() if path != site]


@pytest.mark.parametrize("how", ["at once", "in two steps"])
@pytest.mark.parametrize("first", [False, True])
def test_a_new_site_replaces_the_old_one(site, how, first):
    if first:
        publish.discard(site)
    assert finish(build(site, how, "new")) == 0
    assert text(site) == "new" and beside(site) == []


@pytest.mark.usefixtures("unix")
def test_killed_between_two_steps_the_old_site_comes_back(site):
    """The only moment without a site: the next build ends it."""
    status = finish(build(site, "killed between two steps", "new"))
    assert status == -signal.SIGKILL and not site.exists()
    assert len(beside(site)) == 2
    tidy(site)
    assert text(site) == "old" and beside(site) == []


@pytest.mark.usefixtures("unix")
def test_killed_after_the_exchange_the_new_site_stays(site):
    """On Linux and macOS a site is there at each moment."""
    status = finish(build(site, "killed after the exchange", "new"))
    assert status == -signal.SIGKILL and text(site) == "new"
    assert len(beside(site)) == 1
    tidy(site)
    assert text(site) == "new" and beside(site) == []


@pytest.mark.usefixtures("unix")
def test_of_two_builds_the_second_is_refused(site):
    slow = build(site, "stopped", "slow")
    assert slow.stdout.readline() == "built\n"
    with pytest.raises(Abort, match="another build writes to"):
        tidy(site)
    assert text(site) == "old" and len(beside(site)) == 1
    assert finish(slow) == 0
    assert text(site) == "slow" and beside(site) == []


@pytest.mark.usefixtures("unix")
def test_only_what_a_build_made_is_removed(site):
    for name in (".site.new.mine", ".site.older"):
        (site.parent / name).mkdir()
    (site.parent / ".site.old").symlink_to(site)
    before = beside(site)
    tidy(site)
    assert beside(site) == before and text(site) == "old"


@pytest.mark.parametrize("kept", ["target", "target/.git"])
def test_a_build_removes_nothing_that_it_did_not_make(
    small, tmp_path, monkeypatch, kept
):
    """Neither a file nor a clone of Git's."""
    (tmp_path / kept).parent.mkdir(exist_ok=True)
    (tmp_path / kept).write_text("kept")
    monkeypatch.setattr(story, "problems", lambda *_: [])
    with pytest.raises(Abort, match="with --site-dir"):
        with story.build(small, tmp_path / "target"):
            pytest.fail("it is rendered")
    assert (tmp_path / kept).read_text() == "kept"
