"""Faults that only running or rendering shows, and those of other commands."""

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
    at_the_end,
    block,
    both,
    insert,
    replace,
)

SIMPLIFIED = "snippets/simplified.py"
SENTENCES = "snippets/sentences.py"
ALL_WEIGHTS = (CHAPTER, block("all-weights"))
CHANGED = "is not what the block gives now"
LINT = ("ruff", "check", "--output-format", "concise")
STRICT = ("tools.translations", "--strict")


def tests(name: str) -> tuple[str, ...]:
    """The command that runs a file of tests."""
    return (*PYTEST, f"tests/test_{name}.py")


def changed(section: str, plant, kind="txt", command=BLOCKS) -> Fault:
    """A block that gives something new, or is said to have given it."""
    says = f"{OUTPUTS}/{section}.{kind} {CHANGED}"
    return Fault(plant, (CHAPTER, block(section)), says, command)


def raises(line: str, says: str, before: str = "tokens, x = JOURNEY") -> Fault:
    """A line of a block that raises."""
    plant = insert(CODE, before, f"{line}\n")
    return Fault(plant, (CODE, line), says, BLOCKS)


def nested(opening: str) -> Fault:
    """A block inside other Markdown raises."""
    code = '# --8<-- [start:nested]\nraise TypeError("planted")\n'
    fence = "\n".join(f"    {s}" for s in block("nested").splitlines())
    return Fault(
        both(
            append(CODE, f"\n{code}# --8<-- [end:nested]\n"),
            at_the_end(f"{opening}\n\n{fence}"),
        ),
        (CODE, 'raise TypeError("planted")'),
        "TypeError: planted",
        BLOCKS,
    )


def unit(name: str, path: str, old: str, new: str, place: str, says: str):
    """A fault of a module, found by its tests: where, and in which."""
    return Fault(
        replace(path, old, new),
        (f"tests/test_{name}.py", place),
        f"in test_{says}",
        tests(name),
    )


RUN = {
    # Recordings
    "digit of a recording": changed(
        "shift",
        replace(f"{OUTPUTS}/shift.txt", "0.8835", "0.8845"),
        command=BUILD,
    ),
    "colour of a figure": changed(
        "journey-heatmap",
        replace(f"{OUTPUTS}/journey-heatmap.svg", "#d3c05f", "#d3c05e"),
        kind="svg",
    ),
    "digit of a figure's table": changed(
        "journey-heatmap",
        replace(f"{OUTPUTS}/journey-heatmap.html", "0.2098", "0.2088"),
        kind="html",
    ),
    "output that is not printed any more": Fault(
        replace(CODE, "print(naive_softmax(mixed + 5))", "mixed = mixed + 5"),
        (CHAPTER, block("shift")),
        f"{OUTPUTS}/shift.txt is stale, the block gives no such output",
    ),
    "output that was never recorded": Fault(
        insert(CODE, "torch.testing.assert_close(shuffled", "print(1)\n"),
        (CHAPTER, block("shuffled")),
        f"{OUTPUTS}/shuffled.txt is missing; run `make record`",
        BLOCKS,
    ),
    # Computing something else
    "softmax over the wrong axis": changed(
        "all-weights",
        replace(SIMPLIFIED, "sum(dim=-1", "sum(dim=0"),
        command=BUILD,
    ),
    "scores of the wrong vectors": changed(
        "all-scores",
        replace(
            SIMPLIFIED, "x @ x.transpose(-2, -1)", "x @ x.transpose(-1, -2) * 2"
        ),
    ),
    "first position counted from 1": changed(
        "positions",
        replace(
            "snippets/positional.py",
            "torch.arange(length)",
            "torch.arange(1, length + 1)",
        ),
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
        replace("snippets/heatmap.py", '"cividis"', '"viridis"'),
        kind="svg",
    ),
    "output of a module, not of the block": changed(
        "hello-data", append(SENTENCES, 'print("loaded")\n')
    ),
    # Raising
    "TypeError in a block": Fault(
        replace(CODE, "torch.dot(key, query)", "torch.dot(key, 1)"),
        (CODE, "    by_loop[i] = torch.dot(key, 1)"),
        "TypeError: dot()",
    ),
    "unknown name in a block": raises("quary", "NameError: name 'quary'"),
    "syntax error in a block": raises("print(", "SyntaxError: "),
    "module that is not there": raises(
        "import snippets.none", "ModuleNotFoundError: "
    ),
    "warning of a module": Fault(
        replace(
            "snippets/positional.py",
            "    position = ",
            '    __import__("warnings").warn("old", DeprecationWarning)\n'
            "    position = ",
        ),
        (CODE, "positions = sinusoidal_encoding("),
        "DeprecationWarning: old",
        BLOCKS,
    ),
    "deprecated use of torch": raises(
        "torch.ones(2, 3, 4).T", "The use of `x.T` on tensors"
    ),
    "skipped block": raises(
        '__import__("pytest").skip("later")', "Skipped: later"
    ),
    "block that ends the program": raises(
        "raise SystemExit(0)", "SystemExit: 0"
    ),
    "wrong solution": Fault(
        replace(
            "snippets/exercises/simplified_attention.py",
            "most_looked_at = [0, 2",
            "most_looked_at = [0, 1",
        ),
        (CODE, "check_most_looked_at(most_looked_at)"),
        "AssertionError: row 1: x[1] does not have the largest score",
        BLOCKS,
    ),
    "block in a box raises": nested('!!! note "Look"'),
    "block in a folded box raises": nested('??? note "Look"'),
    "block in a tab raises": nested('=== "Look"'),
    "block in a list raises": nested("1.  Look:"),
    # What a page could not show
    "value that is not shown": Fault(
        replace(
            CODE, "print(naive_softmax(mixed + 5))", "naive_softmax(mixed)"
        ),
        (CODE, "naive_softmax(mixed)\n"),
        "PageError: the last line's value, a Tensor, is not shown",
        BLOCKS,
    ),
    "output beside the page": Fault(
        insert(
            CODE,
            "torch.testing.assert_close(shuffled",
            'import sys\nprint("loaded", file=sys.stderr)\n',
        ),
        (CODE, "order = torch.tensor([3, 0"),
        "PageError: `loaded` is written to stderr",
        BLOCKS,
    ),
    "figure that is left open": Fault(
        insert(
            CODE,
            "torch.testing.assert_close(shuffled",
            "import matplotlib.pyplot as plt\nplt.figure()\n",
        ),
        (CODE, "order = torch.tensor([3, 0"),
        "PageError: a figure is open",
        BLOCKS,
    ),
    "tab in an output": Fault(
        replace(CODE, 'print("softmax   ", naive', 'print("a\\t", naive'),
        (CODE, "mixed = torch.tensor("),
        "PageError: a tab or carriage return is printed",
        BLOCKS,
    ),
    # Rendered, but not seen by the scanner
    "indented code": Fault(
        insert(CHAPTER, "Six embeddings", "    x = 1 / 0\n\n"),
        (CHAPTER, block("all-shapes")),
        "of the built page is not the one tested",
    ),
    "underlined heading": Fault(
        insert(CHAPTER, "Six embeddings", "Shapes\n------\n\n"),
        (CHAPTER, ""),
        "the built page's headings are not the source's",
    ),
    "formula in other marks": Fault(
        insert(CHAPTER, "Six embeddings", "\\\\(x\\\\)\n\n"),
        (CHAPTER, ""),
        "a formula was not read",
    ),
    # Not run at all
    "page whose blocks are not collected": Fault(
        replace("pyproject.toml", '"-ra"', f'"-ra", "--ignore={TWIN}"'),
        (TWIN, block("hello-data")),
        "block 'hello-data' is shown but was not run",
    ),
}

COMMANDS = {
    "weights that do not sum to 1": unit(
        "scaled",
        "snippets/scaled.py",
        "torch.softmax(scores, dim=-1)",
        "torch.softmax(scores, dim=-2)",
        "    close(weights.sum(dim=-1), torch.ones(T).double())",
        "rows_of_weights_sum_to_one",
    ),
    "mask the wrong way round": unit(
        "scaled",
        "snippets/scaled.py",
        "masked_fill(~mask, -torch.inf)",
        "masked_fill(mask, -torch.inf)",
        "    close(context, x[:1].expand_as(x))",
        "true_means_may_attend",
    ),
    "missing scale": unit(
        "scaled",
        "snippets/scaled.py",
        " / math.sqrt(q.shape[-1])",
        "",
        "    close(weights, torch.tensor([[first",
        "by_hand",
    ),
    "mask that hides the token itself": unit(
        "causal",
        "snippets/causal.py",
        ".tril()",
        ".tril(-1)",
        "    assert causal_mask(3).tolist() == expected",
        "mask_is_true_on_and_below_the_diagonal",
    ),
    "mask that shows one token too many": unit(
        "causal",
        "snippets/causal.py",
        ".tril()",
        ".tril(1)",
        "    assert (weights[~allowed] == 0).all()",
        "future_weights_are_zero_and_present_ones_are_not",
    ),
    "positions counted from 1": unit(
        "positional",
        "snippets/positional.py",
        "torch.arange(length)",
        "torch.arange(1, length + 1)",
        "    assert sinusoidal_encoding(1, 6)[0]",
        "position_zero_is_zero_one_zero_one",
    ),
    "sine and cosine swapped": unit(
        "positional",
        "snippets/positional.py",
        "encoding[:, 0::2] = torch.sin",
        "encoding[:, 0::2] = torch.cos",
        "    assert sinusoidal_encoding(1, 6)[0]",
        "position_zero_is_zero_one_zero_one",
    ),
    "wrong answer that a check accepts": Fault(
        replace(
            "snippets/exercises/simplified_attention.py",
            "        assert j == best[i]",
            "        assert i + 1 or best[i]",
        ),
        ("tests/test_exercises.py", "        with pytest.raises(Assert"),
        "in test_check_refuses_wrong_answers_and_says_why",
        tests("exercises"),
    ),
    "changed seed": Fault(
        replace(
            "snippets/walkthrough/self_attention.py",
            "torch.manual_seed(123)",
            "torch.manual_seed(124)",
        ),
        (
            "docs/en/self-attention.md",
            block("three-matrices", "snippets/walkthrough/self_attention.py"),
        ),
        f"docs/outputs/self-attention/three-matrices.txt {CHANGED}",
        (*PYTEST, "docs/en/self-attention.md"),
    ),
    "diagram that is not what the code draws": Fault(
        replace(
            "docs/assets/diagrams/simplified-attention/all-at-once.svg",
            "softmax",
            "softmix",
        ),
        ("tests/test_diagrams.py", "    assert same(saved, DRAWN[path])"),
        "in test_diagram_is_what_the_code_draws",
        tests("diagrams"),
    ),
    # Tests that test nothing
    "comparison without assert": Fault(
        replace(
            "tests/test_causal.py",
            "assert causal_mask(3).tolist()",
            "causal_mask(3).tolist()",
        ),
        ("tests/test_causal.py", "    causal_mask(3).tolist()"),
        "B015",
        LINT,
    ),
    "test that asserts nothing": Fault(
        replace(
            "tests/test_causal.py",
            "    assert torch.equal(layer(x), layer(x))",
            "    torch.equal(layer(x), layer(x))",
        ),
        ("tests/test_causal.py", "def test_no_trace_of_module_dropout"),
        "test_no_trace_of_module_dropout_is_left_in_eval asserts nothing",
        tests("assertions"),
    ),
    "test that is skipped": Fault(
        insert(
            "tests/test_causal.py",
            "def test_no_trace_of_module_dropout",
            '@pytest.mark.skip(reason="later")\n',
        ),
        ("tests/test_causal.py", '@pytest.mark.skip(reason="later")'),
        "no test is skipped",
        tests("assertions"),
    ),
    # Translations: readers are told, a build goes on
    "paragraph changed and not translated": Fault(
        replace(
            CHAPTER, "Do the other two yourself", "Do both others yourself"
        ),
        (TWIN, "### Passo 1"),
        "pt/simplified-attention#hello-scores is outdated",
        STRICT,
    ),
    "paragraph translated from nobody knows what": Fault(
        replace(
            TWIN,
            "{ #hello-scores data-from=b9e702ec .machine }",
            "{ #hello-scores }",
        ),
        (TWIN, "### Passo 1"),
        "pt/simplified-attention#hello-scores is unmarked",
        STRICT,
    ),
    "definition that is not translated": Fault(
        replace(
            "docs/glossary.yml",
            "      O novo vetor de um token: uma",
            "      Um novo vetor de um token: uma",
        ),
        ("docs/glossary.yml", "context-vector:"),
        "pt/glossary.yml#context-vector is missing",
        STRICT,
    ),
}
