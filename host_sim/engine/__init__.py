"""The engine in a process of its own, on unix MicroPython."""
