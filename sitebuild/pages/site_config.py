"""Read the site's settings (mkdocs.yml) and interface texts (words.yml)."""

from collections.abc import Iterator
from pathlib import Path

from sitebuild.files import read_data

CONFIG = "mkdocs.yml"
WORDS = "words.yml"
HOME = "index"  # the page that lists the others
ORIGINAL = "en"  # the language that the others translate
REGIONS = {"pt": "BR"}  # where a folder's name does not say which region
PART = "part-"  # begins the key of a title in the navigation


def named_languages(root: Path) -> dict[str, bool]:
    """Return all languages in the settings, and whether each is built.

    Raises Unreadable if the settings cannot be read, as all below do.
    """
    named = {ORIGINAL: True}
    for plugin in read_data(root, CONFIG).get("plugins") or []:
        if isinstance(plugin, dict) and plugin.get("i18n"):
            for item in plugin["i18n"]["languages"]:
                named[item["locale"]] = item.get("build", True)
    return named


def languages(root: Path) -> list[str]:
    """Return the codes of the languages to build, the original's first."""
    return [code for code, built in named_languages(root).items() if built]


def translations(root: Path) -> list[str]:
    """Return the codes of the translations to build."""
    return languages(root)[1:]


def names_in(nav: object) -> Iterator[str]:
    """Yield the names of the pages in a navigation, at any depth."""
    if isinstance(nav, str):
        yield nav.removesuffix(".md")
    elif isinstance(nav, list | dict):
        for item in nav.values() if isinstance(nav, dict) else nav:
            yield from names_in(item)


def reading_order(root: Path) -> list[str]:
    """Return the names of the pages in the site's navigation."""
    return list(names_in(read_data(root, CONFIG).get("nav")))


def parts(root: Path) -> dict[str, list[str]]:
    """Return the page names in each part of the navigation, by title."""
    nav = read_data(root, CONFIG).get("nav") or []
    pairs = [p for item in nav if isinstance(item, dict) for p in item.items()]
    return {t: [*names_in(pages)] for t, pages in pairs if type(pages) is list}


def chapter_numbers(root: Path, looked_up: str) -> dict[str, int]:
    """Number the pages that are read in order, by name.

    Pages in one part with the home page get 0. The part with the title
    `looked_up` is left out.
    """
    read = [names for title, names in parts(root).items() if title != looked_up]
    start = [n for names in read if HOME in names for n in names if n != HOME]
    chapters = [n for names in read if HOME not in names for n in names]
    return dict.fromkeys(start, 0) | {n: i for i, n in enumerate(chapters, 1)}


def folder(language: str) -> str:
    """Return a language's folder in the site; empty for English."""
    return "" if language == ORIGINAL else f"{language}/"


def address(name: str, language: str) -> str:
    """Return the address of a page, relative to the top of the site."""
    return folder(language) + ("" if name == HOME else f"{name}/")


def path_of(language: str, file: str) -> str:
    """Return the path of a file in a language's folder."""
    return f"docs/{language}/{file}"


def tag(language: str) -> str:
    """Return a language's BCP 47 tag, for `lang` and `hreflang`."""
    region = REGIONS.get(language)
    return f"{language}-{region}" if region else language


def interface_texts(root: Path, language: str) -> dict[str, str]:
    """Return the interface's texts by key, English where one is missing."""
    paths = path_of(ORIGINAL, WORDS), path_of(language, WORDS)
    originals, own = (read_data(root, path) for path in paths)
    return originals | own


def navigation_texts(texts: dict[str, str]) -> dict[str, str]:
    """Return the navigation's titles that are no titles of pages, by key."""
    return {k: t for k, t in texts.items() if k == "home" or k.startswith(PART)}
