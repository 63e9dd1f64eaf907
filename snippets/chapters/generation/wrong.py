"""Wrong answers to the exercises; a pair (old, new) edits the solution."""

WRONG = {
    "two_best": [
        [0, 0, 3 / 7, 4 / 7],  # temperature 1
        [9 / 25, 16 / 25],  # only those that can be drawn
        [0, 0, 9 / 30, 16 / 30],  # not divided again
    ],
    "tokens_that_fit": [
        ("2 * layers", "layers"),  # keys only
        ("* 2  # bytes", "* 4"),  # 32 bits
        ("//", "/"),  # parts of tokens
    ],
    "top_p": [
        ("before < share", "before + values <= share"),  # stops too early
        ("kept[order] =", "kept[:] ="),  # not put back in their places
        ("kept / kept.sum()", "kept"),  # the sum is not 1
    ],
}
