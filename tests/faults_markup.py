"""Faults of what stands on a page besides prose, found before anything runs."""

from pathlib import Path

from planting import CHAPTER, TWIN, Fault, insert, replace, write

HTML = "is HTML that a page may not have"
UNKNOWN = "is not known here"
TYPED = "Python is typed into the page"


def planted(text: str, says: str, named: str | None = None) -> Fault:
    """A text in the chapter; where `named` or all of it starts is named."""
    plant = insert(CHAPTER, "## What attention computes", f"{text}\n\n")
    return Fault(plant, (CHAPTER, named or text), says)


def link_to_a_file(root: Path) -> None:
    (root / "docs/pt/other.md").symlink_to(root / TWIN)


def other_encoding(root: Path) -> None:
    text = (root / TWIN).read_text("utf-8")
    (root / TWIN).write_bytes(text.encode("latin-1", "replace"))


INSIDE = "    ```python\n    print(1)\n    ```"

MARKUP = {
    # Code that would be shown without having run
    "typed Python": Fault(
        replace(CHAPTER, "```python\n", "```python\nprint(1)\n"),
        (CHAPTER, "```python\nprint(1)"),
        "move it into a file in snippets/",
    ),
    "typed Python in a box": planted(
        f"!!! note\n\n{INSIDE}", TYPED, "    ```python\n    print(1)"
    ),
    "typed Python in a folded box": planted(
        f'??? tip "Hint"\n\n{INSIDE}', TYPED, "    ```python\n    print(1)"
    ),
    "typed Python in a tab": planted(
        f'=== "Tab"\n\n{INSIDE}', TYPED, "    ```python\n    print(1)"
    ),
    "typed Python in a list": planted(
        f"1.  First\n\n{INSIDE}", TYPED, "    ```python\n    print(1)"
    ),
    "typed Python in a quotation": planted(
        "> ```python\n> print(1)\n> ```", TYPED
    ),
    "indented Python": planted("    print(1)", "would be shown as code"),
    "indented Python in a list": planted(
        "* a\n  b\n\n    c\n\n        print(1)",
        "would be shown as code",
        "        print(1)",
    ),
    "indented Python in a box": planted(
        '!!! note "A"\n\n    a\n\n        print(1)',
        "would be shown as code",
        "        print(1)",
    ),
    "typed Python in HTML": planted("<pre><code>print(1)</code></pre>", HTML),
    "typed Python as shell": planted(
        "```sh\npython -c 1\n```", "neither includes nor Python", "python -c 1"
    ),
    "typed output": planted(
        "```text\n1.5\n```", "output is not written on a page"
    ),
    "fence of another language": planted("```py\nprint(1)\n```", UNKNOWN),
    "fence with braces": planted("```{.python}\nprint(1)\n```", UNKNOWN),
    "fence with a title": planted(
        '```python title="a"\nprint(1)\n```', UNKNOWN
    ),
    "fence with a capital": planted("```Python\nprint(1)\n```", UNKNOWN),
    "fence without a language": planted("```\nprint(1)\n```", UNKNOWN),
    "fence that is not to be tested": Fault(
        replace(CHAPTER, "```python\n", "```python notest\n"),
        (CHAPTER, "```python notest"),
        "a fence 'python notest' is not known here",
    ),
    "fence of tildes": planted("~~~python\nprint(1)\n~~~", TYPED),
    "fence of four backticks": planted("````python\nprint(1)\n````", TYPED),
    "fence in the middle of a line": planted(
        "Look: ```python", "this fence is not read as one"
    ),
    "fence that is never closed": planted(
        "~~~python\nprint(1)", "this fence is never closed"
    ),
    "include from outside the project": planted(
        '```python\n--8<-- "snippets/../setup.py:x"\n```',
        "this include is refused",
        '--8<-- "snippets/../setup.py:x"',
    ),
    # What could act in a browser
    "script": planted("<script>alert(1)</script>", HTML),
    "script from elsewhere": planted(
        '<script src="https://example.org/a.js"></script>', HTML
    ),
    "frame": planted('<iframe src="https://example.org"></iframe>', HTML),
    "style": planted("<style>*{}</style>", HTML),
    "comment": planted("Look: <!-- later -->", HTML),
    "event handler": planted(
        '<div role="img" aria-label="x" onclick="y">', HTML
    ),
    "style attribute": planted(
        "*a*{ style=position:fixed }", "stand in braces"
    ),
    "image from elsewhere": planted(
        "![a](https://example.org/a.png)", "an image is refused"
    ),
    "link that runs": planted("[a](javascript:x)", "this link is refused"),
    "link that is not encrypted": planted(
        "[a](http://example.org)", "this link is refused"
    ),
    "link defined apart": planted(
        "[a]: https://example.org", "a link is defined apart from its text"
    ),
    "class of the theme on a box": planted(
        '!!! warning md-consent__overlay "Look"', "a box is `!!! kind"
    ),
    "figure in a box": planted(
        '??? note "x"\n\n    <figure markdown>\n    </figure>',
        "a figure stands in a box",
        "    <figure markdown>",
    ),
    "box of an unknown kind": planted('??? danger "x"', "a box is `!!! kind"),
    "box that only the renderer sees": planted("!!!danger x", "a box is"),
    "formula with spaces": planted(
        "Look: $ x $", "does not end where this line"
    ),
    "empty line in a formula": planted(
        "$$\na\n\nb\n$$", "a formula has an empty line", "\nb\n$$"
    ),
    # What nobody sees
    "unknown field at the top": Fault(
        replace(CHAPTER, "given: ", "template: x.html\ngiven: "),
        (CHAPTER, "template: x.html"),
        "front matter is `title`, `description`, `given`",
    ),
    "sign that turns the text": planted(
        "a \u202e b", "another unseen sign (U+202E) stands here"
    ),
    "sign without a width": planted(
        "7\u200b.2291", "another unseen sign (U+200B) stands here"
    ),
    "soft hyphen": planted("a\xadb", "another unseen sign (U+00AD)"),
    "filler": planted("a\u115fb", "another unseen sign (U+115F)"),
    "sign that chooses a form": planted("a\ufe0fb", "unseen sign (U+FE0F)"),
    "empty sign": planted("7\u2800.2291", "unseen sign (U+2800)"),
    "sign of a tag": planted("a\U000e0041b", "unseen sign (U+E0041)"),
    "long line": planted("[](" * 700, "this line has 2100 letters; break it"),
    "tab": planted("a\tb", "another unseen sign (U+0009) stands here"),
    "link to a file": Fault(
        link_to_a_file,
        ("docs/pt/other.md", ""),
        "this is a link to a file; remove it",
    ),
    "another encoding": Fault(
        other_encoding, (TWIN, ""), "this file is not UTF-8"
    ),
    "page in HTML": Fault(
        write("docs/en/more.html", "<p>more</p>\n"),
        ("docs/en/more.html", ""),
        "this file is no page that is checked",
    ),
}
