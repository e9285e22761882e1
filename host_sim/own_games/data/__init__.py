"""A user's own game as data: what its JSON may say, checked once, and compiled for the Pico.

It runs on CPython and on MicroPython's WebAssembly port. reader.py lists the entries of a file; tables.py is the
compiled form, which firmware/glowgrid/rules/tables.py reads.
"""
