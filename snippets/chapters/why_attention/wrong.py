"""Wrong answers to the exercises; a pair (old, new) edits the solution."""

import torch

from snippets.chapters.why_attention.exercises import look_back_all

WRONG = {
    "third_state": [
        1.1817,  # the last tanh forgotten
        1.25,  # no tanh at all
        0.8811,  # the step with the input 0 left out
    ],
    "alignment": [
        lambda source, target, _: torch.eye(len(target), len(source)),
        # transposed
        ("s in source] for t in target", "t in target] for s in source"),
        lambda source, target, _: torch.eye(len(target), len(source)).flip(0),
    ],
    "look_back_all": [
        ("dim=-1", "dim=0"),  # over the queries
        ("torch.softmax(asking @ states.T, dim=-1)", "asking @ states.T"),
        lambda asking, states: look_back_all(states, asking),  # keys ask
    ],
}
