"""A user's own games: their folder, and loading, trying and watching a file."""
