"""Wrong answers to the exercises; a pair (old, new) edits the solution."""

from snippets.scaled import scaled_dot_product_attention

WRONG = {
    "weights_mib": [
        ("num_heads * T", "T"),  # one head
        ("dtype.itemsize", "4"),  # always 32 bits
        ("2**20", "10**6"),  # MB
    ],
    "streaming_attention": [
        lambda *given: scaled_dot_product_attention(*given[:4])[0],  # T * T
        ("larger.masked_fill(larger == -torch.inf, 0)", "larger"),  # inf - inf
        ("factor * context", "context"),  # not rescaled
    ],
}
