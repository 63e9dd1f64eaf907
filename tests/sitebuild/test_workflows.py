"""One job writes: it publishes what has passed, and nothing else."""

import os
import subprocess
from pathlib import Path

import pytest
import yaml
from conftest import ROOT
from projects import git

from sitebuild.site.notebooks import BRANCH

FOLDER = ".github/workflows"
FILES = sorted((ROOT / FOLDER).iterdir())


def read(name: str) -> dict:
    text = (ROOT / FOLDER / f"{name}.yml").read_text("utf-8")
    return yaml.load(text, yaml.BaseLoader)  # `on` stays a word


RIGHTS = {  # of the two jobs that run nothing of the project's
    ("publish", "attest"): {"id-token": "write", "attestations": "write"},
    ("publish", "publish"): {"contents": "write"},
}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_only_the_job_that_pushes_may_write_and_one_signs(file):
    workflow = read(file.stem)
    assert workflow["permissions"] == {}
    # A step fails where any part of a pipe does.
    assert workflow["defaults"] == {"run": {"shell": "bash"}}
    assert "pull_request_target" not in workflow["on"]
    assert "secrets" not in file.read_text("utf-8")
    for name, job in workflow["jobs"].items():
        rights = RIGHTS.get((file.stem, name), {"contents": "read"})
        assert job["permissions"] == rights
        assert "uses" in job or int(job["timeout-minutes"]) <= 90


def test_what_is_published_has_passed_everything():
    jobs = read("check")["jobs"]
    assert set(jobs["all"]["needs"]) == jobs.keys() - {"all"}
    jobs = read("publish")["jobs"]
    assert jobs["publish"]["needs"] == ["check", "build", "rebuild", "attest"]
    assert jobs["attest"]["needs"] == ["check", "build", "rebuild"]
    for name in RIGHTS:  # neither checks the project out
        steps = jobs[name[1]]["steps"]
        uses = [step.get("uses", "").partition("@")[0] for step in steps]
        assert {*uses} <= {"", "actions/download-artifact", "actions/attest"}
    assert jobs["check"]["uses"] == f"./{FOLDER}/check.yml"
    assert "workflow_call" in read("check")["on"]


def push(site: Path, remote: Path) -> None:
    """Run the step that pushes, as a runner does."""
    step = read("publish")["jobs"]["publish"]["steps"][-1]
    subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", step["run"]],
        cwd=site,
        check=True,
        env={
            **{"PATH": os.environ["PATH"], "HOME": str(site.parent)},
            **{"REMOTE": str(remote), "TOKEN": "t%ken", "GITHUB_SHA": "abc"},
        },
    )


def test_the_site_becomes_one_commit_that_replaces_the_last(unix, tmp_path):
    remote = tmp_path / "remote"
    git(tmp_path, "init", "--quiet", "--bare", str(remote))
    for number in ("1", "2"):
        site = tmp_path / number
        site.mkdir()
        (site / f"{number}.html").write_text(number)
        push(site, remote)
    assert git(remote, "branch", "--format=%(refname:short)") == f"{BRANCH}\n"
    assert git(remote, "rev-list", "--count", BRANCH) == "1\n"
    names = git(remote, "ls-tree", "--name-only", BRANCH).split()
    assert names == [".nojekyll", "2.html"]
    hooks = git(tmp_path / "2", "config", "core.hooksPath")
    assert hooks == "/dev/null\n"
    # The token reaches git, and no file.
    asked = "protocol=https\nhost=example.org\n\n"
    known = {"TOKEN": "t%ken", "HOME": str(tmp_path)}
    told = git(tmp_path / "2", "credential", "fill", said=asked, **known)
    assert "username=x-access-token\npassword=t%ken\n" in told
    assert "t%ken" not in (tmp_path / "2/.git/config").read_text()
