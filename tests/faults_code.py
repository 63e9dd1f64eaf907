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
POSITIONAL = "snippets/positional.py"
SCALED = "snippets/scaled.py"
EXERCISES = "snippets/chapters/simplified_attention/exercises.py"
SENTENCES = "snippets/sentences.py"
LAB = "docs/en/lab-train.md"
DECODER = "docs/en/decoder.md"
DECODER_STEPS = "snippets/chapters/decoder/steps.py"
GENERATION = "docs/en/generation.md"
GENERATION_STEPS = "snippets/chapters/generation/steps.py"
CACHED = "snippets/test_generation::test_cached_steps_equal_uncached_ones"
MEASURES, MEASURED = "docs/en/measure-it.md", "docs/outputs/measure-it"
TRAINED = block("after", "snippets/chapters/lab_train/steps.py")
TRANSLATOR = "docs/en/lab-translate.md"
TRANSLATED = block("after", "snippets/chapters/lab_translate/steps.py")
TRAINING = (
    *(*PYTEST, TRANSLATOR),
    f"-kline:{line_of(ROOT, TRANSLATOR, TRANSLATED)}]",
)
CHAPTER_CODE = "snippets/chapters/simplified_attention"
CHANGED = "is not what the block gives now"
LINT = ("ruff", "check", "--output-format=concise")
BY_HAND = "snippets/test_scaled::test_by_hand"
LAB_BARS = (
    "chapters/test_lab_train::test_the_bars_are_as_high_as_the_messages_say"
)
DIAGONAL = "snippets/test_causal::test_mask_is_true_on_and_below_the_diagonal"
FORMULA = "snippets/test_positional::test_equals_the_formula"


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
    "digit of an embedding": changed(
        "hello-data", replace(SENTENCES, "0.34, 0.22", "0.34, 0.23")
    ),
    "numbers of another type": changed(
        "journey-context",
        replace(
            CODE, "print(context)\ntorch.t", "print(context.double())\ntorch.t"
        ),
    ),
    "heatmap in other colours": changed(
        "journey-heatmap",
        replace("snippets/heatmap.py", "0), WEIGHT]", "0), MINUS]"),
        kind="svg",
    ),
    "output of a module, not of the block": changed(
        "hello-data", append(SENTENCES, 'print("loaded")\n')
    ),
    # Formulas and what computes them
    "formula that nothing computes": Fault(
        replace(
            f"{CHAPTER_CODE}/formulas.py", "def formula_5", "def formula_55"
        ),
        (CHAPTER, r"x^{(j)} \cdot x^{(i)} ="),
        "nothing computes formula (5); let `formula_5` in",
        BLOCKS,
    ),
    "letters of no formula": Fault(
        replace(
            f"{CHAPTER_CODE}/formulas.py", "def formula_5", "def formula_55"
        ),
        (f"{CHAPTER_CODE}/formulas.py", ""),
        f"{CHAPTER} has no formula `formula_55`; rename this",
        BLOCKS,
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
    "missing scale": unit(BY_HAND, SCALED, " / math.sqrt(q.shape[-1])", ""),
    "mask that hides the token itself": unit(
        DIAGONAL, "snippets/causal.py", ".tril()", ".tril(-1)"
    ),
    "mask that shows one token too many": unit(
        DIAGONAL, "snippets/causal.py", ".tril()", ".tril(1)"
    ),
    "decoder whose mask is inverted": unit(
        "snippets/test_decoder::test_no_token_sees_what_comes_after_it",
        "snippets/decoder.py",
        "causal = causal_mask(",
        "causal = ~causal_mask(",
    ),
    "cross-attention that reads the wrong side": unit(
        "snippets/test_decoder::test_cross_weights_have_a_row_for_each_query",
        "snippets/cross_attention.py",
        "self.project_queries(x), self.project_memory(memory)",
        "self.project_queries(memory), self.project_memory(x)",
    ),
    "decoder without its causal mask": Fault(
        replace(
            "snippets/decoder.py",
            "mask = causal if mask is None else causal & mask",
            "mask = mask",
        ),
        (DECODER, block("layer-equal", DECODER_STEPS)),
        "Tensor-likes are not close!",
        (*PYTEST, DECODER),
    ),
    "cross-attention with values of the wrong side": Fault(
        replace(
            "snippets/cross_attention.py",
            "return self.attend(q, k, v,",
            "return self.attend(q, k, self.project_memory(x)[1],",
        ),
        (DECODER, block("class-by-hand", DECODER_STEPS)),
        "ValueError: 3 keys but 2 values",
        (*PYTEST, DECODER),
    ),
    "cache whose new token is always at position 0": unit(
        CACHED, "snippets/generation.py", "first=last)", "first=0)"
    ),
    "cache without the key of the new token": unit(
        CACHED,
        "snippets/generation.py",
        "self.tokens = k, v\n        return self.tokens",
        "old, self.tokens = self.tokens or (k, v), (k, v)\n        return old",
    ),
    "cache off by one position": Fault(
        replace("snippets/generation.py", "first=last)", "first=last + 1)"),
        (GENERATION, block("same-numbers", GENERATION_STEPS)),
        "Tensor-likes are not close!",
        (*PYTEST, GENERATION),
    ),
    "positions counted from 1": unit(
        FORMULA,
        POSITIONAL,
        "torch.arange(length)",
        "torch.arange(1, length + 1)",
    ),
    "wrong answer that a check accepts": unit(
        "chapters/test_exercises::test_check_refuses_wrong_answers_and_says_why",
        EXERCISES,
        "        assert j == best[i]",
        "        assert i + 1 or best[i]",
    ),
    "dropout that does not reach the heads": unit(
        "snippets/test_causal::test_dropout_acts_in_training_only",
        "snippets/multi_head.py",
        "CausalAttention(d_in, d_out, context_length, dropout, qkv_bias)",
        "CausalAttention(d_in, d_out, context_length, 0.0, qkv_bias)",
    ),
    "lower bar for the attention": unit(
        LAB_BARS, "snippets/training.py", ">= 0.8:", ">= 0.5:"
    ),
    "lower bar for the letters": unit(
        LAB_BARS, "snippets/training.py", "accuracy >= 0.99", "accuracy >= 0.90"
    ),
    "changed seed": Fault(
        replace(
            "snippets/chapters/self_attention/steps.py",
            "torch.manual_seed(123)",
            "torch.manual_seed(124)",
        ),
        (
            "docs/en/self-attention.md",
            block(
                "three-matrices", "snippets/chapters/self_attention/steps.py"
            ),
        ),
        f"docs/outputs/self-attention/three-matrices.txt {CHANGED}",
        (*PYTEST, "docs/en/self-attention.md"),
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
    "label of what is measured": Fault(
        replace(
            "snippets/chapters/measure_it/steps.py", "'fast':>9", "'slow':>9"
        ),
        (MEASURES, block("times", "snippets/chapters/measure_it/steps.py")),
        f"{MEASURED}/times.txt {CHANGED}",
        (*PYTEST, MEASURES),
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
