"""What mkdocs.yml says: the languages of the site, and its pages in order."""

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import ConfigurationError
from mkdocs.utils.yaml import get_yaml_loader, yaml_load
from yaml import YAMLError

from sitebuild.files import no_yaml, read_yaml
from sitebuild.problem import Problem, Unreadable

CONFIG = "mkdocs.yml"
HOME = "index"  # the page that lists the others
ORIGINAL = "en"  # the language that the others translate
REGIONS = {"pt": "BR"}  # where a folder's name does not say which region
LANGUAGE = r"[a-z]{2}(?:-[A-Z]{2})?"  # pt, pt-BR


def read(root: Path) -> tuple[dict, list[Problem]]:
    """Read the settings as MkDocs does; none where it cannot, and why."""
    file = root / CONFIG
    return parsed(file, file.read_bytes()) if file.is_file() else ({}, [])


@lru_cache(maxsize=1)  # each check asks for them
def parsed(file: Path, text: bytes) -> tuple[dict, list[Problem]]:
    """Return the settings of a file with this text, for nobody to change."""
    loader = get_yaml_loader(config=MkDocsConfig(str(file)))
    try:
        read_yaml(text.decode("utf-8", "replace"))  # its errors name a line
        with file.open("rb") as opened:
            return yaml_load(opened, loader), []
    except (ConfigurationError, YAMLError) as error:
        return {}, [no_yaml(CONFIG, error)]


def languages(root: Path) -> list[str]:
    """Return the codes of the site's languages, the original's first."""
    plugins = [
        plugin["i18n"]
        for plugin in read(root)[0].get("plugins") or []
        if isinstance(plugin, dict) and plugin.get("i18n")
    ]
    spoken = [each for plugin in plugins for each in plugin["languages"]]
    return list(dict.fromkeys([ORIGINAL, *(each["locale"] for each in spoken)]))


def translations(root: Path) -> list[str]:
    """Return the codes of the languages that the site is translated into.

    Raises Unreadable where the settings cannot be read: it would be none.
    """
    if unread := read(root)[1]:
        raise Unreadable(unread[0])
    return languages(root)[1:]


def names_in(nav: object) -> Iterator[str]:
    """Yield the names of the pages in a navigation, however deep."""
    if isinstance(nav, str):
        yield nav.removesuffix(".md")
    elif isinstance(nav, list | dict):
        for item in nav.values() if isinstance(nav, dict) else nav:
            yield from names_in(item)


def reading_order(root: Path) -> list[str]:
    """Return the names of the pages in the site's navigation."""
    return list(names_in(read(root)[0].get("nav")))


def parts(root: Path) -> dict[str, list[str]]:
    """Return the parts of the navigation by title: names of their pages."""
    found: dict[str, list[str]] = {}
    for item in read(root)[0].get("nav") or []:
        for title, inside in item.items() if isinstance(item, dict) else ():
            if isinstance(inside, list):
                found[title] = list(names_in(inside))
    return found


def chapter_numbers(root: Path, looked_up: str) -> dict[str, int]:
    """Number the pages that are read in order, by name.

    A page in one part with the home page gets 0. Pages of the part with the
    title `looked_up` are left out.
    """
    found: dict[str, int] = {}
    last = 0
    for title, names in parts(root).items():
        for name in names if title != looked_up else ():
            counted = HOME not in names
            last += counted
            if name != HOME:
                found[name] = last if counted else 0
    return found


def folder(language: str) -> str:
    """Return a language's folder in the site; empty for English."""
    return "" if language == ORIGINAL else f"{language}/"


def address(name: str, language: str) -> str:
    """Return the address of a page, relative to the top of the site."""
    return folder(language) + ("" if name == HOME else f"{name}/")


def path_of(language: str, file: str) -> str:
    """Return where a language has one of its files."""
    return f"docs/{language}/{file}"


def folders(root: Path) -> list[str]:
    """Return the folders below docs that are named as languages are."""
    found = (root / "docs").glob("*/")
    return sorted(f.name for f in found if is_language(f.name))


def tag(language: str) -> str:
    """Return the BCP 47 tag of a language folder, for `lang` and `hreflang`."""
    region = REGIONS.get(language)
    return f"{language}-{region}" if region else language


def is_language(code: str) -> bool:
    """Tell whether a text is written as the code of a language."""
    return bool(re.fullmatch(LANGUAGE, code))
