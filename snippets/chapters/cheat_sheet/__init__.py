"""The page cheat-sheet."""
