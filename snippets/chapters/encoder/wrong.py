"""Wrong answers to the exercises; a pair (old, new) edits the solution."""

WRONG = {
    "second_token": [
        [-15.9, -1.8],  # no max(0, ...)
        [-9.0, 5.0],  # no b_2
        [0.0, 0.0],  # max(0, ...) last
    ],
    "layer_parameters": [
        lambda d, h: 4 * d * d + 2 * d * h,  # no biases, no norms
        ("4 * (D * D + D)", "3 * (D * D + D)"),  # no W_O
        lambda d, h: 12 * d * d + 13 * d,  # d_ff = 4 D only
    ],
    "pre_norm": [
        ("x + sublayer", "norm(x) + sublayer"),
        ("sublayer(norm(x))", "norm(sublayer(x))"),  # after the sublayer
        ("x + sublayer(norm(x))", "x.add_(sublayer(norm(x)))"),  # in place
    ],
    "mean_of_tokens": [
        lambda output, mask: output.mean(dim=1),  # the padding counts
        (".sum(dim=-2)  # (B, D)", ".sum(dim=-2, keepdim=True)"),  # (B, 1, D)
        ("masked_fill(~real, 0)", "mul(real)"),  # 0 * NaN is NaN
    ],
}
