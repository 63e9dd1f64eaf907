"""Exercises of the chapter tokens-and-embeddings: checks and solutions."""

# %% check-one-hot
from collections.abc import Callable

import torch
from torch import Tensor


def check_one_hot(answer: Callable[[Tensor, int], Tensor]) -> None:
    """answer(ids, size) -> one 1.0 in each row, at the place of the id."""
    for ids, size in [([2, 0, 2], 4), ([5], 6), ([[1, 0], [3, 2]], 4)]:
        ids = torch.tensor(ids)
        rows = answer(ids, size)
        right = (*ids.shape, size)
        assert rows.shape == right, f"{tuple(rows.shape)}, not {right}"
        assert rows.dtype == torch.float32, f"{rows.dtype}, not float32"
        places = rows.nonzero()[:, -1]  # of the one 1 in each row
        found = places.equal(ids.flatten()) and rows.sum() == ids.numel()
        assert found, f"{ids.tolist()}: {rows.tolist()}"
    print("ok")


# %%
def check_merges_by_hand(answer: list[tuple[str, str]]) -> None:
    """The first three pairs that are merged in: an an and and hand."""
    words = [list(word) for word in ("an", "an", "and", "and", "hand")]
    assert len(answer) == 3, f"three pairs are asked for, not {len(answer)}"
    for k, pair in enumerate(map(tuple, answer), start=1):
        pairs = [two for word in words for two in zip(word, word[1:])]
        counts = {two: pairs.count(two) for two in pairs}
        assert pair in counts, f"pair {k}: {pair} is nowhere in {words}"
        assert counts[pair] == max(counts.values()), (
            f"pair {k}: {pair} is not the most frequent one of {counts}"
        )
        for word in words:
            for i in range(len(word) - 1, 0, -1):
                if tuple(word[i - 1 : i + 1]) == pair:
                    word[i - 1 : i + 1] = ["".join(pair)]
    print("ok")


merges_by_hand = [("a", "n"), ("an", "d"), ("h", "and")]


def one_hot(ids: Tensor, size: int) -> Tensor:
    """ids (...) -> rows (..., size), 1.0 at the place of each id."""
    return (ids[..., None] == torch.arange(size)).float()


def faulty_embed(ids: Tensor, table: Tensor) -> Tensor:
    """Embeddings of a batch: ids (B, T), table (N, D) -> (B, T, D)."""
    B, T = ids.shape
    return table[ids.T.flatten()].view(B, T, -1)


def check_embed_batch(answer: Callable[[Tensor, Tensor], Tensor]) -> None:
    """answer(ids, table) -> rows of the table, (B, T) ids to (B, T, D)."""
    table = torch.arange(24.0).view(8, 3)
    for ids in ([[1, 2, 3], [4, 5, 6]], [[0, 7], [7, 7], [3, 1]], [[2]]):
        X = answer(torch.tensor(ids), table)
        shape = len(ids), len(ids[0]), 3
        assert X.shape == shape, f"the shape is {tuple(X.shape)}, not {shape}"
        for b, row in enumerate(ids):
            for k, i in enumerate(row):
                assert torch.equal(X[b, k], table[i]), (
                    f"sentence {b}, token {k} has the id {i}, "
                    f"but the vector is {X[b, k]}, not {table[i]}"
                )
    print("ok")


def embed_batch(ids: Tensor, table: Tensor) -> Tensor:
    """ids (B, T), table (N, D) -> embeddings (B, T, D)."""
    return table[ids]
