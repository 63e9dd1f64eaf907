"""Cross-attention, the decoder and the Transformer against PyTorch's."""

import pytest
import torch
from compare import (
    close,
    float_dtypes,
    random,
    random_mask,
    same_gradients,
    scramble,
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
from snippets.cross_attention import Attention
from snippets.decoder import Decoder, DecoderLayer
from snippets.encoder import EncoderLayer
from snippets.fast import FastAttention
from snippets.masks import padding_mask
from snippets.multi_head import MultiHeadSelfAttention
from snippets.positional import with_positions
from snippets.transformer import PAD, START, Transformer

norm_firsts = st.booleans()
heads = st.sampled_from([1, 2, 4])
attentions = pytest.mark.parametrize("attention", [Attention, FastAttention])
TWO = {"encoder_layers": 2, "decoder_layers": 2}


@attentions
@given(seeds, sizes, sizes, heads, float_dtypes)
def test_cross_attention_matches_torch(attention, seed, T, S, H, dtype):
    ours = attention(8, 8, H, qkv_bias=True).to(dtype)
    scramble(ours, seed)
    twin = torch_attention(ours)
    x, memory = random(2, T, 8, seed=seed), random(2, S, 8, seed=seed + 1)
    for mask in (None, random_mask(T, S, seed=seed)):
        ours.zero_grad(), twin.zero_grad()
        hidden = None if mask is None else ~mask
        same_gradients(
            lambda x, y, mask=mask: ours(x, mask, y),
            lambda x, y, hidden=hidden: twin(x, y, y, attn_mask=hidden)[0],
            [x.to(dtype), memory.to(dtype)],
            [(ours.out_proj.weight, twin.out_proj.weight)],
        )


def test_cross_weights_have_a_row_for_each_query():
    ours = Attention(4, 4, 2).double()
    x, memory = random(3, 5, 4), random(3, 6, 4, seed=1)
    mask = padding_mask(torch.tensor([6, 2, 4]))
    context, weights = ours(x, mask, memory, return_weights=True)
    close(context, ours(x, mask, memory))
    assert weights.shape == (3, 2, 5, 6)
    close(weights.sum(-1), torch.ones(3, 2, 5).double())
    assert (weights[1, ..., 2:] == 0).all() and (weights[0] > 0).all()


def test_without_a_memory_x_attends_to_itself():
    ours, x = Attention(4, 4, 2).double(), random(2, 5, 4)
    close(ours(x), ours(x, None, x))
    close(ours(x), MultiHeadSelfAttention.forward(ours, x))


@attentions
@given(seeds, sizes, sizes, heads, norm_firsts, float_dtypes)
def test_layer_matches_torch(attention, seed, T, S, H, norm_first, dtype):
    options = {"norm_first": norm_first, "attention": attention}
    ours = DecoderLayer(8, H, 7, **options).to(dtype)
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
                (ours.norm1.weight, twin.norm1.weight),
                (ours.norm2.weight, twin.norm2.weight),
                (ours.norm3.bias, twin.norm3.bias),
            ],
        )


@pytest.mark.parametrize("kind", [EncoderLayer, DecoderLayer])
def test_copied_weights_share_no_memory(kind):
    ours = kind(6, 2, 10).double()
    twin = torch_layer(ours)
    before = [p.clone() for p in twin.parameters()]
    for p in ours.parameters():
        p.data += 1
    assert all(map(torch.equal, twin.parameters(), before))


@attentions
@given(seeds, st.integers(1, 3), sizes, sizes, norm_firsts, float_dtypes)
def test_stack_matches_torch_with_padding(
    attention, seed, layers, T, S, norm_first, dtype
):
    options = {"norm_first": norm_first, "attention": attention}
    ours = Decoder(layers, 8, 2, 8, **options).to(dtype)
    scramble(ours, seed)
    twin = torch_stack(ours)
    mask = padding_mask(torch.randint(1, S + 1, (3,)), S)
    same_gradients(
        lambda x, memory: ours(x, memory, memory_mask=mask),
        lambda x, memory: twin(
            x,
            memory,
            tgt_mask=~causal_mask(T),
            memory_key_padding_mask=~mask[:, 0, 0],
        ),
        [
            random(3, T, 8, seed=seed).to(dtype),
            random(3, S, 8, seed=seed + 1).to(dtype),
        ],
    )


@attentions
@given(seeds, sizes, sizes, norm_firsts, float_dtypes, st.booleans())
def test_transformer_matches_torch(
    attention, seed, T, S, norm_first, dtype, scale
):
    options = {"norm_first": norm_first, "scale_embeddings": scale} | TWO
    ours = Transformer(9, 7, 8, 2, 8, attention=attention, **options).to(dtype)
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


@attentions
@given(seeds, st.integers(2, 6), norm_firsts)
def test_no_token_sees_what_comes_after_it(attention, seed, T, norm_first):
    torch.manual_seed(seed)
    options = {"norm_first": norm_first, "attention": attention}
    ours = Decoder(2, 8, 2, 8, **options).double()
    x, memory = random(T, 8, seed=seed), random(3, 8, seed=seed + 1)
    changed = x.clone()  # a constant, added to a token, would be normed away
    changed[-1] = random(8, seed=seed + 2)
    before, after = ours(x, memory), ours(changed, memory)
    assert torch.equal(before[:-1], after[:-1])
    assert (before[-1] - after[-1]).abs().max() > 1e-2


@given(seeds, st.integers(1, 4), norm_firsts)
def test_padding_in_the_source_never_matters(seed, S, norm_first):
    ours = Transformer(9, 7, 8, 2, 8, norm_first=norm_first, **TWO).double()
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


@attentions
def test_each_dropout_acts_in_training_only(attention):
    torch.manual_seed(0)
    options = {"dropout": 0.3, "attention": attention} | TWO
    ours = Transformer(9, 7, 4, 2, 8, **options)
    drops = [m for m in ours.modules() if isinstance(m, nn.Dropout)]
    assert [drop.p for drop in drops] == [0.3] * (1 + 2 * 3 + 2 * 4)
    source, target = torch.randint(1, 9, (2, 6)), torch.randint(1, 7, (2, 5))
    exact = ours.eval()(source, target)
    assert torch.equal(ours(source, target), exact)
    for drop in drops:
        for other in drops:
            other.p = 0.3 * (other is drop)
        close(ours.eval()(source, target), exact)
        assert not torch.allclose(ours.train()(source, target), exact)


def test_dropout_of_embeddings_scales_what_it_keeps():
    ours, ids = Transformer(9, 7, 4, 2, 8, dropout=0.3), torch.ones(1, 30)
    embedded = ours.embed(ours.source_embedding, ids.long())
    exact = ours.eval().embed(ours.source_embedding, ids.long())
    kept = embedded != 0
    close(embedded[kept], exact[kept] / 0.7)
    assert 0.5 < kept.float().mean() < 0.9


@pytest.mark.parametrize("S, T", [(5, 2), (2, 5)])
def test_too_many_tokens_are_refused(S, T):
    ours = Transformer(9, 7, 4, 2, 8, context_length=4)
    source, target = torch.ones(1, S).long(), torch.ones(1, T).long()
    with pytest.raises(ValueError, match="5 tokens are more than context_le"):
        ours(source, target)


@attentions
def test_a_mask_for_other_keys_is_refused(attention):
    ours, x, memory = attention(4, 4, 2), torch.zeros(5, 4), torch.zeros(3, 4)
    for wrong in ({"mask": causal_mask(5)}, {"is_causal": True}):
        with pytest.raises(ValueError, match="does not fit scores"):
            ours(x, memory=memory, **wrong)


def test_the_pre_norm_form_ends_with_a_norm():
    stack = Decoder(2, 8, 2, 16, norm_first=True).double()
    y = stack(*torch.rand(2, 3, 5, 8).double())
    close(y.mean(-1), torch.zeros(3, 5).double())
    assert ((y.var(-1, unbiased=False) - 1).abs() < 0.01).all()
