"""The chapter under-glass."""
