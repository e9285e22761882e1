"""Tables of values: every position of a small game with its value, or a random sample of a larger one."""
