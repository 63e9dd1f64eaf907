"""The chapter going-fast."""
