"""Wrong answers to the exercises; a pair (old, new) edits the solution."""

from snippets.causal import causal_mask
from snippets.chapters.causal_attention.exercises import last_context

WRONG = {
    "third_row": [
        [1 / 9, 3 / 9, 4 / 9, 1 / 9],  # masked with 0: e^0 = 1
        [1 / 16, 3 / 16, 4 / 16, 0],  # masked after the softmax
        [1 / 8, 3 / 8, 4 / 8],  # without the token that is hidden
    ],
    "window_mask": [
        lambda T, W: causal_mask(T).triu(-W),  # W earlier tokens and itself
        lambda T, W: ~causal_mask(T).triu(1 - W),  # True where banned
        lambda T, W: causal_mask(T).triu(1 - W).int(),  # numbers
    ],
    "last_context": [
        (" / query.shape[-1] ** 0.5", ""),  # not scaled
        lambda query, keys, values: values[:1],  # sees the first key only
        lambda *qkv: last_context(*qkv).expand(len(qkv[1]), -1),  # every row
    ],
}
