"""Every model of `snippets`, and beside it a reference of PyTorch's.

One table for all tests of models: how to make one, what computes the same, and
the inputs. Sizes: a batch of B, H heads, T tokens, S of a memory, D numbers.
"""

from collections.abc import Callable
from copy import deepcopy
from functools import partial
from typing import NamedTuple

import torch
from compare import random
from torch import Tensor, nn
from torch.nn import functional as F

from benchmarks.attention import torch_attention
from snippets.causal import CausalAttention, causal_mask
from snippets.chapters.since_2017.layers import (
    GroupedAttention,
    LatentAttention,
    NormedAttention,
    RotaryAttention,
)
from snippets.copy_weights import copy_layer
from snippets.cross_attention import Attention
from snippets.decoder import Decoder, DecoderLayer
from snippets.encoder import Encoder, EncoderLayer
from snippets.fast import FastAttention
from snippets.feed_forward import FeedForward, SwiGLU
from snippets.layer_norm import LayerNorm, RMSNorm
from snippets.masks import padding_mask
from snippets.multi_head import (
    HeadList,
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    MultiHeadSelfAttention,
)
from snippets.positional import with_positions
from snippets.scaled import scaled_dot_product_attention
from snippets.self_attention import SelfAttentionV1, SelfAttentionV2
from snippets.simplified import simplified_attention
from snippets.transformer import PAD, Transformer

B, H, T, S, D = 3, 2, 5, 4, 8
IDS = torch.tensor([[3, 4, 8, 5], [5, PAD, PAD, PAD], [6, 7, 2, PAD]])
TARGET = torch.tensor([[1, 3, 4, 5, 6], [1, 6, 5, 4, 3], [1, 2, 0, 0, 0]])


class Function(nn.Module):
    """A function that returns context and weights, called as a layer is."""

    def __init__(self, function: Callable[..., tuple[Tensor, Tensor]]):
        super().__init__()
        self.function = function

    def forward(self, *arguments, return_weights: bool = False):
        both = self.function(*arguments)
        return both if return_weights else both[0]


def torch_function(q, k, v, mask=None, scale=None) -> tuple[Tensor, Tensor]:
    """Context and weights by PyTorch's function: of ones, v is the weights."""
    attend = partial(F.scaled_dot_product_attention, q, k, scale=scale)
    if q.dim() > 2:
        attend = partial(attend, enable_gqa=q.shape[-3] != k.shape[-3])
    ones = torch.eye(k.shape[-2], dtype=v.dtype).expand(*k.shape[:-1], -1)
    return attend(v, attn_mask=mask), attend(ones, attn_mask=mask)


class Composed(nn.Module):
    """PyTorch's attention function between the linear layers of ours."""

    def __init__(self, ours: nn.Module, is_causal: bool = False):
        super().__init__()
        self.ours, self.is_causal = deepcopy(ours), is_causal

    def project(self, name: str, x: Tensor) -> Tensor:
        """x (..., T, D) -> (..., H, T, d_k), of one head (..., T, d_k)."""
        heads = getattr(self.ours, "heads", [self.ours])
        Ws = [getattr(head, name) for head in heads]
        parts = [W(x) if callable(W) else x @ W for W in Ws]
        if hasattr(self.ours, "heads"):
            return torch.stack(parts, dim=-3)
        count = getattr(self.ours, "num_heads", None)
        (part,) = parts
        return (
            part.unflatten(-1, (count, -1)).transpose(-3, -2) if count else part
        )

    def forward(
        self, x, mask=None, memory=None, is_causal=False, return_weights=False
    ):
        memory = x if memory is None else memory
        q, k = self.project("W_query", x), self.project("W_key", memory)
        v = self.project("W_value", memory)
        if self.is_causal or is_causal:
            past = causal_mask(x.shape[-2])
            mask = past if mask is None else past & mask
        context, weights = torch_function(q, k, v, mask)
        if context.dim() > x.dim():
            context = context.transpose(-3, -2).flatten(-2)
        context = getattr(self.ours, "out_proj", nn.Identity())(context)
        return (context, weights) if return_weights else context


def blocked(mask: Tensor | None) -> Tensor | None:
    """(B, H, T, S), True = may attend -> (B * H, T, S), True = may not."""
    return None if mask is None else ~mask.flatten(0, 1)


class ComposedRotary(Composed):
    """Queries and keys turned as complex numbers, one for each pair."""

    def project(self, name: str, x: Tensor) -> Tensor:
        part = super().project(name, x)
        if name == "W_value":
            return part
        pairs = torch.view_as_complex(part.double().unflatten(-1, (-1, 2)))
        T, half = pairs.shape[-2:]
        angle = torch.arange(T).double()[:, None] / 10000 ** (
            torch.arange(half).double() / half
        )
        turned = pairs * torch.polar(torch.ones_like(angle), angle)
        return torch.view_as_real(turned).flatten(-2).to(part)


class ComposedNorms(Composed):
    """Queries and keys through PyTorch's norm, with the gains of ours."""

    def project(self, name: str, x: Tensor) -> Tensor:
        part = super().project(name, x)
        norms = {"W_query": self.ours.norm_query, "W_key": self.ours.norm_key}
        if name not in norms:
            return part
        norm = norms[name]
        return F.rms_norm(part, norm.weight.shape, norm.weight, norm.eps)


class ComposedGroups(Composed):
    """Fewer heads of keys and values, which PyTorch's function shares."""

    def project(self, name: str, x: Tensor) -> Tensor:
        count = self.ours.num_heads if name == "W_query" else self.ours.groups
        part = getattr(self.ours, name)(x)
        return part.unflatten(-1, (count, -1)).transpose(-3, -2)


class ComposedLatent(Composed):
    """Keys and values of the latent vectors."""

    def project(self, name: str, x: Tensor) -> Tensor:
        shorter = name != "W_query"
        return super().project(name, self.ours.W_latent(x) if shorter else x)


class TorchAttention(nn.Module):
    """nn.MultiheadAttention with our weights."""

    def __init__(self, ours: MultiHeadSelfAttention):
        super().__init__()
        self.twin = torch_attention(ours)

    def forward(self, x, mask=None, memory=None, return_weights=False):
        memory = x if memory is None else memory
        options = {"attn_mask": blocked(mask), "average_attn_weights": False}
        both = self.twin(x, memory, memory, **options)
        return both if return_weights else both[0]


def torch_norm(ours: LayerNorm | RMSNorm) -> nn.Module:
    kind = nn.RMSNorm if isinstance(ours, RMSNorm) else nn.LayerNorm
    twin = kind(D, eps=ours.eps).to(ours.weight.dtype)
    twin.load_state_dict(ours.state_dict())
    return twin


def torch_layer(ours: EncoderLayer | DecoderLayer) -> nn.Module:
    """nn.TransformerEncoderLayer, or …DecoderLayer, with our weights."""
    decodes = isinstance(ours, DecoderLayer)
    kind = nn.TransformerDecoderLayer if decodes else nn.TransformerEncoderLayer
    options = {"norm_first": ours.norm_first, "batch_first": True}
    twin = kind(*SIZES, dropout=0.0, **options)
    copy_layer(ours, twin.to(ours.feed_forward.hidden.weight))
    return twin


def torch_stack(ours: Encoder | Decoder) -> nn.Module:
    """nn.TransformerEncoder, or …Decoder, with our weights."""
    layers = nn.ModuleList(map(torch_layer, ours.layers))
    has_norm = not isinstance(ours.norm, nn.Identity)
    parts = layers[0], len(layers), torch_norm(ours.norm) if has_norm else None
    if isinstance(ours, Decoder):
        twin = nn.TransformerDecoder(*parts)
    else:
        twin = nn.TransformerEncoder(*parts, enable_nested_tensor=False)
    twin.layers = layers
    return twin


class TorchLayers(nn.Module):
    """Layers of nn.Transformer with our weights."""

    def __init__(self, ours: nn.Module):
        super().__init__()
        is_layer = isinstance(ours, (EncoderLayer, DecoderLayer))
        self.twin = (torch_layer if is_layer else torch_stack)(ours)

    def forward(self, x, *rest):
        if len(rest) < 2:
            return self.twin(x, *map(blocked, rest))
        memory, mask, memory_mask = rest
        past = causal_mask(x.shape[-2]).expand(B, H, -1, -1)
        seen = past if mask is None else past & mask
        return self.twin(x, memory, blocked(seen), blocked(memory_mask))


class TorchTransformer(nn.Module):
    """nn.Transformer between the embeddings and the read-out of ours."""

    def __init__(self, ours: Transformer):
        super().__init__()
        nothing = nn.Identity()  # it would draw the weights of others anew
        parts = {"custom_encoder": nothing, "custom_decoder": nothing}
        self.ours = deepcopy(ours)
        self.twin = nn.Transformer(D, H, **parts, batch_first=True)
        # Its own stacks would end with a norm in the post-norm form too.
        self.twin.encoder = torch_stack(ours.encoder)
        self.twin.decoder = torch_stack(ours.decoder)
        del self.ours.encoder, self.ours.decoder

    def forward(self, source, target):
        ours, hidden = self.ours, source == PAD
        tables = ours.source_embedding, ours.target_embedding
        vectors = [
            with_positions(ours.scale * F.embedding(ids, table.weight))
            for table, ids in zip(tables, (source, target))
        ]
        later = ~causal_mask(target.shape[-1])
        masks = {"tgt_mask": later, "src_key_padding_mask": hidden}
        masks["memory_key_padding_mask"] = hidden
        return ours.read_out(self.twin(*vectors, **masks))


def torch_mlp(ours: FeedForward) -> nn.Sequential:
    return deepcopy(nn.Sequential(ours.hidden, nn.ReLU(), ours.out))


class TorchGLU(nn.Module):
    """PyTorch's gate, σ(g) for a number, of our weights: here g h σ(g)."""

    def __init__(self, ours: SwiGLU):
        super().__init__()
        self.ours = deepcopy(ours)

    def forward(self, x: Tensor) -> Tensor:
        gate = self.ours.gate(x)
        both = torch.cat([gate * self.ours.hidden(x), gate], dim=-1)
        return self.ours.out(F.glu(both))


def direct(module: nn.Module, *arguments, **options):
    return module(*arguments, **options)


def across(module: nn.Module, x, memory, mask=None, **options):
    return module(x, mask, memory, **options)


class Model(NamedTuple):
    """One row: ours, what computes the same, and what both are called with."""

    make: Callable[..., nn.Module]
    reference: Callable[[nn.Module], nn.Module]
    shapes: tuple[tuple[int, ...], ...] = ((B, T, D),)  # of inputs
    scores: tuple[tuple[int, int], ...] = ()  # what each of its masks fits
    call: Callable = direct

    def inputs(self, dtype: torch.dtype = torch.float64) -> list[Tensor]:
        """The same numbers each time; ids for the Transformer."""
        if not self.shapes:
            return [IDS, TARGET]
        shapes = enumerate(self.shapes)
        return [random(*s, seed=n).to(dtype) for n, s in shapes]


causal = partial(Composed, is_causal=True)
SELF, PAIR = ((T, T),), ((B, T, D), (B, S, D))
QKV = (B, H, T, D), (B, H, S, D), (B, H, S, 3)
BOTH = (T, T), (T, S)
BIAS, SIZES = {"qkv_bias": True}, (D, H, 7)
TWO = {"encoder_layers": 2, "decoder_layers": 2}
MODELS = {
    "function": Model(
        lambda: Function(scaled_dot_product_attention),
        lambda ours: Function(torch_function),
        QKV,
        ((T, S),),
    ),
    "simplified": Model(
        lambda: Function(simplified_attention),
        lambda ours: Function(lambda x: torch_function(x, x, x, scale=1.0)),
    ),
    "SelfAttentionV1": Model(lambda: SelfAttentionV1(D, 3), Composed),
    "SelfAttentionV2": Model(lambda: SelfAttentionV2(D, 3, **BIAS), Composed),
    "CausalAttention": Model(
        lambda **o: CausalAttention(D, 3, T, **BIAS, **o),
        causal,
        ((B, H, T, D),),
        SELF,
    ),
    "Wrapper": Model(
        lambda **o: MultiHeadAttentionWrapper(D, 3, T, H, **BIAS, **o),
        causal,
        scores=SELF,
    ),
    "HeadList": Model(lambda: HeadList(D, 3, H), Composed),
    "bare HeadList": Model(
        lambda: HeadList(D, 3, H, projection=False), Composed
    ),
    "MultiHeadAttention": Model(
        lambda **o: MultiHeadAttention(D, 6, T, H, **BIAS, **o),
        causal,
        scores=SELF,
    ),
    "MultiHeadSelfAttention": Model(
        lambda **o: MultiHeadSelfAttention(D, D, H, **BIAS, **o),
        TorchAttention,
        scores=SELF,
    ),
    "FeedForward": Model(lambda **o: FeedForward(D, 7, **o), torch_mlp),
    "LayerNorm": Model(lambda: LayerNorm(D), torch_norm),
    "RMSNorm": Model(lambda: RMSNorm(D), torch_norm),
    "SwiGLU": Model(lambda **o: SwiGLU(D, 7, **o), TorchGLU),
    "RotaryAttention": Model(
        lambda **o: RotaryAttention(D, D, H, **BIAS, **o),
        ComposedRotary,
        scores=SELF,
    ),
    "NormedAttention": Model(
        lambda **o: NormedAttention(D, D, H, **BIAS, **o),
        ComposedNorms,
        scores=SELF,
    ),
    "GroupedAttention": Model(
        lambda **o: GroupedAttention(D, D, H, groups=1, **BIAS, **o),
        ComposedGroups,
        scores=SELF,
    ),
    "LatentAttention": Model(
        lambda **o: LatentAttention(D, D, H, d_latent=3, **BIAS, **o),
        ComposedLatent,
        scores=SELF,
    ),
}
for form, kind in {"": Attention, "fast ": FastAttention}.items():
    new = partial(kind, D, D, H, **BIAS)
    MODELS |= {
        f"{form}Attention": Model(new, Composed, scores=SELF),
        f"{form}Attention, causal": Model(
            new, Composed, scores=SELF, call=partial(direct, is_causal=True)
        ),
        f"{form}Attention to a memory": Model(
            new, TorchAttention, PAIR, ((T, S),), across
        ),
    }
    for norm in ("pre", "post"):
        options = {"attention": kind} | (
            {"norm_first": True} if norm == "pre" else {}
        )
        rows = {
            "EncoderLayer": (partial(EncoderLayer, *SIZES), SELF),
            "Encoder": (partial(Encoder, 2, *SIZES), SELF),
            "DecoderLayer": (partial(DecoderLayer, *SIZES), BOTH),
            "Decoder": (partial(Decoder, 2, *SIZES), BOTH),
        }
        for name, (make, scores) in rows.items():
            if form and "Layer" in name:
                continue  # the stack has two
            MODELS[f"{form}{name}, {norm}-norm"] = Model(
                partial(make, **options),
                TorchLayers,
                PAIR[: len(scores)],
                scores,
            )
        MODELS[f"{form}Transformer, {norm}-norm"] = Model(
            partial(Transformer, 9, 7, *SIZES, **TWO, **options),
            TorchTransformer,
            (),
        )


def masks(T: int, S: int) -> dict[str, Tensor | None]:
    """Masks of many shapes that fit (B, H, T, S); no row is empty."""
    past = causal_mask(max(T, S))[:T, :S]
    padding = padding_mask(torch.tensor([S, 1, S - 1]), S)
    shapes = {
        "(1,)": (1,),
        "(S,)": (S,),
        "(T, 1)": (T, 1),
        "(H, 1, S)": (H, 1, S),
        "(H, T, S)": (H, T, S),
        "(B, H, T, S)": (B, H, T, S),
    }
    drawn = {k: random(*s, seed=len(s)) > 0 for k, s in shapes.items()}
    for mask in drawn.values():
        mask[..., :1] = True
    named = {"no mask": None, "causal (T, S)": past}
    named["padding (B, 1, 1, S)"] = padding
    return named | {"both (B, 1, T, S)": past & padding} | drawn
