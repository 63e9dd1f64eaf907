"""Formulas become MathML, in the sentence where they stand."""

import markdown
import pytest

from proof.pages.formulas import FormulaError, to_mathml

OPTIONS = {
    "extensions": ["md_in_html", "pymdownx.arithmatex", "proof.pages.formulas"],
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


def test_inline_formula_keeps_the_text_around_it():
    html = render("Before $x$ between $y$ after.")
    assert html == (
        '<p>Before <span class="formula"><math><mi>x</mi></math></span> '
        'between <span class="formula"><math><mi>y</mi></math></span> '
        "after.</p>"
    )


def test_display_formula_is_a_block():
    html = render("$$\nx = 1\n$$")
    assert html.startswith('<div class="formula"><div><math display="block">')


def test_characters_of_html_survive():
    html = render("$a < b$")
    assert "<mo>&lt;</mo>" in html


def test_operatorname_is_one_word():
    assert "<mi>softmax</mi>" in render(r"$\operatorname{softmax}(x)$")


def test_formula_inside_html_with_markdown():
    html = render('<figure markdown="block">\n\nIn $x$.\n\n</figure>')
    assert "<math><mi>x</mi></math>" in html


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


def test_numbered_formula_can_be_linked_to():
    html = render("$$\na = b \\tag{2}\n$$")
    assert html.startswith(
        '<div class="formula" id="eq-2"><div><math display="'
    )
    assert html.endswith("</math></div><span>(2)</span></div>")
    assert "tag" not in html


def test_number_is_for_display_formulas_only():
    with pytest.raises(FormulaError):
        render(r"An $a \tag{2}$.")
