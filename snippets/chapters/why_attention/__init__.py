"""The chapter why-attention."""
