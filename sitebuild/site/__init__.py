"""How pages become a site that shows what has run."""
