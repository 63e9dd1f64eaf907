"""The chapter simplified-attention."""
