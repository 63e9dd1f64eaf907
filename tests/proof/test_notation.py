"""A formula is read as readers read it, and computed."""

import pytest
import torch

from proof.blocks import formulas
from proof.blocks.algebra import Wrong, calculate, check
from proof.blocks.run import Run, settings
from proof.pages.formulas import to_mathml, to_tree
from proof.pages.notation import NotRead, Statement, read
from proof.pages.project import Project

ROW, MATRIX = torch.tensor([1.0, 2.0, 4.0]), torch.tensor([[1.0, 2], [3, 4]])


def said(tex: str, *functions: str) -> list[Statement]:
    return read(to_tree(to_mathml(tex, display=True)), functions)


@pytest.mark.parametrize(
    "tex",
    [
        r"1 + 2 \cdot 3 = 7",
        r"8 / 4 \cdot 2 = 4",
        "-2^{2} = -4",
        "(1 - 3)(2 + 1) = -6",
        r"{-2} \cdot (-3) = 6",
        "5! = 120",
        r"|-2| \, |3| = 6",
        r"2 \sin 1 \cos 1 = \sin 2",
        r"\ln e^{2} = 2",
        r"\lVert (3, 4) \rVert = \sqrt{25}",
        r"7 \bmod 3 = 1",
        r"0.2 \times (1, 0) + (0, 1) = (0.2, 1)",
        r"\begin{pmatrix} 1 & 2 \end{pmatrix} "
        r"\begin{pmatrix} 3 \\ 4 \end{pmatrix} = "
        r"\begin{pmatrix} 11 \end{pmatrix}",
        r"e^{0.7842} = 2.1907",
        r"\tfrac{1}{3} \approx 0.33",
        r"1 < 2 \le 2 \ne 3",
        r"\sum_{k=1}^{3} k^{2} = 14",
        r"\prod_{k=1}^{3} k = 6",
        r"\max(1, 2) = 2",
        r"\begin{aligned} a &= 1 + 1 = 2 \\ b_{1} &= a + 1 \\ &= 3 "
        r"\end{aligned}",
    ],
)
def test_numbers_are_calculated(tex):
    assert calculate(said(tex)) >= 1
    with pytest.raises(Wrong):  # the same with one more
        first, equal, rest = tex.partition("1")
        calculate(said(f"{first}11{rest}") or [])


@pytest.mark.parametrize(
    "tex, letters",
    [
        ("x_{2} = 2", {}),
        (r"x^{(3)} = 4, \quad x_{2} < x_{3}", {}),
        (r"\sum_{j} x_{j} = 7", {}),
        (r"\max_{j} x_{j} = 4, \qquad 2^{\max_{j} x_{j}} = 16", {}),
        ("A_{ij} = B_{ji}", {"B": MATRIX.T}),
        ("A_{12} = 2", {}),
        (r"A_{i, \, 3 - i} = B_{i}", {"B": torch.tensor([2.0, 3.0])}),
        ("x_{1} + \\dots + x_{n} = 7", {"n": 3}),
        ("x = (x_{1}, \\dots, x_{n})", {"n": 3}),
        ("1 = x_{0}", {"first": 0}),
        ("W_h^Q = 2 h", {"W_Q": [2, 4]}),
        ("d_k = 64", {"d_k": 64}),
        ("f(2, x_{1}) = 3", {"f": lambda a, b: a + b}),
        ("p(2 | 1, 3) = 5", {"p": lambda given, then: given[0] + then[1]}),
        ("f_{1}(1) = 2", {"f": [lambda a: a + 1]}),
        (r"\frac{\partial y}{\partial x_{j}} = 2 x_{j}", "slope"),
        (r"1 \in \{0, \dots, N - 1\}", {"N": 3}),
        (r"A \in \mathbb{R}^{n \times 2}", {"n": 2}),
        (r"x_{i} < 3 \iff i < 3", {}),
        (
            r"s = \begin{cases} 1 & \text{if } n > 2 \\ 0 & \text{else}"
            r"\end{cases}",
            {"s": 1, "n": 3},
        ),
        (r"2 k = 4 \qquad \text{for } k = 2", {"k": range(5)}),
        (r"n = i, \qquad i = 1, \dots, 1", {"i": range(1, 2), "n": 1}),
        (r"\operatorname{E}[r] = 1, \quad \operatorname{Var}(r) = 1", "drawn"),
        (
            r"r = \begin{cases} 2 & \text{with } 1 / 2 \\ "
            r"0 & \text{with } 1 / 2 \end{cases}",
            "drawn",
        ),
        (r"\text{explicit: } n + 1 \ \text{bytes.}", {"n": 1, "gives": [2]}),
    ],
)
def test_letters_stand_for_what_is_said(tex, letters):
    x = ROW.double()
    if letters == "slope":
        x = x.requires_grad_()
        letters = {"y": x.square().sum()}
    elif letters == "drawn":
        letters = {"r": 0, "outcomes": [{"r": 0}, {"r": 2}]}
    letters = {"x": x, "A": MATRIX} | letters
    functions = [k for k, v in letters.items() if callable(v) or k == "f"]
    assert all(check(said(tex, *functions), letters))


@pytest.mark.parametrize(
    "tex, reason",
    [
        ("x_{1} = 2", "1 = 2 does not hold"),
        ("x_{4} = 2", "`x` has no entry 4"),
        ("x_{0} = 4", "`x` has no entry 0"),
        ("y = 2", ""),
        ("y x = 2", "`y` stands for nothing"),
        ("x x = 21", "a row stands behind a row"),
        (r"A \cdot x = x", "a dot product"),
        ("x / x = 1", "a division by what is no number"),
        (r"A + x = A", "a sum of what has not one size"),
        ("x = 1", "does not hold"),  # not each entry by itself
        (r"\sum_{n=1}^{2} x_{n} = 3", "`n` stands for something already"),
        (r"\sum_{j} 1 = 3", "`j` has no values"),
        (r"n = 3, \qquad i = 1, \dots, n", "`i` has other values"),
        (r"1 \, x_{1} + \dots + 2 \, x_{3} = 7", "dots stand between"),
        (r"A \in \mathbb{R}^{2 \times 3}", "is not in it"),
    ],
)
def test_what_does_not_hold_is_told(tex, reason):
    letters = {"x": ROW, "A": MATRIX, "n": 3}
    if reason:
        with pytest.raises(Wrong, match=reason.replace("*", ".")):
            check(said(tex), letters)
    else:  # a definition of what nothing uses
        assert check(said(tex), letters) == [0]


@pytest.mark.parametrize(
    "tex",
    [
        "(" * 900 + ")" * 900,
        "x_{x" * 300 + "}" * 300,
        r"x \propto y",
        "1 + ",
        r"a - \dots - b",
        r"x \pm 1",
        r"\dot{x} = 1",
    ],
)
def test_what_the_grammar_does_not_know_is_refused(tex):
    with pytest.raises(NotRead):
        said(tex)


def test_rounded_numbers_may_differ_by_their_rounding():
    assert calculate(said("1 / 3 = 0.3333")) == 1
    assert (
        calculate(said("0.3333 + 0.3333 = 0.6667")) == 1
    )  # of numbers rounded
    for wrong in (
        "1 / 3 = 0.3334",
        "0.3333 + 0.3333 = 0.6668",
        "0.5 + 0.5 = 1.1",
    ):
        with pytest.raises(Wrong):
            calculate(said(wrong))


FORMULAS = """
import torch

def formula_1(double):
    x = torch.randn(3)
    return dict(x=x, y=double(x))

def in_demo_2():
    return "it says what a letter is"
"""
TEXT = """# Demo { #demo }

$1 + 1 = 2$, and

$$
y_i = 2 x_i \\tag{1}
$$

$$
2 \\cdot 0.5 = 1
$$

$$
y = a
$$
"""


@pytest.fixture
def demo(small, monkeypatch):
    """A project with formulas; called with a change, what its tests say."""
    steps = "# %% one\nx = 1\n\n\ndef double(x):\n    return 2 * x\n"
    monkeypatch.syspath_prepend(small)
    files = {
        "snippets/__init__.py": "",
        "snippets/chapters/__init__.py": "",
        "docs/en/demo.md": TEXT,
        "snippets/chapters/demo/formulas.py": FORMULAS,
        "snippets/chapters/demo/steps.py": steps,
    }
    for path, text in files.items():
        (small / path).parent.mkdir(parents=True, exist_ok=True)
        (small / path).write_text(text, "utf-8")

    def told(path: str = "docs/en/demo.md", old: str = "", new: str = ""):
        (small / path).write_text(files[path].replace(old, new, 1), "utf-8")
        project = Project(small)
        page = project.by_path["docs/en/demo.md"]
        with settings(Run("demo")), formulas.numbers(torch.float64):
            return [*formulas.faults(page, page, {})]

    return told


WHERE = "snippets/chapters/demo/formulas.py"


@pytest.mark.parametrize(
    "change, says",
    [
        ([], None),
        (["docs/en/demo.md", "= 2$", "= 3$"], ":3: this formula is not what"),
        (["docs/en/demo.md", "2 x", "3 x"], ":6: formula (1) is not what"),
        (["docs/en/demo.md", "0.5", "0.6"], ":10: this formula is not what"),
        ([WHERE, "n_demo_2", "n_demo"], ":14: nothing computes this formula"),
        ([WHERE, "formula_1", "formula_2"], ":6: nothing computes formula (1)"),
        ([WHERE, "y=double(x)", "x_1=x"], ":6: formula (1) is not what"),
        ([WHERE, "double", "twice"], "has no cell or definition `twice`"),
        ([WHERE, "dict(x=x", "dict(z=x"], "`x` stands for nothing"),
    ],
)
def test_a_page_is_told_what_is_wrong_with_its_formulas(demo, change, says):
    found = demo(*change)
    if says is None:
        assert found == []
    else:
        assert found and says in found[0]
