"""Chapter example, step by step.

Run it by itself: python -m snippets.chapters.example.steps
"""

from snippets.chapters.example.exercises import check_total, total

# %% first-look
import torch

x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
print(x.sum(dim=-1))
print(x.mean(dim=-1))
print(x.shape)

# %% run-total
print(total)
check_total(total)
