"""The chapter generation."""
