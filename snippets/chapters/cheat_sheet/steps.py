"""Page cheat-sheet: what it says, checked.

Run it by itself: python -m snippets.chapters.cheat_sheet.steps
"""

# %% shapes
import torch

from snippets.encoder import EncoderLayer
from snippets.multi_head import MultiHeadSelfAttention, merge_heads

B, T, D, H = 2, 5, 16, 4
x = torch.randn(B, T, D)
for heads in (1, H):
    attention = MultiHeadSelfAttention(D, D, heads)
    q, k, v = attention.project(x)
    output, weights = attention(x, return_weights=True)
    print(f"H {heads}: q", *q.shape, "weights", *weights.shape)
    print(f"H {heads}: merged", *merge_heads(v).shape, end=", ")
    print("output", *output.shape)

layer = EncoderLayer(D, H, d_hidden=4 * D)
print("hidden", *layer.feed_forward.hidden(x).shape, end=", ")
print("encoder layer", *layer(x).shape)

# %% masks
from torch import nn
from torch.nn import functional as F

from snippets.causal import causal_mask
from snippets.masks import padding_mask
from snippets.scaled import scaled_dot_product_attention

causal = causal_mask(T)
padding = padding_mask(torch.tensor([5, 3]))
print("causal", *causal.shape, "padding", *padding.shape, end=" ")
print("both", *(causal & padding).shape)

context, _ = scaled_dot_product_attention(x, x, x, causal)
same = F.scaled_dot_product_attention(x, x, x, attn_mask=causal)
torch.testing.assert_close(same, context)  # True = may attend

# %% none-allowed
nobody = torch.zeros(T, T, dtype=torch.bool)
ours, _ = scaled_dot_product_attention(x, x, x, nobody)
print("ours", ours.abs().max().item(), end=", ")
scores = torch.zeros(T).masked_fill(~nobody[0], -torch.inf)
print("softmax", torch.softmax(scores, dim=-1)[0].item())

# %% modules
module = nn.MultiheadAttention(D, H, batch_first=True)
blocked = ~causal, ~padding[:, 0, 0]  # True = may not attend
_, theirs = module(x, x, x, blocked[1], attn_mask=blocked[0])
print("averaged weights", *theirs.shape)
assert (theirs[:, ~causal] == 0).all()  # nothing of what is later
assert (theirs[1, :, 3:] == 0).all()  # nothing of the padding

layer = nn.TransformerEncoderLayer(D, H)
masks = {"src_mask": ~causal, "src_key_padding_mask": ~padding[:, 0, 0]}
layer(x.transpose(0, 1), **masks)  # (T, B, D)
print("batch_first", layer.self_attn.batch_first, end=", ")
print("norm_first", layer.norm_first, end=", ")
print("dropout", layer.dropout.p, "hidden", layer.linear1.out_features)
stack = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
print("last norm", stack.norm, end=", ")
print("matrix", *nn.Linear(16, 64).weight.shape)

always = F.scaled_dot_product_attention(x, x, x, dropout_p=0.5)
without = F.scaled_dot_product_attention(x, x, x)
print("drops whenever asked", not torch.equal(always, without))

# %% costs
from torch.utils.flop_counter import FlopCounterMode


def count(module: nn.Module) -> int:
    return sum(p.numel() for p in module.parameters())


T, D, H = 64, 32, 4
layer = EncoderLayer(D, H, d_hidden=4 * D)
with FlopCounterMode(display=False) as counter:
    layer.self_attention(torch.randn(1, T, D))
attention, network = count(layer.self_attention), count(layer.feed_forward)
print("operations", counter.get_total_flops(), end=", ")
print("parameters", attention, network, count(layer))
assert counter.get_total_flops() == 8 * T * D**2 + 4 * T**2 * D
assert attention == 4 * D**2 + 4 * D
assert network == 8 * D**2 + 5 * D
assert count(layer) == 12 * D**2 + 13 * D
