"""What each chapter runs, in the chapter's order: one flat script each."""
