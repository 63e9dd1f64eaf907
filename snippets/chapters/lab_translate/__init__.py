"""The chapter lab-translate."""
