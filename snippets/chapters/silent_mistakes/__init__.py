"""The page silent-mistakes."""
