"""The toy sentences are those of the guides."""

import pytest
import torch

from snippets.sentences import CAPITAL, JOURNEY, MECHANISM, SUN, look_up


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


def test_capital_has_seven_tokens_with_ids():
    assert "".join(CAPITAL.tokens) == "What is the capital of France?"
    assert len(CAPITAL.tokens) == len(CAPITAL.ids) == 7
    assert CAPITAL.ids == (3923, 374, 279, 6864, 315, 9822, 30)


def test_look_up_takes_the_rows_of_the_table():
    table = torch.arange(8.0).view(4, 2).requires_grad_()
    rows = look_up(torch.tensor([[3, 0]]), table)
    assert rows.tolist() == [[[6, 7], [0, 1]]]
    rows.sum().backward()
    assert table.grad.sum(-1).tolist() == [2, 0, 0, 2]
    assert look_up(torch.tensor([], dtype=torch.long), table).shape == (0, 2)
    assert look_up(torch.tensor([1]), table).tolist() == [[2, 3]]


@pytest.mark.parametrize("wrong", [4, -1])
def test_look_up_refuses_ids_out_of_range(wrong):
    message = "do not all have one of the 4 rows of the table"
    with pytest.raises(ValueError, match=message):
        look_up(torch.tensor([0, wrong]), torch.zeros(4, 2))
