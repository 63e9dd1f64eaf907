"""Faults to plant in a copy of the project, and what must be said of each.

All of these are found before anything is run or rendered.

name: (file, text there, what replaces it), (file, text in the line that is
named), part of the message.
"""

CHAPTER = "docs/en/simplified-attention.md"
TWIN = "docs/pt/simplified-attention.md"
CODE = "snippets/walkthrough/simplified_attention.py"
OUTPUTS = "docs/outputs/simplified-attention"

FAULTS = {
    "missing section": (
        (CHAPTER, ":hello-scores", ":hello-score"),
        (CHAPTER, ':hello-score"'),
        "has no section 'hello-score'",
    ),
    "unclosed section": (
        (CODE, "# --8<-- [end:hello-scores]\n", ""),
        (CODE, "[start:hello-scores]"),
        "add `# --8<-- [end:hello-scores]`",
    ),
    "missing file": (
        (CHAPTER, "snippets/simplified.py:scores", "snippets/simple.py:scores"),
        (CHAPTER, "snippets/simple.py"),
        "there is no file snippets/simple.py; correct the include's path",
    ),
    "typed Python": (
        (CHAPTER, "```python\n", "```python\nprint(1)\n"),
        (CHAPTER, "```python"),
        "move it into a section of a file in snippets/",
    ),
    "section inside another": (
        (CODE, "import torch\n", "import torch\n# --8<-- [start:unused]\n"),
        (CODE, "[start:hello-data]"),
        "'hello-data' is not closed before 'unused' starts",
    ),
    "output before its block": (
        (CHAPTER, "hello-data.txt", "hello-scores.txt"),
        (CHAPTER, "hello-scores.txt"),
        "no block 'hello-scores' stands above this output",
    ),
    "bad formula": (
        (CHAPTER, r"\alpha_{ij} > 0", r"\alpah_{ij} > 0"),
        (CHAPTER, r"\alpah"),
        r"\alpah",
    ),
    "number that nothing printed": (
        (CHAPTER, "with 1.3569,", "with 1.3596,"),
        (CHAPTER, "with 1.3596"),
        "1.3596 stands in no recording of this page",
    ),
    "number in a formula that nothing printed": (
        (CHAPTER, "= 0.2291\n", "= 0.2219\n"),
        (CHAPTER, "= 0.2219"),
        "0.2219 stands in no recording",
    ),
    "given number that is not used": (
        (CHAPTER, 'given: "', 'given: "0.9999 '),
        (CHAPTER, "---"),
        "0.9999 is declared as given but is not used",
    ),
    "tolerance that readers are not told of": (
        (CHAPTER, 'given: "', 'tolerance: "0.07"\ngiven: "'),
        (CHAPTER, "---"),
        "the page does not tell its readers the tolerance 0.07",
    ),
    "tolerance that would let anything pass": (
        (CHAPTER, 'given: "', 'tolerance: "0.5"\ngiven: "'),
        (CHAPTER, "---"),
        "`tolerance` is `0.5`; write a decimal below 0.1",
    ),
    "decimal comma": (
        (TWIN, "com 1.3569", "com 1,3569"),
        (TWIN, "1,3569"),
        "write decimal numbers with a point",
    ),
    "heading without id": (
        (CHAPTER, "{ #hello-context }", ""),
        (CHAPTER, "### Step 3"),
        "this heading has no id",
    ),
    "heading id twice": (
        (CHAPTER, "{ #hello-weights }", "{ #hello-scores }"),
        (CHAPTER, "### Step 2"),
        "the heading id 'hello-scores' stands in line",
    ),
    "link to no page": (
        ("docs/en/index.md", "simplified-attention.md", "simple.md"),
        ("docs/en/index.md", "simple.md"),
        "the link 'simple.md' leads to no page of this language",
    ),
    "link to no heading": (
        ("docs/en/index.md", "](simplified-attention.md)", "](#nowhere)"),
        ("docs/en/index.md", "#nowhere"),
        "docs/en/index.md has no id 'nowhere'",
    ),
    "link to another language": (
        ("docs/pt/index.md", "(simplified", "(../en/simplified"),
        ("docs/pt/index.md", "../en/simplified"),
        "this link is refused",
    ),
    "heading id changed in one language": (
        (TWIN, "{ #all-queries ", "{ #todas "),
        (TWIN, "#todas"),
        f"{CHAPTER} has no section `todas` (`all-queries` stands in line",
    ),
    "heading level changed in one language": (
        (TWIN, "### Passo 2", "## Passo 2"),
        (TWIN, "## Passo 2"),
        "make them equal",
    ),
    "playground with nothing to start with": (
        ("docs/en/index.md", "\n## ", "\n<!-- playground -->\n\n## "),
        ("docs/en/index.md", "<!-- playground -->"),
        "there is nothing that a playground could start with here",
    ),
    "formula changed in one language": (
        (TWIN, r"A = \operatorname{softmax}(\Omega)", r"A = \Omega"),
        (TWIN, r"\Omega = X X"),
        "make them equal",
    ),
}
