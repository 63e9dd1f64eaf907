"""What a translator asks and does."""
