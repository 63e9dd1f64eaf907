"""Wrong answers to the exercises of the chapter multi-head-attention."""

import torch


def attend(X, W_Q, W_K, W_V, W_O, scale=None, dim=-1, merge=None):
    """Multi-head attention with one thing that can be made wrong."""
    q, k, v = X @ W_Q, X @ W_K, X @ W_V
    scores = q @ k.transpose(-2, -1) / (scale or k.shape[-1]) ** 0.5
    context = torch.softmax(scores, dim=dim) @ v
    if merge:
        return merge(context) @ W_O
    return context.transpose(0, 1).flatten(-2) @ W_O


def straight(context):
    H, T, d = context.shape
    return context.reshape(T, H * d)


WRONG = {
    "head_weight": [
        lambda W, H, h: W.chunk(H, dim=1)[h],
        lambda W, H, h: W[h::H],
        lambda W, H, h: W[h],
        lambda W, H, h: W.chunk(H)[0],
        lambda W, H, h: W.chunk(H)[h].T,
        lambda W, H, h: W.view(-1, H, W.shape[1])[:, h],
    ],
    "merge": [
        lambda y: y.reshape(y.shape[0], y.shape[2], -1),
        lambda y: y.transpose(1, 2),
        lambda y: y.permute(0, 2, 3, 1).flatten(-2),
        lambda y: y[:, 0].repeat(1, 1, y.shape[1]),
        lambda y: y.transpose(1, 2).flip(2).flatten(-2),
        lambda y: y.transpose(0, 2).flatten(-2),
    ],
    "multi_head": [
        lambda *given: attend(*given, scale=given[0].shape[-1]),
        lambda *given: attend(*given, scale=1),
        lambda *given: attend(*given, dim=-2),
        lambda *given: attend(*given, dim=0),
        lambda *given: attend(*given, merge=straight),
        lambda *given: attend(*given[:4], torch.eye(len(given[4]))),
        lambda *given: attend(*given).sum(dim=0),
    ],
}
