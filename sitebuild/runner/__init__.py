"""Blocks: how they are run, what they give, and what is recorded of it."""
