"""Wrong answers to the exercises of the chapter multi-head-attention."""

import torch


def attend(X, W_Q, W_K, W_V, W_O, scale=None, merge=None):
    """Multi-head attention with one thing that can be made wrong."""
    q, k, v = X @ W_Q, X @ W_K, X @ W_V
    scores = q @ k.transpose(-2, -1) / (scale or k.shape[-1]) ** 0.5
    context = torch.softmax(scores, dim=-1) @ v
    if merge:
        return merge(context) @ W_O
    return context.transpose(0, 1).flatten(-2) @ W_O


def straight(context):
    H, T, d = context.shape
    return context.reshape(T, H * d)


WRONG = {
    "head_weight": [
        lambda W, H, h: W.chunk(H, dim=1)[h],  # columns, as in X @ W
        lambda W, H, h: W[h::H],  # heads interleaved
        lambda W, H, h: W[h],  # one row
    ],
    "merge": [
        lambda y: y.reshape(y.shape[0], y.shape[2], -1),  # not transposed
        lambda y: y.transpose(1, 2),  # not flattened
        lambda y: y.permute(0, 2, 3, 1).flatten(-2),  # heads interleaved
    ],
    "multi_head": [
        lambda *given: attend(*given, scale=given[0].shape[-1]),  # D, not d_k
        lambda *given: attend(*given, merge=straight),  # not transposed
        lambda *given: attend(*given[:4], torch.eye(len(given[4]))),  # no W_O
    ],
}
