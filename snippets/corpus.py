"""Sentences and their translations as ids, for training and for testing."""

from functools import partial
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from snippets.translation import AGREE, NOUNS, SAME_PLACE, held_out, sentence

SPECIAL = ["<pad>", "<start>", "<end>"]  # their ids: PAD, START, END
ENGLISH = [*SPECIAL, *AGREE, *NOUNS, "does", *SAME_PLACE]
PORTUGUESE = [*SPECIAL]
PORTUGUESE += dict.fromkeys(w for pair in AGREE.values() for w in pair)
PORTUGUESE += [noun for noun, _ in NOUNS.values()]
PORTUGUESE += dict.fromkeys(SAME_PLACE.values())


def encode(words: list[str], vocabulary: list[str]) -> Tensor:
    """Words -> ids (T,). Raises ValueError if one is not in the vocabulary."""
    ids = [vocabulary.index(word) for word in words]
    return torch.tensor(ids, dtype=torch.long)


def decode(ids: Tensor, vocabulary: list[str]) -> list[str]:
    """ids (T,) -> words, without <start>, <end> and <pad>."""
    return [vocabulary[i] for i in ids.tolist() if i >= len(SPECIAL)]


class Batch(NamedTuple):
    """B sentences; shorter ones are filled up with PAD, in `places` with -1.

    source (B, S): ids of the English words. target (B, T + 1): START, ids of
    the Portuguese words, END. places (B, T): the place in the source that
    target[:, t + 1] comes from, -1 for the end.
    """

    source: Tensor
    target: Tensor
    places: Tensor

    def to(self, device: torch.device) -> "Batch":
        """The same on another device."""
        return Batch(*(ids.to(device) for ids in self))


def batch(sentences: list[tuple[list[str], list[str], list[int]]]) -> Batch:
    """Sentences, each as `sentence` returns it -> their ids as one batch.

    Raises ValueError if there is none.
    """
    if not sentences:
        raise ValueError("a batch needs at least one sentence")
    fill = partial(pad_sequence, batch_first=True)  # with 0, which is PAD
    english, portuguese, places = zip(*sentences)
    targets = (["<start>", *words, "<end>"] for words in portuguese)
    return Batch(
        fill([encode(words, ENGLISH) for words in english]),
        fill([encode(words, PORTUGUESE) for words in targets]),
        fill([torch.tensor([*row, -1]) for row in places], padding_value=-1),
    )


def draw(
    count: int,
    clauses: int,
    generator: torch.Generator,
    for_training: bool = True,
) -> Batch:
    """Draw a batch of sentences: for training, or of those held out."""
    drawn = []
    while len(drawn) < count:
        new = sentence(generator, clauses)
        if held_out(new[0]) != for_training:
            drawn.append(new)
    return batch(drawn)


def mass(weights: Tensor, places: Tensor) -> Tensor:
    """How much each word looks at the word that it comes from, from 0 to 1.

    weights (B, T, S) of cross-attention, places (B, T) of a batch -> one
    number for each Portuguese word of the batch, in order: (words,).
    """
    words = places >= 0
    return weights[words].gather(-1, places[words][:, None]).squeeze(-1)
