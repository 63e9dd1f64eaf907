"""Sending translations: to a repository in a folder, and what is refused."""

import io
import subprocess

import pytest
from demo_site import EN, PT, SETTINGS, WORDS_PT
from projects import commit_all, edit, git

from sitebuild.__main__ import main

MENDED = "grande onde", "maior onde"


@pytest.fixture(autouse=True)
def somebody(monkeypatch):
    """Let git know no settings but a name and an address."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", "/dev/null")
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "Ana")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "ana@example.org")


@pytest.fixture
def clone(demo, tmp_path):
    """The sample site as a clone of a bare repository, on the branch main."""
    commit_all(demo)
    git(demo, "branch", "-M", "main")
    git(tmp_path, "init", "-q", "--bare", "bare")
    git(demo, "remote", "add", "origin", str(tmp_path / "bare"))
    git(demo, "push", "-q", "origin", "main")
    return demo


def send(root, capsys, *options: str) -> tuple[int, str]:
    capsys.readouterr()
    status = main(["send", *options], root)
    return status, "".join(capsys.readouterr())


def subjects(root, branch: str) -> list[str]:
    return git(root, "log", "--format=%s", branch).splitlines()


def test_what_was_changed_is_sent_on_a_branch_of_its_own(
    clone, capsys, monkeypatch
):
    monkeypatch.setattr("sys.stdin", io.StringIO("y\ny\n"))
    bare = clone.parent / "bare"
    edit(clone, PT, *MENDED)
    status, said = send(clone, capsys)
    assert status == 0 and f"Open {bare} and ask for" in said
    branch = git(clone, "branch", "--show-current").strip()
    assert branch.startswith("pt-demo-2") and f"branch {branch}." in said
    assert subjects(bare, branch) == ["Correct pt/demo", "first"]
    assert subjects(bare, "main") == ["first"]
    assert git(clone, "status", "--porcelain") == ""
    edit(clone, EN, "their dot product", "the product of both")
    main(["done", "pt/demo#scores"], clone)
    git(clone, "checkout", "-q", EN)
    main(["review", "pt/softmax#why"], clone)
    assert send(clone, capsys, "--language=pt")[1].startswith("Enviado no bran")
    both = "Translate pt/demo, pt/softmax"
    assert subjects(bare, branch)[0] == both, "to the same pull request"
    main(["review", "pt/index#home"], clone)
    assert send(clone, capsys)[0] == 0
    assert subjects(bare, branch)[0] == "Review pt/index"
    edit(clone, EN, "their dot product", "the product of both")
    refused = send(clone, capsys, "--language=pt")[1]
    assert "há mudanças fora da tradução pedida, em docs/en/demo.md" in refused


def test_the_address_of_the_request_holds_no_password(clone, capsys):
    bare = clone.parent / "bare"
    for url, path in (
        ("https://ana:secret@github.com/a/b.git", PT),
        ("git@github.com:a/b.git", WORDS_PT),
    ):
        git(clone, "remote", "set-url", "origin", url)
        git(clone, "config", f"url.{bare}.pushInsteadOf", url)
        git(clone, "switch", "-q", "main")
        edit(clone, path, "s", "S")
        said = send(clone, capsys)[1]
        branch = git(clone, "branch", "--show-current").strip()
        page = f"https://github.com/a/b/compare/{branch}?expand=1"
        assert page in said and "secret" not in said


def forbid(clone) -> None:
    hook = clone.parent / "bare/hooks/pre-receive"
    hook.write_text("#!/bin/sh\necho not today >&2\nexit 1\n")
    hook.chmod(0o755)


def overtake(clone) -> None:
    bare = clone.parent / "bare"
    (newer,) = git(
        bare, "commit-tree", "-m", "newer", "-p", "main", "main^{tree}"
    ).splitlines()
    git(bare, "branch", "mine", newer)
    git(clone, "switch", "-qc", "mine")


def forget(clone, monkeypatch) -> None:
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.delenv(f"GIT_{who}_NAME")
        monkeypatch.delenv(f"GIT_{who}_EMAIL")


def merge(clone) -> None:
    git(clone, "stash", "-q")
    git(clone, "switch", "-qc", "other")
    edit(clone, WORDS_PT, "Início", "Começo")
    git(clone, "commit", "-qam", "other")
    git(clone, "switch", "-q", "main")
    git(clone, "merge", "-q", "--no-ff", "--no-commit", "other")


REFUSED = {  # what is done before, and what is said
    "no remote": (
        lambda clone: git(clone, "remote", "remove", "origin"),
        "git knows no repository to send to",
    ),
    "nothing changed": (
        lambda clone: git(clone, "checkout", "-q", PT),
        "since no file has changed",
    ),
    "other files": (
        lambda clone: edit(clone, SETTINGS, "GPT", "BERT"),
        f"{SETTINGS} belongs to no translation that you asked to send",
    ),
    "detached": (
        lambda clone: git(clone, "checkout", "-q", "--detach"),
        "this folder is on no branch of git",
    ),
    "merge": (merge, "a merge is not finished"),
    "rejected": (forbid, "not today"),
    "behind": (overtake, "[rejected]"),
    "unreachable": (
        lambda clone: (clone.parent / "bare").rename(clone.parent / "gone"),
        "Your files and commits are as before",
    ),
    "no name": (None, "git does not know who you are"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_sent_is_refused_and_nothing_is_lost(
    clone, capsys, name, monkeypatch
):
    edit(clone, PT, *MENDED)
    (clone / "docs/pt/nova.md").write_text("# Nova { #nova }\n", "utf-8")
    if name == "nothing changed":
        (clone / "docs/pt/nova.md").unlink()
    prepare, says = REFUSED[name]
    prepare(clone) if prepare else forget(clone, monkeypatch)
    states = ("status", "--porcelain"), ("diff", "HEAD"), ("branch", "-a", "-v")
    before = [git(clone, *state) for state in states]
    status, said = send(clone, capsys)
    assert status == 2 and says in said and said.count("\n") == 1
    assert [git(clone, *state) for state in states] == before


def test_any_file_name_is_sent_and_what_git_says_need_not_be_unicode(
    clone, capsys
):
    bare = clone.parent / "bare"
    hook = bare / "hooks/pre-receive"
    hook.write_text("#!/bin/sh\nprintf 'ol\\341' >&2\n")  # in Latin-1
    hook.chmod(0o755)
    file = clone / "docs/pt/em obras/três maçãs.md"
    file.parent.mkdir()
    file.write_text("# Nova { #nova }\n", "utf-8")
    assert send(clone, capsys)[0] == 0
    branch = git(clone, "branch", "--show-current").strip()
    sent = git(bare, "show", "--name-only", "--format=%s", "-z", branch)
    assert "Correct pt/em obras/três maçãs" in sent and file.name in sent


@pytest.mark.parametrize("command", ["add", "commit", "push"])
def test_whoever_stops_it_finds_all_as_before(
    clone, capsys, command, monkeypatch
):
    edit(clone, PT, *MENDED)
    states = ("status", "--porcelain"), ("diff", "HEAD"), ("branch", "-a", "-v")
    before = [git(clone, *state) for state in states]
    run = subprocess.run

    def stopped(words: list[str], **options):
        if command in words:
            raise KeyboardInterrupt
        return run(words, **options)

    monkeypatch.setattr(subprocess, "run", stopped)
    with pytest.raises(KeyboardInterrupt):
        send(clone, capsys)
    assert [git(clone, *state) for state in states] == before
