"""A small site in two languages that has one of everything that is checked."""

from pathlib import Path

from projects import ROOT, write_files

from sitebuild.__main__ import main

EN, PT = "docs/en/demo.md", "docs/pt/demo.md"
HOME, HOME_PT = "docs/en/index.md", "docs/pt/index.md"
SOFTMAX = "docs/en/softmax.md"
GLOSSARY, GLOSSARIO = "docs/en/glossary.md", "docs/pt/glossary.md"
WORDS, WORDS_PT = "docs/en/words.yml", "docs/pt/words.yml"
RECORDED, SETTINGS = "docs/recorded.json", "mkdocs.yml"
CHAPTER = "snippets/chapters/demo"
CODE = f"{CHAPTER}/steps.py"
PREDICTIONS, ANSWERS = f"{CHAPTER}/predictions.yml", f"{CHAPTER}/answers.yml"
STEPS = f"{CHAPTER}/stepper.yml"
OUTPUTS = "docs/outputs/demo"
SQUARE = "docs/assets/diagrams/demo/square"

DEMO = """\
---
title: Weights
description: How weights are made.
form: notebook
---

# Weights { #weights }

Attention gives each token a **weight**. You need the
[softmax](softmax.md#why) and *patience*.

## Scores { #scores }

The score of query $q$ and key $k$ is their dot product:

$$
\\omega = q \\cdot k
\\tag{1}
$$

It is large where the two vectors "agree", here 0.784.

```python
--8<-- "snippets/chapters/demo/steps.py:scores"
```

1.  The layer only uses up random numbers.

### A table { #table }

| Token | Weight |
| --- | --- |
| sun | 0.25 |

* First point.
* Second point.

## Picture { #picture }

```python
--8<-- "snippets/chapters/demo/steps.py:heat"
```

![Heatmap of two weights.](../outputs/demo/heat.svg)
/// caption
Two weights.
///

!!! note "Beware"

    A row sums to one, a column need not.

## Steps { #steps }

{{ stepper }}

![A square of four cells.](../assets/diagrams/demo/square.svg)
/// caption
Four weights.
///

```python
--8<-- "snippets/chapters/demo/steps.py:both"
```

$$
\\begin{aligned}
w &= 0.5 \\\\
z &= w + w
\\end{aligned}
\\tag{2}
$$

1.  The weights come first.
2.  Then comes their sum.

## Exercises { #exercises }

!!! question predict-total "What is the sum?"

    1. One.
    2. Two.

    ??? success "See"

        1. **One.** As in each row.
        2. Two, of both rows.

### By hand { #exercise-by-hand }

```python
--8<-- "snippets/chapters/demo/steps.py:total"
```

## What to remember { #remember }

Weights are positive. Weights sum to one. See [(1)](#eq-1).
"""
TRANSLATED = {  # a line of it, and what that is in Portuguese
    "title: Weights": "title: Pesos",
    "description: How weights are made.": "description: Como se fazem.",
    "# Weights {": "# Pesos {",
    "Attention gives each token a": "A atenção dá a cada token um",
    "**weight**. You need the": "**peso**. Você precisa da",
    "and *patience*": "e de *paciência*",
    "## Scores {": "## Pontuações {",
    "The score of query $q$ and key $k$ is their dot product": (
        "A pontuação da consulta $q$ e da chave $k$ é o produto das duas"
    ),
    'It is large where the two vectors "agree", here': (
        'É grande onde os dois vetores "concordam", aqui'
    ),
    "The layer only uses up random": "A camada só gasta",
    "numbers.\n": "números.\n",
    "A table": "Uma tabela",
    "| Token | Weight": "| Token | Peso",
    "| sun": "| sol",
    "First point": "Primeiro ponto",
    "Second point": "Segundo ponto",
    "## Picture": "## Figura",
    "Heatmap of two weights": "Mapa de dois pesos",
    "Two weights": "Dois pesos",
    "Beware": "Cuidado",
    "A row sums to one, a column need not": "Uma linha soma um; a coluna, não",
    "## Steps": "## Passos",
    "A square of four cells": "Um quadrado de quatro células",
    "Four weights": "Quatro pesos",
    "The weights come first": "Primeiro vêm os pesos",
    "Then comes their sum": "Depois vem a soma",
    "## Exercises": "## Exercícios",
    "What is the sum": "Qual é a soma",
    "One.": "Um.",
    "As in each row": "Como em cada linha",
    "Two.": "Dois.",
    "Two, of both rows": "Dois, das duas linhas",
    '"See"': '"Ver"',
    "By hand": "À mão",
    "## What to remember": "## Para lembrar",
    "Weights are positive. Weights sum to one. See": (
        "Os pesos são positivos. Os pesos somam um. Veja"
    ),
}
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" class="figure" '
    'viewBox="0 0 9 9">{}</svg>\n'
)
SAID = "# What `make todo`"  # above the words of commands, the last in a file


def said(language: str) -> str:
    """What commands for translators say, as in this project."""
    text = (ROOT / f"docs/{language}/words.yml").read_text("utf-8")
    return text[text.index(SAID) :]


FILES = {
    EN: DEMO,
    HOME: "# Home { #home }\n\nStart [here](demo.md).\n",
    HOME_PT: "# Início { #home }\n\nComece [aqui](demo.md).\n",
    SOFTMAX: "# Softmax { #why }\n\nIt makes shares of all scores.\n",
    "docs/pt/softmax.md": "# A softmax { #why }\n\nDela saem parcelas.\n",
    GLOSSARY: """\
# Glossary { #glossary }

## Terms { #terms }

### score { #score forms="scores" }

How well two vectors agree. [Weights](demo.md#scores)

### weight { #weight }

A share. [Weights](demo.md#weights)
""",
    GLOSSARIO: """\
# Glossário { #glossary }

## Termos { #terms }

### pontuação { #score forms="pontuações" }

Quanto dois vetores concordam. [Pesos](demo.md#scores)

### peso { #weight forms="pesos" }

Uma parcela. [Pesos](demo.md#weights)

## Não { #refused }

| Não | Sim | Por quê |
| --- | --- | --- |
| *nota de atenção* | pontuação | |
| *frut…* | peso | |
""",
    WORDS: (
        "home: Home\ncount: '{count} of {total}'\n"
        "new-page: New {page}\nchanged-pages: Changed {pages}\n"
    )
    + said("en"),
    WORDS_PT: f"home: Início\ncount: '{{count}} de {{total}}'\n{said('pt')}",
    SETTINGS: """\
plugins:
  - i18n:
      languages:
        - locale: en
          name: English
        - locale: pt
          name: Português
extra:
  looked-up: Look up
  numbered: [GPT-3.5, Llama 3.1]
nav:
  - index.md
  - Chapters:
      - demo.md
  - Look up:
      - softmax.md
      - glossary.md
""",
    RECORDED: (
        '{"demo": {"python": "3.11", "torch": "2.13.0", "device": "cpu", '
        '"date": "2026-01-31"}}\n'
    ),
    CODE: """\
# %% scores
x = -6.5  # (1)!
print(x, x / -8.2886, 0.25)

# %% heat
heat = 1

# %% both
weights = 0.5  # of each
both = weights + weights

# %% total
print(both)
""",
    PREDICTIONS: (
        "total:\n  cell: total\n  choices: [total 1.5000, total 2.5000]\n"
    ),
    ANSWERS: 'by-hand:\n  cell: total\n  says: "1.5000"\n  within: 0.001\n',
    STEPS: (
        "weights:\n  code: [weights = 0.5]\n  formula: [1]\n"
        "sum:\n  code: [both = weights + weights]\n  formula: [2]\n"
    ),
    f"{OUTPUTS}/scores.txt": "-6.5 0.78421 0.25\n",
    f"{OUTPUTS}/total.txt": "total   1.5000\n",
    f"{OUTPUTS}/heat.svg": SVG.format(""),
    f"{OUTPUTS}/heat.html": "<table><tr><td>0.6667</td></tr></table>\n",
    f"{SQUARE}.svg": SVG.format(
        '<g class="part-weights"></g>\n<g class="part-sum"></g>'
    ),
    f"{SQUARE}.png": "\x89PNG",
}


def make(root: Path) -> Path:
    """Write the site to an empty folder; all that is translated is current."""
    translated = DEMO
    for english, portuguese in TRANSLATED.items():
        assert english in translated, english
        translated = translated.replace(english, portuguese, 1)
    write_files(root, FILES | {PT: translated})
    pages = "demo", "softmax", "index"
    terms = (
        f"glossary#{id}" for id in ("glossary", "terms", "score", "weight")
    )
    for units in (pages, terms):
        assert main(["done", *(f"pt/{unit}" for unit in units)], root) == 0
    return root
