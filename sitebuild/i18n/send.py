"""Send translations to their repository: a branch, a commit, a push."""

import re
import subprocess
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from textwrap import shorten

from sitebuild.files import git
from sitebuild.i18n.translator import Refused, Say
from sitebuild.pages.page import Page
from sitebuild.pages.staleness import sections

MAIN = "main", "master"  # branches that get no commit of ours
NAMED = "-c", "user.useConfigOnly=true"  # git guesses neither name nor mail
REASON = r"(?m)^(?: ! |error: |fatal: |remote: )*(.+)"


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
    _, language, file = paths[0].split("/")
    new = f"{language}-{Path(file).stem}-{datetime.now():%Y%m%d-%H%M%S}"
    to = new if branch in MAIN else branch
    start = git(root, "rev-parse", "HEAD").strip()
    try:
        if to == new:
            run(root, "switch", "--create", to)
        run(root, "add", "--all", "--", *paths)
        run(root, "commit", "--message", subject(root, paths))
        run(root, "push", "--set-upstream", remote, to)
    except BaseException as error:  # also if somebody stops it
        git(root, "reset", start)
        if to == new:
            git(root, "switch", branch)
            git(root, "branch", "-D", new)
        if isinstance(error, subprocess.CalledProcessError):
            reason = re.search(REASON, error.stderr or error.stdout)[1]
            raise Refused(say("send-failed", reason=reason)) from None
        raise
    url = git(root, "remote", "get-url", "--push", remote).strip()
    yield say("send-done", branch=to, address=request(url, to))


def run(root: Path, *command: str) -> None:
    """Run git. Raises CalledProcessError with what it says."""
    command = "git", "-C", str(root), *NAMED, *command
    subprocess.run(command, check=True, capture_output=True, encoding="utf-8")


def subject(root: Path, paths: list[str]) -> str:
    """Return what was done, such as "Translate pt/encoder: stack, layers"."""
    deeds, named = set(), []
    for path in paths:
        before = sections(Page(root, path, git(root, "show", f"HEAD:{path}")))
        now, ids = sections(Page(root, path)), []
        for id in now if path.endswith(".md") else ():
            old, new = before.get(id, now[id]), now[id]
            if (
                id not in before
                or old.heading.made_from != new.heading.made_from
            ):
                deeds.add("Translate")
            elif old.heading.read != new.heading.read:
                deeds.add("Review")
            elif old.text == new.text:
                continue
            ids.append(id)
        named.append(": ".join(filter(None, [path[5:], ", ".join(ids)])))
    deed = max(deeds, default="Correct")  # translating is more than reviewing
    told = f"{deed} {'; '.join(named)}".replace(".md", "")
    return shorten(told, 72, placeholder=" …")


def request(url: str, branch: str) -> str:
    """Return the address where a branch is offered, without a password."""
    web = re.sub(r"^(?:ssh://)?git@([^:/]+)[:/]", r"https://\1/", url)
    web = re.sub("(?<=//)[^/@]*@", "", web).removesuffix(".git")
    is_known = web.startswith("https://github.com/")
    return f"{web}/compare/{branch}?expand=1" if is_known else web
