"""Cross-attention, the decoder and the Transformer against PyTorch's."""

import pytest
import torch
from compare import (
    close,
    float_dtypes,
    random,
    random_mask,
    same_gradients,
    seeds,
    sizes,
)
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

from benchmarks.torch_modules import (
    torch_attention,
    torch_layer,
    torch_stack,
    torch_transformer,
)
from snippets.causal import causal_mask
from snippets.cross_attention import CrossAttention
from snippets.decoder import Decoder, DecoderLayer
from snippets.encoder import EncoderLayer
from snippets.fast import (
    FastCrossAttention,
    FastDecoder,
    FastDecoderLayer,
    FastTransformer,
)
from snippets.multi_head import padding_mask
from snippets.positional import with_positions
from snippets.transformer import PAD, START, Transformer

norm_firsts = st.booleans()
heads = st.sampled_from([1, 2, 4])


def scramble(module: nn.Module, seed: int) -> None:
    """All parameters different, so that none is compared with its like.

    The seed is that of what is drawn afterwards, too.
    """
    torch.manual_seed(seed)
    for number, p in enumerate(module.parameters()):
        drawn = random(*p.shape, seed=seed + number)
        p.data = (0.5 * drawn).to(p.dtype)


@pytest.mark.parametrize("attention", [CrossAttention, FastCrossAttention])
@given(seeds, sizes, sizes, heads, float_dtypes)
def test_cross_attention_matches_torch(attention, seed, T, S, H, dtype):
    ours = attention(8, H).to(dtype)
    scramble(ours, seed)
    twin = torch_attention(ours)
    x, memory = random(2, T, 8, seed=seed), random(2, S, 8, seed=seed + 1)
    for mask in (None, random_mask(T, S, seed=seed)):
        ours.zero_grad(), twin.zero_grad()
        hidden = None if mask is None else ~mask
        same_gradients(
            lambda x, y, mask=mask: ours(x, y, mask),
            lambda x, y, hidden=hidden: twin(x, y, y, attn_mask=hidden)[0],
            [x.to(dtype), memory.to(dtype)],
            [(ours.out_proj.weight, twin.out_proj.weight)],
        )


def test_cross_weights_have_a_row_for_each_query():
    ours = CrossAttention(4, 2).double()
    x, memory = random(3, 5, 4), random(3, 6, 4, seed=1)
    mask = padding_mask(torch.tensor([6, 2, 4]))
    context, weights = ours(x, memory, mask, return_weights=True)
    close(context, ours(x, memory, mask))
    assert weights.shape == (3, 2, 5, 6)
    close(weights.sum(-1), torch.ones(3, 2, 5).double())
    assert (weights[1, ..., 2:] == 0).all() and (weights[0] > 0).all()


def test_self_attention_is_cross_attention_to_oneself():
    ours, x = CrossAttention(4, 2).double(), random(2, 5, 4)
    close(ours(x, x), super(CrossAttention, ours).forward(x))


@pytest.mark.parametrize("layer_class", [DecoderLayer, FastDecoderLayer])
@given(seeds, sizes, sizes, heads, norm_firsts, float_dtypes)
def test_layer_matches_torch(layer_class, seed, T, S, H, norm_first, dtype):
    ours = layer_class(8, H, 7, norm_first=norm_first).to(dtype)
    scramble(ours, seed)
    twin = torch_layer(ours)
    x = random(2, T, 8, seed=seed).to(dtype)
    memory = random(2, S, 8, seed=seed + 1).to(dtype)
    further = random_mask(T, T, seed=seed) | torch.eye(T).bool()
    across = random_mask(T, S, seed=seed + 1)
    for mask, memory_mask in [(None, None), (further, across)]:
        ours.zero_grad(), twin.zero_grad()
        seen = causal_mask(T) if mask is None else causal_mask(T) & mask
        hidden = None if memory_mask is None else ~memory_mask
        same_gradients(
            lambda x, y, m=mask, n=memory_mask: ours(x, y, m, n),
            lambda x, y, m=~seen, n=hidden: twin(x, y, m, n),
            [x, memory],
            [
                (
                    ours.cross_attention.out_proj.weight,
                    twin.multihead_attn.out_proj.weight,
                ),
                (ours.feed_forward.out.bias, twin.linear2.bias),
                (ours.around_attention.norm.gain, twin.norm1.weight),
                (ours.around_cross_attention.norm.gain, twin.norm2.weight),
                (ours.around_feed_forward.norm.bias, twin.norm3.bias),
            ],
        )


@pytest.mark.parametrize("layer_class", [EncoderLayer, DecoderLayer])
def test_copied_weights_share_no_memory(layer_class):
    ours = layer_class(6, 2, 10).double()
    twin = torch_layer(ours)
    before = [p.clone() for p in twin.parameters()]
    for p in ours.parameters():
        p.data += 1
    assert all(map(torch.equal, twin.parameters(), before))


@pytest.mark.parametrize("decoder_class", [Decoder, FastDecoder])
@given(seeds, st.integers(1, 3), sizes, sizes, norm_firsts, float_dtypes)
def test_stack_matches_torch_with_padding(
    decoder_class, seed, layers, T, S, norm_first, dtype
):
    ours = decoder_class(layers, 8, 2, 8, norm_first=norm_first).to(dtype)
    scramble(ours, seed)
    twin = torch_stack(ours)
    mask = padding_mask(torch.randint(1, S + 1, (3,)), S)
    same_gradients(
        lambda x, memory: ours(x, memory, memory_mask=mask),
        lambda x, memory: twin(
            x,
            memory,
            tgt_mask=~causal_mask(T),
            memory_key_padding_mask=~mask[:, 0],
        ),
        [
            random(3, T, 8, seed=seed).to(dtype),
            random(3, S, 8, seed=seed + 1).to(dtype),
        ],
    )


@pytest.mark.parametrize("transformer", [Transformer, FastTransformer])
@given(seeds, sizes, sizes, norm_firsts, float_dtypes, st.booleans())
def test_transformer_matches_torch(
    transformer, seed, T, S, norm_first, dtype, scale
):
    options = {"norm_first": norm_first, "scale_embeddings": scale}
    ours = transformer(9, 7, 8, 2, 8, 2, 2, **options).to(dtype)
    assert ours.scale == (8**0.5 if scale else 1)
    scramble(ours, seed)
    twin = torch_transformer(ours)
    source = torch.randint(1, 9, (3, S))
    source[0, 1:] = PAD
    target = torch.randint(1, 7, (3, T))
    hidden = source == PAD

    def theirs(source_table, target_table):
        y = twin(
            with_positions(ours.scale * source_table[source]),
            with_positions(ours.scale * target_table[target]),
            tgt_mask=~causal_mask(T),
            src_key_padding_mask=hidden,
            memory_key_padding_mask=hidden,
        )
        return ours.read_out(y)

    def mine(source_table, target_table):
        tables = {
            "source_embedding.weight": source_table,
            "target_embedding.weight": target_table,
        }
        return torch.func.functional_call(ours, tables, (source, target))

    tables = [ours.source_embedding.weight, ours.target_embedding.weight]
    same_gradients(mine, theirs, tables)


@given(seeds, st.integers(2, 6), norm_firsts)
def test_no_token_sees_what_comes_after_it(seed, T, norm_first):
    torch.manual_seed(seed)
    ours = Decoder(2, 8, 2, 8, norm_first=norm_first).double()
    x, memory = random(T, 8, seed=seed), random(3, 8, seed=seed + 1)
    changed = x.clone()  # a constant, added to a token, would be normed away
    changed[-1] = random(8, seed=seed + 2)
    before, after = ours(x, memory), ours(changed, memory)
    assert torch.equal(before[:-1], after[:-1])
    assert (before[-1] - after[-1]).abs().max() > 1e-2


@given(seeds, st.integers(1, 4), norm_firsts)
def test_padding_in_the_source_never_matters(seed, S, norm_first):
    ours = Transformer(9, 7, 8, 2, 8, 2, 2, norm_first=norm_first).double()
    scramble(ours, seed)
    source, target = torch.randint(1, 9, (2, S)), torch.randint(1, 7, (2, 5))
    padded = torch.cat([source, torch.full((2, 3), PAD)], dim=-1)
    close(ours(padded, target), ours(source, target))


def test_each_memory_is_asked_by_its_own_batch():
    ours = Transformer(9, 7, 8, 2, 8).double()
    source = torch.tensor([[3, 4, 5], [6, 7, 8]])
    target = torch.tensor([[START, 3], [START, 4]])
    for row in range(2):
        one = slice(row, row + 1)
        close(ours(source[one], target[one]), ours(source, target)[one])


@pytest.mark.parametrize("norm_first", [False, True])
def test_weights_of_all_layers_and_heads(norm_first):
    ours = Transformer(9, 7, 8, 2, 8, 1, 3, norm_first=norm_first).double()
    source, target = torch.randint(1, 9, (2, 6)), torch.randint(1, 7, (2, 5))
    source[1, 4:] = PAD
    scores, back, across = ours(source, target, return_weights=True)
    close(scores, ours(source, target))
    assert back.shape == (3, 2, 2, 5, 5) and across.shape == (3, 2, 2, 5, 6)
    for weights in (back, across):
        close(weights.sum(-1), torch.ones(3, 2, 2, 5).double())
    assert (back.triu(1) == 0).all() and (across[:, 1, ..., 4:] == 0).all()
    x = ours.embed(ours.target_embedding, target)
    layer, (memory, mask) = ours.decoder.layers[0], ours.encode(source)
    _, *first = layer(x, memory, memory_mask=mask, return_weights=True)
    close(back[0], first[0]), close(across[0], first[1])


def test_dropout_reaches_every_part_in_training_only():
    ours = Transformer(9, 7, 4, 2, 8, 2, 2, dropout=0.3)
    ids = torch.ones(1, 30).long()
    embedded = ours.embed(ours.source_embedding, ids)
    exact = ours.eval().embed(ours.source_embedding, ids)
    kept = embedded != 0
    close(embedded[kept], exact[kept] / 0.7)
    assert 0.5 < kept.float().mean() < 0.9
    for layer in [*ours.encoder.layers, *ours.decoder.layers]:
        parts = [part for part in layer.children()]
        assert [part.dropout for part in parts] == [0.3] * len(parts)
    source, target = torch.randint(1, 9, (2, 6)), torch.randint(1, 7, (2, 5))
    assert torch.equal(ours.eval()(source, target), ours(source, target))
    assert not torch.equal(ours.train()(source, target), ours(source, target))


@pytest.mark.parametrize("S, T", [(5, 2), (2, 5)])
def test_too_many_tokens_are_refused(S, T):
    ours = Transformer(9, 7, 4, 2, 8, context_length=4)
    source, target = torch.ones(1, S).long(), torch.ones(1, T).long()
    with pytest.raises(ValueError, match="5 tokens are more than context_le"):
        ours(source, target)


def test_a_mask_for_other_keys_is_refused():
    ours = CrossAttention(4, 2)
    with pytest.raises(ValueError, match="does not fit scores"):
        ours(torch.zeros(5, 4), torch.zeros(3, 4), causal_mask(5))


def test_the_pre_norm_form_ends_with_a_norm():
    stack = Decoder(2, 8, 2, 16, norm_first=True).double()
    y = stack(*torch.rand(2, 3, 5, 8).double())
    close(y.mean(-1), torch.zeros(3, 5).double())
    assert ((y.var(-1, unbiased=False) - 1).abs() < 0.01).all()
