"""The chapter tensor-notes."""
