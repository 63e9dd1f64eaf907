"""Pages: how they are read, and what they are made of."""
