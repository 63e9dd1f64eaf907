"""The workflows are safe, well formed, and publish what Colab can open."""

import os
import shutil
import subprocess
import sysconfig
import tomllib
from pathlib import Path

import pytest
import yaml
from conftest import ROOT, edit

from proof.site.notebooks import BRANCH

FOLDER = ".github/workflows"
FILES = sorted((ROOT / FOLDER).iterdir())


def program(name: str, *arguments: str, **options):
    """Run a program of this environment."""
    return subprocess.run(
        [Path(sysconfig.get_path("scripts"), name), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        **options,
    )


def zizmor(root: Path) -> str:
    """What zizmor has against a project's workflows; else nothing."""
    result = program(
        *("zizmor", "--offline", "--pedantic", "--strict-collection"),
        *("--no-progress", "--color=never", str(root / FOLDER)),
    )
    # An expression that it cannot read is a warning only.
    if result.returncode or "WARN" in result.stdout:
        return result.stdout or "zizmor failed"
    return ""


def schema(root: Path) -> str:
    """What in them is not as the published schema wants it."""
    result = program(
        *("check-jsonschema", "--builtin-schema", "vendor.github-workflows"),
        *map(str, sorted((root / FOLDER).iterdir())),
    )
    return result.stdout if result.returncode else ""


def read(name: str) -> dict:
    text = (ROOT / FOLDER / f"{name}.yml").read_text("utf-8")
    return yaml.load(text, yaml.BaseLoader)  # `on` stays a word


@pytest.fixture
def planted(tmp_path: Path) -> Path:
    """A copy of the workflows, to plant faults in."""
    shutil.copytree(ROOT / FOLDER, tmp_path / FOLDER)
    return tmp_path


def test_zizmor_finds_nothing():
    assert zizmor(ROOT) == ""


@pytest.mark.parametrize(
    "old, new, said",
    [
        ("@de0fac2e4500dabe0009e67214ff5f5447ce83dd #", "@v6 #", "unpinned"),
        ("${{ !cancelled() }}", "${{ !cancelled( }}", "couldn't parse"),
    ],
)
def test_zizmor_finds_what_is_planted(planted, old, new, said):
    edit(planted, f"{FOLDER}/check.yml", old, new)
    assert said in zizmor(planted)


def test_workflows_are_as_the_schema_wants_them():
    assert schema(ROOT) == ""


def test_a_misspelt_key_is_found(planted):
    edit(planted, f"{FOLDER}/check.yml", "runs-on", "run-on")
    assert "run-on" in schema(planted)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_only_the_job_that_pushes_may_write(file):
    workflow = read(file.stem)
    assert workflow["permissions"] == {}
    # A step fails where any part of a pipe does.
    assert workflow["defaults"] == {"run": {"shell": "bash"}}
    assert "pull_request_target" not in workflow["on"]
    assert "secrets" not in file.read_text("utf-8")
    for name, job in workflow["jobs"].items():
        pushes = (file.stem, name) == ("publish", "publish")
        right = "write" if pushes else "read"
        assert job["permissions"] == {"contents": right}
        assert "uses" in job or int(job["timeout-minutes"]) <= 90


def test_what_is_published_has_passed_everything():
    jobs = read("check")["jobs"]
    assert set(jobs["all"]["needs"]) == jobs.keys() - {"all"}
    jobs = read("publish")["jobs"]
    assert jobs["publish"]["needs"] == ["check", "build"]
    assert jobs["check"]["uses"] == f"./{FOLDER}/check.yml"
    assert "workflow_call" in read("check")["on"]


def test_the_oldest_versions_are_those_that_the_project_allows():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    blocks = project["project"]["optional-dependencies"]["blocks"]
    jobs = read("weekly")["jobs"]
    torch = jobs["torch"]["strategy"]["matrix"]["include"][0]["torch"]
    assert torch.replace("==", ">=").removesuffix(".0") in blocks
    python = jobs["systems"]["strategy"]["matrix"]["python"][0]
    assert project["project"]["requires-python"] == f">={python}"


def git(folder: Path, *command: str, **options) -> str:
    return subprocess.run(
        ["git", *command],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
        **options,
    ).stdout


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
    # The token reaches git, and no file.
    asked = "protocol=https\nhost=example.org\n\n"
    known = os.environ | {"TOKEN": "t%ken", "HOME": str(tmp_path)}
    said = git(tmp_path / "2", "credential", "fill", input=asked, env=known)
    assert "username=x-access-token\npassword=t%ken\n" in said
    assert "t%ken" not in (tmp_path / "2/.git/config").read_text()
