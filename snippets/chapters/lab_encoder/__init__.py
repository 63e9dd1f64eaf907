"""The chapter lab-encoder."""
