"""The definitions of the games as a program, and proofs of who wins."""
