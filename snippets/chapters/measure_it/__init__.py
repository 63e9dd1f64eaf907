"""The chapter measure-it."""
