"""The chapter tokens-and-embeddings."""
