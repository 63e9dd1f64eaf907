"""The page ending."""
