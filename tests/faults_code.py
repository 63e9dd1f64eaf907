"""Faults that only running or rendering shows, and those of other commands."""

from conftest import ROOT, line_of
from planting import (
    BLOCKS,
    BUILD,
    CHAPTER,
    CODE,
    OUTPUTS,
    PYTEST,
    TWIN,
    Fault,
    append,
    block,
    insert,
    replace,
    write,
)

SIMPLIFIED = "snippets/simplified.py"
EXERCISES = "snippets/chapters/simplified_attention/exercises.py"
LAB = "docs/en/lab-train.md"
TRAINED = block("after", "snippets/chapters/lab_train/steps.py")
TRANSLATOR = "docs/en/lab-translate.md"
TRANSLATED = block("after", "snippets/chapters/lab_translate/steps.py")
TRAINING = (
    *(*PYTEST, TRANSLATOR),
    f"-kline:{line_of(ROOT, TRANSLATOR, TRANSLATED)}]",
)
CHANGED = "is not what the block gives now"
LINT = ("ruff", "check", "--output-format=concise")


def changed(section: str, plant, kind="txt") -> Fault:
    """A block that gives something new, or is said to have given it."""
    says = f"{OUTPUTS}/{section}.{kind} {CHANGED}"
    return Fault(plant, (CHAPTER, block(section)), says, BLOCKS)


def unit(test: str, path: str, old: str, new: str) -> Fault:
    """A fault of a module, by which a test fails, `file::name`."""
    file, _, name = test.partition("::")
    file = f"tests/{file}.py"
    command = (*PYTEST, f"{file}::{name}")
    return Fault(replace(path, old, new), (file, None), f"in {name}", command)


def new_test(
    body: str, place: str, says: str, command: tuple[str, ...]
) -> Fault:
    """A new test with this body, in a file of its own."""
    path = "tests/test_new.py"
    text = f"import pytest\n\n\ndef test_a():\n{body}"
    return Fault(write(path, text), (path, place), says, command)


RUN = {
    # Recordings
    "colour of a figure": changed(
        "journey-heatmap",
        replace(f"{OUTPUTS}/journey-heatmap.svg", '"0.84"', '"0.85"'),
        kind="svg",
    ),
    "digit of a figure's table": changed(
        "journey-heatmap",
        replace(f"{OUTPUTS}/journey-heatmap.html", "0.2098", "0.2088"),
        kind="html",
    ),
    # Computing something else
    "softmax over the wrong axis": changed(
        "all-weights", replace(SIMPLIFIED, "sum(dim=-1", "sum(dim=0")
    ),
    "scores twice as large": Fault(
        replace(SIMPLIFIED, "x @ x.transpose", "2 * x @ x.transpose"),
        (CODE, "torch.testing.assert_close(scores, attention_scores_loop"),
        "AssertionError: Tensor-likes are not close!",
        BLOCKS,
    ),
    "numbers of another type": changed(
        "journey-context",
        replace(
            CODE, "print(context)\ntorch.t", "print(context.double())\ntorch.t"
        ),
    ),
    # Rendered, but not seen by the scanner
    "underlined heading": Fault(
        insert(CHAPTER, "These are the shapes", "Shapes\n------\n\n"),
        (CHAPTER, ""),
        "the built page's headings are not the source's",
        BUILD,
    ),
    "formula in other marks": Fault(
        insert(CHAPTER, "These are the shapes", "\\\\(x\\\\)\n\n"),
        (CHAPTER, ""),
        "a formula was not read",
        BUILD,
    ),
    # Not run at all
    "page whose blocks are not collected": Fault(
        replace("pyproject.toml", '"-ra"', f'"-ra", "--ignore={TWIN}"'),
        (TWIN, block("hello-data")),
        "block 'hello-data' is shown but was not run",
        BUILD,
    ),
}

COMMANDS = {
    "wrong answer that a check accepts": unit(
        "chapters/test_exercises::test_check_refuses_wrong_answers_and_says_why",
        EXERCISES,
        "        assert j == best[i]",
        "        assert i + 1 or best[i]",
    ),
    "training that fails": Fault(
        replace(
            "snippets/training.py",
            "learning_rate: float = 0.01",
            "learning_rate: float = 0.0",
        ),
        (LAB, TRAINED),
        "RuntimeError: training failed",
        # This block and those before it
        (*PYTEST, LAB, f"-kline:{line_of(ROOT, LAB, TRAINED)}]"),
    ),
    "translators whose learning rate is 0": Fault(
        replace(
            "snippets/translator.py",
            "learning_rate: float = 0.01",
            "learning_rate: float = 0.0",
        ),
        (TRANSLATOR, TRANSLATED),
        "training failed: a model translates 0.0% of the sentences",
        TRAINING,
    ),
    "alignment that is shuffled": Fault(
        replace("snippets/corpus.py", "[*row, -1]", "[*row[::-1], -1]"),
        (TRANSLATOR, TRANSLATED),
        "training failed: the attention on the true word is",
        TRAINING,
    ),
    "diagram that is not what the code draws": unit(
        "chapters/test_diagrams::test_diagram_is_what_the_code_draws",
        "docs/assets/diagrams/simplified-attention/all-at-once.svg",
        "softmax",
        "softmix",
    ),
    # Tests that test nothing
    "comparison without assert": new_test(
        "    1 == 2\n", "    1 == 2", "B015", LINT
    ),
    "function that does not say what it is": Fault(
        append(SIMPLIFIED, "\n\ndef planted():\n    pass\n"),
        (SIMPLIFIED, "def planted"),
        "D103 Missing docstring in public function",
        LINT,
    ),
}
