"""The numbered formulas of this page, each asserted with its code."""

import torch
from torch import nn
from torch.testing import assert_close

from snippets.formula import formula
from snippets.multi_head import HeadList, MultiHeadSelfAttention
from snippets.scaled import scaled_dot_product_attention

T, D, H, d_k, d_v = 4, 5, 2, 3, 4


def head_list(D=D, d_v=d_v):
    """Heads whose values have a size of their own, projected without bias."""
    layer = HeadList(D, d_k, H)
    for head in layer.heads:
        head.W_value = nn.Linear(D, d_v, bias=False)
    layer.out_proj = nn.Linear(H * d_v, D, bias=False)
    return layer


@formula(r"""z^{(i)} = \sum_{j=1}^{T} \alpha_{ij} \, v^{(j)}, \qquad
\sum_{j=1}^{T} \alpha_{ij} = 1""")
def formula_1():
    q, k, v = torch.randn(T, d_k), torch.randn(T, d_k), torch.randn(T, d_v)
    z, α = scaled_dot_product_attention(q, k, v)
    for i in range(T):
        assert_close(z[i], sum(α[i, j] * v[j] for j in range(T)))
        assert_close(sum(α[i, j] for j in range(T)), torch.tensor(1.0))


@formula(r"""\begin{aligned}
\operatorname{head}_h &= \operatorname{Attention}(X W_h^Q, X W_h^K, X W_h^V) \\
&= \operatorname{softmax}\!\left(\frac{Q_h K_h^{\top}}{\sqrt{d_k}}\right) V_h
\end{aligned}""")
def formula_2():
    X = torch.randn(T, D)
    for head in head_list().heads:
        layers = head.W_query, head.W_key, head.W_value
        Q, K, V = (X @ layer.weight.T for layer in layers)
        z, _ = scaled_dot_product_attention(Q, K, V)
        assert_close(head(X), z)
        assert_close(head(X), torch.softmax(Q @ K.T / d_k**0.5, dim=-1) @ V)


@formula(r"""\begin{aligned}
& \operatorname{MultiHead}(X) \\
&= \operatorname{Concat}(\operatorname{head}_1, \dots, \operatorname{head}_H)
\, W^O
\end{aligned}""")
def formula_3():
    X, layer = torch.randn(T, D), head_list()
    concat = torch.cat([head(X) for head in layer.heads], dim=-1)
    assert_close(layer(X), concat @ layer.out_proj.weight.T)


@formula(r"""\begin{aligned}
W_h^Q, W_h^K &\in \mathbb{R}^{D \times d_k} \\
W_h^V &\in \mathbb{R}^{D \times d_v} \\
W^O &\in \mathbb{R}^{H d_v \times D}
\end{aligned}""")
def formula_4():
    layer = head_list()
    for head in layer.heads:
        assert head.W_query.weight.T.shape == (D, d_k)
        assert head.W_key.weight.T.shape == (D, d_k)
        assert head.W_value.weight.T.shape == (D, d_v)
    assert layer.out_proj.weight.T.shape == (H * d_v, D)


@formula(r"d_k = d_v = \frac{D}{H} = \frac{512}{8} = 64")
def formula_5():
    D, H = 512, 8
    Q, _, V = MultiHeadSelfAttention(D, D, H).project(torch.zeros(1, D))
    assert Q.shape[-1] == V.shape[-1] == D / H == 512 / 8 == 64


@formula(r"""\begin{aligned}
& \operatorname{Concat}(\operatorname{head}_1, \dots, \operatorname{head}_H) \\
&= \begin{pmatrix}
z_{1,11} & \cdots & z_{1,1 d_v} & \cdots & z_{H,11} & \cdots & z_{H,1 d_v} \\
\vdots & & \vdots & & \vdots & & \vdots \\
z_{1,T1} & \cdots & z_{1,T d_v} & \cdots & z_{H,T1} & \cdots & z_{H,T d_v}
\end{pmatrix}
\end{aligned}""")
def formula_6():
    X, layer = torch.randn(T, D), head_list()
    layer.out_proj = nn.Identity()
    z = [head(X) for head in layer.heads]
    for t in range(T):
        row = torch.stack([z[h][t, d] for h in range(H) for d in range(d_v)])
        assert_close(layer(X)[t], row)


@formula(r"""\begin{aligned}
X \begin{pmatrix} W_1^Q & W_2^Q \end{pmatrix}
&= \begin{pmatrix} X W_1^Q & X W_2^Q \end{pmatrix} \\
&= \begin{pmatrix} Q_1 & Q_2 \end{pmatrix}
\end{aligned}""")
def formula_7():
    X, layer = torch.randn(T, D), MultiHeadSelfAttention(D, 2 * d_k, 2)
    W_1, W_2 = layer.W_query.weight.T.split(d_k, dim=-1)
    both = X @ torch.cat([W_1, W_2], dim=-1)
    Q_1, Q_2 = layer.project(X)[0]
    assert_close(both, torch.cat([X @ W_1, X @ W_2], dim=-1))
    assert_close(both, torch.cat([Q_1, Q_2], dim=-1))


@formula(r"""\begin{aligned}
& \operatorname{Concat}(\operatorname{head}_1, \dots, \operatorname{head}_H)
\, W^O \\
&= \sum_{h=1}^{H} \operatorname{head}_h W_h^O
\end{aligned}""")
def formula_8():
    X, layer = torch.randn(T, D), head_list()
    parts = zip(layer.heads, layer.out_proj.weight.T.split(d_v))
    assert_close(layer(X), sum(head(X) @ W for head, W in parts))


@formula(r"""\begin{aligned}
& H \, D \, (2 d_k + d_v) + H d_v \, D \\
&= 4 D^2 \quad \text{if } H d_k = H d_v = D
\end{aligned}""")
def formula_9():
    for D, d_v in ((5, 4), (6, 4), (H * d_k, d_k)):
        layer = head_list(D, d_v)
        count = sum(p.numel() for p in layer.parameters())
        assert count == H * D * (2 * d_k + d_v) + H * d_v * D
    assert count == 4 * D**2
