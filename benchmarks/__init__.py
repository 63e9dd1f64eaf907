"""How fast the code of the site is, and how fast the site is built."""
