"""Formulas become MathML, in the sentence where they stand."""

import re

import markdown
import pytest

from sitebuild.pages.mathml import FormulaError, to_mathml

OPTIONS = {
    "extensions": [
        "pymdownx.blocks.caption",
        "pymdownx.arithmatex",
        "sitebuild.pages.mathml",
    ],
    "extension_configs": {
        "pymdownx.arithmatex": {
            "generic": True,
            "inline_syntax": ["dollar"],
            "block_syntax": ["dollar"],
        }
    },
}


def render(text: str) -> str:
    return markdown.markdown(text, **OPTIONS)


FORMULA = '<span class="formula"><math><mi>{}</mi></math></span>'


@pytest.mark.parametrize(
    "text, html",
    [
        ("Before $x$ between $y$ so", f"Before {FORMULA} between {FORMULA} so"),
        ("$$\nx = 1\n$$", '<div class="formula"><div><math display="block">'),
        ("$a < b$", "<mo>&lt;</mo>"),
        (r"$\operatorname{softmax}(x)$", "<mi>softmax</mi>"),
        ("Text\n\n/// caption\nIn $x$ so\n///", FORMULA),
        ("$$\na \\tag{2}\n$$", '<div class="formula" id="eq-2"><div><math'),
        ("$$\na \\tag{2}\n$$", "</math></div><span>(2)</span></div>"),
    ],
)
def test_a_formula_is_mathml_where_it_stands(text, html):
    assert html.replace("{}", "x", 1).replace("{}", "y") in render(text)
    assert "tag" not in render(text)


@pytest.mark.parametrize(
    "text, before, after",
    [
        ("an $x$, and", "", ","),
        ("an $x$.", "", "."),
        ("all ($x$), and", "(", "),"),
        ('an "$x$".', '"', '".'),
        ("**an $x$**", "", ""),
        ("in $x$'s", "", "'s"),
        ("an $x$ (and", "", ""),
        ("all) $x$ – so", "", ""),
    ],
)
def test_signs_around_a_formula_stay_with_it(text, before, after):
    inside = FORMULA.format("x").partition("<math>")
    joined = f"{inside[0]}{before}<math>{inside[2]}"
    joined = joined.replace("</math>", f"</math>{after}")
    found = render(text)
    assert joined in found
    read = re.sub("<[^>]*>", "", found)
    assert read == text.replace("$", "").replace("**", "")


@pytest.mark.parametrize(
    "tex, reason",
    [(r"\frac{1", "end of input"), (r"\foo{1}", "foo"), ("x_1_2", "")],
)
def test_a_bad_formula_raises_with_the_formula_and_the_reason(tex, reason):
    with pytest.raises(FormulaError) as error:
        to_mathml(tex, display=False)
    assert f"`{tex}`" in str(error.value) and reason in str(error.value)
    assert "\n" not in str(error.value)
    with pytest.raises(FormulaError):
        render(f"Here ${tex}$.")


def test_number_is_for_display_formulas_only():
    with pytest.raises(FormulaError):
        render(r"An $a \tag{2}$.")
