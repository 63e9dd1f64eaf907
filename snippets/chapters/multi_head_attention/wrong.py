"""Wrong answers to the exercises; a pair (old, new) edits the solution."""

WRONG = {
    "head_weight": [
        ("W.chunk(H)", "W.chunk(H, dim=1)"),  # columns, as in X @ W
        ("W.chunk(H)[h]", "W[h::H]"),  # heads interleaved
        ("W.chunk(H)[h]", "W[h]"),  # one row
    ],
    "merge": [
        (".transpose(1, 2)", ""),
        (".reshape(B, T, H * d)", ""),
        ("transpose(1, 2)", "permute(0, 2, 3, 1)"),  # heads interleaved
    ],
    "multi_head": [
        ("k.shape[-1] ** 0.5", "X.shape[-1] ** 0.5"),  # D, not d_k
        ("transpose(0, 1).flatten(-2)", "reshape(len(X), -1)"),
        (" @ W_O", ""),
    ],
}
