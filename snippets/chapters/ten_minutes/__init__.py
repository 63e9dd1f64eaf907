"""The page ten-minutes."""
