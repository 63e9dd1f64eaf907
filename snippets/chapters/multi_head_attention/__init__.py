"""The chapter multi-head-attention."""
