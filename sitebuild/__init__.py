"""Read, check, run, translate and publish the pages of the site."""
