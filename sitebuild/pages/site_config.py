"""Read the site's settings (mkdocs.yml) and interface texts (words.yml)."""

from pathlib import Path

from sitebuild.files import read_data

CONFIG = "mkdocs.yml"
WORDS = "words.yml"
HOME = "index"  # the page that lists the others
ORIGINAL = "en"  # the language that the others translate
REGIONS = {"pt": "BR"}  # where a folder's name does not say which region
PART = "part-"  # begins the key of a title in the navigation


def languages(root: Path, built: bool = True) -> list[str]:
    """Return the codes of the languages to build, or of all; English first.

    Raises Unreadable if the settings cannot be read, as all below do.
    """
    codes = [ORIGINAL]
    for plugin in read_data(root, CONFIG).get("plugins") or []:
        if isinstance(plugin, dict) and plugin.get("i18n"):
            for item in plugin["i18n"]["languages"]:
                if item.get("build", True) or not built:
                    codes.append(item["locale"])
    return [*dict.fromkeys(codes)]


def parts(root: Path) -> dict[str, list[str]]:
    """Return the page names in each part of the navigation, by title."""
    named: dict[str, list[str]] = {}
    for part in read_data(root, CONFIG).get("nav") or []:
        for title, pages in part.items() if isinstance(part, dict) else ():
            files = [
                p if isinstance(p, str) else [*p.values()][0] for p in pages
            ]
            named[title] = [file.removesuffix(".md") for file in files]
    return named


def reading_order(root: Path) -> list[str]:
    """Return the names of the pages in the navigation."""
    return [name for names in parts(root).values() for name in names]


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
