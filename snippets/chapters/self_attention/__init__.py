"""The chapter self-attention."""
