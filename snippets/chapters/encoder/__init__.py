"""The chapter encoder."""
