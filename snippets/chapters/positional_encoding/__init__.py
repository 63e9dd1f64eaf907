"""The chapter positional-encoding."""
