"""GTP: the engine for programs that play and draw."""
