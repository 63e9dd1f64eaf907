"""The site for Zensical: a new folder, in it one for each language.

    python -m proof.site.zensical FOLDER
    zensical build -f FOLDER/en/mkdocs.yml

Zensical runs Python-Markdown's extensions and no plugins of MkDocs. So pages
are written as ours gives them to MkDocs, and what it does to their HTML is here
an extension, which the written configuration names.
"""

import json
import os
import shutil
import sys
from copy import deepcopy
from functools import cache
from pathlib import Path

import yaml
from markdown import Extension, Markdown
from markdown.postprocessors import Postprocessor

from proof.pages import settings
from proof.pages.project import Project
from proof.pages.resolve import resolved
from proof.pages.settings import ORIGINAL
from proof.site import roles, wording
from proof.site.addresses import folder
from proof.site.content import filled
from proof.site.edition import Edition

# The first line of a page's text says which page of the project it is.
PLACE, END = "<!-- page ", " -->"


@cache  # read once, not for each page
def edition(root: Path) -> Edition:
    """Return the data and pages of a project."""
    return Edition(Project(root))


class FillPostprocessor(Postprocessor):
    def __init__(self, root: Path, language: str):
        self.root, self.language = root, language

    def run(self, text: str) -> str:
        if not text.startswith(PLACE):  # but a heading, for the contents
            return text
        path, _, html = text.removeprefix(PLACE).partition(END)
        data = edition(self.root)
        html = filled(data, path, self.language, html.strip())
        html = roles.with_key(html, data.pages[path], data, self.language)
        # `filled` writes links as seen from the page's address. Zensical takes
        # them as seen from its file, and adds `../` to all but the index's.
        if Path(path).stem != "index":
            html = html.replace('href="../', 'href="')
        return html


class FillExtension(Extension):
    def __init__(self, root: str, language: str):
        super().__init__()
        self.fill = FillPostprocessor(Path(root), language)

    def extendMarkdown(self, md: Markdown) -> None:
        md.postprocessors.register(self.fill, "fill", -1)  # the last


makeExtension = FillExtension  # the name that Python-Markdown looks for


def configuration(root: Path, language: str) -> dict:
    """Return the settings of one language, less what only MkDocs can do.

    Zensical's templates are not Jinja's: ours would stop it. With `repo_url`
    its pages would ask the repository's host for its stars.
    """
    config, words = (
        deepcopy(settings.read(root)[0]),
        edition(root).words[language],
    )
    theme, extensions = config["theme"], config["markdown_extensions"]
    del config["watch"], config["repo_url"]
    del theme["custom_dir"]
    config["plugins"] = [
        plugin
        for plugin in config["plugins"]
        if plugin != "proof" and "i18n" not in plugin
    ]
    config["site_url"] = f"{config['site_url'].rstrip('/')}/{folder(language)}"
    config["site_name"] = words["site-name"]
    config["site_description"] = words["site-description"]
    originals = wording.in_navigation(edition(root).words[ORIGINAL])
    names = {title: words[key] for key, title in originals.items()}
    config["nav"] = renamed(config["nav"], names)
    theme["language"] = language
    theme["palette"] = wording.palette(words, theme["palette"])
    options = {"root": str(root), "language": language}
    extensions.append({"proof.site.zensical": options})
    return config


def renamed(nav: object, names: dict[str, str]) -> object:
    """Return a navigation with other titles, however deep."""
    if isinstance(nav, dict):
        return {names.get(k, k): renamed(v, names) for k, v in nav.items()}
    return [renamed(n, names) for n in nav] if isinstance(nav, list) else nav


def stage(root: Path, target: Path, language: str) -> None:
    """Write one language; a page that it lacks is the original."""
    pages = edition(root).pages
    shutil.copytree(root / "docs/assets", target / "docs/assets")
    for original in [p for p in pages.values() if p.language == ORIGINAL]:
        page = pages.get(f"docs/{language}/{original.name}.md", original)
        lines = resolved(page).split("\n")
        lines.insert(page.start, f"{PLACE}{page.path}{END}\n")
        file = target / "docs" / f"{page.name}.md"
        file.write_text("\n".join(lines), "utf-8")
    config = configuration(root, language)
    config = json.loads(json.dumps(config, default=os.fspath))  # as plain text
    config = yaml.safe_dump(config, allow_unicode=True)
    (target / "mkdocs.yml").write_text(config, "utf-8")


def main(arguments: list[str]) -> str | None:
    """Stage all languages; return what is wrong with the folder."""
    if len(arguments) != 1:
        return "name the folder: python -m proof.site.zensical FOLDER"
    root, target = Path.cwd(), Path(arguments[0]).resolve()
    if target.exists():
        return f"{target} is there already: name a new folder"
    for language in edition(root).words:
        stage(root, target / language, language)
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
