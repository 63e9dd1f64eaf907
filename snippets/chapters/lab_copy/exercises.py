"""Exercises of the lab lab-copy: checks and solutions."""

import torch
from torch import Tensor


def check_two_places(answer: list[int]) -> None:
    """Check where heads 1 and 2 look in row 10 of "dreamingdre"."""
    back, ahead = answer
    assert back == 9, "head 1 looks at the token just before"
    assert ahead != 2, "at 2 there is the earlier “e”: what comes after it?"
    assert ahead == 3, "head 2 looks just after the earlier “e”"
    print("ok")


two_places = [9, 3]


def check_next_letter(answer) -> None:
    """Check answer(text): the letter that comes next, or None."""
    for text, right in [
        ("copyrightableri", "g"),
        ("abcda", "b"),
        ("abcab", "c"),
        ("abcd", None),
        ("axbxc", None),
        ("abacada", "d"),  # after the most recent copy
        ("aa", "a"),
        ("z", None),
    ]:
        given = answer(text)
        assert given == right, f"after “{text}”: {given}, not {right}"
    print("ok")


def next_letter(text: str) -> str | None:
    """What followed the most recent earlier copy of the last letter."""
    earlier = text[:-1].rfind(text[-1])
    return None if earlier < 0 else text[earlier + 1]


def check_with_slot(answer) -> None:
    """Check answer(scores): weights (..., T) beside a slot of score 0."""
    shares = torch.tensor([[1.0, 2.0, 5.0], [4.0, 3.0, 2.0]])
    for scores, right in [
        (shares.log(), shares / torch.tensor([[9.0], [10.0]])),
        (shares[0].log(), shares[0] / 9),
        (torch.full((3,), -100.0), torch.zeros(3)),
        (torch.tensor([1000.0, 0.0]), torch.tensor([1.0, 0.0])),
    ]:
        given = answer(scores)
        assert given.shape == right.shape, "one weight for each score"
        close = torch.allclose(given, right, atol=1e-6)
        assert close, f"scores {scores}: {given}, not {right}"
    print("ok")


def with_slot(scores: Tensor) -> Tensor:
    """Softmax beside one more score of 0, whose weight is dropped."""
    slot = torch.zeros_like(scores[..., :1])
    return torch.cat([slot, scores], dim=-1).softmax(dim=-1)[..., 1:]
