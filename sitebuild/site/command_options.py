"""What a command and its settings ask of a build that it cannot give.

A schema checks the settings file itself (`sitebuild.checks.data_files`). These
come from a command line and from the environment, too.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import click

from sitebuild.files import git
from sitebuild.pages.site_config import CONFIG

PLUGINS = ("i18n", "material/search", "mkdocs-jupyter")
SITE = re.compile(r"https?://[\w.:\[\]-]+(/[^\s/?#\"'<>\\]+)*/")
# Without a name and password, which pages would show.
REPOSITORY = re.compile(r"https?://[\w.-]+(:\d+)?(/[\w.-]+){2,}")
OF_GITHUB = re.compile(r"https://github\.com(/[\w.-]+){2}")


def root_of(config) -> Path:
    """Return the folder of the settings, which is the project."""
    return Path(config.config_file_path or CONFIG).parent.resolve()


def repository(url: str | None) -> str:
    """Return the address of a repository without what a clone adds to it."""
    return (url or "").rstrip("/").removesuffix(".git").rstrip("/")


def refused(config, command: str, dirty: bool) -> Iterator[str]:
    """Yield what is asked and cannot be given, and what to do."""
    if Path(config.config_file_path or "-").name != CONFIG:
        yield f"all settings are read from {CONFIG}: name that with -f, or none"
    elif Path(config.docs_dir).resolve() != root_of(config) / "docs":
        yield f"the pages are in docs beside {CONFIG}: leave `docs_dir` out"
    if config.theme.name != "material":
        yield "this site has the theme material: leave --theme out"
    for name in PLUGINS:
        if name not in config.plugins:
            yield f"{CONFIG} does not name the plugin {name}; add it"
    i18n = config.plugins.get("i18n")
    if i18n and (
        i18n.config.docs_structure != "folder" or i18n.config.reconfigure_search
    ):
        yield (
            f"{CONFIG} gives i18n settings that are obeyed by half; write "
            "`docs_structure: folder` and `reconfigure_search: false`"
        )
    if not config.use_directory_urls:
        yield "each page is a folder's index: leave --no-directory-urls out"
    if not SITE.fullmatch(config.site_url or ""):
        yield (
            f"SITE_URL is `{config.site_url or ''}`; write the site's address "
            "as https://example.org/course/, or leave it out"
        )
    named = repository(config.repo_url)
    known = OF_GITHUB if "//github.com" in named else REPOSITORY
    if named and not known.fullmatch(named):
        yield (
            "REPO_URL is no address of a repository that pages can link to; "
            "write it as https://github.com/owner/name, or leave it out"
        )
    if command != "serve":
        context = click.get_current_context(silent=True)
        if context and context.info_name == "serve":
            yield "only a finished site is published: leave --clean out"
        if dirty:
            yield "a build makes the whole site anew: leave --dirty out"
    if command == "gh-deploy":
        remote = config.remote_name
        if not git(Path.cwd(), "remote", "get-url", remote):
            yield f"git has no remote `{remote}` here; name it with -r"
