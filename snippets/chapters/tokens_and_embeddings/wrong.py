"""Wrong answers to the exercises; a pair (old, new) edits the solution."""

from snippets.chapters.tokens_and_embeddings.exercises import faulty_embed

WRONG = {
    "merges_by_hand": [
        [("a", "n"), ("n", "d"), ("h", "a")],  # of letters only
        [("a", "n"), ("h", "an"), ("han", "d")],  # not the most frequent
        [("a", "n"), ("an", "d")],  # stops at and
    ],
    "one_hot": [
        (".float()", ".long()"),
        (".float()", ".float().mT"),
        ("torch.arange(size)", "torch.arange(1, size + 1)"),  # from 1
    ],
    "embed_batch": [
        faulty_embed,
        ("table[ids]", "table[ids.flatten()]"),  # no batch any more
        ("table[ids]", "table[ids - 1]"),  # counted from 1
    ],
}
