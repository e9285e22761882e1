"""Judges of the emulated Pico: what it must keep up through presses, evenings and unplugged parts."""
