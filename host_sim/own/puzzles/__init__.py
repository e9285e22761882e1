"""Puzzles: positions in which exactly one move wins, made from random games and proven."""
