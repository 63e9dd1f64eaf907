"""Faults of data files, drawings and what else lies below docs, found first."""

from planting import (
    CHAPTER,
    OUTPUTS,
    Fault,
    append,
    insert,
    replace,
    write,
)

WORDS = "docs/en/words.yml"
DIAGRAM = "docs/assets/diagrams/simplified-attention/three-steps.svg"
FIGURE = f"{OUTPUTS}/journey-heatmap.svg"
SCRIPT = "<script>alert(1)</script>"
PUBLISHED = "nobody checks such a file, and it may be published; remove it"
NO_PLACE = "has no place in a drawing or a table"
ASSET = "docs/assets/evil.svg"


def drawn(path: str, new: str, says: str) -> Fault:
    """Something above the second line of a drawing or a table."""
    return Fault(insert(path, "\n", f"\n{new}"), (path, new), says)


FILES = {
    # What would be published as it is; more is planted by `test_markup.py`
    "script": Fault(
        insert(CHAPTER, "## What attention computes", f"{SCRIPT}\n\n"),
        (CHAPTER, SCRIPT),
        "is HTML that a page may not have",
    ),
    "drawing among the assets": Fault(
        write(ASSET, f'<svg xmlns="http://www.w3.org/2000/svg">{SCRIPT}</svg>'),
        (ASSET, ""),
        PUBLISHED,
    ),
    "other data among the recordings": Fault(
        write(f"{OUTPUTS}/hello-data.json", "alert(1);"),
        (f"{OUTPUTS}/hello-data.json", ""),
        "these are no parameters",
    ),
    "page among the assets": Fault(
        write("docs/assets/more.html", SCRIPT),
        ("docs/assets/more.html", ""),
        PUBLISHED,
    ),
    "template that takes the place of the theme's": Fault(
        write("docs/assets/theme/partials/header.html", SCRIPT),
        ("docs/assets/theme/partials/header.html", ""),
        PUBLISHED,
    ),
    # Drawings and tables become part of a page; more: `test_recordings.py`
    "script in a diagram": drawn(DIAGRAM, SCRIPT, "<script"),
    "handler in a figure": drawn(
        FIGURE, '<g onclick="alert(1)"/>', '`onclick="alert(1)"'
    ),
    # Data files; each kind of fault in them: `test_data.py`
    "data that nobody reads": Fault(
        write("docs/more.yml", "a: b\n"),
        ("docs/more.yml", ""),
        PUBLISHED,
    ),
    "data that is no YAML": Fault(
        replace(WORDS, "home: Home", "home: Home: x"),
        (WORDS, "home: Home: x"),
        "this is no YAML that is read",
    ),
    "page that is too large": Fault(
        append(CHAPTER, "\nMore.\n" * 20_000),
        (CHAPTER, ""),
        "bytes; split it, or keep to 100000",
    ),
}
