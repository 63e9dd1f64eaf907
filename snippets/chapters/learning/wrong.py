"""Wrong answers to the exercises; a pair (old, new) edits the solution."""

WRONG = {
    "descend": [
        ("x - step_size", "x + step_size"),  # uphill
        ("slope(x)", "slope(start)"),  # always the same slope
        ("slope(x)", "(1 if slope(x) > 0 else -1)"),  # its sign alone
    ],
}
