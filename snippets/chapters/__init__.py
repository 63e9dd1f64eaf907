"""What each chapter runs, asks and draws: a folder each, named as its page."""
