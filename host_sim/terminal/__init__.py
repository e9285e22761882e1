"""The simulator in a terminal: a window, text, and a demo."""
