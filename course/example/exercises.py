"""Exercises of the chapter example: a check and a solution for each."""


def check_total(answer: float) -> None:
    """The sum of all numbers in x."""
    assert answer == 10, f"{answer} is not the sum of 1, 2, 3 and 4"
    print("ok")


total = 3 + 7
