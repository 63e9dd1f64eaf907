"""What must hold of pages and data before anything is run or rendered."""
