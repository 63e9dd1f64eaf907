"""Answers to the exercises of the chapter encoder that must be refused."""


def changes_x(x, norm, sublayer):
    y = sublayer(norm(x))
    x += y
    return x


WRONG = {
    "second_token": [
        [-15.9, -1.8],  # no max(0, ...)
        [-9.0, 5.0],  # no b_2
        [0.0, 0.0],  # max(0, ...) last
        [5.2, -8.9],
        [-8.9],
        [-8.9, 5.2, 0.0],
    ],
    "layer_parameters": [
        lambda d, h: 4 * d * d + 2 * d * h,
        lambda d, h: 4 * (d * d + d) + 2 * d * h + d + h,  # no norms
        lambda d, h: 4 * (d * d + d) + 2 * d * h + h + d + 2 * d,  # one norm
        lambda d, h: 3 * (d * d + d) + 2 * d * h + h + d + 4 * d,  # no W_O
        lambda d, h: 12 * d * d + 13 * d,  # d_hidden = 4 d_model only
    ],
    "pre_norm": [
        lambda x, norm, sublayer: norm(x) + sublayer(norm(x)),
        lambda x, norm, sublayer: norm(x + sublayer(x)),
        lambda x, norm, sublayer: x + norm(sublayer(x)),
        lambda x, norm, sublayer: x + sublayer(x),
        lambda x, norm, sublayer: sublayer(norm(x)),
        changes_x,
    ],
    "mean_of_tokens": [
        lambda output, mask: output.mean(dim=1),
        lambda output, mask: (output * mask.transpose(1, 2)).mean(dim=1),
        lambda output, mask: (output * mask.transpose(1, 2)).sum(dim=1),
        lambda output, mask: (
            (output * mask.transpose(1, 2)).sum(dim=1)
            / mask.transpose(1, 2).sum(dim=1)
        ),
        lambda output, mask: output.mean(dim=(0, 1)),
        lambda output, mask: output[:, 0],
    ],
}
