"""Wrong answers to the exercises of example, each to be refused."""

WRONG = {"total": [2.5, 24]}
