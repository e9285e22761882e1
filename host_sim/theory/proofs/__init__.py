"""Proofs of what a position is worth, and two programs that check them. README.md says how they look and why."""
