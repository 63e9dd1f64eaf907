"""Ties a function to the formula of a page that it asserts."""

from collections.abc import Callable


def formula(latex: str) -> Callable[[Callable], Callable]:
    """Return a decorator that keeps a formula's LaTeX as `function.latex`.

    The function computes the formula, with the code of `snippets` where there
    is any, and raises AssertionError if the formula does not hold.
    """

    def pin(function: Callable) -> Callable:
        function.latex = latex
        return function

    return pin
