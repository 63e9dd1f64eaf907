"""Faults of pages, recordings and data, found before anything is run."""

from planting import (
    CHAPTER,
    CODE,
    OUTPUTS,
    TWIN,
    Fault,
    at_the_end,
    block,
    both,
    insert,
    remove,
    replace,
    write,
)

WORDS = "docs/pt/words.yml"
INDEX = "docs/en/index.md"
GLOSSARY, GLOSSARIO = "docs/en/glossary.md", "docs/pt/glossary.md"
DIAGRAM = "docs/assets/diagrams/simplified-attention/three-steps"
HEATMAP = (
    "![Heatmap of six by six attention weights. The columns of “journey” and "
    "“starts” are strong in every row, and the columns of “with” and “one” are "
    "mostly fainter.]"
)
SHIFT = f'```text\n--8<-- "{OUTPUTS}/shift.txt"\n```\n'
PAIR = CHAPTER, TWIN
MAP, NEXT = block("journey-heatmap"), block("not-symmetric")
TWICE = block("attention_scores_loop", "snippets/simplified.py")


PAGES = {
    "place that nothing fills": Fault(
        insert(INDEX, "\n## ", "\n{{ later }}\n"),
        (INDEX, "{{ later }}"),
        "nothing fills the place `{{ later }}`; correct it",
    ),
    # Includes and the code that they name
    "missing code": Fault(
        replace(CHAPTER, ":hello-scores", ":hello-score"),
        (CHAPTER, ':hello-score"'),
        "has neither a cell nor a definition 'hello-score'",
    ),
    "code with an unseen sign": Fault(
        replace(CODE, "# %% shift", "# %% shift\n# a\u200bb"),
        (CODE, "# a\u200bb"),
        "another unseen sign (U+200B)",
    ),
    "missing file": Fault(
        replace(CHAPTER, "snippets/simplified.py:at", "snippets/simple.py:at"),
        (CHAPTER, '--8<-- "snippets/simple.py'),
        "snippets/simple.py has neither a cell nor a definition",
    ),
    "two blocks with one name": Fault(
        replace(
            CHAPTER, 'ied.py:attention_scores"', 'ied.py:attention_scores_loop"'
        ),
        (CHAPTER, f"{TWICE}\n{block('all-scores')}"),
        "a block 'attention_scores_loop' stands in line",
    ),
    # Recordings and diagrams
    "figure before its block": Fault(
        both(*(replace(p, MAP, "") for p in PAIR), at_the_end(MAP)),
        (CHAPTER, "/journey-heatmap.svg)"),
        "the block above this output is not 'journey-heatmap'",
    ),
    "figure below another block": Fault(
        both(
            *(replace(p, NEXT, "") for p in PAIR),
            *(replace(p, MAP, f"{MAP}\n{NEXT}") for p in PAIR),
        ),
        (CHAPTER, "/journey-heatmap.svg)"),
        "the block above this output is not 'journey-heatmap'",
    ),
    "text output of the page itself": Fault(
        insert(CHAPTER, "\n## What attention does", f"\n{SHIFT}"),
        (CHAPTER, "```text"),
        "output is not written on a page",
    ),
    "missing recording": Fault(
        remove(f"{OUTPUTS}/journey-heatmap.svg"),
        (CHAPTER, "/journey-heatmap.svg)"),
        f"there is no recording {OUTPUTS}/journey-heatmap.svg; run "
        "`make record`",
    ),
    "chapter that was never recorded": Fault(
        replace("docs/recorded.json", "simplified-attention", "simplified"),
        ("docs/recorded.json", ""),
        "it is not said with what 'simplified-attention' was recorded",
    ),
    "picture without a text": Fault(
        replace(CHAPTER, HEATMAP, "![]"),
        (CHAPTER, "/journey-heatmap.svg)"),
        "an image is refused; write a line",
    ),
    "diagram that was not drawn": Fault(
        remove(f"{DIAGRAM}.svg"),
        (CHAPTER, "/three-steps.svg)"),
        f"there is no diagram {DIAGRAM}.svg",
    ),
    "diagram without its PNG": Fault(
        remove(f"{DIAGRAM}.png"),
        (CHAPTER, "/three-steps.svg)"),
        f"there is no diagram {DIAGRAM}.png",
    ),
    # Formulas and numbers
    "bad formula": Fault(
        replace(CHAPTER, r"\alpha_{ij} > 0", r"\alpah_{ij} > 0"),
        (CHAPTER, r"\alpah"),
        r"\alpah",
    ),
    "formula number out of order": Fault(
        replace(CHAPTER, r"\tag{3}", r"\tag{4}"),
        (CHAPTER, r"s_{ij} = x^{(i)} \cdot x^{(j)}"),
        "this formula has the number 4; the next one on this page is 3",
    ),
    "number that nothing printed": Fault(
        replace(CHAPTER, "with 1.3569,", "with 1.3596,"),
        (CHAPTER, '"shiny" matches itself best, with 1.3596'),
        "`1.3596` agrees with no number in the code or outputs of this page",
    ),
    "number that another block prints by now": Fault(
        replace(f"{OUTPUTS}/hello-scores.txt", "1.3569", "1.3571"),
        (CHAPTER, '"shiny" matches itself best, with 1.3569'),
        "`1.3569` agrees with no number in the code or outputs of this page",
    ),
    "number with a comma": Fault(
        at_the_end("It is 2,5 times as much."),
        (CHAPTER, "It is 2,5 times"),
        "2,5 is written with a comma; write decimal numbers with a point",
    ),
    # Headings and links
    "heading without id": Fault(
        replace(CHAPTER, "{ #hello-context }", ""),
        (CHAPTER, "### Step 3"),
        "this heading has no id",
    ),
    "link to no page": Fault(
        replace(INDEX, "why-attention.md", "why.md"),
        (INDEX, "[The course from the start](why.md)"),
        "the link 'why.md' leads to no page of this language",
    ),
    "link to no heading of another page": Fault(
        both(
            replace(CHAPTER, "attention.md#why-scale)", "attention.md#why)"),
            replace(TWIN, "attention.md#why-scale)", "attention.md#why)"),
        ),
        (TWIN, "(self-attention.md#why)"),
        "docs/pt/self-attention.md has no id 'why'",
    ),
    "link to no formula": Fault(
        replace(CHAPTER, "of [(7)](#eq-7)", "of [(7)](#eq-20)"),
        (CHAPTER, "formulas of [(7)](#eq-20)"),
        "the link '#eq-20' leads to no heading or numbered formula",
    ),
    "folder of no language of the site": Fault(
        write("docs/es/index.md", "# A { #attention-step-by-step }\n"),
        ("docs/es/index.md", ""),
        "docs/<language of mkdocs.yml>/<lower-case-name>.md",
    ),
    "settings that are no YAML": Fault(
        replace("mkdocs.yml", "nav:\n", "nav: [\n"),
        ("mkdocs.yml", "  - Start:"),
        "this is no YAML that is read",
    ),
    "page without an original": Fault(
        write("docs/pt/nova.md", "# A { #a }\n"),
        ("docs/pt/nova.md", ""),
        "there is no docs/en/nova.md",
    ),
    # What a chapter must have
    "mark without a note": Fault(
        replace(
            CHAPTER, "1.  `torch.empty` reserves", "`torch.empty` reserves"
        ),
        (CHAPTER, block("hello-scores")),
        "the code has the marks 1 and the list directly below it 0 notes",
    ),
    # Terms, words, sources
    "wrong variant of a term": Fault(
        replace(TWIN, "**pontuação de atenção**", "**score de atenção**"),
        (TWIN, "maior é a **score de"),
        "“score de atenção” is a refused variant",
    ),
    "paragraph left in the original's language": Fault(
        replace(
            TWIN,
            "Faça as outras duas contas antes de olhar o que o código imprime.",
            "Compute the other two scores yourself before you look at the "
            "output.",
        ),
        (TWIN, "Compute the other two"),
        "is left in the words of docs/en/simplified-attention.md; translate it",
    ),
    "glossary entry without a term": Fault(
        replace(GLOSSARIO, "### vetor de contexto", "###"),
        (GLOSSARIO, "### { #context-vector"),
        "'context-vector' has no term and definition that ends in a link",
    ),
    "glossary entry without a definition": Fault(
        replace(
            GLOSSARY, "(lab-train.md#before)", "(lab-train.md#before) and more"
        ),
        (GLOSSARY, "### accuracy"),
        "'accuracy' has no term and definition that ends in a link",
    ),
    "one name for two terms": Fault(
        replace(GLOSSARIO, "vetores de contexto", "matriz de atenção"),
        (GLOSSARIO, "### vetor de contexto"),
        "'matriz de atenção' stands for 'context-vector' and for",
    ),
    "glossary entry that leads nowhere": Fault(
        replace(GLOSSARY, "attention.md#context-vector", "attention.md#gone"),
        (GLOSSARY, "attention](simplified-attention.md#gone)"),
        "has no id 'gone'",
    ),
    "refused variant without what to write": Fault(
        replace(GLOSSARIO, "*toquenizador* | tokenizador", "*toquenizador* |"),
        (GLOSSARIO, "| *toquenizador*"),
        "this row does not say what to write",
    ),
    "word of the interface that fills in less": Fault(
        replace(WORDS, "tradução: {count} de {total}", "tradução: {count}"),
        (WORDS, "page-outdated:"),
        "has other names in braces than the English; write {count}, {total}",
    ),
}
