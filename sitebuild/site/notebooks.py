"""Write a page as a Jupyter notebook: its prose, its code, its recordings.

It is made without running anything. Its first cell of code, which is folded,
writes the files that the others import or read, so it runs without the project.
Nothing in it is random or dated: each build gives the same bytes.
"""

import html
import re
from itertools import accumulate

from nbformat import from_dict, v4

from sitebuild.i18n.notices import counts
from sitebuild.pages.output_types import PICTURE
from sitebuild.pages.page import Page, last_line
from sitebuild.pages.page_parts import MARK, Fence
from sitebuild.pages.project import View
from sitebuild.pages.site_config import address
from sitebuild.site.jupyter_markdown import CUT, cut, markdown
from sitebuild.site.page_html import drawn
from sitebuild.widgets.page_facts import long_date, measured

BRANCH = "gh-pages"  # of the repository, with the built site
GITHUB = "https://github.com/"
LINK = re.compile(r"\]\(([a-z0-9-]+)\.md(?=[#)])")  # to a page
# Folded away, in JupyterLab and in Colab; of a solution the outputs too. The
# first line is still seen, so that of a solution must not give it away.
FOLDED = {"cellView": "form", "jupyter": {"source_hidden": True}}
HIDDEN = {"outputs_hidden": True, "source_hidden": True}
SOLUTION = FOLDED | {"collapsed": True, "jupyter": HIDDEN}
FIRST = "#@title Solution\n"
FORMAT = {"nbformat": 4, "nbformat_minor": 5}
MARKER = re.compile(r"^# %%.*\n", re.M)  # of a cell
# What code may import or read: a module or a name of one, a data file.
NAMED = re.compile(
    r"\bsnippets(?:\.\w+)*(?: import \w+)?|"
    r'(?<=")docs/(?:assets|outputs)/[^"]+(?=")'
)
# Sets what the blocks were recorded with (`sitebuild.runner.execution`).
SET_UP = """\
from pathlib import Path

import torch

FILES = {{
{files}}}

for path, text in FILES.items():
    file = Path(path)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text.removeprefix("\\n"), "utf-8")

torch.manual_seed(0)
torch.set_num_threads(1)"""


def file_name(page: Page) -> str:
    """Return the name of a page's notebook; empty if it has no code."""
    return f"{page.name}.ipynb" if page.blocks and page.headings else ""


def colab(repository: str | None, path: str) -> str:
    """Return where Colab opens a file of the site; empty if it cannot."""
    if not (repository or "").startswith(GITHUB):
        return ""
    place = f"{repository.removeprefix(GITHUB)}/blob/{BRANCH}/{path}"
    return f"https://colab.research.google.com/github/{place}"


def notebook(view: View, site_url: str) -> str:
    """Return the text of a page's notebook."""
    (_, page, language), words = view, view.words

    def on_site(link: re.Match) -> str:
        return f"]({site_url}{address(link[1], language)}"

    text = markdown(with_notes(view), view)
    files = "".join(
        f'    "{path}": {quoted(text)},\n'
        for path, text in needed(page).items()
    )
    first = f"#@title {words['notebook-first']}\n"
    setup = first + SET_UP.format(files=files)
    blocks = {block.section.name: block for block in page.blocks}
    cells, number = [], 1
    _, *parts = CUT.split(LINK.sub(on_site, text))
    for kind, name, text in zip(parts[::3], parts[1::3], parts[2::3]):
        if kind == "setup":
            cells.append(code_cell("setup-code", setup, number, FOLDED, []))
        elif kind == "code":
            number += 1
            cells.append(block_cell(view, blocks[name], number))
        if text := text.strip("\n"):
            cells.append(text_cell("markdown", f"text-{len(cells)}", text))
    return written(cells, page.title)


def with_notes(view: View) -> str:
    """Return a page's Markdown with what notebooks say beside it.

    That is how to use one, below the first words; what has measured a block's
    outputs, below them; and how to solve exercises, above these.
    """
    page = view.page
    lines = dict(enumerate(page.lines, start=1))
    for block in page.measured:
        machine = f"*{measured(view)}*"
        lines[last_line(page, block)] += f"\n\n{machine}\n"
    if exercises := page.by_id.get("exercises"):
        told = view.words["notebook-exercises"]
        lines[exercises.heading.line] += f"\n\n{told}"
    title = page.headings[0]
    about = cut("text", "setup"), *notes(view)
    below = "\n\n".join(["", *about, cut("setup", title.id), ""])
    lines[last_of_first_words(page)] += below
    return "\n".join([*lines.values()][title.line - 1 :])


def notes(view: View) -> list[str]:
    """Return what one has to know to use a page's notebook."""
    (project, page, language), words = view, view.words
    about = words["notebook-about"].format(
        page=f"[{page.title}]({page.name}.md)",
        site=f"[{words['site-name']}](index.md)",
    )
    if made := project.recorded.get(page.name):
        known = made | {"date": long_date(made["date"], language)}
        about += " " + words["notebook-recorded"].format(**known)
    return [about, *counts(view).values(), words["notebook-setup"]]


def text_cell(kind: str, id: str, text: str) -> dict:
    """Return a cell of the kind `markdown` or `raw`."""
    return {"cell_type": kind, "id": id, "metadata": {}, "source": text}


def code_cell(
    id: str, code: str, number: int, metadata: dict, outputs: list[dict]
) -> dict:
    """Return a cell of code that has this number and these outputs."""
    made = {"execution_count": number, "outputs": outputs}
    return text_cell("code", id, code) | made | {"metadata": metadata}


def written(cells: list[dict], title: str) -> str:
    """Return the text of a notebook of these cells.

    nbformat would make each cell with a validation of its own, as slow as all
    the rest; a test validates the notebooks.
    """
    kernel = {"display_name": "Python 3", "language": "python"}
    metadata = {
        "kernelspec": kernel | {"name": "python3"},
        "language_info": {"name": "python"},
        "title": title,
    }
    book = {"cells": cells, "metadata": metadata, **FORMAT}
    return v4.writes(from_dict(book)) + "\n"


def last_of_first_words(page: Page) -> int:
    """Return the last line of the title and a paragraph that follows it."""
    title, *below = page.passages[0].elements
    words = below and below[0].kind == "text"
    if words and below[0].spans[0].kind != "place":
        return below[0].end
    return title.end


def block_cell(view: View, block: Fence, number: int) -> dict:
    """Return a block as the cell of this number, with its recorded outputs.

    The code of a solution is folded.
    """
    page, name, outputs = view.page, block.section.name, []
    if block.printed:
        shown = {"name": "stdout", "text": page.files.text(block.printed)}
        outputs.append({"output_type": "stream"} | shown)
    for include in page.pictures:
        if (include.page, include.section) == (page.name, name):
            label = page.labels.get(include.line, name)
            picture = PICTURE.in_notebook(drawn(view, include.path)[0], label)
            shown = {"text/html": picture, "text/plain": html.unescape(label)}
            made = {"execution_count": number, "data": shown, "metadata": {}}
            outputs.append({"output_type": "execute_result"} | made)
    code = re.sub(MARK, r"# (\1)", block.section.text.rstrip("\n"))
    solutions = (b for b in page.boxes if b.words[:1] == ["success"])
    is_solution = any(box.line < block.line <= box.end for box in solutions)
    code, folded = FIRST * is_solution + code, SOLUTION if is_solution else {}
    return code_cell(f"code-{name}", code, number, folded, outputs)


def needed(page: Page) -> dict[str, str]:
    """Return the files that a page's blocks import or read: path -> text.

    Lines that mark cells are left out.
    """
    codes, paths = [block.section.text for block in page.blocks], set()
    while codes:
        named = named_files(codes.pop()) - paths
        new = [path for path in named if page.files.exists(path)]
        codes += [page.files.text(path) for path in new if path.endswith(".py")]
        paths.update(new)
    ordered = sorted(paths, key=lambda path: (path.startswith("docs"), path))
    return {path: MARKER.sub("", page.files.text(path)) for path in ordered}


def named_files(code: str) -> set[str]:
    """Return the paths that code may import or read, of files or of none."""
    paths = set()
    for name in NAMED.findall(code):
        module = name.replace(" import ", ".").split(".")
        for stem in accumulate(module, "{}/{}".format):
            paths |= {f"{stem}.py", f"{stem}/__init__.py", f"{stem}.mplstyle"}
        paths.add(name)
    return paths


def quoted(text: str) -> str:
    """Return a text as Python writes it, so that people can read it."""
    if "'''" in text or text[-1:] == "\\" or not text:
        return repr(text)
    return f"r'''\n{text}'''"
