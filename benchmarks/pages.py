"""Made-up chapters to measure: the same one for each way to execute code.

What they run is in benchmarks/chapter.py, what they say in
benchmarks/words.yml.
"""

from collections.abc import Callable
from pathlib import Path

from sitebuild.files import read_data
from sitebuild.pages.snippet_code import Section, cells

ROOT = Path(__file__).parent.parent
CHAPTER = "benchmarks/chapter.py"
WORDS = read_data(ROOT, "benchmarks/words.yml")

FENCE = """\
```python
--8<-- "snippets/chapters/{module}/steps.py:{block}"
```

"""
FIGURE = """\
![{label}](../outputs/{page}/{block}.svg)
/// caption
{caption}
///
"""
# With markdown-exec a block prints its figure, as HTML.
PRINTED = """\
from io import StringIO

picture = StringIO()
FIGURE.savefig(picture, format="svg")
print(picture.getvalue())"""

Words = dict[str, str]
Show = Callable[[int, Section, Words], str]  # a block and what it gives
Ends = Callable[[str], str]  # what the heading with this id ends with


def name_of(number: int) -> str:
    """The name of a chapter's page."""
    return f"chapter-{number:02}"


def steps() -> list[Section]:
    """The blocks of a chapter, in their order."""
    return list(cells(CHAPTER, (ROOT / CHAPTER).read_text("utf-8"))[0].values())


def seeded(number: int, text: str) -> str:
    """Code of the chapter with this number, which has numbers of its own."""
    return text.replace("manual_seed(0)", f"manual_seed({number})")


def figure(step: Section) -> str:
    """The line that gives a block's figure; empty if it has none."""
    last = step.text.splitlines()[-1]
    return last if last.startswith("heatmap(") else ""


def included(number: int, step: Section, words: Words) -> str:
    """A block and its figure, included as on this project's pages."""
    page = name_of(number)
    text = FENCE + (FIGURE if figure(step) else "")
    names = {"page": page, "module": page.replace("-", "_")}
    return text.format(block=step.name, **names, **words)


def cell(number: int, step: Section, words: Words) -> str:
    """A block as a cell of a notebook in Markdown, for mkdocs-jupyter."""
    return f"```python\n{seeded(number, step.text)}```\n"


def executed(number: int, step: Section, words: Words) -> str:
    """A block for markdown-exec, which runs it where it is rendered.

    Each page is a session of its own, as a chapter's blocks build on each
    other.
    """
    text, shown = seeded(number, step.text), 'result="text"'
    if last := figure(step):
        text = text.replace(last, PRINTED.replace("FIGURE", last))
        shown = 'html="1"'
    session = f'session="{words["name"]} {number}"'
    return f'```python exec="1" source="above" {shown} {session}\n{text}```\n'


def front_matter(title: str, words: Words) -> str:
    return f"---\ntitle: {title}\ndescription: {words['about']}\n---\n\n"


def chapter(number: int, words: Words, show: Show, ends: Ends) -> str:
    """The text of a chapter in one language, from its first heading on."""
    title = words["title"].format(n=number)
    parts = [f"# {title}{ends(name_of(number))}\n", f"{words['about']}\n"]
    for k, step in enumerate(steps(), start=1):
        heading = f"## {words['step'].format(k=k)}{ends(step.name)}\n"
        parts += [heading, f"{words['prose']}\n", show(number, step, words)]
    return "\n".join(parts)


def first_page(words: Words, ends: Ends) -> str:
    """The text of a site's first page in one language."""
    link = f"[{words['title'].format(n=1)}]({name_of(1)}.md)"
    return f"# {words['home']}{ends('start')}\n\n{words['about']} {link}.\n"
