"""What each chapter runs, asks and draws: a folder each, named as its page.

`python -m snippets.chapters.encoder.steps`, in the project's folder, prints
what the page shows; so do the other chapters.
"""
