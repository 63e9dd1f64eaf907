"""How pages are read, run, checked, translated and published."""
