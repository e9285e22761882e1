"""Bought grids of lit keys, Launchpads and a monome, that play the console beside the other front ends."""
