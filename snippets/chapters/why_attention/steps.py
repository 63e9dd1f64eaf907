"""Chapter why-attention, step by step.

Run it by itself: python -m snippets.chapters.why_attention.steps
"""

from snippets.chapters.why_attention.exercises import (
    alignment,
    chain,
    check_alignment,
    check_chain,
    check_look_back_all,
    check_shares,
    check_third_state,
    faulty_shares,
    look_back_all,
    shares,
    third_state,
)

# %% by-hand
import torch

w_x, w_h = 1.0, 0.5
h = torch.tensor(0.0)
for t, x_t in enumerate([1.0, 0.0, 0.0], start=1):
    h = torch.tanh(w_x * torch.tensor(x_t) + w_h * h)
    print(f"h_{t} = {h:.4f}")

# %% read
from torch import Tensor


def read(x: Tensor, W_x: Tensor, W_h: Tensor) -> Tensor:
    """All hidden states of an RNN, one for each token.

    x (T, D), W_x (D, D), W_h (D, D) -> states (T, D).
    """
    h = torch.zeros(len(W_h))  # (D,)
    states = []
    for x_t in x:
        h = torch.tanh(x_t @ W_x + h @ W_h)  # (1)!
        states.append(h)
    return torch.stack(states)


# %% weights
W_x = torch.tensor([[1.0, 0.3, 0.0], [0.0, 1.0, 0.3], [0.3, 0.0, 1.0]])
W_h = torch.tensor([[0.6, 0.3, 0.0], [0.0, 0.6, 0.3], [-0.3, 0.0, 0.6]])

torch.manual_seed(4)
x = 0.5 * torch.randn(16, 3)  # (1)!

states = read(x[:4], W_x, W_h)
print(states)

# %% pytorch
from torch import nn

rnn = nn.RNN(input_size=3, hidden_size=3, bias=False)
rnn.weight_ih_l0.data = W_x.T  # (1)!
rnn.weight_hh_l0.data = W_h.T

outputs, last = rnn(x[:4])
torch.testing.assert_close(outputs, states)
torch.testing.assert_close(last[0], states[-1])
print(outputs.shape, last.shape)

# %% last-state
for T in (2, 4, 8, 16):
    last = read(x[:T], W_x, W_h)[-1]
    print(f"T {T:2}: in {x[:T].numel():2}, out {last.numel()}")

# %% change-first
other = x.clone()
other[0] = -other[0]

for T in (1, 2, 4, 8, 16):
    last = read(x[:T], W_x, W_h)[-1]
    last_other = read(other[:T], W_x, W_h)[-1]
    print(f"T {T:2}: {(last - last_other).norm():.4f}")

# %% slopes
x_1 = torch.tensor(1.0, requires_grad=True)
h, product = torch.tensor(0.0), 1.0
for t, x_t in enumerate([x_1, 0.0, 0.0], start=1):
    h = torch.tanh(w_x * x_t + w_h * h)
    factor = (w_x if t == 1 else w_h) * (1 - h.item() ** 2)
    product *= factor
    print(f"t {t}: 1 - h^2 = {1 - h.item() ** 2:.4f}, factor {factor:.4f}")

h.backward()  # (1)!
print(f"product {product:.4f}, gradient {x_1.grad:.4f}")

# %% influence
from collections.abc import Callable


def influence(reader: Callable[[Tensor], Tensor], x: Tensor) -> float:
    """How much the first token can still move what reader returns.

    x (T, D), reader(x) (D,) -> the norm of the derivative by x[0].
    """
    J = torch.func.jacrev(reader)(x)[:, 0]  # (D, D)
    return torch.linalg.matrix_norm(J, ord=2).item()


# %% fading
def last_state(x: Tensor) -> Tensor:
    return read(x, W_x, W_h)[-1]


a = torch.linalg.matrix_norm(W_x, ord=2).item()
b = torch.linalg.matrix_norm(W_h, ord=2).item()
print(f"|W_x| {a:.4f}, |W_h| {b:.4f}")

for T in (1, 2, 4, 8, 16):
    measured = influence(last_state, x[:T])
    print(f"T {T:2}: {measured:.4f} <= {a * b ** (T - 1):.4f}")

# %% word-by-word
german = "Kannst du mir helfen diesen Satz zu übersetzen".split()
english = "Can you help me to translate this sentence".split()
dictionary = {
    "Kannst": "Can",
    "du": "you",
    "mir": "me",
    "helfen": "help",
    "diesen": "this",
    "Satz": "sentence",
    "zu": "to",
    "übersetzen": "translate",
}
print(" ".join(dictionary[word] for word in german))
print(" ".join(english))

# %% order
order = [0, 1, 3, 2, 6, 7, 4, 5]
A = torch.eye(8)[order]  # (8, 8)

print(" ".join(dictionary[german[j]] for j in order))
print("rows", A.sum(dim=1))

# %% alignment-figure
from snippets.heatmap import heatmap

heatmap(A, english, german, digits=False)

# %% permute
vectors = x[:8]  # (8, D)
print(torch.equal(A @ vectors, vectors[order]))

# %% look-back-by-hand
states = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])  # (T, D)
s = torch.tensor([2.0, 0.0])  # (D,)

scores = states @ s  # (T,)
exponentials = scores.exp()
weights = exponentials / exponentials.sum()
print("scores ", scores)
print("exp    ", exponentials, f"sum {exponentials.sum():.4f}")
print("weights", weights)
print("c      ", weights @ states)  # (D,)


# %% look-back
def look_back(s: Tensor, states: Tensor) -> tuple[Tensor, Tensor]:
    """What a decoder state reads from the encoder states.

    s (D,), states (T, D) -> context (D,), weights (T,).
    """
    weights = torch.softmax(states @ s, dim=0)
    return weights @ states, weights


# %% two-steps
for s in torch.tensor([[2.0, 0.0], [0.0, 2.0], [-2.0, -2.0]]):
    context, weights = look_back(s, states)
    print(s.tolist(), weights, context)


# %% additive
def additive_scores(
    s: Tensor, states: Tensor, W: Tensor, U: Tensor, v: Tensor
) -> Tensor:
    """Scores of Bahdanau, Cho and Bengio.

    s (D,), states (T, D), W and U (D, d_a), v (d_a,) -> scores (T,).
    """
    return torch.tanh(s @ W + states @ U) @ v  # (1)!


# %% additive-run
W = torch.tensor([[1.0, 0.0], [0.0, -1.0]])
U = torch.tensor([[1.0, 0.5], [-0.5, 1.0]])
v = torch.tensor([2.0, 1.0])

s = torch.tensor([2.0, 0.0])
print(torch.tanh(s @ W + states @ U))  # (T, d_a)
scores = additive_scores(s, states, W, U, v)
weights = torch.softmax(scores, dim=0)
print("scores ", scores)
print("weights", weights)
print("c      ", weights @ states)

# %% same-ruler
s = 8 * read(x, W_x, W_h)[0]  # (1)!


def looked_up(x: Tensor) -> Tensor:
    return look_back(s, read(x, W_x, W_h))[0]


lengths = (1, 2, 4, 8, 16)
h_T = [influence(last_state, x[:T]) for T in lengths]
c = [influence(looked_up, x[:T]) for T in lengths]
for T, from_last, from_all in zip(lengths, h_T, c):
    alpha = look_back(s, read(x[:T], W_x, W_h))[1][0]
    print(f"T {T:2}: h_T {from_last:.4f}, c {from_all:.4f}, alpha {alpha:.4f}")

# %% same-ruler-figure
from snippets.curves import curves

curves(lengths, {"h_T": h_T, "c": c}, "T", "|J|", log="xy")

# %% soft-alignment
soft = torch.softmax(4 * A, dim=-1)  # (1)!
print(f"{soft[2, 3]:.4f} {soft[2, 0]:.4f}, row sum {soft[2].sum():.4f}")

# %% soft-figure
titles = ["A", "softmax(4A)"]
heatmap(torch.stack([A, soft]), english, german, titles, digits=False)

# %% average
X = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])  # (T, D)
A = torch.tensor([[0.6, 0.1, 0.3], [0.2, 0.3, 0.5], [0.1, 0.1, 0.8]])

z_2 = A[1, 0] * X[0] + A[1, 1] * X[1] + A[1, 2] * X[2]  # (D,)
Z = A @ X  # (T, T) @ (T, D) = (T, D)
torch.testing.assert_close(Z[1], z_2)

print("rows", A.sum(dim=1))
print("z_2 ", z_2)
print(Z)


# %% distance
def second_token(x: Tensor) -> Tensor:
    return torch.softmax(x @ x[1], dim=0) @ x  # (D,)


far = torch.cat([x[1:], x[:1]])  # x[1], x[2], ..., x[0]
far = torch.stack([far[1], far[0], *far[2:]])  # x[2], x[1], ..., x[0]

torch.testing.assert_close(second_token(far), second_token(x))
print("attention", second_token(x), second_token(far))
print("h_T      ", last_state(x), last_state(far))

# %% wrong-index
print("row 2   ", A[1] @ X, f"sum {A[1].sum():.4f}")
print("column 2", A[:, 1] @ X, f"sum {A[:, 1].sum():.4f}")
print((A @ X).shape, (A.T @ X).shape)

# %% no-softmax
for T in (2, 4, 8, 16):
    states = read(x[:T], W_x, W_h)
    scores = states @ states[0]
    right = torch.softmax(scores, dim=0) @ states
    wrong = scores @ states
    print(f"T {T:2}: |c| {right.norm():.4f}, |wrong| {wrong.norm():.4f}")

# %% adding-up
dog, bites, man = torch.eye(3)
for sentence in ([dog, bites, man], [man, bites, dog]):
    total = torch.zeros(3)
    for x_t in sentence:
        total = x_t + total  # W_x = W_h = I
    print("sum", total, "h_T", last_state(torch.stack(sentence)))

# %% concatenate
layer = nn.Linear(4 * 3, 3)  # T = 4
for T in (4, 5):
    states = read(x[:T], W_x, W_h)
    try:
        print(f"T {T}:", layer(states.flatten()).shape)
    except RuntimeError as error:
        print(f"T {T}:", type(error).__name__)

# %% run-third-state
print(f"{third_state:.4f}")
check_third_state(third_state)

# %% run-alignment
check_alignment(alignment)

# %% run-look-back-all
check_look_back_all(look_back_all)

# %% run-shares
check_shares(shares)

# %% run-chain
check_chain(chain)
