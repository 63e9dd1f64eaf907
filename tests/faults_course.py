"""Faults of chapters and modules, which checks of the course find."""

from planting import (
    CHAPTER,
    Fault,
    Plant,
    append,
    both,
    insert,
    replace,
)

INDEX = "docs/en/index.md"
PREDICTIONS = "snippets/chapters/simplified_attention/predictions.yml"
ANSWERS = "snippets/chapters/simplified_attention/answers.yml"
STEPS = "snippets/chapters/simplified_attention/stepper.yml"
STEPPER = "{{ stepper }}"
LIT = r"""  code: context = weights @ x
  term: z^{(2)} = \sum_{j=1}^{T} \alpha_{2j} \, x^{(j)}
"""
ASKED = "!!! question predict-planted"
CHECKS = "snippets/chapters/simplified_attention/exercises.py"
WRONG = "snippets/chapters/simplified_attention/wrong.py"


def ask(
    cell: str = "hello-weights",
    says: str = "sum     1.0000",
    other: str = "sum     2",
) -> Plant:
    """Ask for a prediction, whose first choice is said to be right."""
    question = f"""{ASKED} "What?"

    1. Yes.
    2. No.

    ??? success "See"

        1. **Yes.**
        2. No.

"""
    declared = f'planted:\n  cell: {cell}\n  choices: ["{says}", "{other}"]\n'
    return both(
        insert(CHAPTER, "### Step 2", question), append(PREDICTIONS, declared)
    )


COURSE = {
    "prediction that its recording does not answer": Fault(
        ask(other="total   9.5606"),
        (CHAPTER, ASKED),
        "the recording of 'hello-weights' says 2 of the choices",
    ),
    "prediction with another answer": Fault(
        ask(says="sum     2", other="sum     1.0000"),
        (CHAPTER, "        2. No."),
        "this one, number 2, is to begin in bold, and no other",
    ),
    "prediction with a choice too many": Fault(
        both(
            ask(), insert(CHAPTER, "    2. No.\n\n    ???", "    2. Or so.\n")
        ),
        (CHAPTER, ASKED),
        "a prediction has its 2 choices as a numbered list",
    ),
    "prediction that is not declared": Fault(
        both(ask(), replace(PREDICTIONS, "planted:", "other:")),
        (CHAPTER, ASKED),
        "declares no `planted`; add or correct it",
    ),
    "prediction that is not asked": Fault(
        both(ask(), replace(CHAPTER, "predict-planted", "predict-other")),
        (PREDICTIONS, "planted:"),
        f"`planted` is asked 0 times on {CHAPTER}",
    ),
    "prediction without choices": Fault(
        both(ask(), replace(PREDICTIONS, "  choices: [", "  choice: [")),
        (PREDICTIONS, "planted:"),
        "in `planted`: this entry has no `choices`; add it",
    ),
    "prediction below its answer": Fault(
        ask(cell="hello-scores"),
        (CHAPTER, ASKED),
        "'hello-scores' answers and is not below",
    ),
    "answer that its recording does not say": Fault(
        replace(ANSWERS, "0.0947]", "0.0948]"),
        (ANSWERS, "four-weights:"),
        "the recording of 'run-four-weights' does not; correct it",
    ),
    "answer to no exercise": Fault(
        replace(ANSWERS, "four-weights:", "five-weights:"),
        (ANSWERS, "five-weights:"),
        f"is no exercise: {CHAPTER} has no heading `exercise-five-weights`",
    ),
    "answer of another exercise": Fault(
        replace(ANSWERS, "cell: run-four-weights", "cell: run-most-looked-at"),
        (ANSWERS, "four-weights:"),
        "is not solved by 'run-most-looked-at'",
    ),
    "answer without a number": Fault(
        replace(ANSWERS, "[0.2074, 0.3678, 0.3301, 0.0947]", "ok"),
        (ANSWERS, "four-weights:"),
        "`four-weights` has no number; write at least one in `says`",
    ),
    "playground with nothing to start with": Fault(
        insert(INDEX, "\n## ", "\n{{ playground }}\n"),
        (INDEX, "{{ playground }}"),
        "no recording has what `{{ playground }}` starts with; run `make",
    ),
    "second playground": Fault(
        insert(CHAPTER, "\n## What attention does", "\n{{ playground }}\n"),
        (CHAPTER, "{{ playground }}\n\n## What attention does"),
        "this is a second playground",
    ),
    "stepper whose steps are not there": Fault(
        replace(STEPS, "scores:", "score:"),
        (STEPS, "score:"),
        "the drawing has no part `score`",
    ),
    "step that lights no row": Fault(
        replace(STEPS, "context = weights @ x", "context = x @ weights"),
        (STEPS, "context:"),
        "has 0 rows that are `context = x @ weights`",
    ),
    "step that lights no term": Fault(
        replace(STEPS, "term: s_{2j} = ", "term: s_{1j} = "),
        (STEPS, "scores:"),
        "is not, just once and as a whole, in the formula",
    ),
    "step that lights nothing": Fault(
        replace(STEPS, f"context:\n{LIT}", "context: {}\n"),
        (STEPS, "context:"),
        "`context` lights no `code` and no `term`",
    ),
    "stepper with a step more than its list": Fault(
        append(STEPS, "\nmore:\n  code: scores = x @ query\n"),
        (CHAPTER, STEPPER),
        "as many as snippets/chapters/simplified_attention/stepper.yml",
    ),
    "second stepper": Fault(
        insert(CHAPTER, "\n## What attention does", f"\n{STEPPER}\n"),
        (CHAPTER, f"{STEPPER}\n\n## What attention does"),
        "this is a second stepper; remove it",
    ),
    "words that look at no weights": Fault(
        insert(INDEX, "\n## ", "\n{{ looks }}\n"),  # its block is not here
        (INDEX, "{{ looks }}"),
        "no recording has what `{{ looks }}` starts with",
    ),
    "translator without parameters": Fault(
        insert(INDEX, "\n## ", "\n{{ translator }}\n"),
        (INDEX, "{{ translator }}"),
        "no recording has what `{{ translator }}` starts with",
    ),
}
