"""How well is told what of a translation is to be looked at again?

Each case edits the English of a small project. It says of which units a
translator has to be told, and how, by what readers need: the other units stay
as they are. Of all units of all cases are counted who was told rightly.
"""

import re
from collections import Counter
from pathlib import Path

import pytest
from conftest import speak
from test_translations import git

from proof.pages import code
from proof.pages.drawn import drawn
from proof.pages.formulas import tight
from proof.pages.outline import bare
from proof.pages.reduced import fingerprint, reduce
from proof.pages.states import State
from proof.translate import commands

LEAST = 0.99  # of what is told, and of what is to be told

TURN = """---
title: Turning
description: How a place turns a vector.
form: notebook
---

# Turning { #turning }

A place **turns** each pair of numbers. Read about [the mask](mask.md#mask)
first.

## The angle { #angle }

The token at place $m$ is turned by

$$
\\theta_m = m \\cdot \\beta \\text{ each}
\\tag{1}
$$

Here $\\beta$ is 0.25 for the first pair. The next pair turns 4 times as slowly.

## In code { #code }

The call `turn` takes a vector and its place.

```python
--8<-- "snippets/turn.py:turn"
```

1.  The cosine keeps "most" of it.

The second place gives the smaller number.

### All angles { #angles }

| Place | Angle |
| --- | --- |
| first | 0.25 |
| second | 0.75 |

## A picture { #picture }

<figure markdown>
<div role="img" aria-label="Two arrows, one of them turned.">
--8<-- "docs/assets/diagrams/turn/arrows.svg"
</div>
<figcaption markdown="span">Both arrows are equally long.</figcaption>
</figure>

!!! warning "Mind the pairs"

    Some libraries turn halves. Others turn neighbours.

## Exercises { #exercises }

Which of the two grows?

!!! question predict-grows "Predict: what becomes of the length?"

    1. It stays.
    2. It grows.

    ??? success "See"

        1. A turn moves nothing outwards.

```sh
make check
```

## Keep in mind { #keep }

* A turn keeps lengths.
* Only distances count.

Older models add a vector. Newer ones turn.
"""
TURN_PT = """---
title: Girar
description: Como um lugar gira um vetor.
form: notebook
---

# Girar { #turning }

Um lugar **gira** cada par de números. Leia antes sobre
[a máscara](mask.md#mask).

## O ângulo { #angle }

O token no lugar $m$ é girado por

$$
\\theta_m = m \\cdot \\beta \\text{ cada}
\\tag{1}
$$

Aqui $\\beta$ vale 0.25 para o primeiro par. O par seguinte gira 4 vezes mais
devagar.

## Em código { #code }

A chamada `turn` recebe um vetor e o lugar dele.

```python
--8<-- "snippets/turn.py:turn"
```

1.  O cosseno guarda a "maior parte".

O segundo lugar dá o número menor.

### Todos os ângulos { #angles }

| Lugar | Ângulo |
| --- | --- |
| primeiro | 0.25 |
| segundo | 0.75 |

## Uma figura { #picture }

<figure markdown>
<div role="img" aria-label="Duas setas, uma delas girada.">
--8<-- "docs/assets/diagrams/turn/arrows.svg"
</div>
<figcaption markdown="span">As duas setas têm o mesmo tamanho.</figcaption>
</figure>

!!! warning "Cuidado com os pares"

    Algumas bibliotecas giram metades. Outras giram vizinhos.

## Exercícios { #exercises }

Qual dos dois cresce?

!!! question predict-grows "Preveja: o que acontece com o tamanho?"

    1. Fica igual.
    2. Cresce.

    ??? success "Veja"

        1. Girar não leva nada para fora.

```sh
make check
```

## Para guardar { #keep }

* Girar preserva tamanhos.
* Só as distâncias contam.

Modelos antigos somam um vetor. Os novos giram.
"""
MASK = """# The mask { #mask }

No row may look ahead.

## Why it is needed { #why }

A model that sees the answer learns nothing. It would copy the next word.

## How it is made { #how }

Scores above the diagonal become $-\\infty$. A weight of 0.5 at most remains.

1. Draw a triangle.
2. Fill it.
"""
MASK_PT = """# A máscara { #mask }

Nenhuma linha pode olhar adiante.

## Por que ela é necessária { #why }

Um modelo que vê a resposta não aprende nada. Copiaria a palavra seguinte.

## Como ela é feita { #how }

As pontuações acima da diagonal viram $-\\infty$, e resta no máximo um peso de
0.5.

1. Desenhe um triângulo.
2. Preencha-o.
"""
E, P = "docs/en/", "docs/pt/"
FILES = {
    f"{E}turn.md": TURN,
    f"{P}turn.md": TURN_PT,
    f"{E}mask.md": MASK,
    f"{P}mask.md": MASK_PT,
    f"{E}terms.yml": (
        "turn:\n  term: turn\n  forms:\n    - turns\n"
        "  definition: A move on a circle.\n  see: turn.md#turning\n"
        "mask:\n  term: mask\n  definition: It hides what is next.\n"
        "  see: mask.md#mask\n"
    ),
    f"{P}terms.yml": (
        "turn:\n  term: giro\n  forms:\n    - giros\n"
        "  definition: Um passo num círculo.\n"
        "mask:\n  term: máscara\n  definition: Ela esconde o que vem.\n"
    ),
    f"{E}errata.yml": (
        "1:\n  says: The sum is two.\n  why: A row was counted twice.\n"
        '  right: It is one.\n  guides: "003"\n'
    ),
    f"{P}errata.yml": (
        "1:\n  says: A soma é dois.\n  why: Uma linha foi contada duas vezes.\n"
        "  right: Ela é um.\n"
    ),
    "snippets/turn.py": (
        "# %%\nunseen = 1\n\n# %% turn\n# Each place has an angle.\n"
        "angles = [0.25 * m for m in range(3)]  # (1)!\nprint(angles)\n\n"
        "# %% other\nangle = 2\n"
    ),
    "docs/outputs/turn/turn.txt": "[0.0, 0.25, 0.5]\n",
    "docs/assets/diagrams/turn/arrows.svg": (
        "<svg data-says=\"0a1b2c3d\"><path d='M0 0L40 0'/>"
        "<text>q</text></svg>\n"
    ),
    "docs/assets/diagrams/turn/circle.svg": "<svg><circle r='3'/></svg>\n",
}
CODE, PRINTED = "snippets/turn.py", "docs/outputs/turn/turn.txt"
ARROWS = "docs/assets/diagrams/turn/arrows.svg"
T, M, TERMS, ERRATA = (
    f"{E}{name}" for name in ("turn.md", "mask.md", "terms.yml", "errata.yml")
)
FIX, DONE, EDITORIAL = "fix", "done", "editorial"  # commands, with their units
REMOVE, RENAME, ALL = "remove", "rename", "all"  # of files, of places in one


def part(text: str, start: str, end: str = "") -> str:
    """What stands from one text to another."""
    return text[text.index(start) : text.index(end) if end else None]


FENCE = part(TURN, "```python", "1.  ")
FIGURE = part(TURN, "<figure markdown>", "!!! warn")
BOX = part(TURN, "!!! warn", "## Exer")
QUESTION = part(TURN, "!!! question", "```sh")
DISPLAY = part(TURN, "$$", "Here")
ANGLES = part(TURN, "### All", "## A picture")
PICTURE = part(TURN, "## A picture", "## Exer")
KEEP = part(TURN, "## Keep")
WHY = part(MASK, "## Why", "## How")
HOW = part(MASK, "## How")
MEASURED = (CODE, "print(angles)", f"print(angles)\n{code.MEASURED}")
OUTPUT = '```text\n--8<-- "docs/outputs/turn/turn.txt"\n```\n\n'
FRONT = part(TURN, "---\n", "# Turning").replace("Turning", "Of places")
NEW = "## Its cost { #cost }\n\nIt costs as much as an addition.\n\n"


def each(path: str, told: str, **edits: tuple[str, str]) -> dict:
    """Cases of one edit each, in one file, of all of which the same is told."""
    return {
        f"{name.replace('_', ' ')} ({told or 'nothing'})": (
            [(path, *edit)],
            told,
        )
        for name, edit in edits.items()
    }


CASES = {  # name: (steps, what must be told)
    # Words, wherever they stand: readers see the translation, with a notice.
    **each(
        T,
        "turning outdated",
        title=("title: Turning", "title: Rotating"),
        description=("How a place turns", "How a place changes"),
        heading_of_the_page=("# Turning", "# Rotating"),
        paragraph=("each pair of numbers", "each two numbers"),
        words_of_a_link=("[the mask]", "[masks]"),
    ),
    **each(
        T,
        "angle outdated",
        heading=("## The angle", "## How far"),
        words_at_a_formula=("is turned by", "is moved by"),
        words_in_a_formula=("\\text{ each}", "\\text{ in all}"),
        negation=("Here $\\beta$ is", "Here $\\beta$ is not"),
    ),
    **each(
        T,
        "code outdated",
        note_on_code=('keeps "most"', 'loses "most"'),
        name_of_code_in_words=("`turn`", "`rotate`"),
        words_below_code=("The second place gives", "Only the last gives"),
    ),
    **each(
        T,
        "angles outdated",
        head_of_a_table=("| Place |", "| Position |"),
        cell=("| second |", "| last |"),
        deeper_heading=("### All angles", "### Each angle"),
    ),
    **each(
        T,
        "picture outdated",
        caption=("equally long", "of one length"),
        text_alternative=("one of them turned", "both of them turned"),
        title_of_a_box=('"Mind the pairs"', '"Mind the halves"'),
        text_of_a_box=("Others turn", "Few turn"),
        sentence_dropped=(" Others turn neighbours.", ""),
    ),
    **each(
        T,
        "exercises outdated",
        question=("Which of the two grows", "Which of the two shrinks"),
        title_of_a_prediction=("becomes of the length", "is the length"),
        choice=("2. It grows", "2. It shrinks"),
        answer=("moves nothing outwards", "moves nothing away"),
        title_of_a_fold=('"See"', '"Answer"'),
        choices_swapped=(
            "It stays.\n    2. It grows",
            "It grows.\n    2. It stays",
        ),
    ),
    **each(
        T,
        "keep outdated",
        point=("Only distances", "Distances alone"),
        points_swapped=(
            "* A turn keeps lengths.\n* Only distances count.",
            "* Only distances count.\n* A turn keeps lengths.",
        ),
        point_dropped=("* Only distances count.\n", ""),
        point_added=("* Only", "* It is cheap.\n* Only"),
        sentences_swapped=(
            "Older models add a vector. Newer ones turn.",
            "Newer ones turn. Older models add a vector.",
        ),
        paragraph_added=("Older models", "It is cheap.\n\nOlder models"),
        paragraphs_swapped=(
            part(KEEP, "* A turn"),
            part(KEEP, "Older") + "\n" + part(KEEP, "* A", "\nOlder"),
        ),
    ),
    **each(M, "how outdated", numbered_point=("2. Fill it", "2. Fill half")),
    **each(
        TERMS,
        "mask outdated",
        term=("term: mask", "term: causal mask"),
        definition=("hides what is next", "hides what follows"),
    ),
    **each(
        TERMS,
        "turn outdated",
        definition_of_a_term_with_forms=("A move on", "A step on"),
    ),
    # Each language has its own forms.
    **each(TERMS, "", forms_of_a_term=("- turns", "- turned")),
    **each(
        ERRATA,
        "1 outdated",
        what_an_erratum_says=("sum is two", "sum is 2"),
        why_it_is_wrong=("counted twice", "added twice"),
        what_is_right=("It is one", "It is 1"),
    ),
    # What is only set otherwise.
    **each(
        T,
        "",
        reflowed=("numbers. Read about", "numbers.\nRead about"),
        reflowed_point=("* A turn keeps", "* A turn\n  keeps"),
        two_spaces=("is 0.25 for", "is  0.25 for"),
        space_that_does_not_break=("is 0.25 for", "is\u00a00.25 for"),
        bold_otherwise=("**turns**", "__turns__"),
        no_emphasis=("**turns**", "turns"),
        more_emphasis=("each pair", "*each* pair"),
        marks_of_a_list=("* A turn", "- A turn"),
        curled_quotes=('"most"', "\u201cmost\u201d"),
        numbers_of_a_list=("    2. It grows", "    3. It grows"),
        space_in_a_formula=("m \\cdot \\beta", "m \\,\\cdot\\; \\beta"),
        line_in_a_formula=("m \\cdot \\beta", "m\n\\cdot \\beta"),
        space_in_a_formula_in_words=("place $m$", "place $\\,m$"),
        braces_in_a_formula=("\\theta_m", "\\theta_{m}"),
        cells_aligned=("| --- | --- |", "| :--- | ---: |"),
        table_without_edges=(
            "| first | 0.25 |\n| second | 0.75 |",
            "first | 0.25\nsecond | 0.75",
        ),
        cells_wider=("| first | 0.25 |", "| first  | 0.25   |"),
        empty_lines=("## A picture", "\n\n## A picture"),
        link_with_a_title=("mask.md#mask)", 'mask.md#mask "first")'),
        quotes_of_one_stroke=('"most"', "'most'"),
        comma_dropped=("Two arrows, one", "Two arrows one"),
        words_in_one=("equally long", "equally-long"),
        hyphen_that_is_not_seen=("A turn moves", "A tu\u00adrn moves"),
        lone_letter_in_braces=("place $m$", "place ${m}$"),
        aligned_formula=("\\theta_m = m", "\\theta_m &= m"),
    ),
    "line ends of Windows": ([(ALL, T, "\n", "\r\n")], ""),
    "a see of a term": ([(TERMS, "mask.md#mask", "mask.md#how")], ""),
    "guides of an erratum": ([(ERRATA, '"003"', '"000"')], ""),
    # Formulas and numbers: readers see the English.
    **each(
        T,
        "angle replaced",
        sign_in_a_formula=("m \\cdot \\beta", "-m \\cdot \\beta"),
        letter_of_a_formula_in_words=("place $m$", "place $n$"),
        index_in_a_formula=("\\theta_m", "\\theta_n"),
        words_added_to_a_formula=("\\theta_m =", "\\theta_m \\text{ or } a ="),
        formula_dropped=(DISPLAY, ""),
        formula_added=("Here $", "$$\n\\beta > 0\n$$\n\nHere $"),
        number=("0.25 for", "0.5 for"),
        sign_of_a_number=("is 0.25", "is -0.25"),
        number_dropped=("is 0.25 for", "is small for"),
        whole_number=("turns 4 times", "turns 8 times"),
    ),
    **each(T, "angles replaced", number_in_a_table=("0.75", "0.5")),
    **each(T, "angles replaced", row_with_a_number=("| second | 0.75 |\n", "")),
    **each(M, "how replaced", number_at_a_formula=("of 0.5", "of 0.4")),
    **each(M, "how replaced", sign_of_infinity=("$-\\infty$", "$\\infty$")),
    # Code, what it prints, diagrams.
    **each(
        CODE,
        "code reread",
        value_in_code=("0.25 * m", "0.5 * m"),
        operator_in_code=("0.25 * m", "0.25 + m"),
        name_in_code=("angles", "turns"),
        code_added=("print(angles)", "print(angles)\nprint(angles[2])"),
        code_dropped=("print(angles)\n", ""),
        mark_of_a_note_on_another_line=(
            "range(3)]  # (1)!\nprint(angles)",
            "range(3)]\nprint(angles)  # (1)!",
        ),
    ),
    **each(
        CODE,
        "",
        comment_in_code=("# Each place has an angle", "# An angle a place"),
        comment_dropped=("# Each place has an angle.\n", ""),
        comment_behind_code=("print(angles)", "print(angles)  # in all"),
        code_on_two_lines=("[0.25 * m for", "[\n    0.25 * m for"),
        text_in_code_on_its_own=("angles = [", '"""Angles."""\nangles = ['),
        comma_at_the_end=("range(3)]", "range(3,)]"),
        spaces_in_code=("0.25 * m", "0.25*m"),
        code_that_is_not_shown=("unseen = 1", "unseen = 2"),
        code_of_another_cell=("angle = 2", "angle = 3"),
    ),
    "code indented": (
        [
            (CODE, "print(angles)", "if angles:\n    print(1)\nprint(angles)"),
            (DONE, "pt/turn#code"),
            (CODE, "\nprint(angles)", "\n    print(angles)"),
        ],
        "code reread",
    ),
    "result": ([(PRINTED, "0.25", "0.26")], "code reread"),
    "measured anew": (
        [MEASURED, (DONE, "pt/turn#code"), (PRINTED, "0.25", "1e-05")],
        "",
    ),
    "a word more is measured": (
        [MEASURED, (DONE, "pt/turn#code"), (PRINTED, "0.5]", "0.5] in all")],
        "code reread",
    ),
    "result dropped": ([(REMOVE, PRINTED)], "code reread"),
    "result of a cell that is not shown": (
        [(PRINTED.replace("turn.txt", "other.txt"), "", "2\n")],
        "",
    ),
    "spaces in the lines of a result": (
        [(PRINTED, ", 0.5]\n", ",  0.5] \n\n")],
        "",
    ),
    "spaces before a line of a result": (
        [(PRINTED, "[0.0", "  [0.0")],
        "code reread",
    ),
    "diagram": ([(ARROWS, "0a1b2c3d", "00aa11bb")], "picture reread"),
    "diagram that says the same": ([(ARROWS, "L40 0", "L47 0")], ""),
    "diagram exchanged": (
        [(T, "arrows.svg", "circle.svg")],
        "picture replaced",
    ),
    "diagram exchanged and copied": (
        [(T, "arrows.svg", "circle.svg"), (FIX,)],
        "picture reread",
    ),
    "figure dropped": ([(T, FIGURE, "")], "picture replaced"),
    "block exchanged": (
        [(T, "turn.py:turn", "turn.py:other")],
        "code replaced",
    ),
    "block exchanged and copied": (
        [(T, "turn.py:turn", "turn.py:other"), (FIX,)],
        "code reread",
    ),
    "block added": (
        [(T, "### All", FENCE.replace(":turn", ":other") + "### All")],
        "code replaced",
    ),
    "block added and copied": (
        [
            (T, "### All", FENCE.replace(":turn", ":other") + "### All"),
            (FIX,),
        ],
        "code reread",
    ),
    "block dropped": ([(T, FENCE, "")], "code replaced"),
    "commands changed": (
        [(T, "make check", "make test")],
        "exercises replaced",
    ),
    "commands changed and copied, the old ones kept": (
        [(T, "make check", "make test"), (FIX,)],
        "exercises replaced",
    ),
    "commands changed and copied, the old ones removed": (
        [
            (T, "make check", "make test"),
            (FIX,),
            (P + "turn.md", "<!-- kept -->\n\nmake check\n\n", ""),
            (FIX,),
        ],
        "exercises reread",
    ),
    "result shown on another page": (
        [(M, "1. Draw", OUTPUT + "1. Draw"), (FIX,)],
        "how reread",
    ),
    "result shown elsewhere changes": (
        [
            (M, "1. Draw", OUTPUT + "1. Draw"),
            (FIX,),
            (DONE, "pt/mask#how"),
            (PRINTED, "0.25", "0.26"),
        ],
        "turn#code reread, how reread",
    ),
    "cell renamed": (
        [
            (CODE, "# %% turn", "# %% angles"),
            (T, "turn.py:turn", "turn.py:angles"),
            (RENAME, PRINTED, "docs/outputs/turn/angles.txt"),
            (FIX,),
        ],
        "",
    ),
    "code in another file": (
        [
            (RENAME, CODE, "snippets/angle.py"),
            (T, "turn.py:turn", "angle.py:turn"),
            (FIX,),
        ],
        "",
    ),
    # How words are divided.
    **each(
        T,
        "keep reread",
        paragraph_divided=("vector. Newer", "vector.\n\nNewer"),
        point_that_is_a_paragraph=("* Only distances", "\nOnly distances"),
        list_that_is_numbered=(
            "* A turn keeps lengths.\n* Only",
            "1. A turn keeps lengths.\n2. Only",
        ),
    ),
    **each(
        T,
        "code reread",
        paragraphs_moved_around_code=(
            "The call `turn` takes a vector and its place.\n\n" + FENCE,
            FENCE + "The call `turn` takes a vector and its place.\n\n",
        ),
    ),
    "paragraphs joined": (
        [
            (T, "vector. Newer", "vector.\n\nNewer"),
            (P + "turn.md", "vetor. Os", "vetor.\n\nOs"),
            (DONE, "pt/turn#keep"),
            (T, "vector.\n\nNewer", "vector. Newer"),
        ],
        "keep reread",
    ),
    "text taken out of a box": (
        [(T, BOX, "Some libraries turn halves. Others turn neighbours.\n\n")],
        "picture replaced",
    ),
    # Links and what is copied with them.
    **each(
        T,
        "turning replaced",
        target_of_a_link=("mask.md#mask", "mask.md#how"),
        link_dropped=("[the mask](mask.md#mask)", "the mask"),
    ),
    **each(T, "angle replaced", link_added=("Here $", "[Here](mask.md) $")),
    "target of a link with the name of its own page": (
        [
            (T, "mask.md#mask", "#keep"),
            (FIX,),
            (DONE, "pt/turn#turning"),
            (T, "#keep)", "turn.md#keep)"),
        ],
        "",
    ),
    "targets of two links exchanged": (
        [
            (T, "[the mask](mask.md#mask)", "[a](mask.md) [b](#keep)"),
            (
                P + "turn.md",
                "[a máscara](mask.md#mask)",
                "[c](mask.md) [d](#keep)",
            ),
            (DONE, "pt/turn#turning"),
            (T, "[a](mask.md) [b](#keep)", "[a](#keep) [b](mask.md)"),
        ],
        "turning replaced",
    ),
    "links in another order than in the original, one copied": (
        [
            (T, "[the mask](mask.md#mask)", "[a](mask.md#how) [b](#keep)"),
            (
                P + "turn.md",
                "[a máscara](mask.md#mask)",
                "[d](#keep) [c](mask.md#how)",
            ),
            (DONE, "pt/turn#turning"),
            (T, "#how", "#why"),
            (FIX,),
        ],
        "",
    ),
    "target of a link, copied": (
        [(T, "mask.md#mask", "mask.md#how"), (FIX,)],
        "",
    ),
    "number of a formula, copied": ([(T, "\\tag{1}", "\\tag{2}"), (FIX,)], ""),
    "level of a heading, copied": ([(T, "### All", "## All"), (FIX,)], ""),
    "box to unfold, copied": ([(T, "!!! warning", "??? warning"), (FIX,)], ""),
    "kind of a box, copied": ([(T, "!!! warning", "!!! note"), (FIX,)], ""),
    # Sections and entries that come, go and move.
    "section added": (
        [(T, "## A picture", NEW + "## A picture")],
        "cost missing",
    ),
    "section dropped": ([(T, ANGLES, "")], "angles orphaned"),
    "id changed": (
        [(T, "#keep }", "#remember }")],
        "keep orphaned, remember missing",
    ),
    "section renamed": (
        [(T, "Keep in mind { #keep", "Remember { #remember")],
        "keep orphaned, remember missing",
    ),
    "section moved up": (
        [(T, KEEP, ""), (T, "## A picture", KEEP + "\n## A picture")],
        "",
    ),
    "section moved with one below it": (
        [
            (T, PICTURE, ""),
            (T, "## In code", PICTURE + "## In code"),
        ],
        "",
    ),
    "section moved to another page": (
        [(T, ANGLES, ""), (M, "## How", ANGLES[1:] + "## How")],
        "turn#angles orphaned, mask#angles missing",
    ),
    "section moved to a new page": (
        [(M, HOW, ""), (f"{E}how.md", "", HOW[1:])],
        "mask#how orphaned, how#how missing",
    ),
    "section split": (
        [(T, "The second place", "## Result { #result }\n\nThe second place")],
        "code outdated, result missing",
    ),
    "sections merged": (
        [(M, "## How it is made { #how }\n\n", "")],
        "why replaced, how orphaned",
    ),
    "paragraph moved to another section": (
        [
            (T, "\nThe second place gives the smaller number.\n", ""),
            (
                T,
                "| second | 0.75 |\n",
                "| second | 0.75 |\n\nThe second place "
                "gives the smaller number.\n",
            ),
        ],
        "code outdated, angles outdated",
    ),
    "sections change their places and keep their ids": (
        [
            (M, "#why }", "#x }"),
            (M, "#how }", "#why }"),
            (M, "#x }", "#how }"),
        ],
        "why replaced, how replaced",
    ),
    "page dropped": (
        [(REMOVE, M)],
        "mask#mask orphaned, why orphaned, how orphaned",
    ),
    "page renamed": (
        [(RENAME, M, f"{E}hide.md")],
        "mask#mask orphaned, mask#why orphaned, mask#how orphaned, "
        "hide#mask missing, hide#why missing, hide#how missing",
    ),
    "page renamed in both": (
        [
            (RENAME, M, f"{E}hide.md"),
            (RENAME, f"{P}mask.md", f"{P}hide.md"),
        ],
        "",
    ),
    "page added": (
        [(f"{E}of.md", "", FRONT + "# Of { #of }\n\nAll.\n")],
        "of missing",
    ),
    # Several edits, and what was done or declared since.
    "word changed everywhere": (
        [(ALL, T, "place", "position")],
        "turning outdated, angle outdated, code outdated",
    ),
    "two edits of a section, one of another": (
        [(T, "Only dist", "All dist"), (T, "Older", "Old"), (M, "copy", "say")],
        "keep outdated, mask#why outdated",
    ),
    "words and code changed": (
        [(T, "smaller number", "larger number"), (CODE, "0.25 *", "0.5 *")],
        "code outdated",
    ),
    "taken back": (
        [(T, "Older", "Old"), (T, "Old models", "Older models")],
        "",
    ),
    "code taken back": (
        [(CODE, "0.25 *", "0.5 *"), (CODE, "0.5 *", "0.25 *")],
        "",
    ),
    "translated since": (
        [
            (T, "Older models add", "Older models had"),
            (P + "turn.md", "antigos somam", "antigos tinham"),
            (DONE, "pt/turn#keep"),
        ],
        "",
    ),
    "taken back after it was translated": (
        [
            (T, "Older models add", "Older models had"),
            (P + "turn.md", "antigos somam", "antigos tinham"),
            (DONE, "pt/turn#keep"),
            (T, "Older models had", "Older models add"),
        ],
        "keep outdated",
    ),
    "read again since": (
        [(CODE, "0.25 *", "0.5 *"), (DONE, "pt/turn#code")],
        "",
    ),
    "code changed after it was read again": (
        [
            (CODE, "0.25 *", "0.5 *"),
            (DONE, "pt/turn#code"),
            (CODE, "0.5 *", "0.75 *"),
        ],
        "code reread",
    ),
    "declared editorial": (
        [(T, "Older models", "Old models"), (EDITORIAL, "en/turn#keep")],
        "",
    ),
    "edited after it was declared": (
        [
            (T, "Older models", "Old models"),
            (EDITORIAL, "en/turn#keep"),
            (T, "Only dist", "All dist"),
        ],
        "keep outdated",
    ),
    "code changed with what was declared": (
        [
            (T, "smaller number", "lesser number"),
            (EDITORIAL, "en/turn#code"),
            (CODE, "0.25 *", "0.5 *"),
        ],
        "code reread",
    ),
    "another section than the declared one": (
        [
            (T, "Older models", "Old models"),
            (EDITORIAL, "en/turn#keep"),
            (T, "is turned by", "is moved by"),
        ],
        "angle outdated",
    ),
    "only the translation edited": ([(P + "turn.md", "antigos", "velhos")], ""),
}


@pytest.fixture(scope="module")
def project(tmp_path_factory) -> Path:
    """Two pages and two files of entries, of which all is current."""
    root = tmp_path_factory.mktemp("outdated")
    speak(root, "en", "pt")
    return root


def restore(root: Path) -> None:
    """Write all as it is before each case; the marks are made once."""
    for path in [*root.glob("docs/**/*.*"), *root.glob("snippets/*.py")]:
        path.unlink()
    for path, text in FILES.items():
        write(root / path, text)
    if FILES[f"{P}turn.md"] == TURN_PT:  # not marked yet
        names = ("turn", "mask", "terms.yml", "errata.yml")
        assert not commands.main(["done", *(f"pt/{n}" for n in names)], root)
        FILES.update({p: (root / p).read_text("utf-8") for p in FILES})


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode())


def carry_out(root: Path, what: str, *rest: str) -> None:
    """Do one step of a case."""
    if what in (FIX, DONE, EDITORIAL):
        why = ["--reason", "x"] if what == EDITORIAL else []
        assert commands.main([what, *rest, *why], root) != 2
    elif what == REMOVE:
        (root / rest[0]).unlink()
    elif what == RENAME:
        (root / rest[0]).rename(root / rest[1])
    elif what == ALL or rest[0]:
        path, old, new = rest if what == ALL else (what, *rest)
        text = (root / path).read_text("utf-8")
        assert old in text, (path, old)
        write(root / path, text.replace(old, new, -1 if what == ALL else 1))
    else:
        write(root / what, rest[1])


def expected(steps: list[tuple[str, ...]], told: str) -> dict[str, str]:
    """What must be told, by the names of units; most are in the first file."""
    path = next(step for step in steps[0] if "/" in step)
    file = Path(path).name.removesuffix(".md") if path.startswith(E) else "turn"
    pairs = [one.split() for one in told.split(", ") if one]
    return {n if "#" in n else f"{file}#{n}": how for n, how in pairs}


def how(state: State, path: str) -> str:
    """In which way a unit is told; in none, if it is current."""
    changed = state.status in ("outdated", "unfit")
    if path.endswith(".md") and changed and not state.shown:
        return "replaced"
    return "" if state.status == "current" else state.status


def told(root: Path) -> dict[str, str]:
    """What is told, of all units, by their names."""
    return {
        f"{commands.name_of(path)}#{state.id}": how(state, path)
        for _, path, states in commands.all_states(root)
        for state in states
    }


def test_who_has_to_look_again_is_told_and_nobody_else(project, capsys):
    count, missed = Counter(), []
    for name, (steps, said) in CASES.items():
        restore(project)
        for step in steps:
            carry_out(project, *step)
        wanted, found = expected(steps, said), told(project)
        for unit in found.keys() | wanted.keys():
            pair = wanted.get(unit, ""), found.get(unit, "")
            count[tuple(map(bool, pair))] += 1
            if pair[0] != pair[1]:
                missed.append(f"{name}: {unit} is {pair[1]!r}, not {pair[0]!r}")
    right = count[True, True]
    precision = right / (right + count[False, True])
    recall = right / (right + count[True, False])
    capsys.readouterr()
    print(
        len(CASES), "cases,", dict(count), precision, recall, *missed, sep="\n"
    )
    assert min(precision, recall) >= LEAST
    assert not missed


def said(text: str) -> str:
    return fingerprint(reduce(text))


CELL = "a = f('x', 1.0)\n"
ALIKE = (  # how it is read, and pairs that differ only in how they are written
    (tight, r"\operatorname{E} \left( x \right)", r"\mathrm{E}(x)"),
    (tight, r"\Bigl( \dfrac{1}{3} \Bigr)", r"( \tfrac13 )"),
    (tight, r"\frac{a}{b}", r"\frac ab"),
    (tight, r"K^{\top} {m}", r"K^\top m"),
    (tight, r"\sum\limits_{j=1}^{i} x", r"\sum^i_{j=1} x"),
    (tight, r"a \le b \ne \dots", r"a \leq b \neq \ldots"),
    (
        tight,
        r"\left( \begin{matrix} a \end{matrix} \right)",
        r"\begin{pmatrix} a \end{pmatrix}",
    ),
    (tight, r"\lVert a \rVert h'_{i}", r"\|a\| h_i'"),
    (tight, r"a &= b \\ c &= d", r"a ={}& b \\[4pt] c =& d"),
    (tight, r"\displaystyle \phantom{-}1 & 2", r"1 & 2"),
    (said, "82% of a word-wise test...", "82\u202f% of a word\u2011wise test…"),
    (
        said,
        "it is \u2014 of course \u2014 \u22121",
        "it is \u2013 of course \u2013 -1",
    ),
    (said, "a well-known one, too", "a well known one too"),
    (said, "antidiagonal", "anti-diagonal"),
    (bare, CELL, 'a = f("x", 1.)\n'),
    (bare, CELL, "(a) = f(\n    'x', 1_0e-1,\n)  # why\n"),
    (bare, "from a import b, c\n", "from a import c, b\n"),
    (
        bare,
        "import a\nfrom b import c\na()\n",
        "from b import c\nimport a\na()\n",
    ),
    (bare, 'def f():\n    """Do."""\n    g()\n', "def f():\n    g()\n"),
    (bare, "for a in (b, c):\n    d()\n", "for a in b, c: d()\n"),
    (
        drawn,
        b"<g a='1' b='2'/>\n",
        b'<?xml version="1.0"?>\n<g b="2" a="1"></g>',
    ),
    (drawn, b"<g><a/><b/></g>", b"<g>\n  <!-- c -->\n  <a />\n  <b />\n</g>\n"),
    (
        drawn,
        b"<svg height='9' width='20'><g stroke-width='2' stroke='a'/></svg>",
        b"<svg width='40' height='18'><g stroke='a' stroke-width='1'/></svg>",
    ),
    (drawn, b"<svg a='1' b='2'/>\n<svg/>", b"<svg b='2' a='1'/><svg></svg>"),
    (drawn, b"1 < 2\n3", b"1 < 2 \r\n3\n"),
    (
        drawn,
        b"<g d='M0 10.5L1-2 .5' r='1.5' transform='t(1 2)'/>",
        b"<g d=' M 0,10.50 L1.0 -2 0.5' r='1.50' transform='t(1.0, 2)'/>",
    ),
)
UNLIKE = (  # and such as say something else
    (tight, r"\sum_{j=1}^{i} x", r"\sum_{j=1} x^{i}"),
    (tight, r"x_{12}", r"x_{1}2"),
    (tight, r"\frac{1}{23}", r"\frac{12}{3}"),
    (tight, r"a \le b", r"a < b"),
    (tight, r"\|a\| b", r"\|a b\|"),
    (tight, r"a_{i}' b", r"a_{i} b'"),
    (tight, r"\left( a + b \right) c", r"a + b c"),
    (tight, r"a \leftarrow b", r"a b"),
    (
        tight,
        r"\begin{pmatrix} a & b \end{pmatrix}",
        r"\begin{pmatrix} a b \end{pmatrix}",
    ),
    (said, "about 5", "about 50"),
    (said, "from 3-4", "from 34"),
    (said, "a - an angle", "a an angle"),
    (said, "of $q - k$", "of $qk$"),
    (said, "of 1,000", "of 1000"),
    (bare, CELL, "a = f('x', 1)\n"),
    (bare, CELL, "a = f('x', None)\n"),
    (bare, "f(None)\n", "f()\n"),
    (bare, "a - (b - c)\n", "a - b - c\n"),
    (bare, "import a\nb()\nimport c\n", "import c\nb()\nimport a\n"),
    (bare, "a = b  # (1)!\nc()\n", "a = b\nc()  # (1)!\n"),
    (bare, "print('a')\n", "print('b')\n"),
    (bare, "a b\n", "a c\n"),
    (drawn, b"<g><a/><b/></g>", b"<g><b/><a/></g>"),
    (drawn, b"<svg a='1'/><svg a='2'/>", b"<svg a='2'/><svg a='1'/>"),
    (drawn, b"<g><t>1 2</t></g>", b"<g><t>12</t></g>"),
    (drawn, b"1 < 2\n", b"1 < 3\n"),
    (drawn, b"<g><t>1.5</t></g>", b"<g><t>1.50</t></g>"),
    (drawn, b"<g aria-label='1.5'/>", b"<g aria-label='1.50'/>"),
    (drawn, b"<g r='10'/>", b"<g r='1'/>"),
    (drawn, b"<g r='1.05'/>", b"<g r='1.5'/>"),
    (drawn, b"<g d='M1 2'/>", b"<g d='M12'/>"),
    (drawn, b"<g d='M1 2'/>", b"<g d='M1-2'/>"),
)


def test_only_how_it_is_written_tells_nobody():
    for read, one, other in ALIKE:
        assert read(one) == read(other), (one, other)
    for read, one, other in UNLIKE:
        assert read(one) != read(other), (one, other)


@pytest.fixture
def known(tmp_path, capsys) -> Path:
    """The project, as git knows it; nothing is printed of it."""
    speak(tmp_path, "en", "pt")
    restore(tmp_path)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "first")
    capsys.readouterr()
    return tmp_path


def words(root: Path) -> Counter:
    """All words of the translation."""
    files = root.glob("docs/pt/*.md")
    return Counter(re.findall(r"\w+", "".join(map(Path.read_text, files))))


MOVED = "section moved to another page"
MERGED = {  # which sections go into the first
    "in one page": ("mask#why", "mask#how"),
    "three in one": ("mask#mask", "mask#why", "mask#how"),
    "from another page": ("turn#keep", "mask#why"),
}


def test_a_section_moved_between_pages_that_stay_takes_its_words(known, capsys):
    """Also if it was edited; what changed in it is shown."""
    before = words(known)
    for step in (*CASES[MOVED][0], (M, "| Place |", "| Position |")):
        carry_out(known, *step)
    assert commands.main(["start", "pt/mask#angles"], known) == 0
    assert "moved here from pt/turn#angles" in capsys.readouterr().out
    assert words(known) == before
    assert {n: how for n, how in told(known).items() if how} == {
        "mask#angles": "outdated"
    }
    assert commands.main(["diff", "pt/mask#angles"], known) == 0
    assert "| [-Place-] {+Position+} | Angle" in capsys.readouterr().out
    assert commands.main(["done", "pt/mask#angles"], known) == 2, "unedited"
    edits = ("| Lugar |", "| Posição |")
    carry_out(known, f"{P}mask.md", *edits)
    assert commands.main(["done", "pt/mask#angles"], known) == 0
    assert not any(told(known).values())


@pytest.mark.parametrize("name", MERGED)
def test_what_was_merged_into_a_section_is_offered_for_it(known, capsys, name):
    before, (unit, *gone) = words(known), MERGED[name]
    if unit.startswith("turn"):
        text = part(WHY, "A model")
        carry_out(known, M, WHY, "")
        carry_out(known, T, "Older", f"{text}Older")
    for other in gone if unit.startswith("mask") else ():
        text = {"mask#why": WHY, "mask#how": HOW}[other]
        carry_out(known, M, text[: text.index("\n\n") + 2], "")
    assert commands.main(["diff", f"pt/{unit}"], known) == 0
    shown = capsys.readouterr().out
    for other in gone:
        assert f"(pt/{other}) translates much of this already" in shown
    assert words(known) == before


def test_what_changed_beside_the_words_is_shown(known, capsys):
    """The lines of this code, what it prints, a diagram; nothing else."""
    for path, old, new in (
        (CODE, "0.25 * m", "0.5 * m"),
        (CODE, "angle = 2", "angle = 3"),  # on no page
        (PRINTED, "0.25", "0.5"),
        (ARROWS, "0a1b2c3d", "00aa11bb"),
        (ARROWS, "<text>q<", "<text>k<"),
    ):
        carry_out(known, path, old, new)
    assert commands.main(["diff", "pt/turn#code"], known) == 0
    shown = capsys.readouterr().out
    assert "\n-angles = [0.25 * m for" in shown
    assert "\n+angles = [0.5 * m for" in shown
    assert "\n-[0.0, 0.25, 0.5]\n+[0.0, 0.5, 0.5]\n" in shown
    assert "angle = 3" not in shown and "M0 0" not in shown
    assert commands.main(["diff", "pt/turn#picture"], known) == 0
    shown = capsys.readouterr().out
    assert f"{ARROWS}: this picture has changed: [-q-] {{+k+}}" in shown
    assert "angles" not in shown and "<" not in shown


def test_without_git_nobody_knows_what_stood_beside_the_words(project, capsys):
    restore(project)
    carry_out(project, CODE, "0.25 * m", "0.5 * m")
    assert commands.main(["diff", "pt/turn#code"], project) == 0
    assert "git does not know what stood beside" in capsys.readouterr().out


def test_what_changed_in_a_definition_is_shown(known, capsys):
    """Of a page that includes it by its own name, not that of a cell."""
    carry_out(known, T, "turn.py:turn", "turn.py:angle")
    carry_out(known, FIX)
    carry_out(known, DONE, "pt/turn#code")
    git(known, "commit", "-qam", "second")
    carry_out(known, CODE, "angle = 2", "angle = 3")
    capsys.readouterr()
    assert commands.main(["diff", "pt/turn#code"], known) == 0
    assert "\n-angle = 2\n+angle = 3" in capsys.readouterr().out
