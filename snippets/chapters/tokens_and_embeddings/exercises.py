"""Exercises of the chapter tokens-and-embeddings: checks and solutions."""

# %% check-split-spaces
import re
from collections.abc import Callable

import torch
from torch import Tensor


def check_split_spaces(answer: Callable[[str], list[str]]) -> None:
    """answer(text) -> tokens that add up to the text, spaces of their own."""
    for text, expected in [
        ("a cat", ["a", " ", "cat"]),
        ("What  is it?", ["What", " ", " ", "is", " ", "it", "?"]),
        (" yes, sun!", [" ", "yes", ",", " ", "sun", "!"]),
        ("", []),
    ]:
        tokens = answer(text)
        assert "".join(tokens) == text, f"{tokens} do not add up to {text!r}"
        assert tokens == expected, f"{text!r}: {tokens}, not {expected}"
    print("ok")


# %%
def split_spaces(text: str) -> list[str]:
    """Words, single spaces and single other signs."""
    return re.findall(r"[A-Za-z]+|[^A-Za-z]", text)


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


def check_one_hot(answer: Callable[[Tensor, int], Tensor]) -> None:
    """answer(ids, size) -> one 1.0 in each row, at the place of the id."""
    for ids, size in [([2, 0, 2], 4), ([5], 6), ([[1, 0], [3, 2]], 4)]:
        rows = answer(torch.tensor(ids), size)
        right = torch.nn.functional.one_hot(torch.tensor(ids), size).float()
        assert rows.shape == right.shape, (
            f"{ids}, {size}: the shape is {tuple(rows.shape)}, "
            f"not {tuple(right.shape)}"
        )
        assert rows.dtype == torch.float32, f"{rows.dtype}, not torch.float32"
        assert torch.equal(rows, right), f"{ids}, {size}: {rows} is wrong"
    print("ok")


def one_hot(ids: Tensor, size: int) -> Tensor:
    """ids (...) -> rows (..., size), 1.0 at the place of each id."""
    return (ids[..., None] == torch.arange(size)).float()


def check_nearest(answer: Callable[[Tensor, int], int]) -> None:
    """answer(table, id) -> the other id with the largest cosine."""
    generator = torch.Generator().manual_seed(0)
    tables = [torch.randn(8, 3, generator=generator) for _ in range(3)]
    tables.append(torch.tensor([[1.0, 0.0], [9.0, 9.0], [2.0, 0.5]]))
    for table in tables:
        unit = table / table.norm(dim=-1, keepdim=True)
        cosines = (unit @ unit.T).fill_diagonal_(-2)
        for i, row in enumerate(cosines):
            found = answer(table.clone(), i)
            assert found != i, f"{i} is the token itself"
            assert found == row.argmax(), (
                f"nearest to {i} is {row.argmax()}, not {found}; "
                f"its cosines are {row}"
            )
    print("ok")


def nearest(table: Tensor, i: int) -> int:
    """The id whose embedding points most nearly where that of i points."""
    cosines = torch.cosine_similarity(table, table[i : i + 1])  # (V,)
    cosines[i] = -torch.inf
    return int(cosines.argmax())


def faulty_embed(ids: Tensor, table: Tensor) -> Tensor:
    """Embeddings of a batch: ids (B, T), table (V, D) -> (B, T, D)."""
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
    """ids (B, T), table (V, D) -> embeddings (B, T, D)."""
    return table[ids]
