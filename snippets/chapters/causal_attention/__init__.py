"""The chapter causal-attention."""
