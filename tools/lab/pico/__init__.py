"""Judges of the emulated Pico: what must hold through presses, evenings and unplugged parts."""
