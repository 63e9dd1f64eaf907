"""Answers that the checks of the exercises must refuse."""
