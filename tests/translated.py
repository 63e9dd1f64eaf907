"""A project with one translated page, for faults of translators to plant."""

from pathlib import Path

from conftest import speak
from pair import ENGLISH, PORTUGUESE

from proof.translate import commands

EN, PT = "docs/en/demo.md", "docs/pt/demo.md"
MORE_EN = """
## More { #more }

[To the start](#weights){ .md-button .md-button--primary }
[To the softmax](softmax.md){ .md-button }

The [dot product](softmax.md#why) stands in [a paper](https://arxiv.org/abs/1),
and formula [(1)](#eq-1) uses it. We call `pack` first and `unpack` last.

We write $d_{\\text{in}}$ for the size of what comes in. It was 0.1351 at first,
and later it was 0.1248.

| Sign | What it means |
| --- | --- |
| plus | The numbers are added |
| dot | The numbers are multiplied |

```python
--8<-- "snippets/demo.py:two"
```

```sh
make check  # without torch
```

<!-- changes -->

* Look at the size of each vector.
* Add up the numbers in a row, one after the other.
* Compare the order of the two rows.
"""
MORE_PT = """
## E mais { #more }

[Ao começo](#weights){ .md-button .md-button--primary }
[À softmax](softmax.md){ .md-button }

O [produto escalar](softmax.md#why) vem de [um artigo](https://arxiv.org/abs/1),
e a fórmula [(1)](#eq-1) usa esse produto. Chamamos primeiro `pack` e no fim
`unpack`.

Escrevemos $d_{\\text{in}}$ para o tamanho da entrada. No começo era 0.1351, e
depois 0.1248.

| Sinal | O que quer dizer |
| --- | --- |
| mais | Os números são somados |
| ponto | Os números são multiplicados |

```python
--8<-- "snippets/demo.py:two"
```

```sh
make check  # without torch
```

<!-- changes -->

* Veja o tamanho de cada vetor.
* Some os números de uma linha, um depois do outro.
* Compare a ordem das duas linhas.
"""
SINCE = 'since: "2026-01-31"\n'
ENGLISH = ENGLISH.replace("title:", f"{SINCE}title:", 1) + MORE_EN
PORTUGUESE = PORTUGUESE + MORE_PT
SQUARE = (
    '<svg xmlns="http://www.w3.org/2000/svg" class="figure" '
    'viewBox="0 0 9 9"></svg>\n'
)
GLOSSARY = """\
# {} {{ #glossary }}

### {} {{ #weight forms="{}" }}

{}(demo.md#weights)
"""
FILES = {
    EN: ENGLISH,
    PT: PORTUGUESE,
    "docs/en/softmax.md": (
        f"---\n{SINCE}---\n\n# Softmax {{ #why }}\n\nIt makes shares of all.\n"
    ),
    "docs/pt/softmax.md": "# A softmax { #why }\n\nDela saem parcelas.\n",
    "docs/en/glossary.md": f"---\n{SINCE}---\n\n"
    + GLOSSARY.format(*("Glossary", "weight", "weights", "A share. [Shares]")),
    "docs/pt/glossary.md": GLOSSARY.format(
        *("Glossário", "peso", "pesos", "Uma parte. [Parcelas]")
    ),
    "snippets/demo.py": (
        "# %% one\nx = 1  # (1)!\nprint(0.1351, 0.1248, 0.25)\n\n"
        "# %% two\nprint(x + 1)\n"
    ),
    "docs/outputs/demo/one.txt": "0.1351 0.1248 0.25\n",
    "docs/outputs/demo/two.txt": "2\n",
    "docs/recorded.json": (
        '{"demo": {"python": "3.11", "torch": "2.13.0", "device": "cpu", '
        '"date": "2026-01-31"}}\n'
    ),
    "docs/assets/diagrams/demo/square.svg": SQUARE,
}


def write(root: Path) -> Path:
    """Write the project; its Portuguese is current."""
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    picture = root / "docs/assets/diagrams/demo/square.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n")
    speak(root, "en", "pt")
    for unit in ("pt/demo", "pt/softmax", "pt/glossary"):
        assert commands.main(["done", unit], root) == 0
    return root
