"""What blocks of code give: its kinds, how each is drawn and compared."""
