"""Name the site's languages, and say where their pages and addresses are."""

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

    Raises Unreadable if the settings cannot be read.
    """
    codes = [ORIGINAL]
    for plugin in read_data(root, CONFIG).get("plugins") or []:
        if isinstance(plugin, dict) and plugin.get("i18n"):
            for item in plugin["i18n"]["languages"]:
                if item.get("build", True) or not built:
                    codes.append(item["locale"])
    return [*dict.fromkeys(codes)]


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
