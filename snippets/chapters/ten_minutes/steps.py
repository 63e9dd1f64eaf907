"""Page ten-minutes, step by step."""

# %% word
import torch

word = "ananab"

# %% six-lines
K = torch.eye(len(word))  # the address of each position
Q = 10 * K.flip(0)  # each asks for its mirror image
V = torch.eye(128)[[ord(letter) for letter in word]]
weights = torch.softmax(Q @ K.T / K.shape[1] ** 0.5, dim=1)
context = weights @ V
print("".join(chr(code) for code in context.argmax(dim=1)))

# %% first-row
print("position", *(f"{position:4}" for position in range(len(word))))
print("letter  ", *(f"{letter:>4}" for letter in word))
print("weight  ", *(f"{weight:.2f}" for weight in weights[0]))

# %% no-question
Q = 0 * K
weights = torch.softmax(Q @ K.T / K.shape[1] ** 0.5, dim=1)
context = weights @ V
print("".join(chr(code) for code in context.argmax(dim=1)))

print("position", *(f"{position:4}" for position in range(len(word))))
print("weight  ", *(f"{weight:.2f}" for weight in weights[0]))
letters = sorted(set(word))
shares = context[0, [ord(letter) for letter in letters]]
print("letter  ", *(f"{letter:>4}" for letter in letters))
print("share   ", *(f"{share:.2f}" for share in shares))
