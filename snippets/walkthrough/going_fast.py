"""Chapter going-fast, step by step.

Run it by itself: python -m snippets.walkthrough.going_fast
"""

import torch

from snippets.device import pick_device
from snippets.encoder import Encoder
from snippets.fast import FastEncoder

# the best device present, or the one that is asked for
device = pick_device()
cpu = pick_device("cpu")
print(cpu)
try:
    pick_device("abacus")
except ValueError as error:
    print(str(error).split(" here")[0])

# weights are made on the CPU, then moved
torch.manual_seed(0)
explicit = Encoder(2, 64, num_heads=4, d_hidden=128)
fast = FastEncoder(2, 64, num_heads=4, d_hidden=128)
fast.load_state_dict(explicit.state_dict())
explicit, fast = explicit.to(device), fast.to(device)

# the same results
x = torch.randn(2, 32, 64).to(device)
with torch.inference_mode():
    torch.testing.assert_close(fast(x), explicit(x), rtol=1e-4, atol=1e-4)

# numbers per head in the matrix of weights, and in the context
for T in (128, 2048, 32768):
    print(f"T {T:5}: T * T {T * T:10}, T * d_k {T * 64:7}")
