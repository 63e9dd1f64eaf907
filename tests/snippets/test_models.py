"""Each model of the table computes what PyTorch computes, wherever it runs."""

import inspect
import io
from collections.abc import Callable
from copy import deepcopy
from itertools import product

import pytest
import torch
from compare import TOLERANCE, close, random, same_gradients, scramble
from models import (
    IDS,
    MODELS,
    TARGET,
    B,
    D,
    H,
    Model,
    S,
    T,
    masks,
    torch_layer,
)
from torch import Tensor, nn

from snippets.causal import CausalAttention
from snippets.copy_weights import copy_layer
from snippets.decoder import Decoder, DecoderLayer
from snippets.encoder import Encoder, EncoderLayer
from snippets.language_model import LanguageModel
from snippets.layer_norm import LayerNorm
from snippets.multi_head import (
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    MultiHeadSelfAttention,
)
from snippets.positional import with_positions
from snippets.scaled import scaled_dot_product_attention
from snippets.transformer import Transformer


def made(name: str, **options) -> nn.Module:
    """A model in float64, all its parameters different."""
    ours = MODELS[name].make(**options).double()
    scramble(ours, seed=0)
    return ours


def masked(model: Model, kind: str, full: bool = False) -> list[Tensor | None]:
    """One mask for each that a model takes, or as large as its scores."""
    found = [(masks(*scores)[kind], scores) for scores in model.scores]
    if full:
        found = [(m if m is None else m.expand(B, H, *s), s) for m, s in found]
    return [mask for mask, _ in found]


def cast(inputs: list[Tensor], dtype: torch.dtype) -> list[Tensor]:
    return [x.to(dtype) if x.is_floating_point() else x for x in inputs]


KINDS, BOTH = [*masks(T, S)], "both (B, 1, T, S)"
MASKED = [name for name, model in MODELS.items() if model.scores]


@pytest.mark.parametrize("name", MODELS)
def test_output_and_all_gradients_are_those_of_the_reference(subtests, name):
    kinds = KINDS if MODELS[name].scores else KINDS[:1]
    for kind in kinds:
        with subtests.test(kind):
            compare_with_the_reference(name, kind)


def compare_with_the_reference(name: str, kind: str) -> None:
    """Compare the output with one kind of mask, and all gradients."""
    model, ours = MODELS[name], made(name)
    twin = model.reference(ours)
    same_gradients(
        lambda *x: model.call(ours, *x, *masked(model, kind)),
        lambda *x: model.call(twin, *x, *masked(model, kind, full=True)),
        model.inputs(),
    )
    gradients = deepcopy(ours)  # a model whose weights are gradients of ours
    for parameter, other in zip(gradients.parameters(), ours.parameters()):
        parameter.data = other.grad
    expected = model.reference(gradients).named_parameters()
    for (key, mine), other in zip(expected, twin.parameters(), strict=True):
        close(mine, other.grad, f"gradient of {key}")


WEIGHTS = [
    name
    for name, model in MODELS.items()
    if "fast" not in name
    and "return_weights" in inspect.signature(model.make().forward).parameters
]


@pytest.mark.parametrize("name", WEIGHTS)
def test_weights_are_those_of_the_reference(name):
    model, ours = MODELS[name], made(name)
    twin = model.reference(ours)
    for kind in KINDS if model.scores else KINDS[:1]:
        given = masked(model, kind), masked(model, kind, full=True)
        context, weights = (
            model.call(one, *model.inputs(), *masks, return_weights=True)
            for one, masks in zip((ours, twin), given)
        )
        for mine, other in zip(context, weights):
            close(mine, other, kind)


def test_arguments_have_the_names_that_others_call_them_by():
    x, memory = random(B, T, D).float(), random(B, S, D).float()
    sizes = {"d_model": D, "num_heads": H, "d_hidden": 7}
    sizes |= {"dropout": 0.0, "norm_first": False}
    mask, memory_mask = torch.ones(T, T).bool(), torch.ones(T, S).bool()
    for kind, more in {EncoderLayer: {}, Encoder: {"num_layers": 2}}.items():
        layer = kind(**sizes, **more)
        assert torch.equal(layer(x=x, mask=mask), layer(x, mask))
    for kind, more in {DecoderLayer: {}, Decoder: {"num_layers": 2}}.items():
        layer = kind(**sizes, **more)
        named = {"memory": memory, "mask": mask, "memory_mask": memory_mask}
        assert torch.equal(layer(x=x, **named), layer(x, *named.values()))
    options = {"d_in": D, "d_out": D, "dropout": 0.0, "qkv_bias": True}
    heads, length = {"num_heads": H}, {"context_length": T}
    for kind, more in {
        CausalAttention: length,
        MultiHeadAttentionWrapper: heads | length,
        MultiHeadAttention: heads | length,
        MultiHeadSelfAttention: heads,
    }.items():
        context, weights = kind(**options, **more)(
            x=x, mask=mask, return_weights=True
        )
        assert weights.shape[-2:] == (T, T) and len(context) == B
    ours = Transformer(source_size=9, target_size=7, **sizes)
    assert ours(source=IDS, target=TARGET).shape == (*TARGET.shape, 7)
    for q in (x, random(B, H, T, D)):
        context, weights = scaled_dot_product_attention(
            q=q, k=q, v=q, mask=mask, dropout_p=0.0
        )
        assert context.shape == q.shape and weights.shape[-2:] == (T, T)


@pytest.mark.parametrize("name", [name for name in MODELS if "norm" in name])
def test_pre_norm_has_norms_first_and_one_at_the_end(name):
    """The reference is built after ours and would follow it."""
    is_pre = "pre-norm" in name
    for part in MODELS[name].make().modules():
        assert getattr(part, "norm_first", is_pre) == is_pre
        if isinstance(part, (Encoder, Decoder)):
            assert isinstance(part.norm, LayerNorm) == is_pre


# What an argument is if nobody gives it, where that is a number other than 0.
USUAL = dict.fromkeys(("decoder_layers", "encoder_layers", "num_heads"), 1)
USUAL |= {"context_length": 32, "eps": 1e-5, "projection": True}


def test_arguments_that_nobody_gives_are_the_same_in_all_models():
    models = [model.make() for model in MODELS.values()]
    kinds = {type(part) for model in models for part in model.modules()}
    for kind in {*kinds, LanguageModel}:
        for name, method in inspect.getmembers(kind, inspect.isfunction):
            if method.__module__.startswith("snippets."):
                for argument in inspect.signature(method).parameters.values():
                    if isinstance(argument.default, (int, float)):
                        usual = USUAL.get(argument.name, 0)
                        assert argument.default == usual, (kind, name, argument)


@pytest.mark.parametrize("name", MODELS)
def test_every_dtype_is_as_exact_as_it_can_be(name):
    model = MODELS[name]
    for dtype in TOLERANCE:
        ours, inputs = made(name).to(dtype), cast(model.inputs(), dtype)
        exact, wide = deepcopy(ours).double(), cast(inputs, torch.float64)
        actual = model.call(ours, *inputs, *masked(model, BOTH))
        expected = model.call(exact, *wide, *masked(model, BOTH))
        assert actual.dtype == dtype
        close(actual, expected.to(dtype), str(dtype))


def sized(name: str, batch: tuple, count: int) -> list[Tensor]:
    """Inputs of other sizes; of the Transformer ids."""
    shapes = MODELS[name].shapes
    if not shapes:
        return [torch.ones(*batch, count).long()] * 2
    return [random(*batch, count, s[-1], seed=n) for n, s in enumerate(shapes)]


@pytest.mark.parametrize("name", MODELS)
def test_any_batch_and_any_length(name):
    """No token, one and several; no batch, an empty one, one of two axes."""
    ours, model = made(name).eval(), MODELS[name]
    for count in (0, 1, 3):
        for batch in [(2,), (0,), *([(), (2, 3)] if model.shapes else [])]:
            inputs = sized(name, batch, count)
            if name == "simplified" and not count:
                with pytest.raises(ValueError, match="have no keys"):
                    ours(*inputs)
                continue
            output = model.call(ours, *inputs)
            assert output.shape[:-1] == (*batch, count)
            assert output.isfinite().all()
            if len(batch) == 2:
                alone = [x[1, 2] for x in inputs]
                close(output[1, 2], model.call(ours, *alone))


@pytest.mark.parametrize("name", MASKED)
def test_other_masks_are_refused_in_one_sentence(name):
    model, ours = MODELS[name], made(name)
    for place in range(len(model.scores)):
        for mask, message in [
            (torch.zeros(T, T), "mask is torch.float32: it must be bool, True"),
            (torch.ones(1).int(), "mask is torch.int32: it must be bool, True"),
            (True, "mask is bool and no tensor: it must be bool, True"),
            (torch.ones(T, 9).bool(), r"mask \(5, 9\) does not fit scores"),
            (torch.ones(9, 1, 1, 1).bool(), "does not fit scores"),
            (torch.ones(1, 1, 1, 1, 1).bool(), "does not fit scores"),
        ]:
            given = [None] * place + [mask]
            with pytest.raises(ValueError, match=message):
                model.call(ours, *model.inputs(), *given)


@pytest.mark.filterwarnings("ignore:Anomaly Detection")
@pytest.mark.parametrize("name", MASKED)
def test_a_row_without_a_key_makes_no_nan_anywhere(name):
    model, ours = MODELS[name], made(name)
    for dtype in (torch.float64, torch.float16):
        ours.to(dtype).zero_grad()
        for empty in (slice(1, 2), slice(None)):
            given = [torch.ones(scores).bool() for scores in model.scores]
            for mask in given:
                mask[empty] = False
            inputs = [x.to(dtype).requires_grad_() for x in model.inputs()]
            with torch.autograd.detect_anomaly():
                output = model.call(ours, *inputs, *given)
                output.sum().backward()
            for x in (output, *(x.grad for x in [*inputs, *ours.parameters()])):
                assert x.isfinite().all()


def test_runs_on_every_device(device):
    for name, model in MODELS.items():
        ours, inputs = made(name).float(), cast(model.inputs(), torch.float32)
        given = masked(model, BOTH)
        expected = model.call(ours, *inputs, *given)
        ours, inputs = ours.to(device), [x.to(device) for x in inputs]
        given = [mask.to(device) for mask in given]
        moved = model.call(ours, *inputs, *given)
        assert moved.device.type == device.type, name
        close(moved.cpu(), expected, name)


SCALED = {"scale_embeddings": True}
FEW = ["SelfAttentionV1", "HeadList", "Wrapper", "MultiHeadAttention"]
FEW += ["Transformer, pre-norm", "fast Transformer, post-norm"]
COMPILED = "MultiHeadAttention"  # on each change; the others once a week
SEEN = {0: torch.export.Dim.DYNAMIC, 1: torch.export.Dim.DYNAMIC}


def compiled(ours: nn.Module, given: list[Tensor]) -> Callable:
    new = torch.compile(ours, backend="aot_eager", fullgraph=True)
    new(*given)
    return new


def exported(ours: nn.Module, given: list[Tensor]) -> Callable:
    shapes = tuple(SEEN for _ in given)
    export = torch.export.export(ours, tuple(given), dynamic_shapes=shapes)
    return export.module()


def mapped(ours: nn.Module, given: list[Tensor]) -> Callable:
    def one(*parts: Tensor) -> Tensor:
        return ours(*[part[None] for part in parts])[0]

    return torch.func.vmap(one)


@pytest.mark.filterwarnings("ignore:There is a performance drop")
@pytest.mark.parametrize(
    "name, new",
    [
        *product(FEW, [exported, mapped]),
        pytest.param(COMPILED, compiled, marks=pytest.mark.slow),
        *(
            pytest.param(name, compiled, marks=pytest.mark.weekly)
            for name in FEW
            if name != COMPILED
        ),
    ],
)
def test_transforms_compute_the_same_at_other_sizes(name, new):
    less = {"encoder_layers": 1, "decoder_layers": 1}
    ours = made(name, **(less if "Transformer" in name else {})).eval()
    given, other = sized(name, (2,), 3), sized(name, (4,), 5)
    close(new(ours, given)(*other), ours(*other))


@pytest.mark.parametrize("name", MODELS)
def test_inputs_of_other_kinds_give_the_same(name):
    """Not contiguous, frozen, in autocast."""
    ours, model = made(name).float(), MODELS[name]
    inputs, given = cast(model.inputs(), torch.float32), masked(model, BOTH)
    expected = model.call(ours, *inputs, *given)
    turned = [x.transpose(0, 1).contiguous().transpose(0, 1) for x in inputs]
    assert not any(x.is_contiguous() for x in turned)
    ours.requires_grad_(False)
    actual = model.call(ours, *turned, *given)
    assert not actual.requires_grad
    close(actual, expected)
    with torch.autocast("cpu", torch.bfloat16):
        rough = model.call(ours, *inputs, *given)
    close(rough.bfloat16(), expected.bfloat16())


@pytest.mark.parametrize("name", [*MODELS][2:])
def test_state_is_what_is_learned_and_no_more(name):
    """It loads from a file into a model that was made without numbers."""
    ours, model, file = made(name).eval(), MODELS[name], io.BytesIO()
    torch.save(ours.state_dict(), file)
    file.seek(0)
    state = torch.load(file, weights_only=True)
    assert state.keys() == dict(ours.named_parameters()).keys()
    with torch.device("meta"):
        other = model.make().double().eval()
    other.load_state_dict(state, assign=True)
    expected = model.call(ours, *model.inputs())
    assert torch.equal(model.call(other, *model.inputs()), expected)


@pytest.mark.parametrize(
    "make",
    [
        lambda n: CausalAttention(D, 4, n),
        lambda n: MultiHeadAttentionWrapper(D, 4, n, H),
        lambda n: MultiHeadAttention(D, 4, n, H),
        lambda n: Transformer(9, 7, D, H, 16, context_length=n),
    ],
)
def test_context_length_is_a_bound_and_no_part_of_the_state(make):
    short, long = make(T).eval(), make(T + 1).eval()
    long.load_state_dict(short.state_dict())
    is_whole = isinstance(short, Transformer)
    x = torch.ones(B, T + 1).long() if is_whole else random(B, T + 1, D).float()
    fits, pair = x[:, :T], [x, x[:, :T]]
    given = (fits, fits) if is_whole else (fits,)
    assert torch.equal(short(*given), long(*given))
    for given in (pair, pair[::-1]) if is_whole else [(x,)]:
        long(*given)
        with pytest.raises(ValueError, match="6 tokens are more than cont"):
            short(*given)


DROPPING = [name for name in MODELS if "drop" in str(MODELS[name].make())]


@pytest.mark.parametrize("name", DROPPING)
def test_each_dropout_acts_in_training_only(name):
    torch.manual_seed(0)
    model, ours = MODELS[name], MODELS[name].make(dropout=0.3).double()
    drops = [m for m in ours.modules() if isinstance(m, nn.Dropout)]
    assert all(drop.p == 0.3 for drop in drops)
    exact = model.call(ours.eval(), *model.inputs())
    for drop in drops:
        for other in drops:
            other.p = 0.3 * (other is drop)
        assert torch.equal(model.call(ours.eval(), *model.inputs()), exact)
        dropped = model.call(ours.train(), *model.inputs())
        assert not torch.equal(dropped, exact)


@pytest.mark.parametrize("norm_first", [False, True])
@pytest.mark.parametrize("kind", [EncoderLayer, DecoderLayer])
def test_dropout_acts_on_what_a_sublayer_adds(kind, norm_first):
    layer, x = kind(D, H, 7, norm_first=norm_first), random(B, T, D).float()
    inputs = (x, x) if kind is DecoderLayer else (x,)
    layer.dropout.p = 1.0
    for k in range(1, 0 if norm_first else 2 + len(inputs)):
        x = layer.get_submodule(f"norm{k}")(x)  # nothing is added before it
    close(layer.train()(*inputs), x)


@pytest.mark.parametrize("kind", [EncoderLayer, DecoderLayer])
def test_copied_weights_are_those_of_ours_and_their_own(kind):
    ours = kind(D, H, 7)
    theirs = torch_layer(kind(D, H, 7))
    copy_layer(ours, theirs)  # with gradients on
    inputs = [random(1, 1, D).float()] * (2 if kind is DecoderLayer else 1)
    expected = ours(*inputs)
    close(theirs(*inputs), expected)
    for parameter in ours.parameters():
        parameter.data += 1
    close(theirs(*inputs), expected)
    assert all(parameter.requires_grad for parameter in theirs.parameters())


@pytest.mark.parametrize("options, factor", [({}, 1), (SCALED, D**0.5)])
def test_embeddings_are_scaled_only_if_that_is_asked_for(options, factor):
    model, ids = Transformer(9, 7, D, H, 7, **options), torch.arange(T)[None]
    x = model.embed(model.source_embedding, ids)
    close(x, with_positions(factor * model.source_embedding(ids)))
