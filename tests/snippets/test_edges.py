"""At the edges: no token, one, no batch, each dtype, large numbers."""

import pytest
import torch
from compare import close, random
from layers import FAST, WITH_MASK, WITHOUT_MASK, call
from torch.nn import functional as F

from benchmarks.torch_modules import torch_layer
from snippets import corpus, generation, reversal, training, translator
from snippets.causal import CausalAttention
from snippets.copy_weights import copy_decoder_layer, copy_layer
from snippets.decoder import Decoder, DecoderLayer
from snippets.encoder import Encoder, EncoderLayer
from snippets.layer_norm import LayerNorm
from snippets.masks import padding_mask
from snippets.multi_head import (
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    MultiHeadSelfAttention,
)
from snippets.scaled import scaled_dot_product_attention
from snippets.simplified import attention_weights, simplified_attention
from snippets.transformer import Transformer

DTYPES = torch.float16, torch.bfloat16, torch.float32, torch.float64
TABLE = WITHOUT_MASK | WITH_MASK
TABLE |= {
    "simplified_attention": lambda: lambda x: simplified_attention(x)[0],
    "function": lambda: lambda x: scaled_dot_product_attention(x, x, x)[0],
    "no Encoder": lambda: Encoder(0, 8, 4, 16),
    "no Decoder": lambda: Decoder(0, 8, 4, 16),
}


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", TABLE)
def test_every_size_gives_finite_numbers_or_says_no(name, dtype):
    torch.manual_seed(0)
    layer = TABLE[name]()
    for shape in ((3, 8), (1, 8), (1, 1, 8), (0, 3, 8), (2, 0, 8), (0, 8)):
        x = 3 * random(*shape).to(dtype)
        if name == "simplified_attention" and 0 in shape[-2:]:
            with pytest.raises(ValueError, match="have no keys"):
                layer(x)
            continue
        output = call(layer, x)
        assert output.shape == shape and output.dtype == dtype
        assert output.isfinite().all(), shape


@pytest.mark.parametrize("dtype", DTYPES)
def test_layer_norm_is_exact_for_numbers_whose_squares_overflow(dtype):
    x = 300 * random(2, 8).to(dtype)
    close(LayerNorm(8).to(dtype)(x), F.layer_norm(x, (8,)))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("temperature", [0, 1e-300, 1e-7, 1e-3, 1, 1e30])
@pytest.mark.parametrize("top_k", [None, 1, 2])
def test_probabilities_at_any_temperature(dtype, temperature, top_k):
    scores = torch.tensor([[-500.0, 700.0, 699.0, -torch.inf]]).to(dtype)
    p = generation.next_token_probabilities(scores, temperature, top_k)
    assert p.isfinite().all() and p.sum().item() == pytest.approx(1, abs=0.01)
    assert p[0, 3] == 0


MODEL = Transformer(9, 9, 8, 2, 16, context_length=4)
REVERSER = training.Reverser(training.Size(length=4))
IDS = torch.ones(2, 4, dtype=torch.long)
WIDE = torch.zeros(2, 3, 8)


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: REVERSER(IDS[:, :1]), "1 letters: this model is for 4"),
        (lambda: REVERSER(IDS.repeat(1, 2)), "8 letters: this model is for 4"),
        (lambda: MODEL(IDS.repeat(1, 2), IDS), "8 tokens are more than"),
        (lambda: MODEL(IDS, IDS.repeat(1, 2)), "8 tokens are more than"),
        (lambda: MODEL(IDS[0], IDS), "are batches of"),
        (lambda: MODEL(IDS[:1], IDS), "are batches of"),
        (lambda: generation.generate(MODEL, IDS[0], 3), r"must be \(B, T\)"),
        (lambda: translator.write(MODEL, IDS[0], 3), r"must be \(B, T\)"),
        (
            lambda: generation.generate(MODEL, IDS, 3, float("inf")),
            "must be finite",
        ),
        (lambda: MultiHeadSelfAttention(8, 8, 0), "split into 0 heads"),
        (lambda: CausalAttention(8, 8, 4)(WIDE, True), "mask is bool"),
        (lambda: MultiHeadAttention(8, 8, 4, 2)(WIDE, True), "mask is"),
        (
            lambda: scaled_dot_product_attention(*[WIDE[..., :0]] * 3),
            "d_k must be at least 1",
        ),
        (
            lambda: scaled_dot_product_attention(WIDE, WIDE.double(), WIDE),
            "the same floating-point dtype",
        ),
        (
            lambda: scaled_dot_product_attention(*[WIDE.long()] * 3),
            "the same floating-point dtype",
        ),
        (lambda: attention_weights(torch.zeros(3, 0)), "have no keys"),
        (lambda: reversal.mass(torch.zeros(0, 0)), r"are not \(..., T, T\)"),
        (lambda: reversal.mass(torch.zeros(1, 8)), r"are not \(..., T, T\)"),
        (lambda: reversal.draw(2, -1, torch.Generator()), "only 26 letters"),
        (lambda: corpus.batch([]), "at least one sentence"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_nothing_is_still_ids_and_a_mask():
    assert reversal.encode([""]).dtype == torch.long
    assert corpus.encode([], corpus.ENGLISH).dtype == torch.long
    assert padding_mask(torch.ones(0, dtype=torch.long)).shape == (0, 1, 1, 0)


@pytest.mark.parametrize(
    "ours, copy",
    [
        (EncoderLayer(8, 2, 16), copy_layer),
        (DecoderLayer(8, 2, 16), copy_decoder_layer),
    ],
)
def test_weights_are_copied_with_gradients_on(ours, copy):
    theirs, inputs = torch_layer(ours), (WIDE + random(3, 8).float(),)
    for parameter in theirs.parameters():
        parameter.data.fill_(0.5)
    copy(ours, theirs)
    inputs *= 2 if copy is copy_decoder_layer else 1
    options = {}
    if copy is copy_decoder_layer:
        later = torch.ones(3, 3, dtype=torch.bool).triu(1)
        options = {"tgt_mask": later}
    close(theirs(*inputs, **options), ours(*inputs))
    assert all(parameter.requires_grad for parameter in theirs.parameters())


STATES = {
    "CausalAttention": lambda n: CausalAttention(8, 8, n),
    "Wrapper": lambda n: MultiHeadAttentionWrapper(8, 2, n, 2),
    "MultiHeadAttention": lambda n: MultiHeadAttention(8, 8, n, 2),
    "Transformer": lambda n: Transformer(9, 9, 8, 2, 8, context_length=n),
    "fast Transformer": lambda n: Transformer(
        9, 9, 8, 2, 8, context_length=n, **FAST
    ),
    "Reverser": lambda n: training.Reverser(training.Size(length=n)),
}


@pytest.mark.parametrize("assign", [False, True])
@pytest.mark.parametrize("name", STATES)
def test_state_is_what_is_learned_and_no_more(name, assign):
    """It loads into a model made without numbers, and into other lengths."""
    torch.manual_seed(0)
    ours = STATES[name](4).eval()
    state = ours.state_dict()
    assert state.keys() == dict(ours.named_parameters()).keys()
    inputs = (random(2, 4, 8).float(),)
    if name == "Reverser":
        inputs = (IDS,)
    if "Transformer" in name:
        inputs = IDS, IDS
    with torch.device("meta"):
        empty = STATES[name](4).eval()
    empty = empty.to_empty(device="cpu")
    for tensor in [*empty.parameters(), *empty.buffers()]:
        tensor.data.fill_(True)  # as memory may be that nobody has set
    empty.load_state_dict(state, assign=assign)
    assert torch.equal(empty(*inputs), ours(*inputs))
    longer = STATES[name](9).eval()
    longer.load_state_dict(state, assign=assign)
    if name != "Reverser":
        assert torch.equal(longer(*inputs), ours(*inputs))
