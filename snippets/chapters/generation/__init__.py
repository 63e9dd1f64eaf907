"""What a new chapter starts with: its name is put where `generation` stands."""
