"""Chapter why-attention, step by step."""

from snippets.chapters.why_attention.exercises import (
    alignment,
    check_alignment,
    check_look_back_all,
    check_third_state,
    look_back_all,
    third_state,
)

# %% alignment-figure
import torch

from snippets.heatmap import heatmap

german = "Kannst du mir helfen diesen Satz zu übersetzen".split()
english = "Can you help me to translate this sentence".split()
order = [0, 1, 3, 2, 6, 7, 4, 5]
A = torch.eye(8)[order]  # (8, 8)

heatmap(A, english, german, digits=False)

# %% fetch
places = torch.arange(8.0)  # of the German words
print(A @ places)

# %% share
share = torch.tensor([0, 0, 0, 0, 0, 0, 0.5, 0.5])
print(share @ places)

# %% by-hand
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

# %% change-first
other = x.clone()
other[0] = -other[0]


def last_state(x: Tensor) -> Tensor:
    return read(x, W_x, W_h)[-1]


for T in (1, 2, 4, 8, 16):
    h = last_state(x[:T])
    moved = (h - last_state(other[:T])).norm()
    print(f"T {T:2}: {len(h)} numbers, moved by {moved:.4f}")

# %% slopes
x_1 = torch.tensor(1.0, requires_grad=True)
h, product = torch.tensor(0.0), 1.0
for t, x_t in enumerate([x_1, 0.0, 0.0], start=1):
    h = torch.tanh(w_x * x_t + w_h * h)
    factor = (w_x if t == 1 else w_h) * (1 - h.item() ** 2)
    product *= factor
    print(f"t {t}: factor {factor:.4f}")

h.backward()  # (1)!
print(f"product {product:.4f}, gradient {x_1.grad:.4f}")

# %% look-back-by-hand
states = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
asking = torch.tensor([2.0, 0.0])  # (D,)

scores = states @ asking  # (T,)
exponentials = scores.exp()
weights = exponentials / exponentials.sum()
print("scores ", scores)
print("exp    ", exponentials, f"sum {exponentials.sum():.4f}")
print("weights", weights)
print("z      ", weights @ states)  # (D,)


# %% look-back
def look_back(
    asking: Tensor,
    states: Tensor,
) -> tuple[Tensor, Tensor]:
    """What one state reads from many.

    asking (D,), states (T, D) -> context (D,), weights (T,).
    """
    weights = torch.softmax(states @ asking, dim=0)
    return weights @ states, weights


# %% two-steps
for asking in torch.tensor([[0.0, 2.0], [-2.0, -2.0]]):
    context, weights = look_back(asking, states)
    most = [f"h_{j + 1}" for j in range(3) if weights[j] > 0.4]
    print(asking.tolist(), "looks most at", *most)
    print("  weights", weights, "z", context)


# %% additive
def additive_scores(
    asking: Tensor,
    states: Tensor,
    W: Tensor,
    U: Tensor,
    w: Tensor,
) -> Tensor:
    """Scores of Bahdanau, Cho and Bengio.

    asking (D,), states (T, D), W and U (D, n), w (n,)
    -> scores (T,).
    """
    return torch.tanh(asking @ W + states @ U) @ w  # (1)!


# %% same-ruler
from snippets.curves import curves


def looked_up(x: Tensor) -> Tensor:
    addresses = torch.eye(len(x))  # (T, T), one for each place
    asking = 4 * addresses[0]  # "Where is the first word?"
    weights = torch.softmax(addresses @ asking, dim=0)
    return weights @ read(x, W_x, W_h)


lengths = (2, 4, 8, 16)
moved = {"last state": [], "z": []}
for T in lengths:
    for name, f in {"last state": last_state, "z": looked_up}.items():
        change = f(x[:T]) - f(other[:T])
        moved[name].append(change.norm().item())

for name, values in moved.items():
    print(f"T 16: {name} moved by {values[-1]:.4f}")

curves(lengths, moved, "T", "moved by", log="xy")

# %% average
X = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])  # (T, D)
A = torch.tensor([[0.6, 0.1, 0.3], [0.2, 0.3, 0.5], [0.1, 0.1, 0.8]])

print("row sums", A.sum(dim=1))
print(A @ X)  # (T, T) @ (T, D) = (T, D)


# %% distance
def second_token(x: Tensor) -> Tensor:
    return torch.softmax(x @ x[1], dim=0) @ x  # (D,)


far = x[[2, 1, *range(3, 16), 0]]  # x_3, x_2, x_4, ..., x_1
for name, f in {"z": second_token, "h_T": last_state}.items():
    moved = (f(far) - f(x)).norm()
    print(f"{name} moved by {moved:.4f}")

# %% no-softmax
for T in (2, 4, 8, 16):
    states = read(x[:T], W_x, W_h)
    scores = states @ states[0]
    right = torch.softmax(scores, dim=0) @ states
    wrong = scores @ states
    print(f"T {T:2}: {right.norm():.4f}, wrong {wrong.norm():.4f}")

# %% adding-up
dog, bites, man = torch.eye(3)
for sentence in ([dog, bites, man], [man, bites, dog]):
    total = torch.zeros(3)
    for x_t in sentence:
        total = x_t + total  # W_x = W_h = I
    print("sum", total, "h_T", last_state(torch.stack(sentence)))

# %% concatenate
from torch import nn

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
