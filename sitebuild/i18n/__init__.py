"""Commands for translators, notices for readers, and dates."""
