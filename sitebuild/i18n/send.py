"""Send translations to their repository: a branch, a commit, a push."""

import re
import subprocess
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from pathlib import Path
from textwrap import shorten

from sitebuild.files import git
from sitebuild.i18n.translator import Refused, Say

MAIN = "main", "master"  # branches that get no commit of ours
NAMED = "-c", "user.useConfigOnly=true"  # git guesses neither name nor mail
REASON = r"(?m)^(?: ! |error: |fatal: |remote: )+(\S.*)"


def send(root: Path, codes: list[str], say: Say) -> Iterator[str]:
    """Commit and push the changes in the folders of some languages.

    Yields the address at which to ask for their acceptance. Raises Refused if
    they cannot be sent; files and commits are then as before.
    """
    branch = git(root, "symbolic-ref", "--quiet", "--short", "HEAD").strip()
    remotes = git(root, "remote").split()
    status = "status", "--porcelain", "-z", "-uall", "--no-renames"
    paths = [entry[3:] for entry in git(root, *status).split("\0") if entry]
    folders = tuple(f"docs/{code}/" for code in codes)
    outside = [path for path in paths if not path.startswith(folders)]
    merging = git(root, "rev-parse", "--quiet", "--verify", "MERGE_HEAD")
    refusals = {
        "send-no-branch": not branch,
        "send-no-remote": not remotes,
        "send-nothing": not paths,
        "send-outside": outside,
        "send-merging": merging,
        "send-no-name": not git(root, *NAMED, "var", "GIT_AUTHOR_IDENT"),
    }
    for key, holds in refusals.items():
        if holds:
            raise Refused(say(key, files=", ".join(outside[:3])))
    remote = "origin" if "origin" in remotes else remotes[0]
    start, is_new = git(root, "rev-parse", "HEAD").strip(), branch in MAIN
    first = re.sub(r"\W+", "-", paths[0][5:].partition(".")[0], flags=re.A)
    new = f"{first}-{datetime.now():%Y%m%d-%H%M%S}"
    to = new if is_new else branch
    tell = partial(run, root, say)
    if is_new:
        tell("switch", "--create", to)
    try:
        tell("add", "--all", "--", *paths)
        tell("commit", "--message", subject(root, paths))
        tell("push", "--set-upstream", remote, to)
    except BaseException:  # also if somebody stops it
        git(root, "reset", start)
        if is_new:
            git(root, "switch", branch)
            git(root, "branch", "-D", to)
        raise
    url = git(root, "remote", "get-url", remote).strip()
    yield say("send-done", branch=to, address=request(url, to))


def run(root: Path, say: Say, *command: str) -> None:
    """Run git. Raises Refused with what it says if it fails."""
    done = subprocess.run(
        ["git", "-C", str(root), *NAMED, *command],
        capture_output=True,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode:
        told = f"{done.stderr}\n{done.stdout}\n?"
        reason = re.search(REASON, told) or re.search("(.+)", told)
        raise Refused(say("send-failed", reason=reason[1]))


def subject(root: Path, paths: list[str]) -> str:
    """Return what was done to which pages, such as "Translate pt/encoder"."""
    staged = git(root, "diff", "--cached", "--unified=0")
    mark = r"(?m)^\{}#.* data-from=(\w+)".format
    old, new = ({*re.findall(mark(sign), staged)} for sign in "-+")
    deed = "Review" if re.search(r"(?m)^\+#.* read=", staged) else "Correct"
    deed = "Translate" if new - old else deed
    pages = ", ".join(path[5:].removesuffix(".md") for path in paths)
    return shorten(f"{deed} {pages}", 72, placeholder=" …")


def request(url: str, branch: str) -> str:
    """Return the address where a branch is offered, without a password."""
    web = re.sub(r"^(?:ssh://)?git@([^:/]+)[:/]", r"https://\1/", url)
    web = re.sub("(?<=//)[^/@]*@", "", web).removesuffix(".git")
    is_known = web.startswith("https://github.com/")
    return f"{web}/compare/{branch}?expand=1" if is_known else web
