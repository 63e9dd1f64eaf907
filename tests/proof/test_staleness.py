"""The detector of outdated translations, measured on labelled edits.

Each scenario edits a page of six sections, in both languages, and says what
must be reported of it; nothing else may be.
"""

import json

import pytest
from pair import ENGLISH, PORTUGUESE

from proof.pages import states
from proof.pages.page import Page
from proof.pages.reduced import fingerprint, reduced

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
NO_WORK = [("editorial", "scores", "")]
COST = "## Cost { #cost }\n\nIt costs.\n\n"
CODE = '```python\n--8<-- "snippets/demo.py:one"\n```\n'
TO_LINK = ("[softmax](softmax.md#why)", "softmax")
SIGMA = "\n$$\n\\omega \\in R\n$$\n"
SUMS = "Weights sum to one."

# Edits of the English page that concern no translator.
FREE = {
    "nothing": [],
    "reflowed": [("**weight**. You need the\n", "**weight**.\nYou need the ")],
    "emphasis style": [("**weight**", "__weight__")],
    "italics with underscores": [("*patience*", "_patience_")],
    "bold instead of italics": [("*patience*", "**patience**")],
    "list marks": [("* First", "- First"), ("* Second", "- Second")],
    "link moved": [("(softmax.md#why)", "(functions.md#softmax)")],
    "link on other words": [TO_LINK, ("*patience*", "[*patience*](a.md)")],
    "link with a title": [("softmax.md#why)", 'softmax.md#why "x")')],
    "word made a link": [("query", "[query](q.md)")],
    "changed include": [("demo.py:one", "demo.py:other")],
    "include dropped": [(CODE, "")],
    "spaces in a formula": [("\\omega = q \\cdot k", "\\omega=q  \\cdot\n k")],
    "formula renumbered": [("\\tag{1}", "\\tag{2}")],
    "blank lines": [("## Picture", "\n\n## Picture")],
    "quotation marks": [('"agree"', "\u201cagree\u201d")],
    "table aligned": [
        ("| --- | --- |", "| :--- | ---: |"),
        ("| sun |", "| sun  |"),
    ],
    "comment": [("## Picture", "<!-- later -->\n\n## Picture")],
    "box folded": [("!!! note", "??? note")],
    "heading level": [("### A table", "## A table")],
    "form": [("form: notebook\n", "")],
    "change taken back": [("large", "great"), ("great", "large")],
    "section moved up": [
        (REMEMBER_EN, ""),
        ("## Picture", REMEMBER_EN + "\n## Picture"),
    ],
}
# Edits after which the section named is to be translated again.
OUTDATING = {
    "weights": {
        "title": ("title: Weights", "title: Shares"),
        "description": ("weights are made", "weights arise"),
    },
    "scores": {
        "word": ("their dot product", "the product of both"),
        "formula": ("q \\cdot k", "k \\cdot q"),
        "added formula": (SCORES_EN, SCORES_EN + SIGMA),
        "letters of a formula joined": ("q \\cdot k", "q \\cdotk"),
        "words in a formula": ("q \\cdot k\n", "q \\cdot k \\text{ if near}\n"),
    },
    "scaling": {
        "number": ("here by 2", "here by 4"),
        "sign": ("here by 2", "here by -2"),
        "inline formula": ("\\sqrt{d_k}", "\\sqrt{d_q}"),
        "code in a sentence": ("`softmax`", "`log_softmax`"),
        "underscore in code": ("`softmax`", "`soft_max`"),
        "heading": ("## Scaling", "## The scale"),
        "note on code": ("only uses up random", "wastes random"),
    },
    "table": {
        "cell": ("| sun |", "| moon |"),
        "point": ("Second point", "Last point"),
    },
    "picture": {
        "caption": ("Four weights", "Four cells"),
        "text alternative": ("four cells", "five cells"),
        "title of a box": ('"Beware"', '"Note"'),
        "text of a box": ("need not", "may not"),
    },
    "remember": {
        "sentence dropped": (f" {SUMS}", ""),
        "sentences exchanged": (
            f"Weights are positive. {SUMS}",
            f"{SUMS} Weights are positive.",
        ),
        "negation": ("are positive", "are not positive"),
    },
}
# name: (steps, what must be reported; all other sections are current)
SCENARIOS = {
    **{name: (en(*edits), {}) for name, edits in FREE.items()},
    **{
        f"changed {name}": (en(edit), {section: "outdated"})
        for section, edits in OUTDATING.items()
        for name, edit in edits.items()
    },
    # What the translator has done, or the author has declared.
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
    "change translated": (CHANGED + done("scores"), {}),
    "editorial change": (CHANGED + NO_WORK, {}),
    "two editorial changes": (
        CHANGED + NO_WORK + en(("of both", "of the two")) + NO_WORK,
        {},
    ),
    "editorial change taken back": (
        CHANGED
        + NO_WORK
        + done("scores")
        + en(("the product of both", "their dot product")),
        {},
    ),
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
    "two changes": (
        CHANGED + en(("A row", "Each row")),
        {"scores": "outdated", "picture": "outdated"},
    ),
    "change after an editorial one": (
        CHANGED + NO_WORK + en(("vectors", "arrows")),
        {"scores": "outdated"},
    ),
    "editorial change after a real one": (
        CHANGED + en(("vectors", "arrows")) + NO_WORK,
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
        en(("## Picture", f"{COST}## Picture")),
        {"cost": "missing"},
    ),
    "section gone from English": (en((TABLE_EN, "")), {"table": "orphaned"}),
    "section gone from the translation": (
        pt((REMEMBER_PT, "")),
        {"remember": "missing"},
    ),
    "section copied and not translated": (
        pt((REMEMBER_PT, REMEMBER_EN)),
        {"remember": "missing"},
    ),
    "section copied with a mark": (
        pt((REMEMBER_PT, REMEMBER_EN.replace("r }", "r data-from=00000000 }"))),
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
    "mark removed": ([("unmark", "picture", "")], {"picture": "unmarked"}),
    "page whole new": ([("drop", "", "")], dict.fromkeys(SECTIONS, "missing")),
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
        self.declared, self.changes = root / states.EDITORIAL, []
        self.declared.unlink(missing_ok=True)

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
            self.changes.append(change)
            self.declared.parent.mkdir(parents=True, exist_ok=True)
            text = json.dumps({"demo#scores": self.changes})  # is YAML too
            self.declared.write_text(text, "utf-8")
        if self.now("scores") != before:
            self.previous = before


def reported(tmp_path, name: str) -> dict[str, str]:
    """What is reported after a scenario's steps, less what is current."""
    bench = Bench(tmp_path)
    for step in SCENARIOS[name][0]:
        bench.step(*step)
    found = states.page_states(bench.page("en"), bench.page("pt"))
    return {s.id: s.status for s in found if s.status != "current"}


@pytest.mark.parametrize("name", SCENARIOS)
def test_what_must_be_reported_is_and_nothing_else(tmp_path, name):
    assert reported(tmp_path, name) == SCENARIOS[name][1]
