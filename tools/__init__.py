"""How the site is made and checked."""
