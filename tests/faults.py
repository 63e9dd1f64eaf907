"""The faults to plant in the sample site, by what they are.

`tests/sitebuild/test_faults.py` plants each and asks `check` for it.
"""

from demo_site import (
    ANSWERS,
    CODE,
    EN,
    GLOSSARIO,
    GLOSSARY,
    HOME,
    OUTPUTS,
    PREDICTIONS,
    PT,
    RECORDED,
    SETTINGS,
    SQUARE,
    STEPS,
    WORDS,
    WORDS_PT,
)
from planting import Change, Fault, append, both, remove, replace, write

MEASURED = "# measured: your numbers will differ"
SCRIPT = "<script>alert(1)</script>"
PUBLISHED = "nobody checks such a file, and it may be published; remove it"
HEAT = f"{OUTPUTS}/heat.svg"
TABLE = f"{OUTPUTS}/heat.html"
NET = f"{OUTPUTS}/net.json"
GOOD_NET = '{"name": "a", "tensors": {"b": [[2], ["AAAAAA=="]]}, "facts": {}}'
INSIDE = "    ```python\n    print(1)\n    ```"
HEAD = "# A { #why }\n\n"  # of the page that a stranger writes
STRANGER = "docs/pt/softmax.md"
DIAGRAM = "![A.](../assets/diagrams/demo/square.svg)"
CAPTION = "\n/// caption\nIt has four sides.\n///"
MEASURE = replace(CODE, "\n\n# %% heat", f"\n{MEASURED}\n\n# %% heat")
MACHINE = replace(RECORDED, '"cpu"', '"cpu", "machine": "A", "threads": "2"')
NAMED = {
    # Code and outputs
    "missing code": replace(EN, ":scores", ":score").at(
        '--8<-- "snippets/chapters/demo/steps.py:score"',
        "steps.py has neither a cell nor a definition 'score'; write it there",
    ),
    "code that is no Python": both(
        replace(CODE, "print(both)", "print("), replace(EN, ":both", ":x")
    ).at(
        '--8<-- "snippets/chapters/demo/steps.py:x"',
        f"({CODE}:13: '(' was never closed)",
        EN,
    ),
    "missing file": replace(EN, "demo/steps.py", "demo/step.py").at(
        '--8<-- "snippets/chapters/demo/step.py',
        "there is no snippets/chapters/demo/step.py; correct the path",
    ),
    "include of a whole file": replace(EN, "steps.py:scores", "steps.py").at(
        '--8<-- "snippets/chapters/demo/steps.py"',
        "this include is refused; write `--8<--",
    ),
    "include without a fence": append(HOME, f'\n--8<-- "{CODE}:scores"\n').at(
        "--8<--", "this include is refused; write `--8<--"
    ),
    "code with an unseen sign": replace(
        CODE, "# %% heat", "# wo\u200brd\n\n# %% heat"
    ).at("# wo", "unseen sign (U+200B)"),
    "two blocks with one name": replace(EN, ":total", ":both").at(
        "```python\n" + f'--8<-- "{CODE}:both"\n```\n\n## What',
        "a block 'both' stands in line",
    ),
    "missing recording": both(remove(HEAT), remove(TABLE)).at(
        "![Heatmap", f"there is no recording {HEAT}", EN
    ),
    "figure below another block": replace(
        EN, "demo/heat.svg", "demo/scores.svg"
    ).at("![Heatmap", "the block above this output is not 'scores'"),
    "picture of a page that is not there": append(
        HOME, f"\n![A.](../outputs/gone/one.svg){CAPTION}\n"
    ).at("![A.]", "there is no recording docs/outputs/gone/one.svg"),
    "chapter that was never recorded": replace(RECORDED, "demo", "other").at(
        1, "it is not said with what 'demo' was recorded; run `make record`"
    ),
    "unknown machine": MEASURE.at(
        1, "it is not said with what 'demo' was recorded", RECORDED
    ),
    "number that only a measuring block prints": both(MEASURE, MACHINE).at(
        "It is large", "`0.784` agrees with no number in the code or", EN
    ),
    # Pictures
    "picture without a text": replace(
        EN, "![Heatmap of two weights.]", "![…]"
    ).at("![…]", "an image is refused"),
    "diagram that was not drawn": remove(f"{SQUARE}.svg").at(
        "![A square", f"there is no diagram {SQUARE}.svg", EN
    ),
    "diagram without its PNG": remove(f"{SQUARE}.png").at(
        "![A square", f"there is no diagram {SQUARE}.png", EN
    ),
    # Formulas
    "bad formula": replace(EN, "\\omega", "\\omgea").at(
        "\\omgea", 'is bad: 0: Unknown command "\\omgea"'
    ),
    "formula number out of order": replace(EN, "\\tag{2}", "\\tag{3}").at(
        "\\begin{aligned}",
        "this formula has the number 3; the next one on this",
    ),
    # Headings and links
    "heading without id": replace(EN, "{ #table }", "").at(
        "### A table", "this heading has no id; end it with `{ #some-id"
    ),
    "two headings with one id": replace(EN, "{ #table }", "{ #scores }").at(
        "### A table", "the heading id 'scores' stands in line"
    ),
    "link to no page": replace(EN, "softmax.md#why", "soft.md").at(
        "[softmax]", "the link 'soft.md' leads to no page of this"
    ),
    "link to no heading of another page": both(
        *(replace(path, "md#why", "md#how") for path in (EN, PT))
    ).at("[softmax]", "docs/pt/softmax.md has no id 'how'", PT),
    "link to no formula": replace(EN, "(#eq-1)", "(#eq-20)").at(
        "Weights are", "the link '#eq-20' leads to no heading or numb"
    ),
    # Numbers
    "number that nothing printed": replace(EN, "here 0.784", "here 0.785").at(
        "It is large", "`0.785` agrees with no number in the code or"
    ),
    "number that a block printed before": replace(
        f"{OUTPUTS}/scores.txt", "0.78421", "0.77421"
    ).at("É grande", "`0.784` agrees with no number in the code or", PT),
    "number with a comma": append(
        EN, "\nIt is 2,5 of 10,000 and $0{,}75$ of $a_{1,2}$.\n"
    ).at("It is 2,5", "2,5 is written with a comma; write decimal"),
    "thousands in another language": append(PT, "\nSão 10,000.\n").at(
        "São 10", "10,000 is written with a comma; write decimal"
    ),
    "formula with a comma": append(EN, "\nIt is $0{,}75$ of $a_{1,2}$.\n").at(
        "It is $0", "0{,}75 is written with a comma; write decimal"
    ),
    # Translations, terms, words of the interface
    "page without an original": write("docs/pt/nova.md", "# A { #a }\n").at(
        1, "there is no docs/en/nova.md"
    ),
    "wrong variant of a term": replace(
        PT, "*paciência*", "uma nota\nde **atenção**"
    ).at("[softmax]", "“nota de atenção” is a refused variant; write pont"),
    "wrong variant with an ending": replace(
        PT, "title: Pesos", "title: Frutas"
    ).at(1, "“frutas” is a refused variant; write peso"),
    "refused variant without what to write": replace(
        GLOSSARIO, "*frut…* | peso", "*frut…* |"
    ).at("| *frut", "this row does not say what to write"),
    "glossary entry without a definition": replace(
        GLOSSARY, "(demo.md#weights)", "(demo.md#weights) and more"
    ).at("### weight", "'weight' has no term and definition that"),
    "glossary entry without a term": replace(
        GLOSSARIO, "### peso {", "### {"
    ).at("### { #w", "'weight' has no term and definition that"),
    "one name for two terms": replace(
        GLOSSARIO, 'forms="pesos"', 'forms="pontuações"'
    ).at("### pont", "'pontuações' stands for 'score' and for 'w"),
    "word of the interface that fills in less": replace(
        WORDS_PT, "{count} de {total}", "{count}"
    ).at("count:", "than the English; write {count}, {total}"),
    # Widgets
    "place that nothing fills": append(HOME, "\n{{ later }}\n").at(
        "{{ later", "nothing fills the place `{{ later }}`; correct"
    ),
    "second playground": append(HOME, "\n{{ changes }}\n\n{{ changes }}\n").at(
        7, "this is a second changes; remove it"
    ),
    "playground with nothing to start with": append(
        HOME, "\n{{ playground }}\n"
    ).at("{{ play", "no recording has what `{{ playground }}` starts"),
    "prediction that its recording does not answer": replace(
        PREDICTIONS, "total 2.5000", "total"
    ).at("!!! question", "the recording of 'total' says 2 of the choices", EN),
    "prediction with another answer": replace(
        PREDICTIONS, "1.5000, total 2.5", "2.5000, total 1.5"
    ).at("        2. Two", "this one, number 2, is to begin in bold", EN),
    "prediction with a choice too many": replace(
        EN, "    2. Two.", "    2. Two.\n    3. Three."
    ).at("!!! question", "a prediction has its 2 choices as a numbered"),
    "prediction that is not declared": replace(
        PREDICTIONS, "total:\n", "other:\n"
    ).at("!!! question", f"{PREDICTIONS} declares no `total`; add or", EN),
    "prediction that is not asked": append(
        PREDICTIONS, "more: {cell: total, choices: [a, b]}\n"
    ).at("more:", f"`more` is asked 0 times on {EN}"),
    "prediction below its answer": replace(
        PREDICTIONS, "cell: total", "cell: scores"
    ).at("!!! question", "'scores' answers and is not below; move one", EN),
    "answer that its recording does not say": replace(
        ANSWERS, "1.5000", "1.5001"
    ).at(1, "the recording of 'total' does not; correct it"),
    "answer to no exercise": replace(ANSWERS, "by-hand:", "by-head:").at(
        1, f"is no exercise: {EN} has no heading `exercise-by-head`"
    ),
    "answer of another exercise": replace(
        ANSWERS, "cell: total", "cell: scores"
    ).at(1, f"`by-hand` is not solved by 'scores' on {EN}"),
    "answer without a number": replace(ANSWERS, '"1.5000"', "total").at(
        1, "`by-hand` has no number; write at least one in `says`"
    ),
    "stepper whose steps are not there": replace(STEPS, "sum:", "sums:").at(
        "sums:", "the drawing has no part `sums`"
    ),
    "step that lights no row": replace(
        STEPS, "weights = 0.5", "weight = 0.5"
    ).at(1, "'both' has 0 rows that are `weight = 0.5`"),
    "step of a row that the formula lacks": replace(STEPS, "[2]", "[3]").at(
        "sum:", "the stepper's formula has 2 rows and no row 3"
    ),
    "step that lights nothing": replace(STEPS, "[1]", "[]").at(
        3, "write the numbers of rows of the formula"
    ),
    "stepper with a step more than its list": append(
        STEPS, "more: {code: [x], formula: [1]}\n"
    ).at("{{ stepper", f"as many as {STEPS} declares (3); here are", EN),
    # Files
    "drawing among the assets": write(
        "docs/assets/evil.svg", f"<svg>{SCRIPT}</svg>"
    ).at(1, PUBLISHED),
    "hidden script": write("docs/assets/.evil.js", "x").at(1, PUBLISHED),
    "template in the place of the theme's": write(
        "docs/assets/theme/partials/header.html", SCRIPT
    ).at(1, PUBLISHED),
    "page of another suffix": write("docs/en/x.html", SCRIPT).at(1, PUBLISHED),
    "page of a language that is not named": write(
        "docs/es/index.md", "# A { #home }\n"
    ).at(1, "docs/<language of mkdocs.yml>/<lower-case"),
    "page that is too large": append(EN, "\nMore.\n" * 20_000).at(
        1, "bytes; split it, or keep to 100000"
    ),
    "data that is no YAML": append(WORDS, "home: Home: x\n").at(
        "home: Home: x", "this is no YAML that is read"
    ),
    "link to a file": Change(
        lambda root: (root / "docs/pt/new.md").symlink_to("/etc/passwd")
    ).at(1, "this is a link to a file; remove it", "docs/pt/new.md"),
    "link to a folder": Change(
        lambda root: (root / "docs/es").symlink_to("/etc")
    ).at(1, "this is a link to a file; remove it", "docs/es"),
    "script": append(EN, f"\n{SCRIPT}\n").at(
        SCRIPT, "`<script>alert(1)</sc` is HTML that a page may not"
    ),
}
# What a stranger may try on a page: what is said, of which line of which text.
ATTACKS = {
    # Code that would be shown without having run
    "Python is typed into the page; move it into a file": [
        *((3, f"{s}\n\n{INSIDE}") for s in ("!!! note", '??? tip "Hint"')),
        (3, f"1.  First\n\n{INSIDE}"),
        (1, "> ```python\n> print(1)\n> ```"),
        (1, "~~~python\nprint(1)\n~~~"),
        (1, "````python\nprint(1)\n````"),
        (1, f'```python\n--8<-- "{CODE}:scores"\nprint(1)\n```'),
    ],
    "would be shown as code": [
        (1, "    print(1)"),
        (1, "    ```sh\nmake\n    ```"),
        (3, f'=== "Tab"\n\n{INSIDE}'),
        (6, "* a\n  b\n\n    c\n\n        print(1)"),
        (5, '!!! note "A"\n\n    a\n\n        print(1)'),
    ],
    "is not known here": [
        *((1, f"```{s}\nprint(1)\n```") for s in ("", "py", "pycon", "Python")),
        (1, "```{.python}\nprint(1)\n```"),
        (1, '```python title="a"\nprint(1)\n```'),
        (1, f'```python notest\n--8<-- "{CODE}:scores"\n```'),
    ],
    "neither includes nor Python": [
        (2, "```sh\npython -c 1\n```"),
        (2, '```sh\n--8<-- "LICENSE"\n```'),
    ],
    "and remove outputs": [
        (1, "```text\n1.5\n```"),
        (1, '```text\n--8<-- "docs/outputs/softmax/one.txt"\n```'),
    ],
    "this fence is not read as one": [
        (1, "Look: ```python"),
        (1, "- ```python\n  print(1)\n  ```"),
    ],
    "this fence is never closed": [(1, "~~~python\nprint(1)")],
    "this include is refused": [
        (2, '```python\n--8<-- "snippets/../setup.py:x"\n```'),
        (2, f"```python\n--8<-- '{CODE}:scores'\n```"),
        (2, '```python\n--8<-- "sitebuild/files.py:git"\n```'),
        (2, '```python\n--8<-- "docs/outputs/demo/heat.svg"\n```'),
        (2, '```python\n--8<-- "https://example.org/x.py:one"\n```'),
        (1, '-8<- "/etc/passwd"'),
        (1, "--8<--\nLICENSE\n--8<--"),
    ],
    # Of which the renderer looks for the end again and again
    "10 brackets `[` are open here": [
        (1, "[" * 10),
        (2, "> " + "[ ]" * 20 + "[" * 9 + "\n> [ a"),
        (3, "[ a\n\n" + "[" * 10 + "]" * 10),
    ],
    "this line has 2100 letters; break it": [(1, "[](" * 700)],
    # What could act in a browser
    "is HTML that a page may not have": [
        (1, "<pre><code>print(1)</code></pre>"),
        (1, '<script src="https://example.org/a.js"></script>'),
        (1, '<iframe src="https://example.org"></iframe>'),
        (1, "<style>*{}</style>"),
        (1, "Look: <!-- later -->"),
        (1, "Look: <bdi>x</bdi>"),
        (1, '<div role="img" aria-label="x" onclick="y">'),
        (1, "<figure markdown>\n`<script>`\n</figure>"),
        (1, '<figcaption markdown="span">`<script>`</figcaption>'),
    ],
    "write formulas between $, names between `": [
        (1, "Why √d?"),
        (1, "## W^O"),
        (1, '??? tip "W_q"\n\n    Text.'),
        (1, "| d_k |\n| --- |\n| x |"),
    ],
    "an image is refused": [
        (1, "![a](https://example.org/a.png)"),
        (1, f"* {DIAGRAM}"),
        (3, f"Text.\n{CAPTION}"),
        (3, f'??? note "x"\n\n    {DIAGRAM}'),
        (1, DIAGRAM.replace("square", "../x") + CAPTION),
        (1, DIAGRAM.replace("A.", "A <b>") + CAPTION),
    ],
    "directly below it a line `/// caption`": [(1, f"{DIAGRAM}\n\nText.")],
    "its caption and a line `///`": [
        (2, DIAGRAM + CAPTION.removesuffix("\n///")),
        (2, f"{DIAGRAM}\n/// caption\n\n///"),
        (2, f"{DIAGRAM}\n/// caption\n* A\n* B\n///"),
        (2, f"{DIAGRAM}\n/// caption\nA.\n\nB.\n///"),
    ],
    "a box is `!!! kind": [
        (1, "!!!danger x"),
        (1, '!!! warning md-consent__overlay "Look"'),
        (1, '??? danger "x"'),
    ],
    "does not end where this line": [(1, "Look: $ x $")],
    "`<script>": [
        (1, "1. <script>"),
        (1, "> <script>"),
        (3, "!!! note\n\n    <script>"),
        (3, "| a |\n| --- |\n| <script> |"),
        # To us in one formula, to the renderer in two cells
        (3, "| a | b |\n| - | - |\n| $x | <script>$ |"),
        (1, "\\`<script>\\`"),
        (1, "\\$<script>\\$"),
        (2, "`\n<script>\n`"),
        (2, "$$\n<script>\n$$"),
        (2, "```sh\n<script>\n```"),
    ],
    "in one line": [
        (2, "`a\nb` <script> `c`"),
        (2, "$a\nb$<script>$c$"),
    ],
    "is not read": [(1, "* " * 12 + "<script>"), (3, "a\n\n*")],
    "`<": [
        (3, "a\n\n<SCRIPT\nsrc=x>"),
        (1, '<div role="img" aria-label="&#60;">\n</div>'),
        (1, "<?php echo 1 ?>"),
        (1, "<!DOCTYPE x>"),
        (1, "<figure markdown onclick=x>"),
        (1, "<form action=x>"),
        (1, "<svg onload=x>"),
        (1, "<math href=x>"),
        (1, "<img src=x onerror=y>"),
        (1, "<https://example.org>"),
    ],
    "stand in braces": [
        (1, "*a*{ style=position:fixed }"),
        (1, "## A { #a onclick=alert(1) }"),
        (1, '## A { #a forms="<b>" }'),
        (1, "[a](demo.md){ onclick=alert(1) }"),
        (2, "Text\n{: onclick=alert(1) }"),
    ],
    "an empty line": [
        (3, "$$\na\n\nb\n$$"),
        (3, "$$\nx { onclick=y }\n\n$$"),
    ],
    "this link is refused": [
        (1, "[a](<javascript:x>)"),
        (2, f"Text\n{DIAGRAM}{CAPTION}"),
        (1, "[a](javascript:x)"),
        (1, "[a](http://example.org)"),
        (1, "[a]( javascript:alert(1))"),
        (1, "[a](&#106;avascript:x)"),
        (1, "[a](\njavascript:x)"),
        (1, "[a](data:text/html,x)"),
        (1, "[a](//example.org)"),
        (1, "[a](../en/demo.md)"),
    ],
    "apart from its text": [
        (1, "[a]: https://example.org"),
        (3, "[a][b]\n\n[b]: javascript:x"),
        (1, "> [b]: javascript:x"),
        (2, "[b\nc]: javascript:x"),
    ],
    "`&": [(1, "&#60;script>"), (1, "7&period;2291")],
    # What nobody sees
    "unseen sign": [(1, "a\u2028```\u2028b"), (1, "<\x02script>")],
    **{
        f"another unseen sign (U+{ord(sign):04X}) stands": [
            (1, f"7{sign}.2291")
        ]
        for sign in "\u202e\u200b\u200d\u200a\xad\u034f\u115f\u3164\ufe0f\u2800"
        "\U000e0041\t\x07"
    },
    "save the file in NFC": [(1, "cafe\u0301")],
}
WHOLE = {  # files, each with wrong texts: a line of it, and what is said
    STRANGER: {
        "---\ntemplate: x\n---\n" + HEAD: (2, "front matter is `title`"),
        "---\nhide: [toc]\n---\n" + HEAD: (2, "front matter is `title`"),
        "---\ntitle: <script>\n---\n" + HEAD: (2, "of plain text without"),
        '---\ntitle: A"><script>\n---\n' + HEAD: (2, "of plain text"),
        '---\ndescription: x" onload="y\n---\n' + HEAD: (2, "of plain text"),
        "---\ntitle: √d\n---\n" + HEAD: (2, "without quotation marks, _"),
        "---\ntitle: 3\n---\n" + HEAD: (2, "front matter is `title`"),
        "---\ntitle: !!python/name:os.system\n---\n" + HEAD: (2, "plain text"),
        "---\ntitle: &a [*a]\n---\n" + HEAD: (2, "front matter is `title`"),
        "---\ntitle: a: b\n---\n" + HEAD: (
            2,
            "between such marks if it has a colon",
        ),
        "---\njust words\n---\n" + HEAD: (2, "front matter is `title`"),
        "---\ntitle: A\n...\n<script>\n---\n" + HEAD: (3, "front matter is"),
        "---\ntitle: A\n": (1, "the front matter is not closed; add `---`"),
        "--- \ntemplate: x.html\n---\n" + HEAD: (1, "a page starts with"),
        "Text first\n\n" + HEAD: (1, "a page starts with `---` and front"),
    },
    WORDS_PT: {
        "home: <b>\n": (1, "in `home`: `<b>` is refused; write plain text"),
        "home: 'a\" onload=\"b'\n": (1, "is refused; write plain text"),
        "count: '{count} {'\n": (1, "is refused; write plain text"),
        "a: b\n\na: c\n": (3, "`a` stands already in line 1"),
        "a: b\nno: c\n": (2, "a key here is no text between quotes"),
        "a: b\n? [c]\n: d\n": (2, "this is no YAML that is read"),
        "- a\n": (1, "this is no mapping; write `key: value` lines"),
        "a:\n  b: c\n": (1, "in `a`: this is no text; put it"),
        "a: ''\n": (1, "in `a`: this is empty; fill it in or remove it"),
        "a: b\nc: 2.0\n": (2, "in `c`: `2.0` is no text; put it"),
        "a: b\nc: No\n": (2, "in `c`: `No` is no text; put it"),
        "c: d: e": (1, "read (mapping values are not allowed"),
        "c: !!int d": (1, "read (invalid literal for int()"),
        "c: &d [*d]": (1, "read (write out what the alias stands for"),
        "c: !!python/name:os.system d": (1, "could not determine a constr"),
        "c: " + "[" * 999: (1, "read (maximum recursion depth"),
        "\nhome: pa\u200bge\n": (2, "unseen sign (U+200B)"),
        "<<<<<<< ours\n": (1, "this is no mapping; write"),
        b"a: \xe9\n": (1, "this file is not UTF-8; save it as such"),
        "\n" + "a" * 2001: (2, "this line has 2001 letters; break it"),
    },
    RECORDED: {
        '{"<b>": {}}': (1, "the key `<b>` is not known here; correct it"),
        '{"a": {\n"date": "",\n"date": ""}}': (3, "`date` stands already"),
        '{"a": {\n"device": "cpu\\n"}}': (2, "write it like `cpu`"),
        '{"a": {\n"device": "cpu"}}': (1, "has no `python`, `torch`, `date`"),
        **{
            f'{{"a": {{\n"machine": "{name}"}}}}': (2, "is refused; write it")
            for name in ("<script>", "A&lt;B", "{python}", "`x`", " A")
        },
        '{"a": {\n"machine": "[a](https://example.org)"}}': (2, "is refused"),
        '{"a": {\n"threads": "two"}}': (2, "`two` is refused; write it like"),
    },
    PREDICTIONS: {
        "a:\n": (1, "in `a`: this is empty; fill it in or remove it"),
        "a:\n  cell: b\n": (1, "in `a`: this entry has no `choices`; add it"),
        "a: {cell: b, choices: [c]}\n": (1, "write a list of two or more"),
    },
    ANSWERS: {
        "a:\n  cell: b\n  says: '1'\n  within: c\n": (4, "`c` is no number"),
        "a: {cell: b, says: '1', within: -1}\n": (1, "write it like `0.001`"),
    },
    SETTINGS: {
        "extra:\nx: 2026-13-45\n": (2, "no YAML that is read (month must be"),
    },
    CODE: {
        b"# \xe9\n": (1, "this file is not UTF-8; save it as such"),
        "# %% one\n# wo\u200brd\n": (2, "unseen sign (U+200B)"),
    },
    f"{OUTPUTS}/scores.txt": {"0.78421\r\n": (1, "unseen sign (U+000D)")},
    HEAT: {
        f"\n{text}": (2, said)
        for text, said in {
            "<foreignObject/>": "`<foreignObject/>` has no place in a drawing",
            '<a href="https://example.org">x</a>': "`<a href=",
            '<g fill="url(https://a.org/b)"/>': "`fill=",
            '<g style="x: url(a)"/>': '`style="x: url(a)"',
            '<g class="md-consent__overlay"/>': "md-consent__overlay",
            '<!DOCTYPE x [<!ENTITY a "b">]>': "`<!DOCTYPE x",
            '<g onclick="x"/>': '`onclick="x"',
            '<g\nonclick="x"/>': "`onclick=",
            "<g x=' y=\"1\" '/>": "`x=' y=",
            "<g>": "this is no XML (mismatched tag",
            '</g onclick="x">': "this is no XML",
        }.items()
    },
    TABLE: {
        f"\n{text}": (2, f"`{text[:9]}")
        for text in (
            *('<img src="x"/>', "<!-->", "<!-- x -->", "<?x y?>"),
            "<![CDATA[><script>alert(1)</script>]]>",
        )
    },
    NET: {
        text: (1, "these are no parameters (")
        for text in (
            "alert(1);",
            GOOD_NET + "x",
            GOOD_NET.replace("[2]", "[3]"),
            GOOD_NET.replace("==", "=!"),
        )
    },
}
FAULTS = NAMED | {
    f"{said}: {text[:30]!r}": Fault(
        write(STRANGER, f"{HEAD}{text}\n"), STRANGER, line + 2, said
    )
    for said, found in ATTACKS.items()
    for line, text in found
}
FAULTS |= {
    f"{path}: {text[:40]!r}": Fault(write(path, text), path, line, said)
    for path, texts in WHOLE.items()
    for text, (line, said) in texts.items()
}
