"""The whole Transformer: from the ids of a source to scores for a target."""

from torch import Tensor, nn

from snippets.causal import check_length
from snippets.decoder import Decoder
from snippets.encoder import Encoder
from snippets.positional import sinusoidal_encoding

PAD, START, END = range(3)  # ids that each vocabulary begins with


class Transformer(nn.Module):
    """An encoder reads the source, a decoder scores each next target token.

    Vaswani et al. 2017, figure 1; norm_first=True is the pre-norm form.
    source (B, S) and target (B, T) ids, the target from START on ->
    scores (B, T, target_size): row t for the token after target[:, t]. With
    return_weights=True also the weights of the decoder's self-attention
    (layers, B, H, T, T) and cross-attention (layers, B, H, T, S). No token
    attends to PAD in the source.
    Raises ValueError if S or T is more than context_length.
    """

    encoder_class: type[Encoder] = Encoder
    decoder_class: type[Decoder] = Decoder

    def __init__(
        self,
        source_size: int,
        target_size: int,
        d_model: int,
        num_heads: int,
        d_hidden: int,
        encoder_layers: int = 1,
        decoder_layers: int = 1,
        dropout: float = 0.0,
        norm_first: bool = False,
        context_length: int = 32,
    ):
        super().__init__()
        table = sinusoidal_encoding(context_length, d_model)
        self.register_buffer("positions", table)
        self.source_embedding = nn.Embedding(source_size, d_model)
        self.target_embedding = nn.Embedding(target_size, d_model)
        layer = d_model, num_heads, d_hidden, dropout, norm_first
        self.encoder = self.encoder_class(encoder_layers, *layer)
        self.decoder = self.decoder_class(decoder_layers, *layer)
        self.read_out = nn.Linear(d_model, target_size)

    def embed(
        self, embedding: nn.Embedding, ids: Tensor, first: int = 0
    ) -> Tensor:
        """ids (B, T) at the positions from `first` on -> (B, T, d_model)."""
        after = first + ids.shape[-1]
        check_length(after, len(self.positions))
        return embedding(ids) + self.positions[first:after]

    def encode(self, source: Tensor) -> tuple[Tensor, Tensor]:
        """source (B, S) -> memory (B, S, d_model), its mask (B, 1, S)."""
        mask = (source != PAD).unsqueeze(-2)
        x = self.embed(self.source_embedding, source)
        return self.encoder(x, mask), mask

    def decode(
        self,
        target: Tensor,
        memory: Tensor,
        memory_mask: Tensor,
        return_weights: bool = False,
    ):
        """Score what follows each token of the target, as in `forward`."""
        x = self.embed(self.target_embedding, target)
        if not return_weights:
            return self.read_out(self.decoder(x, memory, None, memory_mask))
        x, *weights = self.decoder(x, memory, None, memory_mask, True)
        return self.read_out(x), *weights

    def forward(
        self, source: Tensor, target: Tensor, return_weights: bool = False
    ):
        return self.decode(target, *self.encode(source), return_weights)
