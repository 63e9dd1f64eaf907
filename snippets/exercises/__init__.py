"""Exercises, one module a chapter: a check and a solution for each."""
