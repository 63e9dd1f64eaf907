"""The chapter decoder."""
