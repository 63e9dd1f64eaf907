"""A language model of attention alone: each token scores the next one."""

from collections.abc import Sequence

from torch import Tensor, nn

from snippets.cross_attention import Attention, LayerCache
from snippets.layer_norm import LayerNorm
from snippets.positional import with_positions


class LanguageModel(nn.Module):
    """Causal attention between embeddings and a score for each next token.

    A decoder-only model without feed-forward networks: layer after layer,
    x + attention(norm(x)). ids (B, T) -> scores (B, T, vocabulary): row t for
    the token after ids[:, t]. With caches that hold the tokens before `first`,
    ids (B, 1) is the token at `first`. Empty caches take any number of ids.
    """

    def __init__(
        self, vocabulary: int, d_model: int, num_layers: int, num_heads: int = 1
    ):
        super().__init__()
        sizes = d_model, d_model, num_heads
        self.embedding = nn.Embedding(vocabulary, d_model)
        layers = range(num_layers)
        self.attention = nn.ModuleList(Attention(*sizes) for _ in layers)
        self.norms = nn.ModuleList(LayerNorm(d_model) for _ in layers)
        self.norm = LayerNorm(d_model)
        self.read_out = nn.Linear(d_model, vocabulary)

    def forward(
        self,
        ids: Tensor,
        caches: Sequence[LayerCache] | None = None,
        first: int = 0,
    ) -> Tensor:
        x = with_positions(self.embedding(ids), first)
        caches = caches or [None] * len(self.attention)
        for norm, attention, cache in zip(self.norms, self.attention, caches):
            x = x + attention(norm(x), is_causal=True, cache=cache)
        return self.read_out(self.norm(x))
