"""The toy sentences are those of the guides."""

import pytest
import torch

from snippets.sentences import JOURNEY, MECHANISM, SUN


@pytest.mark.parametrize(
    "sentence, text, width, total",
    [
        (SUN, "Hello shiny sun", 3, 4.71),
        (JOURNEY, "Your journey starts with one step", 3, 9.26),
        (MECHANISM, "Write your first Attention mechanism", 6, 13.208),
    ],
)
def test_tokens_and_embeddings_belong_together(sentence, text, width, total):
    assert " ".join(sentence.tokens) == text
    assert sentence.embeddings.shape == (len(sentence.tokens), width)
    assert sentence.embeddings.dtype == torch.float32
    assert sentence.embeddings.sum().item() == pytest.approx(total)
