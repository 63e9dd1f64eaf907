"""Wrong answers to the exercises; a pair (old, new) edits the solution."""

WRONG = {
    "two_places": [
        [9, 2],  # head 2 looks at the copy itself
        [10, 3],  # head 1 looks at its own token
        [9, 10],  # head 2 stays where it is
    ],
    "next_letter": [
        ("None if earlier < 0 else text", "text"),  # never None
        ("earlier + 1", "earlier"),  # the same letter again
        ("rfind", "find"),  # the first copy, not the most recent one
    ],
    "with_slot": [
        lambda scores: scores.softmax(dim=-1),  # no slot
        ("[..., 1:]", ""),  # its weight is kept
        (  # large scores overflow
            "torch.cat([slot, scores], dim=-1).softmax(dim=-1)[..., 1:]",
            "scores.exp() / (1 + scores.exp().sum(dim=-1, keepdim=True))",
        ),
    ],
}
