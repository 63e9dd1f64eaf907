"""The page pytorch."""
