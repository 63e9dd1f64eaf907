"""The detector of outdated translations, measured on labelled edits.

Each scenario edits a page of six sections, in both languages, and says what
must be reported of it; nothing else may be.
"""

import pytest
from pair import ENGLISH, PORTUGUESE

from proof.pages.page import Page
from proof.pages.passages import (
    Editorial,
    fingerprint,
    page_states,
    reduced,
)

SECTIONS = ["weights", "scores", "scaling", "table", "picture", "remember"]
SCORES_EN = 'It is large where the two vectors "agree".\n'
SCORES_PT = 'Ela é grande onde os dois vetores "concordam".\n'
REMEMBER_PT = PORTUGUESE[PORTUGUESE.index("## Para lembrar") :]
REMEMBER_EN = ENGLISH[ENGLISH.index("## What to remember") :]
TABLE_EN = ENGLISH[ENGLISH.index("### A table") : ENGLISH.index("## Picture")]
TABLE_PT = PORTUGUESE[
    PORTUGUESE.index("### Uma tabela") : PORTUGUESE.index("## Figura")
]


def en(*edits: tuple[str, str]) -> list[tuple[str, str, str]]:
    """Replacements on the English page, in steps."""
    return [("en", old, new) for old, new in edits]


def pt(*edits: tuple[str, str]) -> list[tuple[str, str, str]]:
    return [("pt", old, new) for old, new in edits]


def done(*names: str) -> list[tuple[str, str, str]]:
    """The translator marks these as brought up to date."""
    return [("done", name, "") for name in names]


CHANGED = en(("their dot product", "the product of both"))
EDITORIAL = [("editorial", "scores", "")]

# name: (steps, what must be reported; all other sections are current)
SCENARIOS = {
    # Nothing that concerns a translator.
    "nothing": ([], {}),
    "paragraph reflowed": (
        en(("a **weight**. You need the\n", "a **weight**.\nYou need the ")),
        {},
    ),
    "emphasis style": (en(("**weight**", "__weight__")), {}),
    "italics with underscores": (en(("*patience*", "_patience_")), {}),
    "bold instead of italics": (en(("*patience*", "**patience**")), {}),
    "list marks": (en(("* First", "- First"), ("* Second", "- Second")), {}),
    "link moved": (en(("(softmax.md#why)", "(functions.md#softmax)")), {}),
    "link put on other words": (
        en(
            ("[softmax](softmax.md#why)", "softmax"),
            ("*patience*", "[*patience*](softmax.md#why)"),
        ),
        {},
    ),
    "link with a title": (en(("softmax.md#why)", 'softmax.md#why "x")')), {}),
    "changed include": (en(("demo.py:one", "demo.py:other")), {}),
    "include dropped": (
        en(('```python\n--8<-- "snippets/demo.py:one"\n```\n', "")),
        {},
    ),
    "formula with other spaces": (
        en(("\\omega = q \\cdot k", "\\omega=q  \\cdot\n k")),
        {},
    ),
    "formula renumbered": (en(("\\tag{1}", "\\tag{2}")), {}),
    "blank lines": (en(("## Picture", "\n\n## Picture")), {}),
    "quotation marks": (en(('"agree"', "\u201cagree\u201d")), {}),
    "table columns aligned": (
        en(("| --- | --- |", "| :--- | ---: |"), ("| sun | ", "| sun   |")),
        {},
    ),
    "comment": (en(("## Picture", "<!-- later -->\n\n## Picture")), {}),
    "box folded": (en(("!!! note", "??? note")), {}),
    "heading level": (en(("### A table", "## A table")), {}),
    "given numbers": (en(('given: "0.25"', 'given: "0.5"')), {}),
    "accents composed otherwise": (
        en(("positive.", "positive, voila\u0300."))
        + done("remember")
        + en(("voila\u0300", "voil\u00e0")),
        {},
    ),
    "typo mended in the translation": (
        pt(("divididas", "dividdas"), ("dividdas", "divididas")),
        {},
    ),
    "translation rewritten": (pt((SCORES_PT, "Concordar é ter pontos.\n")), {}),
    "section moved in both": (
        en((TABLE_EN, ""), ("## Scores", TABLE_EN + "## Scores"))
        + pt((TABLE_PT, ""), ("## Pontua", TABLE_PT + "## Pontua")),
        {},
    ),
    "last section moved up": (
        en((REMEMBER_EN, ""))
        + en(("## Picture", REMEMBER_EN + "\n## Picture")),
        {},
    ),
    "change taken back": (
        CHANGED + en(("the product of both", "their dot product")),
        {},
    ),
    "change translated": (CHANGED + done("scores"), {}),
    "editorial change": (CHANGED + EDITORIAL, {}),
    "two editorial changes": (
        CHANGED + EDITORIAL + en(("of both", "of the two")) + EDITORIAL,
        {},
    ),
    "editorial change taken back": (
        CHANGED
        + EDITORIAL
        + done("scores")
        + en(("the product of both", "their dot product")),
        {},
    ),
    # What a translator must know.
    "changed word": (CHANGED, {"scores": "outdated"}),
    "typo mended in English": (
        en(("uses up", "usess up"))
        + done("scaling")
        + en(("usess up", "uses up")),
        {"scaling": "outdated"},
    ),
    "typo mended in the translation after a change": (
        CHANGED + pt(("duas:", "duas :")),
        {"scores": "outdated"},
    ),
    "other section translated after a change": (
        CHANGED + en(("positive.", "never negative.")) + done("remember"),
        {"scores": "outdated"},
    ),
    "changed number": (en(("here by 2", "here by 4")), {"scaling": "outdated"}),
    "changed sign": (
        en(("here by 2", "here by -2")),
        {"scaling": "outdated"},
    ),
    "changed formula": (
        en(("q \\cdot k", "k \\cdot q")),
        {"scores": "outdated"},
    ),
    "added formula": (
        en((SCORES_EN, SCORES_EN + "\n$$\n\\omega \\in R\n$$\n")),
        {"scores": "outdated"},
    ),
    "changed inline formula": (
        en(("\\sqrt{d_k}", "\\sqrt{d_q}")),
        {"scaling": "outdated"},
    ),
    "letters of a formula joined": (
        en(("q \\cdot k", "q \\cdotk")),
        {"scores": "outdated"},
    ),
    "words in a formula": (
        en(("\\omega = q \\cdot k", "\\omega = q \\cdot k \\text{ if near}")),
        {"scores": "outdated"},
    ),
    "changed code in a sentence": (
        en(("`softmax`", "`log_softmax`")),
        {"scaling": "outdated"},
    ),
    "underscore in code": (
        en(("`softmax`", "`soft_max`")),
        {"scaling": "outdated"},
    ),
    "renamed heading": (
        en(("## Scaling", "## The scale")),
        {"scaling": "outdated"},
    ),
    "changed title": (
        en(("title: Weights", "title: Shares")),
        {"weights": "outdated"},
    ),
    "changed description": (
        en(("weights are made", "weights arise")),
        {"weights": "outdated"},
    ),
    "changed caption": (
        en(("Four weights", "Four cells")),
        {"picture": "outdated"},
    ),
    "changed text alternative": (
        en(("four cells", "five cells")),
        {"picture": "outdated"},
    ),
    "changed title of a box": (
        en(('"Beware"', '"Note"')),
        {"picture": "outdated"},
    ),
    "changed text of a box": (
        en(("need not", "may not")),
        {"picture": "outdated"},
    ),
    "changed note on code": (
        en(("only uses up random", "wastes random")),
        {"scaling": "outdated"},
    ),
    "changed cell": (en(("| sun |", "| moon |")), {"table": "outdated"}),
    "changed point": (
        en(("Second point", "Last point")),
        {"table": "outdated"},
    ),
    "sentence dropped": (
        en((" Weights sum to one.", "")),
        {"remember": "outdated"},
    ),
    "sentences exchanged": (
        en(
            (
                "Weights are positive. Weights sum to one.",
                "Weights sum to one. Weights are positive.",
            )
        ),
        {"remember": "outdated"},
    ),
    "word made a link": (en(("query", "[query](q.md)")), {}),
    "negation": (
        en(("are positive", "are not positive")),
        {"remember": "outdated"},
    ),
    "two changes": (
        CHANGED + en(("A row", "Each row")),
        {"scores": "outdated", "picture": "outdated"},
    ),
    "change after an editorial one": (
        CHANGED + EDITORIAL + en(("vectors", "arrows")),
        {"scores": "outdated"},
    ),
    "editorial change after a real one": (
        CHANGED + en(("vectors", "arrows")) + EDITORIAL,
        {"scores": "outdated"},
    ),
    # Sections that come and go.
    "section split": (
        en((SCORES_EN, "## Agreement { #agreement }\n\n" + SCORES_EN)),
        {"scores": "outdated", "agreement": "missing"},
    ),
    "sections merged": (
        en(("### A table { #table }\n\n", "")),
        {"scaling": "outdated", "table": "orphaned"},
    ),
    "section new in English": (
        en(("## Picture", "## Cost { #cost }\n\nIt costs.\n\n## Picture")),
        {"cost": "missing"},
    ),
    "section gone from English": (
        en((TABLE_EN, "")),
        {"table": "orphaned"},
    ),
    "section gone from the translation": (
        pt((REMEMBER_PT, "")),
        {"remember": "missing"},
    ),
    "section copied and not translated": (
        pt((REMEMBER_PT, REMEMBER_EN)),
        {"remember": "missing"},
    ),
    "section copied with a mark": (
        pt(
            (
                REMEMBER_PT,
                REMEMBER_EN.replace(
                    "#remember", "#remember data-from=00000000"
                ),
            )
        ),
        {"remember": "missing"},
    ),
    "id changed in English": (
        en(("#remember", "#keep")),
        {"keep": "missing", "remember": "orphaned"},
    ),
    "text moved to another section": (
        en((SCORES_EN, ""), ("Scores are", SCORES_EN + "\nScores are")),
        {"scores": "outdated", "scaling": "outdated"},
    ),
    "mark removed": (
        [("unmark", "picture", "")],
        {"picture": "unmarked"},
    ),
    "page whole new": (
        [("drop", "", "")],
        dict.fromkeys(SECTIONS, "missing"),
    ),
    "page copied whole": (
        [("copy", "", "")],
        dict.fromkeys(SECTIONS, "missing"),
    ),
}


class Bench:
    """Both pages of a scenario, and what its steps do to them."""

    def __init__(self, root):
        self.root = root
        self.text = {"en": ENGLISH, "pt": PORTUGUESE}
        self.marks = {name: self.now(name) for name in SECTIONS}
        self.before = dict(self.marks)
        self.same = Editorial(root)

    def page(self, language: str) -> Page | None:
        text = self.text[language]
        if text is None:
            return None
        for name, mark in self.marks.items():
            if language == "pt" and mark:
                text = text.replace(
                    f"#{name} }}", f"#{name} data-from={mark} }}"
                )
        return Page(self.root, f"docs/{language}/demo.md", text)

    def now(self, name: str) -> str:
        page = Page(self.root, "docs/en/demo.md", self.text["en"])
        found = [p for p in page.passages if p.heading.id == name]
        return fingerprint(reduced(page, found[0])) if found else ""

    def step(self, what: str, old: str, new: str) -> None:
        before = self.now("scores")
        if what in self.text:
            assert self.text[what].count(old) >= 1, old
            self.text[what] = self.text[what].replace(old, new, 1)
        elif what == "done":
            self.marks[old] = self.now(old)
        elif what == "unmark":
            self.marks[old] = ""
        elif what == "drop":
            self.text["pt"] = None
        elif what == "copy":
            self.text["pt"], self.marks = self.text["en"], {}
        elif what == "editorial":
            change = {"from": self.previous, "to": before, "reason": "x"}
            self.same.data.setdefault("demo#scores", []).append(change)
        if self.now("scores") != before:
            self.previous = before


def reported(tmp_path, name: str) -> dict[str, str]:
    """What is reported after a scenario's steps, less what is current."""
    bench = Bench(tmp_path)
    for step in SCENARIOS[name][0]:
        bench.step(*step)
    states = page_states(bench.page("en"), bench.page("pt"), bench.same)
    return {s.id: s.status for s in states if s.status != "current"}


@pytest.mark.parametrize("name", SCENARIOS)
def test_what_must_be_reported_is_and_nothing_else(tmp_path, name):
    assert reported(tmp_path, name) == SCENARIOS[name][1]
