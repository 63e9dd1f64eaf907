"""The chapter learning."""
