"""A person's own games: their folder, and how a file is loaded, tried and watched."""
