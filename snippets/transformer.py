"""The whole Transformer: from the ids of a source to scores for a target."""

import math
from collections.abc import Sequence

from torch import Tensor, nn

from snippets.causal import check_length
from snippets.cross_attention import LayerCache
from snippets.decoder import Decoder
from snippets.encoder import Encoder
from snippets.positional import with_positions

PAD, START, END = range(3)  # ids that each vocabulary begins with


class Transformer(nn.Module):
    """An encoder reads the source, a decoder scores each next target token.

    Figure 1 of Vaswani et al. 2017, with these differences: norm_first=True is
    the pre-norm form. Embeddings are multiplied by √d_model (section 3.4) only
    with scale_embeddings=True: nn.Embedding draws them from N(0, 1), as large
    as numbers of variance 1/d_model are after that factor. They share no
    weights with each other or with read_out. The scores are returned before
    the softmax. Dropout acts on embeddings plus positions and on each sublayer,
    as in the paper, and also on attention weights and in the feed-forward
    network, as in PyTorch.

    source (B, S) and target (B, T) ids, the target from START on ->
    scores (B, T, target_size): row t for the token after target[:, t]. No
    token attends to PAD in the source.
    Raises ValueError if S or T is more than context_length, or the batches of
    source and target differ.
    """

    def __init__(
        self,
        source_size: int,
        target_size: int,
        d_model: int,
        num_heads: int,
        d_hidden: int,
        *,
        encoder_layers: int = 1,
        decoder_layers: int = 1,
        dropout: float = 0.0,
        context_length: int = 32,
        scale_embeddings: bool = False,
        **options,
    ):
        super().__init__()
        self.context_length = context_length
        self.dropout = nn.Dropout(dropout)
        self.scale = math.sqrt(d_model) if scale_embeddings else 1.0
        self.source_embedding = nn.Embedding(source_size, d_model)
        self.target_embedding = nn.Embedding(target_size, d_model)
        sizes = d_model, num_heads, d_hidden
        options["dropout"] = dropout
        self.encoder = Encoder(encoder_layers, *sizes, **options)
        self.decoder = Decoder(decoder_layers, *sizes, **options)
        self.read_out = nn.Linear(d_model, target_size)

    def embed(
        self, embedding: nn.Embedding, ids: Tensor, first: int = 0
    ) -> Tensor:
        """ids (B, T) at the positions from `first` on -> (B, T, d_model)."""
        check_length(first + ids.shape[-1], self.context_length)
        return self.dropout(with_positions(self.scale * embedding(ids), first))

    def encode(self, source: Tensor) -> tuple[Tensor, Tensor]:
        """source (B, S) -> memory (B, S, d_model), mask (B, 1, 1, S)."""
        mask = (source != PAD)[..., None, None, :]
        x = self.embed(self.source_embedding, source)
        return self.encoder(x, mask), mask

    def decode(
        self,
        target: Tensor,
        memory: Tensor,
        memory_mask: Tensor,
        caches: Sequence[LayerCache] | None = None,
        first: int = 0,
    ) -> Tensor:
        """Score what follows each token of the target, as in `forward`.

        With caches of the tokens before, target is one token, at `first`.
        """
        x = self.embed(self.target_embedding, target, first)
        y = self.decoder(x, memory, None, memory_mask, caches)
        return self.read_out(y)

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        return self.decode(target, *self.encode(source))
