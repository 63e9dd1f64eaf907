"""Answers to the exercises of the chapter encoder that must be refused."""

from snippets.chapters.encoder.exercises import mean_of_tokens


def changes_x(x, norm, sublayer):
    """Adds in place."""
    y = sublayer(norm(x))
    x += y
    return x


WRONG = {
    "second_token": [
        [-15.9, -1.8],  # no max(0, ...)
        [-9.0, 5.0],  # no b_2
        [0.0, 0.0],  # max(0, ...) last
    ],
    "layer_parameters": [
        lambda d, h: 4 * d * d + 2 * d * h,  # no biases, no norms
        lambda d, h: 3 * (d * d + d) + 2 * d * h + h + d + 4 * d,  # no W_O
        lambda d, h: 12 * d * d + 13 * d,  # d_ff = 4 D only
    ],
    "pre_norm": [
        lambda x, norm, sublayer: norm(x) + sublayer(norm(x)),  # adds norm(x)
        lambda x, norm, sublayer: x + norm(sublayer(x)),  # after the sublayer
        changes_x,
    ],
    "mean_of_tokens": [
        lambda output, mask: output.mean(dim=1),  # the padding counts
        lambda *given: mean_of_tokens(*given)[:, None],  # (B, 1, D)
        lambda output, mask: (  # 0 * NaN is NaN
            (output * mask.transpose(1, 2)).sum(dim=1)
            / mask.transpose(1, 2).sum(dim=1)
        ),
    ],
}
