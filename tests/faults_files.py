"""Faults of data files, drawings and what else lies below docs, found first."""

from planting import (
    CHAPTER,
    OUTPUTS,
    Fault,
    append,
    both,
    insert,
    remove,
    replace,
    write,
)

SOURCES, ERRATA = "docs/sources.yml", "docs/en/errata.yml"
TERMS, WORDS = "docs/en/terms.yml", "docs/en/words.yml"
MADE = "docs/recorded.json"
DIAGRAM = "docs/assets/diagrams/simplified-attention/three-steps.svg"
FIGURE = f"{OUTPUTS}/journey-heatmap.svg"
TABLE = f"{OUTPUTS}/journey-heatmap.html"
SCRIPT = "<script>alert(1)</script>"
PUBLISHED = "this file would be published unchecked; remove it"
NO_PLACE = "has no place in a drawing or a table"
ASSET = "docs/assets/evil.svg"
EDITORIAL = "docs/en/editorial.yml"
CHANGE = '  - {from: "0a1b2c3d", to: "1a1b2c3d", reason: typo}\n'


def drawn(path: str, new: str, says: str) -> Fault:
    """Something above the second line of a drawing or a table."""
    return Fault(insert(path, "\n", f"\n{new}"), (path, new), says)


def said(path: str, old: str, new: str, says: str) -> Fault:
    """Something in a data file instead of what stands there."""
    return Fault(replace(path, old, new), (path, new), says)


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
    "script among the recordings": Fault(
        write(f"{OUTPUTS}/hello-data.js", "alert(1);"),
        (f"{OUTPUTS}/hello-data.js", ""),
        "these are no parameters",
    ),
    "page among the assets": Fault(
        write("docs/assets/more.html", SCRIPT),
        ("docs/assets/more.html", ""),
        PUBLISHED,
    ),
    "script among the scripts": Fault(
        write("docs/assets/scripts/more.js", "alert(1)\n"),
        ("docs/assets/scripts/more.js", ""),
        PUBLISHED,
    ),
    "script that only a comment names": Fault(
        both(
            write("docs/assets/scripts/model/more.js", "alert(1)\n"),
            append("docs/assets/theme/main.html", "{#- See more.js -#}\n"),
        ),
        ("docs/assets/scripts/model/more.js", ""),
        PUBLISHED,
    ),
    "template that takes the place of the theme's": Fault(
        write("docs/assets/theme/partials/header.html", SCRIPT),
        ("docs/assets/theme/partials/header.html", ""),
        PUBLISHED,
    ),
    # Drawings and tables become part of a page
    "script in a diagram": drawn(DIAGRAM, SCRIPT, f"<script> {NO_PLACE}"),
    "HTML in a diagram": drawn(
        DIAGRAM, "<foreignObject/>", f"<foreignObject> {NO_PLACE}"
    ),
    "handler in a figure": drawn(
        FIGURE, '<g onclick="alert(1)"/>', f'onclick="alert(1)" {NO_PLACE}'
    ),
    "link in a figure": drawn(
        FIGURE, '<a href="https://example.org">x</a>', f"<a> {NO_PLACE}"
    ),
    "colour from elsewhere": drawn(
        FIGURE,
        '<g fill="url(https://example.org/a.svg)"/>',
        f'fill="url(https://example.org/a.svg)" {NO_PLACE}',
    ),
    "style in a figure": drawn(
        FIGURE, '<g style="x: url(a)"/>', f'style="x: url(a)" {NO_PLACE}'
    ),
    "class of the theme in a figure": drawn(
        FIGURE, '<g class="md-consent__overlay"/>', "md-consent__overlay"
    ),
    "entity in a figure": drawn(
        FIGURE, '<!DOCTYPE x [<!ENTITY a "b">]>', "what is no XML"
    ),
    "picture in a table": drawn(TABLE, '<img src="x"/>', f"<img> {NO_PLACE}"),
    "comment in a table": drawn(TABLE, "<!-->", "what is no XML"),
    "script that XML takes for text": drawn(
        TABLE, f"<![CDATA[>{SCRIPT}]]>", f"a CDATA section {NO_PLACE}"
    ),
    # Data files: forms, keys, what cannot be read
    "markup for a device": said(
        MADE, '"cpu"', '"</p><a href=x>"', "is refused; write it like `cpu`"
    ),
    "recording without a version": Fault(
        replace(MADE, '    "torch": "2.13.0",\n', ""),
        (MADE, "{\n    "),
        "this entry has no `torch`",
    ),
    "markup for an erratum's guides": said(
        ERRATA, 'guides: "000, 003"', 'guides: "<b>"', "`<b>` is refused"
    ),
    "markup for a guide's language": said(
        SOURCES, "language: en", "language: <b>", "write it like `en`"
    ),
    "markup for a row": said(
        SOURCES, '"000-01":', '"<b>":', "the key `<b>` is not known here"
    ),
    "markup for a term's key": said(
        TERMS, "ablation:\n", '"<b>":\n', "the key `<b>` is not known here"
    ),
    "term in quotes that leads nowhere": Fault(
        both(
            replace(TERMS, "\nablation:", '\n"ablation":'),
            replace(TERMS, "lab-train.md#ablations", "index.md#gone"),
        ),
        (TERMS, '"ablation":'),
        "names `index.md#gone`, which is no heading",
    ),
    "entry twice": Fault(
        append(WORDS, "\nhome:\n  text: Start\n"),
        (WORDS, "home:\n  text: Start"),
        "`home` stands in line",
    ),
    "data of no form": Fault(
        write("course/more.yml", "a: b\n"),
        ("course/more.yml", ""),
        "nothing says what may stand in this file",
    ),
    "data that is no YAML": said(
        WORDS, "text: Home", "text: Home: x", "this is no YAML that is read"
    ),
    "editorial change of what is gone": Fault(
        write(EDITORIAL, f"index#gone:\n{CHANGE}"),
        (EDITORIAL, ""),
        "there is no 'index#gone' any more; remove it",
    ),
    "alias": Fault(
        append(WORDS, "\na: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n"),
        (WORDS, "b: &b"),
        "write out what the alias stands for",
    ),
    "nested too deep": Fault(
        append(WORDS, "\na:\n" + " [\n" * 9 + " [ # 10\n" + " [\n" * 30_000),
        (WORDS, " [ # 10"),
        "it is nested too deep",
    ),
    "picture that is none": Fault(
        both(
            remove("docs/assets/readme.png"),
            write("docs/assets/readme.png", SCRIPT),
        ),
        ("docs/assets/readme.png", ""),
        "this is no .png file; put one here",
    ),
    "arrow that is not in its table": Fault(
        replace(f"{OUTPUTS}/among.html", "-0.0590", "-0.1590"),
        (f"{OUTPUTS}/among.svg", ""),
        "Hello does not end where its table says",
    ),
    # More than what reads it can bear
    "page that is too large": Fault(
        append(CHAPTER, "\nMore.\n" * 20_000),
        (CHAPTER, ""),
        "bytes; split it, or keep to 100000",
    ),
}
