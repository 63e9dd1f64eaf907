"""The labs as notebooks of the reader's own, opened in JupyterLab.

`python -m proof.site.lab PORT LANGUAGE` writes each page that is a notebook
into a folder of its own in `labs`, which git ignores, and becomes JupyterLab. A
notebook there says which cells it was written with: if it has others, the
reader has changed it, and it is kept.
"""

import json
import os
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import nbformat
from mkdocs.config.config_options import URL

from proof.files import write
from proof.pages import settings
from proof.pages.project import Project
from proof.pages.settings import ORIGINAL
from proof.problem import run_command
from proof.site.edition import Edition
from proof.site.notebooks import notebook
from proof.translate.units import Refused

ROOT = Path(__file__).parents[2]
OWN = "labs/.jupyter"  # JupyterLab's settings and layout
PLUGINS = f"{OWN}/labconfig/page_config.json"
NEWS = "@jupyterlab/apputils-extension:announcements"  # and newer versions
OPTIONS = (
    "--ip=127.0.0.1",  # where `proof.preflight` has looked for the port
    "--ServerApp.port_retries=0",
    "--LabApp.extension_manager=readonly",  # the other asks a registry
    "--log-level=ERROR",  # so that the address is seen
    "-y",  # Ctrl-C stops it, as it stops `make serve`
)


def main(port: str, language: str, root: Path = ROOT) -> str | int:
    """Be JupyterLab; return only where that cannot be: why, in a sentence."""
    try:
        made = notebooks(root, language)
        for sentence in update(root, made):
            print(sentence, flush=True)
        start = command(root, port, next(iter(made)))
        os.execve(start[0], start, environment(root))
    except Refused as refused:
        return str(refused)
    except OSError as error:
        return f"{error.filename} cannot be used: {error.strerror}."
    except KeyboardInterrupt:
        return 130


def notebooks(root: Path, language: str) -> dict[str, str]:
    """Return the notebooks by place; of the original if not translated."""
    edition, config = Edition(Project(root)), settings.read(root)[0]
    if language not in edition.words:
        there = " or ".join(f"LANG={code}" for code in edition.words)
        raise Refused(f"This site has no '{language}'; choose {there}.")
    site_url = URL(is_dir=True).run_validation(config["site_url"] or "")
    found = {}
    for name in settings.reading_order(root):
        if edition.page(name, ORIGINAL).in_cells:
            path = edition.page(name, language).path
            text = notebook(edition, path, language, site_url)
            made = nbformat.reads(text, as_version=4)
            made.metadata["written"] = digest(made.cells)
            place = f"labs/{language}/{name}/{name}.ipynb"
            found[place] = nbformat.writes(made) + "\n"
    return found


def update(root: Path, made: dict[str, str]) -> Iterator[str]:
    """Write all but what the reader has changed; yield what is kept."""
    for place in (PLUGINS, *made):
        refuse(root, place)
    if not (root / PLUGINS).exists():
        without = {"disabledExtensions": {NEWS: True}}
        write(root / PLUGINS, json.dumps(without))
    for place, text in made.items():
        file, (cells, _) = root / place, state(text)
        there = file.read_text("utf-8", "replace") if file.exists() else ""
        mine, written = state(there)
        if mine not in (None, cells, written):
            yield (
                f"{place} is kept as you changed it; to get the project's "
                f"{'' if written == cells else 'newer '}one, rename or delete "
                "yours and call `make lab` again."
            )
        elif (mine, written) != (cells, cells):
            write(file, text)


def refuse(root: Path, place: str) -> None:
    """Raise Refused if a link or another thing is where a file is to be."""
    for path in (Path(place), *list(Path(place).parents)[:-1]):
        at, kind = root / path, "file" if path == Path(place) else "folder"
        fits = at.is_file() if kind == "file" else at.is_dir()
        if at.is_symlink() or at.exists() and not fits:
            raise Refused(
                f"{path} is no {kind} of its own, and `make lab` writes there: "
                "rename or remove it, and call that again."
            )


def state(text: str) -> tuple[str | None, str | None]:
    """Digest a notebook's cells: as they are, and as they were written."""
    if not text:
        return None, None
    try:
        made = nbformat.reads(text, as_version=4)
        return digest(made.cells), made.metadata.get("written")
    except Exception:  # whatever it is, it is the reader's
        return "", None


def digest(cells: list) -> str:
    return sha256(json.dumps(cells, sort_keys=True).encode()).hexdigest()


def command(root: Path, port: str, first: str) -> list[str]:
    """Return the command for JupyterLab in a language's folder."""
    folder = Path(first).parent.parent
    found = [sys.executable, "-m", "jupyterlab", *OPTIONS, f"--port={port}"]
    found += [
        f"--ServerApp.root_dir={root / folder}",
        f"--LabApp.default_url=/lab/tree/{Path(first).relative_to(folder)}",
    ]
    if os.name == "posix" and os.geteuid() == 0:
        found.append("--allow-root")
    return found


def environment(root: Path) -> dict[str, str]:
    """Return the variables, less those of another Jupyter.

    With PYTHONPATH, a kernel would find the project's `snippets` before those
    that the notebook has written beside itself.
    """
    kept = {k: v for k, v in os.environ.items() if not k.startswith("JUPYTER")}
    kept.pop("PYTHONPATH", None)
    kept["JUPYTER_CONFIG_DIR"] = kept["JUPYTER_DATA_DIR"] = str(root / OWN)
    kept["JUPYTER_PREFER_ENV_PATH"] = "1"  # the kernel of this environment
    return kept


if __name__ == "__main__":
    run_command(lambda: main(*sys.argv[1:]))
