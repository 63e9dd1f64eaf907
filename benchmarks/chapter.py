"""What a made-up chapter runs; each has a seed of its own (bench_pages)."""

# %% vectors
import torch

torch.manual_seed(0)
words = ["one", "two", "three", "four", "five", "six"]
x = torch.randn(len(words), 8)  # (T, D)
print(x[0])

# %% scores
scores = x @ x.T  # (T, T)
print(scores)

# %% weights
weights = torch.softmax(scores, dim=-1)
for word, row in zip(words, weights):
    print(f"{word:<5} {row.max():.4f} of {row.sum():.4f}")

# %% picture
from snippets.heatmap import heatmap

heatmap(weights, words)

# %% context
context = weights @ x  # (T, T) @ (T, D) = (T, D)
print(context.shape)
print(context.mean(dim=0))

# %% mask
future = torch.ones(len(words), len(words)).triu(diagonal=1).bool()
causal = torch.softmax(scores.masked_fill(future, -torch.inf), dim=-1)
print(causal)

# %% causal-picture
heatmap(causal, words)

# %% projections
from torch import nn

query, key, value = (nn.Linear(8, 8, bias=False) for _ in range(3))
q, k, v = query(x), key(x), value(x)
print(q[0].detach())

# %% heads
q, k, v = (y.view(len(words), 2, 4).transpose(0, 1) for y in (q, k, v))
heads = torch.softmax(q @ k.mT / 4**0.5, dim=-1)  # (2, T, T)
print(heads.shape)
print(heads.detach().amax(dim=-1))

# %% built-in
expected = nn.functional.scaled_dot_product_attention(q, k, v)
torch.testing.assert_close(heads @ v, expected)
print("the same as", nn.functional.scaled_dot_product_attention.__name__)

# %% training
guess = nn.Linear(8, 1)
optimizer = torch.optim.SGD(guess.parameters(), lr=0.1)
for step in range(20):
    loss = (guess(x).squeeze() - x.sum(dim=-1)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 5 == 0:
        print(f"step {step:2}  loss {loss:.3f}")

# %% summary
for name, parameter in guess.named_parameters():
    print(f"{name:<6} {tuple(parameter.shape)} {parameter.norm():.3f}")
